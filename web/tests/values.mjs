// One's own values: every reconstructed value can be overwritten, kept, refused at its cell, and chosen for a match.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, ask, sitting } from "./table.mjs";

const ATTACK = "[data-action='value 5A-72 attack']";

async function look(table) {
  await table.page.goto("/#/values/koenigsberg");
  await table.page.waitForSelector("main[data-screen=values] [data-row]");
  await table.settle();
}

async function write(table, selector, value) {
  await table.page.fill(selector, value);
  await table.page.press(selector, "Tab");
  await table.settle();
}

for (const [name, size] of Object.entries({ "1440 px": {}, "390 px": PHONE }))
  test(`values are overwritten, refused, kept and deleted at ${name}`, () =>
    sitting(async (table) => {
      const { page } = table;
      await look(table);
      await page.fill("[data-action=values-search]", "5A-72");
      await page.waitForSelector(ATTACK);
      const ours = await page.inputValue(ATTACK);
      await write(table, ATTACK, "strong");
      await page.fill("[data-action=values-name]", `Mine ${name}`);
      await table.act("values-save");
      await page.waitForSelector("[data-wrong]");
      assert.match(await page.textContent("[data-wrong]"), /^Attack 'strong' must be a whole number/);
      assert.equal(await page.getAttribute(ATTACK, "aria-invalid"), "true", "the cell is marked");
      table.complaints = table.complaints.filter((said) => !said.includes("422"));
      await write(table, ATTACK, "9");
      await table.act("values-save");
      await page.waitForSelector("[data-wrong]", { state: "detached" });
      await page.waitForSelector("[data-action=values-delete]");
      await page.fill("[data-action=values-search]", "");
      await page.check("[data-action=values-changed]");
      assert.equal((await page.$$("[data-row]")).length, 1, "only what is changed");
      assert.deepEqual(await barriers(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `nothing is wider than the screen, by ${wide} px`);

      const kept = await ask(`/values/koenigsberg/${encodeURIComponent(`Mine ${name}`)}`);
      assert.deepEqual(kept.tables, { "units.csv": [{ id: "5A-72", attack: "9" }] });
      await write(table, ATTACK, ours);
      assert.equal((await page.$$("[data-row]")).length, 0, "what is as ours is not changed");
      await table.act("values-delete");
      await page.waitForSelector("[data-action=values-delete]", { state: "detached" });
      assert.deepEqual(await ask("/values/koenigsberg"), []);
    }, size));
