// Two people apart, one on a phone: clocks run, they talk, take back by agreement, lose the line and come back, resign.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, sitting } from "./table.mjs";

async function invite(table, pace) {
  await table.home();
  await table.act("game bridgehead");
  const side = await table.page.$$eval("[data-action^='seat ']", (all) => all[1].dataset.action.slice(5));
  await table.page.selectOption(`[data-action="seat ${side}"]`, "link");
  await table.settle();
  await table.page.waitForSelector("[data-action=pace]");
  if (pace) await pace(table.page);
  await table.act("begin");
  await table.screen("waiting");
  await table.page.fill("[data-action=name]", "Ada");
  await table.page.press("[data-action=name]", "Tab");
  await table.settle();
  return table.page.inputValue(`[data-link="${side}"]`);
}

async function take(friend, link, told) {
  await friend.page.goto(link);
  await friend.screen("join");
  if (told) assert.match(await friend.page.textContent("dl"), told, "the pace is told before one sits down");
  await friend.page.fill("[data-action=name]", "Grace");
  await friend.act("take-seat");
  await friend.shown();
}

/** Both at one table, each at a screen of his own. */
const together = (play, pace, told) =>
  sitting((host) =>
    sitting(async (friend) => {
      const link = await invite(host, pace);
      await take(friend, link, told);
      await host.shown();
      for (const one of [host, friend]) await one.page.waitForSelector("[data-company]");
      await play(host, friend, link);
    }, PHONE),
  );

const live = async (page) => {
  await page.selectOption("[data-action=pace]", "live");
  await page.fill('[data-action="pace minutes"]', "20");
};

async function acting(host, friend) {
  const view = await host.current();
  return view.decision.side === (await host.standing()).seat ? [host, friend] : [friend, host];
}

/** Whoever is to act does the first thing that is offered, and the other's screen follows. */
async function oneAction(host, friend) {
  const [mover, other] = await acting(host, friend);
  const { legal } = await mover.current();
  const { id, seat, serial } = await mover.standing();
  const answer = await mover.page.request.post(`/api/matches/${id}/actions`, {
    data: { seat, serial, action: legal.actions[0].text },
  });
  assert.ok(answer.ok(), await answer.text());
  await until(other, serial);
  await until(mover, serial);
  return [mover, other];
}
const until = (table, serial) =>
  table.page.waitForFunction(
    (before) => Number(document.querySelector("[data-serial]").dataset.serial) > before,
    serial,
  );

const text = (table, selector) => table.page.textContent(selector);

test("clocks tick for whoever is to act, names and presence stand beside them", () =>
  together(
    async (host, friend) => {
      const [mover] = await acting(host, friend);
      const { seat } = await mover.standing();
      for (const one of [host, friend]) {
        assert.match(await text(one, "[data-company]"), /Ada.*Grace|Grace.*Ada/s);
        const before = await text(one, `[data-clock=${seat}]`);
        assert.match(before, /^(20:00|19:\d\d)$/);
        await one.page.waitForFunction(
          ([side, was]) => document.querySelector(`[data-clock=${side}]`).textContent !== was,
          [seat, before],
        );
        assert.equal(await one.page.locator("[data-company] i.here").count(), 2);
        assert.deepEqual(await barriers(one.page), []);
      }
    },
    live,
    /20 minutes a side/,
  ));

