// Tuned values: offered first when a match is begun, and said to be; the first reconstruction and one's own beside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, ask, sitting } from "./table.mjs";

const CHOICE = "[data-action=values]";
const TOLD = "[data-part=values-told]";

async function dialogue(table, game) {
  await table.home();
  await table.act(`game ${game}`);
  await table.page.waitForSelector("[data-action=begin]");
  await table.settle();
}

async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}

for (const [name, size] of Object.entries({ 1440: {}, 390: PHONE }))
  test(`a new match is played by tuned values unless one chooses others, at ${name} px`, () =>
    sitting(async (table) => {
      const { page } = table;
      await dialogue(table, "seelow");
      await page.waitForSelector(CHOICE);
      assert.equal(await page.inputValue(CHOICE), "tuned");
      const offered = await page.locator(`${CHOICE} option`).allTextContents();
      assert.deepEqual(offered.slice(0, 2), ["Tuned (the default)", "First reconstruction"]);
      assert.match(await page.textContent(TOLD), /moved within bounds/);
      const between = page.locator(`label:has(${CHOICE}) ~ ${TOLD} ~ details`); // not after the optional rules
      assert.equal(await between.count(), 1);
      await page.locator(TOLD).scrollIntoViewIfNeeded();
      await shot(page, `tuned-en-${name}`);
      assert.deepEqual(await barriers(page), []);
      await page.selectOption(CHOICE, "");
      assert.match(await page.textContent(TOLD), /As we first set/);
      await page.selectOption(CHOICE, "tuned");
      await table.act("begin");
      await page.waitForURL(/#\/match\//);
      const id = page.url().split("/match/")[1].split(/[/?]/)[0];
      const row = (await ask("/matches")).find((one) => one.id === id);
      assert.equal(row.values, "tuned");
    }, size));

test("the first reconstruction is played if it is chosen, and a game without tuned values offers none", () =>
  sitting(async (table) => {
    const { page } = table;
    await dialogue(table, "seelow");
    await page.selectOption(CHOICE, "");
    await table.act("begin");
    await page.waitForURL(/#\/match\//);
    const id = page.url().split("/match/")[1].split(/[/?]/)[0];
    assert.equal((await ask("/matches")).find((one) => one.id === id).values, null);
    await dialogue(table, "bridgehead");
    assert.equal(await page.locator(CHOICE).count(), 0);
  }));

test("tuned values can be looked at and are kept under another name only", () =>
  sitting(async (table) => {
    const { page } = table;
    await page.goto("/#/values/seelow");
    await page.waitForSelector("main[data-screen=values] [data-row]");
    await page.selectOption("[data-action=values-set]", "tuned");
    await page.check("[data-action=values-changed]");
    await page.waitForSelector("[data-row]");
    assert.equal(await page.inputValue("[data-action=values-name]"), "");
    assert.equal(await page.locator("[data-action=values-delete]").count(), 0);
    const changed = (await ask("/values/seelow/tuned")).tables;
    const rows = Object.values(changed).flat().length;
    assert.match(await page.textContent("main[data-screen=values]"), new RegExp(`${rows} rows`));
  }));

test("in Spanish, too", () =>
  sitting(async (table) => {
    const { page } = table;
    await page.addInitScript(() => localStorage.setItem("countermarch.language", "es"));
    await dialogue(table, "seelow");
    await page.waitForSelector(CHOICE);
    const offered = await page.locator(`${CHOICE} option`).allTextContents();
    assert.deepEqual(offered.slice(0, 2), ["Ajustados (por defecto)", "Primera reconstrucción"]);
    await page.locator(TOLD).scrollIntoViewIfNeeded();
    await shot(page, "tuned-es-1440");
  }));
