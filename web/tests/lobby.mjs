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
  await table.page.waitForSelector("[data-screen=waiting]");
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
      await guest.page.waitForSelector("[data-screen=join]");
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
        await watcher.page.goto(await guest.page.inputValue("[data-link=watch]"));
        await watcher.page.waitForSelector("img");
        assert.match(await watcher.page.textContent("main"), /Grace/);
        assert.deepEqual(await barriers(watcher.page), []);
      }, PHONE),
    ),
  ));
