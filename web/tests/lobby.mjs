// The lobby: an open table is offered in one browser and taken in another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, sitting } from "./table.mjs";

/** A new match whose second seat is anybody's. */
async function offer(table, game) {
  await table.home();
  await table.act(`game ${game}`);
  const side = await table.page.$$eval("[data-action^='seat ']", (all) => all[1].dataset.action.slice(5));
  await table.page.selectOption(`[data-action="seat ${side}"]`, "open");
  await table.settle();
  await table.act("begin");
  await table.screen("waiting");
  await table.page.fill("[data-action=name]", "Ada");
  await table.page.press("[data-action=name]", "Tab");
  await table.settle();
  return table.page.url().split("/")[5];
}

test("an open table is found at home and taken by who comes first", () =>
  sitting((host) =>
    sitting(async (guest) => {
      const id = await offer(host, "bridgehead");
      await guest.home();
      await guest.page.waitForSelector("[data-part=lobby]");
      assert.match(await guest.page.textContent(`li:has([data-action="sit ${id}"])`), /Ada/, "who waits is named");
      assert.deepEqual(await barriers(guest.page), []);
      await guest.act(`sit ${id}`);
      await guest.screen("join");
      assert.deepEqual(await barriers(guest.page), []);
      await guest.page.fill("[data-action=name]", "Grace");
      await guest.act("take-seat");
      await guest.shown();
      await host.shown();
      assert.notEqual((await host.standing()).seat, (await guest.standing()).seat);
      await guest.home();
      assert.equal(await guest.page.locator(`[data-action="sit ${id}"]`).count(), 0, "it is listed no more");
    }, PHONE),
  ));

test("a table is put into the lobby and taken out of it", () =>
  sitting((host) =>
    sitting(async (guest) => {
      const id = await offer(host, "bridgehead");
      const press = (tick) =>
        Promise.all([
          host.page.waitForResponse((answer) => answer.url().includes(`/${id}/listed`)),
          host.page.setChecked("[data-action=listed]", tick),
        ]);
      const listed = async () => (await (await guest.page.request.get("/api/lobby")).json()).tables.map(({ id }) => id);
      await press(false);
      assert.equal((await listed()).includes(id), false);
      await press(true);
      await guest.home();
      await guest.page.waitForSelector(`[data-action="sit ${id}"]`);
      assert.deepEqual(await barriers(host.page), []);
    }, PHONE),
  ));

test("who made a table for two others sees who has come, and renews a link", () =>
  sitting((maker) =>
    sitting(async (friend) => {
      await maker.home();
      await maker.act("game bridgehead");
      for (const side of ["german", "soviet"]) {
        await maker.page.selectOption(`[data-action="seat ${side}"]`, "link");
        await maker.settle();
      }
      await maker.act("begin");
      await maker.screen("maker");
      await maker.page.waitForSelector("[data-link=german]");
      assert.deepEqual(await barriers(maker.page), []);
      await friend.page.goto(await maker.page.inputValue("[data-link=german]"));
      await friend.screen("join");
      await friend.page.fill("[data-action=name]", "Grace");
      await friend.act("take-seat");
      await friend.screen("waiting");
      await maker.page.reload();
      await maker.page.waitForSelector("[data-sits=german]");
      assert.match(await maker.page.textContent("[data-sits=german]"), /Grace/);
      const before = await maker.page.inputValue("[data-link=soviet]");
      await maker.act("renew soviet");
      await maker.settle();
      assert.notEqual(await maker.page.inputValue("[data-link=soviet]"), before);
    }, PHONE),
  ));

test("a rematch begins when the other has sat down, with dice of both", () =>
  sitting((host) =>
    sitting(async (guest) => {
      const id = await offer(host, "bridgehead");
      await guest.page.goto(`/#/open/${id}`);
      await guest.page.fill("[data-action=name]", "Grace");
      await guest.act("take-seat");
      await guest.shown();
      await host.shown();
      const { seat } = await host.standing();
      await host.page.request.post(`/api/matches/${id}/resign`, { data: { seat } });
      await host.screen("result");
      await host.page.click("[data-act=exchange]");
      await host.page.waitForSelector("[data-asked]");
      assert.match(await host.page.textContent("[data-asked]"), /Grace/);
      const again = host.page.url().split("/")[5];
      await guest.page.waitForSelector("[data-act=again]");
      assert.deepEqual(await barriers(guest.page), []);
      await guest.page.click("[data-act=again]");
      await guest.page.waitForSelector("[data-action=come]");
      assert.deepEqual(await barriers(guest.page), []);
      await guest.act("come");
      await guest.shown();
      await host.shown();
      assert.equal((await guest.standing()).seat, seat, "sides are exchanged");
      const kept = (table) => table.page.evaluate((id) => localStorage.getItem(`countermarch.share.${id}`), again);
      for (const table of [host, guest]) assert.match(await kept(table), /"share":"[0-9a-f]{64}"/);
    }, PHONE),
  ));

test("an account is made, left, and found again in another browser; one's data are one's own", () =>
  sitting((desk) =>
    sitting(async (phone) => {
      const email = `ada${Date.now()}@example.org`;
      const enter = async (table) => {
        await table.page.fill("[data-action=email]", email);
        await table.page.fill("[data-action=password]", "correct horse");
        await table.act("enter");
        await table.page.waitForSelector("[data-action=log-out]");
      };
      const open = async (table) => {
        await table.page.goto("/#/account");
        await table.page.waitForSelector("[data-action=enter]");
      };
      await open(desk);
      assert.deepEqual(await barriers(desk.page), []);
      await desk.act("new");
      await desk.page.fill("[data-action=name]", "Ada");
      await enter(desk);
      assert.deepEqual(await barriers(desk.page), []);
      await open(phone);
      await enter(phone);
      assert.match(await phone.page.textContent("main"), /Ada/);
      assert.deepEqual(await barriers(phone.page), []);
      const [file] = await Promise.all([phone.page.waitForEvent("download"), phone.act("export")]);
      assert.match(file.suggestedFilename(), /\.json$/);
      await phone.act("everywhere");
      await phone.page.waitForSelector("[data-action=enter]");
      await desk.page.reload();
      await desk.page.waitForSelector("[data-action=enter]");
    }, PHONE),
  ));

test("others look on when both allow it", () =>
  sitting((host) =>
    sitting((guest) =>
      sitting(async (watcher) => {
        const id = await offer(host, "bridgehead");
        await guest.page.goto(`/#/open/${id}`);
        await guest.page.fill("[data-action=name]", "Grace");
        await guest.act("take-seat");
        await guest.shown();
        await host.shown();
        for (const table of [host, guest]) {
          const { seat } = await table.standing();
          await table.page.goto(`/#/watch/${id}/${seat}`);
          await table.page.check("[data-action=allow]");
          await table.act("keep-watch");
          await table.settle();
        }
        await guest.page.waitForSelector("[data-link=watch]");
        assert.deepEqual(await barriers(guest.page), []);
        await watcher.home();
        await watcher.page.waitForSelector(`[data-action="look-on ${id}"]`);
        assert.match(await watcher.page.textContent("[data-part=watchable]"), /Ada|Grace/, "who plays is named");
        assert.deepEqual(await barriers(watcher.page), []);
        await watcher.page.goto(await guest.page.inputValue("[data-link=watch]"));
        await watcher.page.waitForSelector("img");
        assert.match(await watcher.page.textContent("main"), /Grace/);
        assert.deepEqual(await barriers(watcher.page), []);
      }, PHONE),
    ),
  ));
