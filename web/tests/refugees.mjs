// A march that meets refugees: what is asked, and what becomes of them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, sitting } from "./table.mjs";

const HQ = "39A-HQ",
  ROAD = "1143";

test("a Soviet HQ meets refugees and drives through", () =>
  sitting(async (table) => {
    await table.home();
    await table.bringIn(join(SAVES, "refugees.json"));
    assert.equal(table.unit(await table.current(), "Refugees-1").side, null);

    await table.pick(HQ);
    await table.press(`[data-board] .light[data-hex="${ROAD}"]`);
    const asked = await table.current();
    assert.deepEqual(
      asked.legal.actions.map(({ verb }) => verb),
      ["pay", "drive"],
    );
    await table.act("drive");

    const after = await table.current();
    assert.equal(table.unit(after, HQ).hex, ROAD);
    assert.equal(table.unit(after, "Refugees-1").where, "removed");
    assert.equal(table.unit(after, "VS-3").where, "volkssturm_box");
  }));
