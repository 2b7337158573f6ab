// A friend by link: two browsers, one of them a phone, sit down at one table; `across` plays on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, sitting } from "./table.mjs";

/** A new match whose second seat is a friend's; the link to it. */
async function invite(table, game) {
  await table.home();
  await table.act(`game ${game}`);
  const side = await table.page.$$eval("[data-action^='seat ']", (all) => all[1].dataset.action.slice(5));
  await table.page.selectOption(`[data-action="seat ${side}"]`, "link");
  await table.settle(); // what else can be chosen then makes the form longer
  await table.act("begin");
  await table.screen("waiting");
  await table.page.fill("[data-action=name]", "Ada");
  await table.page.press("[data-action=name]", "Tab");
  await table.settle();
  return table.page.inputValue(`[data-link="${side}"]`);
}

async function take(friend, link) {
  await friend.page.goto(link);
  await friend.screen("join");
  assert.match(await friend.page.textContent("dl"), /Ada/, "who invites is named");
  await friend.page.fill("[data-action=name]", "Grace");
  await friend.act("take-seat");
  await friend.shown();
}

/** Whoever is to act does the first thing that is offered, and the other's screen follows. */
async function oneAction(first, second) {
  const view = await first.current();
  const acting = view.decision.side === (await first.standing()).seat ? first : second;
  const other = acting === first ? second : first;
  const before = await other.standing();
  const { legal } = await acting.current();
  assert.ok(legal.actions.length, "there is something to do");
  await acting.page.evaluate(
    async ({ id, seat, serial, action }) =>
      fetch(`/api/matches/${id}/actions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ seat, serial, action }),
      }),
    { ...(await acting.standing()), action: legal.actions[0].text },
  );
  await other.page.waitForFunction(
    (serial) => Number(document.querySelector("[data-serial]").dataset.serial) > serial,
    before.serial,
  );
}

test("two browsers at one table", () =>
  sitting((host) =>
    sitting(async (friend) => {
      const link = await invite(host, "bridgehead");
      await take(friend, link);
      await host.shown();
      const [mine, theirs] = [await host.standing(), await friend.standing()];
      assert.equal(mine.id, theirs.id);
      assert.notEqual(mine.seat, theirs.seat);
      await oneAction(host, friend);
      await friend.page.reload();
      await friend.shown();
      assert.equal((await friend.standing()).seat, theirs.seat, "the browser holds the seat");
    }, PHONE),
  ));

test("a link that was used, and one that leads nowhere, say so", () =>
  sitting((host) =>
    sitting((friend) =>
      sitting(async (late) => {
        const link = await invite(host, "bridgehead");
        await take(friend, link);
        await late.page.goto(link);
        await late.page.waitForSelector("[role=alert]");
        assert.equal(await late.page.locator("[data-action=take-seat]").count(), 0);
        await friend.page.goto(link);
        await friend.shown();
      }),
    ),
  ));
