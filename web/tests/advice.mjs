// A second opinion at the table: a hint that is looked at, taken over or stopped, and refused between people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, ask, begin, sitting } from "./table.mjs";

const ALONE = { soviet: "me", german: "bot:captain" };
const QUICK = { settings: { thinks: 0.3 } };
const bridgehead = (asked = {}) => begin({ game: "bridgehead", seats: ALONE, ...asked });

async function hinted(table) {
  await table.act("hint");
  await table.page.waitForSelector("[data-advice=hint]");
  await table.settle();
}

test("a hint is drawn and told, and taken over step by step or as a whole", () =>
  sitting(async (table) => {
    await table.open(await bridgehead(), "soviet");
    const before = await table.current();
    await hinted(table);
    const ghost = await table.page.$eval("[data-ghost]", ({ dataset }) => dataset.ghost);
    assert.ok(table.unit(before, ghost), "a ghost stands where a counter is to go");
    const told = await table.page.$$eval("[data-advice] li", (all) => all.map((one) => one.innerText));
    assert.ok(told.length > 1 && told.some((line) => line.includes("→")), told.join("\n"));
    assert.deepEqual(await barriers(table.page), []);
    await table.act("hint-step");
    const stepped = await table.current();
    assert.ok(stepped.actions > before.actions);
    assert.equal(await table.page.locator("[data-advice] li.done").count(), 1);
    await table.act("hint-all");
    const whole = await table.current();
    assert.ok(whole.actions > stepped.actions);
    assert.equal(await table.page.locator("[data-advice], [data-ghost]").count(), 0);
  }, QUICK));

test("a thought is stopped, and a hint goes when something else is done", () =>
  sitting(async (table) => {
    await table.open(await bridgehead(), "soviet");
    await table.current();
    await table.page.click('[data-action="hint"]');
    await table.page.click('[data-action="hint-stop"]');
    assert.equal(await table.page.locator("[data-advice]").count(), 0);
    await hinted(table);
    await table.end();
    if (await table.page.locator("[data-advice]").count()) await table.end();
    assert.equal(await table.page.locator("[data-advice]").count(), 0);
  }));

test("people who play each other are told that nobody is advised, unless they agreed", () =>
  sitting(
    async (table) => {
      await table.open(await bridgehead({ seats: {} }));
      await table.act("hint");
      assert.match(await table.page.textContent("[data-advice=problem]"), /nadie/);
      await table.act("hint-close");
      await table.open(await bridgehead({ seats: {}, aids: true }));
      await hinted(table);
      assert.match(await table.page.textContent("[data-advice=hint]"), /Hacer este paso/);
      assert.deepEqual(await barriers(table.page), []);
    },
    { ...PHONE, ...QUICK, locale: "es-ES" },
  ));

test("the chances to win are shown to who asks for them, and kept from people who play each other", () =>
  sitting(async (table) => {
    await table.open(await bridgehead(), "soviet");
    assert.equal(await table.page.locator("[data-outlook]").count(), 0, "off at first");
    await table.act("menu");
    await table.act("outlook");
    await table.page.keyboard.press("Escape");
    await table.page.waitForSelector("[data-outlook]");
    assert.match(await table.page.getAttribute("[data-outlook]", "aria-label"), /Soviets \d+%.*Soviet points/);
    assert.deepEqual(await barriers(table.page), []);
    await table.open(await bridgehead({ seats: {} }));
    assert.equal(await table.page.locator("[data-outlook]").count(), 0);
    await table.act("menu");
    assert.ok(await table.page.isDisabled('[data-action="outlook"]'));
  }));

test("threats are a layer with odds, which people who play each other do not get", () =>
  sitting(async (table) => {
    await table.open(await bridgehead(), "soviet");
    const { id } = await table.standing(),
      known = await ask(`/matches/${id}/threats?seat=soviet`);
    await table.act("layers");
    await table.act("layer threats");
    await table.settle();
    const tags = await table.page.$eval("[data-board]", (board) => board.drawn().tags.map(({ text }) => text));
    for (const { odds } of Object.values(known)) assert.ok(tags.includes(odds), `${odds} is not among ${tags}`);
    assert.deepEqual(await barriers(table.page), []);
    await table.open(await bridgehead({ seats: {} }));
    await table.act("layers");
    await table.act("layer threats");
    assert.match(await table.page.textContent("footer [role=alert]"), /nobody is advised/);
    assert.equal(await table.page.isChecked('[data-action="layer threats"]'), false);
  }));
