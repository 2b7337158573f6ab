// The briefing: once before the first decision of each seat, again from the menu,
// never in the way of a match that goes on.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, SAVES, ask, begin, sitting } from "./table.mjs";

const SCREEN = "main[data-screen=briefing]";
const ON = { settings: { briefings: true } };
const open = (table, id, seat = "") => table.page.goto(`/#/match/${id}/${seat}`);

test("once, with all that is to be known, and begun by keyboard", () =>
  sitting(async (table) => {
    const { page } = table;
    const id = await begin({ game: "bridgehead", seats: { german: "bot:captain" } });
    await open(table, id);
    await page.waitForSelector(`${SCREEN} canvas`, { state: "attached" });
    assert.equal(await page.locator("[data-screen]").count(), 1);
    const told = await ask(`/matches/${id}/briefing?seat=soviet`);
    const text = await page.innerText(SCREEN);
    for (const said of [told.who, told.want, told.win, ...told.turn, ...told.special])
      assert.ok(text.includes(said), said);
    for (const level of told.standing.levels) assert.ok(text.includes(level.takes), level.takes);
    assert.match(await page.innerText(`${SCREEN} [aria-current]`), /Decisive German victory/);
    for (const { name, hex } of told.standing.objectives) {
      assert.ok(text.includes(name), name);
      assert.equal(await page.locator(`[data-objective="${hex}"]`).count(), 1, `${hex} is lit`);
    }
    assert.deepEqual(await barriers(page), []);

    await page.keyboard.press("Enter");
    await table.shown();
    assert.equal(await page.locator("main[data-screen=table]").count(), 1);
    await page.reload();
    await table.shown();
    assert.equal(await page.locator(SCREEN).count(), 0, "it is shown once");

    await table.pick("71T");
    assert.ok((await table.lit()).length);
    await table.act("menu");
    await table.act("briefing");
    await page.waitForSelector(SCREEN);
    assert.equal(await page.locator("[data-screen]").count(), 1, "the table lies behind it");
    await page.keyboard.press("Escape");
    await page.waitForSelector("main[data-screen=table]");
    await table.settle();
    assert.ok((await table.lit()).length, "what was in the hand still is");
  }, ON));

test("each of two at one screen, when it first decides", () =>
  sitting(async (table) => {
    const { page } = table;
    await open(table, await begin({ game: "bridgehead" }));
    await page.waitForSelector(`${SCREEN}[data-seat=soviet]`);
    await page.click("[data-act=begin]");
    await table.shown();
    while (!(await page.locator(SCREEN).count())) {
      await table.end();
      await table.settle();
    }
    assert.equal(await page.getAttribute(SCREEN, "data-seat"), "german");
    await page.click("[data-act=begin]");
    await page.waitForSelector("main[data-screen=table]");
    assert.equal((await table.standing()).seat, "german");
  }, ON));

test("not in a match that was saved, and not if one does not want it", () =>
  sitting(async (table) => {
    const { page } = table;
    const save = await readFile(join(SAVES, "assault.json"), "utf8");
    const { id } = await ask("/matches/import", { save, seats: {} });
    await table.open(id);
    assert.equal(await page.locator(SCREEN).count(), 0);

    await open(table, await begin({ game: "bridgehead" }));
    await page.waitForSelector(SCREEN);
    await page.uncheck("[data-action=briefings]");
    await page.click("[data-act=begin]");
    await table.shown();
    await table.open(await begin({ game: "bridgehead" }));
    assert.equal(await page.locator(SCREEN).count(), 0);
  }, ON));

for (const [name, size] of Object.entries({ "1440 px": {}, "390 px": PHONE }))
  test(`at ${name} Begin is in sight, and nothing is wider than the screen`, () =>
    sitting(
      async (table) => {
        const { page } = table;
        for (const game of ["stargard", "seelow"]) {
          await open(table, await begin({ game }), "soviet");
          await page.waitForSelector(`${SCREEN} circle`, { state: "attached" });
          const box = await page.locator("[data-act=begin]").boundingBox();
          assert.ok(box.y + box.height <= page.viewportSize().height, `${game}: Begin`);
          const wide = await page.$eval(`${SCREEN} .page`, (one) => one.scrollWidth - one.clientWidth);
          assert.ok(wide <= 0, `${game}: ${wide} px too wide`);
          assert.deepEqual(await barriers(page), [], game);
        }
      },
      { ...ON, ...size },
    ));
