// After the die of an attack its outcome is told, and nothing moves until it has been read.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, ask, begin, sitting } from "./table.mjs";

const CARD = "[data-card=outcome]";
const open = async (save, seats = {}) =>
  (await ask("/matches/import", { save: await readFile(join(SAVES, `${save}.json`), "utf8"), seats })).id;
const attacks = async (id, seat) =>
  (await ask(`/matches/${id}/log?seat=${seat}`)).events.filter(({ assault }) => assault);
const serial = async (table) => (await table.standing()).serial;

/** What a card says. */
const card = (page) =>
  page.$eval(CARD, (one) => ({
    index: Number(one.dataset.roll),
    text: one.innerText.replaceAll("\n", " "),
    row: Number(one.querySelector("[data-row]")?.dataset.row),
    lit: [...one.querySelectorAll("th.on")].map((cell) => Number(cell.textContent)),
    result: one.querySelector("[data-result]").dataset.result,
    rules: one.querySelectorAll(".rule").length,
  }));

/** Keeps in mind which cards there were. */
function watch() {
  window.cards = new Set();
  new MutationObserver(() => {
    const one = document.querySelector("[data-card=outcome]");
    if (one) window.cards.add(one.dataset.roll);
  }).observe(document, { childList: true, subtree: true });
}

/** Everything up to the die, said for the side that is to act. */
async function prepare(id, side, first) {
  const say = (action) => ask(`/matches/${id}/actions`, { seat: side, action });
  const legal = async () => (await ask(`/matches/${id}/view?seat=${side}`)).legal.actions;
  for (const words of first) await say((await legal()).find(({ text, verb }) => text === words || verb === words).text);
  for (let joins; (joins = (await legal()).find(({ verb }) => verb === "with"));) await say(joins.text);
}

/** An attack of one's own, one word before its die. */
async function mine(table, save = "storm", side = "soviet", first = ["attack"]) {
  const id = await open(save);
  await prepare(id, side, first);
  await table.open(id, side);
  return { id, side };
}

test("my attack: odds, die, row and result, then on by the button; everything is announced", () =>
  sitting(
    async (table) => {
      const { page } = table,
        { id, side } = await mine(table);
      const before = await serial(table);
      await page.click('[data-action="resolve"]');
      await page.waitForSelector(CARD);
      const [told] = await attacks(id, side),
        seen = await card(page),
        { assault } = told;
      assert.deepEqual([seen.row, seen.lit], [assault.hit.row, [assault.hit.row]], "the row that was hit is lit");
      assert.equal(seen.result, assault.hit.result);
      assert.ok(seen.text.includes(assault.preview.column) && seen.rules > 0);
      const live = await page.$$eval("[aria-live]", (all) => all.map((one) => one.textContent).join(" "));
      for (const said of [assault.preview.column, String(assault.die), assault.hit.result])
        assert.ok(live.includes(said), `${said} is announced`);
      assert.equal(await serial(table), before, "nothing has moved on the table");
      assert.equal(await page.locator("footer .close:enabled").count(), 0, "nothing else can be done");
      await page.click("[data-act=continue]");
      const after = await table.current();
      assert.ok(after.serial > before && (await serial(table)) === after.serial);
      assert.equal(await page.locator(CARD).count(), 0);
    },
    { settings: { outcome: "mine" } },
  ));

test("Enter goes on, a key that is held down does not; afterwards undo and the rest are as before", () =>
  sitting(
    async (table) => {
      const { page } = table;
      await mine(table, "breakthrough", "allied");
      await page.click('[data-action="resolve"]');
      await page.waitForSelector(CARD);
      assert.match((await card(page)).text, /step/i, "who lost a step, or has to, is told");
      await page.focus("[data-act=continue]");
      await page.evaluate(() =>
        document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true }),
        ),
      );
      assert.equal(await page.locator(CARD).count(), 1);
      await page.keyboard.press("Enter");
      await page.waitForSelector(CARD, { state: "detached" });
      await table.current();
    },
    { settings: { outcome: "always" } },
  ));

test("the bot's attacks wait too, one after the other; a modified die lights its own row; Skip ends the waiting", () =>
  sitting(
    async (table) => {
      const { page } = table,
        id = await begin({ seats: { german: "bot:captain" }, seed: 3 });
      await page.goto(`/#/match/${id}/soviet`);
      await page.waitForSelector(`${CARD}, [data-action=again]`, { timeout: 60_000 });
      if (!(await page.locator(CARD).count())) await page.click("[data-action=again]"); // it was quicker than the page
      await page.waitForSelector(CARD);
      const first = await card(page),
        told = (await attacks(id, "soviet")).find(({ index }) => index === first.index);
      assert.equal(told.assault.preview.modifier, -1, "the opening barrage has one from the die");
      assert.deepEqual(first.lit, [told.assault.hit.row]);
      assert.equal(first.result.startsWith("A"), false, "a barrage says nothing of the attacker's loss");
      await page.keyboard.press("Space");
      await page.waitForFunction((index) => {
        const next = document.querySelector("[data-card=outcome]");
        return !next || Number(next.dataset.roll) !== index;
      }, first.index);
      if (await page.locator(CARD).count()) await page.click(`${CARD} [data-action=skip]`);
      await table.current();
      assert.equal(await page.locator(CARD).count(), 0);
    },
    { settings: { outcome: "always" } },
  ));

