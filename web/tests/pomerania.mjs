// Stargard: a pinned unit stands still, and a division leaves the map by Stettin.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, sitting } from "./table.mjs";

async function open(table, save) {
  await table.home();
  await table.bringIn(join(SAVES, `${save}.json`));
  return table.current();
}

test("a pinned unit is marked and cannot be moved, the one beside it can", () =>
  sitting(async (table) => {
    const view = await open(table, "pinned");
    assert.equal(table.unit(view, "12G").pinned, 1);
    assert.ok(!view.legal.actions.some(({ units }) => units.includes("12G")));
    await table.pick("12G");
    assert.deepEqual(await table.lit(), [], "nothing is lit for it");
    await table.pick("75G");
    assert.ok((await table.lit()).length > 0);
  }));

test("Defend the Reich: a unit rides to Stettin and leaves the map", () =>
  sitting(async (table) => {
    const view = await open(table, "reich");
    assert.ok(view.legal.actions.some(({ text }) => text === "withdraw II/10SS rail"));
    await table.pick("II/10SS");
    await table.act("manner withdraw rail");
    await table.press('[data-board] .light[data-hex="07.16"]');
    const after = await table.current();
    assert.equal(table.unit(after, "II/10SS").where, "removed");
  }));