test("what one says the other reads, as it was written; notes are one's own; a lost line comes back", () =>
  together(async (host, friend, link) => {
    await host.act("talk");
    await host.page.fill("[data-action=message]", "Good luck, <b>Grace</b>!");
    await host.act("send");
    await friend.page.waitForSelector("[data-unread]");
    assert.equal(await text(friend, "[data-unread]"), "1");
    await friend.act("talk");
    await friend.page.waitForFunction(() => document.querySelector("[data-talk] ol").textContent.includes("<b>Grace"));
    assert.equal(await friend.page.locator("[data-unread]").count(), 0);
    assert.deepEqual(await barriers(friend.page), []);
    await friend.act("notes-tab");
    await friend.page.fill("[data-action=notes]", "hold the bridge");
    await friend.act("keep-notes");
    await friend.act("close-talk");

    await friend.page.context().setOffline(true);
    await friend.page.reload().catch(() => {});
    await host.page.waitForFunction(() => document.querySelectorAll("[data-company] i.here").length === 1);
    await host.page.fill("[data-action=message]", "Are you there?");
    await host.act("send");
    await friend.page.context().setOffline(false);
    await friend.page.goto(link);
    await friend.shown();
    await host.page.waitForFunction(() => document.querySelectorAll("[data-company] i.here").length === 2);
    await friend.act("talk");
    await friend.page.waitForFunction(() => document.querySelectorAll("[data-talk] li").length === 2);
    await friend.act("notes-tab");
    await friend.page.waitForFunction(() => document.querySelector("[data-action=notes]").value === "hold the bridge");
    friend.complaints.length = 0; // that nothing could be loaded meanwhile
  }));

/** From now on the line tells that something has changed, and not what: the table has to be asked for. */
async function hintsOnly(table) {
  await table.page.routeWebSocket("**/live?*", (line) => {
    const server = line.connectToServer();
    server.onMessage((message) => line.send(JSON.stringify({ ...JSON.parse(message), table: null })));
  });
  await table.page.reload();
  await table.shown();
}

test("what could not be loaded is asked for again, though the line held", () =>
  together(async (host, friend) => {
    const [mover, other] = await acting(host, friend);
    await hintsOnly(other);
    await other.page.route("**/view?*", (route) => route.abort());
    const { id, seat, serial } = await mover.standing();
    const { legal } = await mover.current();
    const data = { seat, serial, action: legal.actions[0].text };
    const answer = await mover.page.request.post(`/api/matches/${id}/actions`, { data });
    assert.ok(answer.ok(), await answer.text());
    await until(mover, serial);
    await other.page.waitForSelector(".offline", { state: "attached" });
    assert.equal((await other.standing()).serial, serial);
    await other.page.unroute("**/view?*");
    await until(other, serial);
    await other.page.waitForSelector(".offline", { state: "detached" });
    other.complaints.length = 0; // that nothing could be loaded meanwhile
  }));

test("both agree to take back, then one resigns", () =>
  together(async (host, friend) => {
    const [mover, other] = await oneAction(host, friend);
    const { serial } = await mover.standing();
    const before = (await mover.view()).actions;
    await mover.act("offer");
    await mover.act("offer takeback");
    await mover.act("sure");
    await other.page.waitForSelector("[data-offer=takeback] [data-action=accept]");
    assert.deepEqual(await barriers(other.page), []);
    await other.act("accept");
    await until(mover, serial);
    await until(other, serial);
    assert.equal((await mover.current()).actions, before - 1);
    await mover.page.waitForSelector("[data-offer]", { state: "detached" });

    await other.act("offer");
    await other.act("offer draw");
    await other.act("sure");
    await mover.page.waitForSelector("[data-offer=draw]");
    await mover.act("decline");
    await other.page.waitForSelector("[data-offer]", { state: "detached" });

    await mover.act("offer");
    await mover.act("resign");
    await mover.act("sure");
    for (const one of [mover, other]) {
      await one.screen("result");
      assert.match(await text(one, "h1"), /have resigned/);
      assert.deepEqual(await barriers(one.page), []);
    }
    await other.page.fill("[data-action=message]", "Thank you!");
    await other.act("send");
    await mover.page.waitForFunction(() => document.querySelector("[data-talk] ol").textContent.includes("Thank you!"));
  }));

test("alone there are notes and a white flag, and nothing else", () =>
  sitting(async (table) => {
    await table.home();
    await table.act("game bridgehead");
    await table.act("begin");
    await table.shown();
    await table.current();
    assert.equal(await table.page.locator("[data-company]").count(), 0);
    await table.act("menu");
    await table.act("open-notes");
    await table.page.fill("[data-action=notes]", "watch the ford");
    await table.act("keep-notes");
    await table.act("close-talk");
    await table.act("menu");
    await table.act("resign");
    await table.act("sure");
    await table.screen("result");
  }));
