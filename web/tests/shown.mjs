// The opponent's attacks are shown as one's own: strengths, each modifier with its rule, column, chances, then the die.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, ask, begin, sitting } from "./table.mjs";

const PANEL = "[data-roll][data-kind]";
const open = async (save, seats = {}) =>
  (await ask("/matches/import", { save: await readFile(join(SAVES, `${save}.json`), "utf8"), seats })).id;
const attacks = async (id, seat) =>
  (await ask(`/matches/${id}/log?seat=${seat}`)).events.filter(({ assault }) => assault);

/** What the panel of an attack says, and whether its die has fallen. */
function panel(page) {
  return page.$eval(PANEL, (one) => ({
    index: Number(one.dataset.roll),
    kind: one.dataset.kind,
    odds: [...one.querySelectorAll(".odds b, .odds strong")].map((part) => part.textContent),
    bars: [...one.querySelectorAll(".bars li")].map((bar) => bar.querySelector(".name").textContent),
    hit: one.querySelector(".bars [aria-current]")?.querySelector(".name").textContent ?? null,
    parts: [...one.querySelectorAll("tr:has(.value)")].map((row) => [
      row.cells[0].textContent,
      Boolean(row.querySelector(".rule")),
    ]),
    die: one.querySelector(".dice svg")?.getAttribute("aria-label") ?? null,
  }));
}

function expectTold(seen, { assault, params }) {
  const { preview } = assault,
    numbers = [preview.attack, preview.defence].filter(Boolean).map(String);
  assert.deepEqual(seen.odds, [...numbers, preview.column ?? "—"]);
  assert.deepEqual(seen.bars.toSorted(), Object.keys(preview.results).toSorted());
  assert.deepEqual(
    seen.parts,
    preview.parts.map(({ text }) => [text, true]),
    "every modifier with its rule",
  );
  if (seen.die) assert.deepEqual([seen.die, seen.hit], [String(params.die), assault.hit?.result ?? params.result]);
}

test("the bot attacks: the odds, then the die; and again on request", () =>
  sitting(
    async (table) => {
      const { page } = table,
        id = await open("assault", { soviet: "bot:captain" });
      await page.goto(`/#/match/${id}/german`);
      await page.waitForSelector(`${PANEL}:not(:has(.dice))`, { timeout: 60_000 });
      const before = await panel(page);
      assert.equal(before.die, null, "the die has not fallen yet");
      assert.equal(before.hit, null);
      await page.waitForSelector(`${PANEL}:has(.dice)`);
      const after = await panel(page),
        told = (await attacks(id, "german")).find(({ index }) => index === before.index);
      assert.equal(after.index, before.index);
      for (const seen of [before, after]) expectTold(seen, told);
      assert.ok(after.die && after.parts.length && after.bars.length);

      await page.evaluate(() =>
        localStorage.setItem(
          "countermarch.settings",
          JSON.stringify({ speed: "instant", outcome: "never", briefings: false, hints: [] }),
        ),
      );
      await page.reload(); // what happened since one's last decision is still known
      await table.shown();
      await table.current();
      const shown = (await attacks(id, "german")).map(({ index }) => index);
      await page.click('[data-action="again"]');
      await page.waitForSelector(PANEL);
      assert.ok(shown.includes((await panel(page)).index));
    },
    { settings: { speed: "normal" } },
  ));

/** Says the first action of each kind, then adds whoever can join until the die falls. */
async function attack(id, side, said) {
  const say = (action) => ask(`/matches/${id}/actions`, { seat: side, action });
  const legal = async () => (await ask(`/matches/${id}/view?seat=${side}`)).legal.actions;
  for (const words of said) await say((await legal()).find(({ text, verb }) => text === words || verb === words).text);
  for (let tries = 0; tries < 12 && !(await attacks(id, side)).length; tries++) {
    const actions = await legal(),
      joins = actions.filter(({ verb }) => ["with", "fire"].includes(verb));
    await say((joins[0] ?? actions.find(({ closes }) => closes)).text);
  }
}

const PLAYED = [
  ["barrage", "soviet", "german", ["barrage"]],
  ["duel", "german", "soviet", ["engage"]],
  ["storm", "soviet", "german", ["attack"]],
  ["breakthrough", "allied", "german", ["attack"]],
  ["mobile", "german", "allied", ["move 5Pz+7Pz+16Pz+17Pz", "to 1214", "assault 1213"]],
];

for (const [save, side, other, said] of PLAYED)
  test(`${save}: the replay shows the other seat the panel and the die`, () =>
    sitting(async (table) => {
      const id = await open(save);
      await attack(id, side, said);
      const told = (await attacks(id, other)).at(-1);
      const { actions } = await ask(`/matches/${id}/view?seat=${other}`);
      await table.page.goto(`/#/replay/${id}/${other}/${actions}`); // where the die fell
      await table.page.waitForSelector(PANEL);
      expectTold(await panel(table.page), told);
    }));

test("the log tells in words what the result of an attack means, and that there was none", () =>
  sitting(async (table) => {
    const { page } = table,
      id = await begin({ seats: { soviet: "me", german: "bot:captain" } });
    await table.open(id, "soviet");
    await table.current();
    const fought = await attacks(id, "soviet"),
      { words } = await ask("/games/koenigsberg/board");
    assert.ok(fought.some(({ params }) => params.result === "-"));
    await page.click("#tab-log, [data-tab=log], [role=tab]:has-text('Log')");
    for (const { index, assault, params } of fought)
      assert.equal(
        await page.textContent(`[data-event="${index}"] .meaning`),
        words.results[assault.hit?.result ?? params.result],
      );
  }));
