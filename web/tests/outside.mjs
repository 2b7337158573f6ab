// A game of another package: the page lists it, and a move of it is picked and pressed like any other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sitting } from "./table.mjs";

test("a game from outside is on the page and is played", () =>
  sitting(async (table) => {
    await table.home();
    await table.press('[data-action="game race"]');
    await table.page.selectOption('[data-action="seat hare"]', "me");
    await table.page.selectOption('[data-action="seat tortoise"]', "bot:random");
    await table.act("begin");
    await table.shown();
    await table.current();
    await table.pick("H");
    const hexes = await table.lit();
    assert.ok(hexes.includes("0301"), `the hare can go to ${hexes}`);
    await table.press('[data-board] .light[data-hex="0301"]');
    assert.equal(table.unit(await table.current(), "H").hex, "0301");
  }));
