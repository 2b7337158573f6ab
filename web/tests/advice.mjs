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

test("a bot that thinks is seen to, is stopped in the footer or the menu, and goes on", () =>
  sitting(async (table) => {
    const { page } = table,
      stands = (how) => page.waitForSelector(`footer [data-bot=${how}]`);
    const seats = { german: "me", soviet: "bot:general:30" };
    await table.open(await begin({ game: "seelow", seats }), "german");
    await stands("thinks");
    assert.match(await page.textContent("[data-bot]"), /The general is thinking/);
    await page.click('[data-action="bots-stop"]');
    await stands("stopped");
    assert.equal((await table.view()).bots.run, false);
    assert.deepEqual(await barriers(page), []);
    await page.reload();
    await stands("stopped");
    await page.click('[data-action="bots-on"]');
    await stands("thinks");
    await table.act("menu");
    await table.act("bots");
    await stands("stopped");
    assert.equal(await page.locator('[data-action="bots"]').count(), 0, "the menu is put away");
    await table.act("menu");
    assert.match(await page.textContent('[data-action="bots"]'), /play on/);
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
    while (!(await table.page.locator('[data-action="why"]').count())) {
      await table.end();
      await table.current();
    }
    const box = async (what) => table.page.locator(what).boundingBox();
    const [told, again] = [await box("[data-outlook]"), await box('[data-action="again"]')];
    assert.ok(told.y + told.height <= again.y, "what stands there does not lie across the buttons");
    await table.open(await bridgehead({ seats: {} }));
    assert.equal(await table.page.locator("[data-outlook]").count(), 0);
    await table.act("menu");
    assert.ok(await table.page.isDisabled('[data-action="outlook"]'));
  }));

test("while anybody sets up the chances are not told, but why", () =>
  sitting(
    async (table) => {
      await table.open(await begin({ game: "seelow", seats: {}, aids: true }), "soviet");
      await table.page.waitForSelector("[data-outlook]");
      assert.match(await table.page.textContent("[data-outlook]"), /set up/);
      assert.deepEqual(await barriers(table.page), []);
    },
    { settings: { outlook: true } },
  ));

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

test("threats are shaded by how grave they are, with a key, and gone while what was done is shown again", () =>
  sitting(
    async (table) => {
      const { page } = table,
        tags = () => page.$eval("[data-board]", (board) => board.drawn().tags.length);
      await table.open(await bridgehead(), "soviet");
      while (!(await page.locator('[data-action="again"]').count())) {
        await table.end();
        await table.current();
      }
      await table.act("layers");
      await table.act("layer threats");
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-key=threats]");
      assert.match(await page.textContent("[data-key=threats]"), /slight.*from 1:1.*from 3:1/s);
      const threats = await tags();
      assert.ok(threats > 0);
      assert.deepEqual(await barriers(page), []);
      const before = await table.current();
      await page.click('[data-action="again"]');
      await page.waitForSelector('[data-action="skip"]');
      assert.deepEqual([await tags(), await page.locator("[data-key=threats]").count()], [0, 0]);
      while (await page.locator('[data-action="skip"]').count())
        await page.click('[data-action="skip"]').catch(() => {});
      await table.settle();
      assert.equal(await tags(), threats);
      await table.end();
      assert.ok((await table.current()).actions > before.actions, "one plays on afterwards");
    },
    { settings: { speed: "slow" } },
  ));

test("on a phone the layers can be ticked in Spanish, too, and the key of the threats is in sight", () =>
  sitting(
    async (table) => {
      await table.open(await begin({ seats: { soviet: "me", german: "bot:captain" } }), "soviet");
      await table.current();
      await table.act("layers");
      await table.act("layer threats");
      await table.page.keyboard.press("Escape");
      await table.page.waitForSelector("[data-key=threats]");
      const { x, width } = await table.page.locator("[data-key=threats]").boundingBox();
      assert.ok(x >= 0 && x + width <= PHONE.viewport.width);
    },
    { ...PHONE, locale: "es-ES" },
  ));
