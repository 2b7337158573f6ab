// Several units moved as one: by shift, by a frame, a whole stack; a counter dragged; all undone together.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, ask, sitting } from "./table.mjs";

async function open(table) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "assault.json"), "utf8"), seats: {} });
  await table.open(id);
  return table.current();
}

const pile = (hex) => `[data-board] .pile[data-hex="${hex}"]`;
const picked = (table) => table.page.$$eval(".pile.picked", (all) => all.map((one) => one.dataset.hex).sort());
const where = async (table, ids) => {
  const view = await table.current();
  return ids.map((id) => table.unit(view, id).hex);
};

/** Goes with all that are picked to a lit hex, then takes it back in one go. */
async function thereAndBack(table, before, ids) {
  const goal = (await table.lit()).find((hex) => !before.view.units.some((unit) => unit.hex === hex));
  assert.ok(goal, "there is a hex all of them can reach");
  await table.press(`[data-board] .light[data-hex="${goal}"]`);
  if ((await table.view()).serial === before.serial) await table.press(`[data-board] .light[data-hex="${goal}"]`);
  assert.deepEqual(
    await where(table, ids),
    ids.map(() => goal),
  );
  await table.act("undo");
  assert.equal((await table.current()).fingerprint, before.fingerprint, "undone together");
}

test("shift adds units of other hexes; they go together and come back together", () =>
  sitting(async (table) => {
    const before = await open(table),
      { page } = table;
    await table.pick("39A-152");
    await page.keyboard.down("Shift");
    await table.press(pile("0636"));
    await page.keyboard.up("Shift");
    assert.deepEqual(await picked(table), ["0538", "0636"]);
    await page.keyboard.down("Shift");
    await table.press(pile("0538"));
    await table.press(pile("0538"));
    await page.keyboard.up("Shift");
    assert.deepEqual(await picked(table), ["0636"], "once more, and they are let go");
  }));

test("a whole stack from its fan, and by key", () =>
  sitting(async (table) => {
    const before = await open(table);
    await table.press(pile("0538"));
    await table.act("stack");
    await thereAndBack(table, before, ["39A-113", "39A-152"]);
    await table.press(pile("0538"));
    await table.page.keyboard.press("a");
    await table.settle();
    await thereAndBack(table, before, ["39A-113", "39A-152"]);
  }));

test("a frame drawn with shift picks what can act in it", () =>
  sitting(async (table) => {
    const before = await open(table),
      { page } = table;
    const spots = await Promise.all(["0538"].map((hex) => table.reachable(pile(hex))));
    const [left, top, right, bottom] = [
      Math.min(...spots.map(({ x }) => x)) - 25,
      Math.min(...spots.map(({ y }) => y)) - 25,
      Math.max(...spots.map(({ x }) => x)) + 25,
      Math.max(...spots.map(({ y }) => y)) + 25,
    ];
    await page.keyboard.down("Shift");
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(right, bottom, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await table.settle();
    assert.deepEqual(await picked(table), ["0538"]);
    await thereAndBack(table, before, ["39A-113", "39A-152"]);
  }));

test("a counter dragged to a hex goes there; to one it cannot reach, the reason is told", () =>
  sitting(async (table) => {
    const before = await open(table),
      { page } = table;
    await table.pick("39A-152");
    const goal = (await table.lit()).find((hex) => !before.view.units.some((unit) => unit.hex === hex));
    const to = await table.reachable(`[data-board] .light[data-hex="${goal}"]`);
    const from = await table.reachable(pile("0538"));
    await table.drag(from, to);
    assert.deepEqual(await where(table, ["39A-152"]), [goal]);
    await table.act("undo");
    assert.equal((await table.current()).fingerprint, before.fingerprint);
    await table.drag(from, { x: from.x - 420, y: from.y });
    await page.waitForSelector("footer .notice");
    assert.equal((await table.current()).fingerprint, before.fingerprint, "nothing was played");
  }));

test("several by touch", () =>
  sitting(async (table) => {
    const before = await open(table);
    await table.pick("39A-152");
    await table.act("several");
    await table.press(pile("0538"));
    await thereAndBack(table, before, ["39A-113", "39A-152"]);
  }, PHONE));

test("the log goes back to an entry, and all is reset", () =>
  sitting(async (table) => {
    const before = await open(table);
    const marks = [];
    for (const id of ["39A-152", "39A-113", "39A-94"]) {
      marks.push((await table.current()).fingerprint);
      await table.pick(id);
      const free = (hex) => !before.view.units.some((unit) => unit.hex === hex);
      await table.press(`[data-board] .light[data-hex="${(await table.lit()).find(free)}"]`);
    }
    await table.act("tab log");
    const backs = table.page.locator('[data-action^="undo-to"]');
    assert.ok((await backs.count()) >= 2, "each move but the last can be gone back to");
    await backs.last().click();
    await table.settle();
    assert.equal((await table.current()).fingerprint, marks.at(-1), "back to just after the second move");
    if (await table.page.locator('[data-action="reset"]').count()) await table.act("reset");
    else await table.act("undo");
    assert.equal((await table.current()).fingerprint, before.fingerprint, "as the activation began");
  }));

test("map and charts go to paper", () =>
  sitting(async (table) => {
    await open(table);
    const { page } = table;
    await table.act("tab charts");
    const save = async (kind) => {
      const [download] = await Promise.all([page.waitForEvent("download"), table.act(kind)]);
      return readFile(await download.path());
    };
    assert.match((await save("svg")).toString("utf8", 0, 200), /<svg/);
    assert.equal((await save("png")).toString("latin1", 1, 4), "PNG");
    await page.evaluate(
      () =>
        (window.print = () =>
          (window.paper = {
            folded: document.querySelectorAll("#panel-body details:not([open])").length,
            map: document.querySelector(".paper").naturalWidth,
          })),
    );
    await table.act("print");
    const { folded, map } = await page.waitForFunction(() => window.paper).then((paper) => paper.jsonValue());
    assert.ok(folded === 0 && map > 1000, "everything is unfolded and the whole map is there");
  }));