for (const outcome of ["mine", "never"])
  test(`set to ${outcome} the bot's attacks do not wait`, () =>
    sitting(
      async (table) => {
        const { page } = table,
          id = await open("assault", { soviet: "bot:captain" });
        await page.addInitScript(watch);
        await page.goto(`/#/match/${id}/german`);
        await table.shown();
        await table.current();
        assert.ok((await attacks(id, "german")).length, "there was an attack");
        assert.equal(await page.evaluate(() => window.cards.size), 0);
      },
      { settings: { outcome } },
    ));

test("never: my own die goes on at once; the menu sets it, and it is kept", () =>
  sitting(
    async (table) => {
      const { page } = table;
      await mine(table);
      await table.act("resolve");
      await table.current();
      assert.equal(await page.locator(CARD).count(), 0);
      await table.act("menu");
      await page.selectOption("[data-action=outcome]", "mine");
      assert.equal(
        await page.evaluate(() => JSON.parse(localStorage.getItem("countermarch.settings")).outcome),
        "mine",
      );
    },
    { settings: { outcome: "never" } },
  ));

test("two bots: the outcome is shown and goes on by itself", () =>
  sitting(
    async (table) => {
      const id = await open("assault", { soviet: "bot:captain", german: "bot:captain" });
      await table.page.addInitScript(watch);
      await table.page.goto(`/#/match/${id}/german`);
      await table.page.waitForFunction(
        () => window.cards?.size && !document.querySelector("[data-card=outcome]"),
        null,
        {
          timeout: 60_000,
        },
      );
    },
    { settings: { outcome: "always", speed: "normal" } },
  ));

test("on a phone the card is a sheet that leaves the hex in view", () =>
  sitting(
    async (table) => {
      const { page } = table,
        { id, side } = await mine(table);
      await page.locator('[data-action="resolve"]').first().tap();
      await page.waitForSelector(CARD);
      await page.waitForTimeout(400);
      const [{ assault }] = await attacks(id, side);
      const seen = await page.evaluate((hex) => {
        const box = document.querySelector(`[data-board] .pile[data-hex="${hex}"]`).getBoundingClientRect(),
          sheet = document.querySelector("[data-card=outcome]").getBoundingClientRect(),
          head = document.querySelector("header").getBoundingClientRect();
        return {
          top: box.top - head.bottom,
          above: sheet.top - box.bottom,
          left: box.left,
          right: box.right,
          wide: sheet.width,
        };
      }, assault.target);
      assert.ok(seen.top > 0 && seen.above > 0 && seen.left > 0 && seen.right < 390, JSON.stringify(seen));
      assert.equal(seen.wide, 390);
      await page.locator("[data-act=continue]").tap();
      await table.current();
    },
    { ...PHONE, settings: { outcome: "always" } },
  ));

test("a target says what its odds assume; Attack takes all of it into the hand, and one Undo gives it back", () =>
  sitting(async (table) => {
    const { page } = table;
    await table.open(await open("assault"));
    await table.end();
    const before = await table.current(),
      { by, support, column } = (await ask(`/matches/${before.id}/targets?seat=soviet`))["0637"];
    assert.ok(by.length + Object.keys(support).length > 1);
    assert.match(await page.getAttribute('[data-board] .light[data-hex="0637"]', "aria-label"), /with all: \d-\d/);
    await table.press('[data-board] .light[data-hex="0637"]');
    await table.press('footer [data-action="attack 0637"]');
    const built = (await table.current()).view.attack;
    assert.deepEqual([built.attackers.toSorted(), built.support], [by.toSorted(), support]);
    assert.equal(await page.textContent(".attack .odds strong"), column, "as it was shown");
    await table.act("undo");
    assert.equal((await table.current()).fingerprint, before.fingerprint);

    await table.press('[data-board] .light[data-hex="0637"]');
    await table.act("only attack 0637");
    assert.deepEqual((await table.current()).view.attack.attackers, []);
    await table.press(`[data-action="with ${by[0]}"]`);
    assert.match(await page.textContent("[data-whole]"), new RegExp(`everything: ${column}.*now`));
  }));

test("a roll leaves the panel once something else is asked; a fan goes away by Esc and by a click elsewhere", () =>
  sitting(async (table) => {
    const { page } = table;
    await mine(table);
    await table.act("resolve"); // nothing comes of it: the next attack is asked for
    const { decision } = await table.current();
    assert.equal(decision.kind, "hex");
    assert.equal(await page.locator("[data-roll]").count(), 0);

    await table.open(await open("assault"));
    const { view, legal } = await table.current(),
      able = new Set(legal.actions.flatMap(({ units }) => units)),
      stack = view.units.find(({ id, hex }) => able.has(id) && view.units.filter((one) => one.hex === hex).length > 1);
    for (const leave of [() => page.keyboard.press("Escape"), () => page.click("[data-action='tab log']")]) {
      await table.press(`[data-board] .pile[data-hex="${stack.hex}"]`);
      assert.equal(await page.locator(".fan").count(), 1);
      await leave();
      await page.waitForSelector(".fan", { state: "detached" });
    }
  }));
