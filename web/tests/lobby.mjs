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
