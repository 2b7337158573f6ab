// A monkey plays both sides: it presses only what is lit, and must never come to a dead end. With MONKEY_TO=end it goes
// on to the result screen; after MONKEY_CLICKS clicks, if that is given, bots take both seats and it looks on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OUTSIDE, ask, begin, sitting } from "./table.mjs";

const ACTIONS = Number(process.env.MONKEY_ACTIONS ?? 60);
const TURNS = Number(process.env.MONKEY_TURNS ?? 0); // so many whole turns instead
const TO_END = process.env.MONKEY_TO === "end";
const CLICKS = Number(process.env.MONKEY_CLICKS ?? Infinity);
const PATIENCE = Number(process.env.MONKEY_PATIENCE ?? 1800) * 1000; // seconds until bots have ended it
const SEED = Number(process.env.MONKEY_SEED ?? 11);
const HASTE = Number(process.env.MONKEY_HASTE ?? 0); // how often, of 1, it ends what can be ended before all else
const GAMES = (process.env.MONKEY_GAMES ?? "koenigsberg").split(" "); // game/scenario

/** Small, known and repeatable. */
function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Everything lit that plays the game on or picks what will; not the chrome. */
function lights(page) {
  return page.evaluate(() => {
    const can = (one) => !one.disabled && one.checkVisibility();
    const found = [];
    const places = [
      ".curtain [data-action], .overlay .light, .overlay .pile.able, .fan .able",
      "footer .choices [data-action], footer .close, #panel-body section [data-action], #panel-body [data-unit]",
    ];
    for (const one of document.querySelectorAll(places.join(", "))) {
      if (!can(one)) continue;
      const { unit = "", hex = "", action = "" } = one.dataset;
      const kind = one.closest(".curtain")
        ? "curtain"
        : one.matches(".light")
          ? "light"
          : one.matches(".pile")
            ? "pile"
            : one.matches(".close")
              ? "close"
              : one.closest(".fan")
                ? "fan"
                : one.closest("footer")
                  ? "choice"
                  : "panel";
      found.push({ unit, hex, action, kind });
    }
    return found;
  });
}

const SELECTORS = {
  curtain: ({ action }) => `.curtain [data-action="${action}"]`,
  light: ({ hex }) => `.overlay .light[data-hex="${hex}"]`,
  pile: ({ hex }) => `.overlay .pile[data-hex="${hex}"]`,
  fan: ({ unit }) => `.fan [data-unit="${unit}"]`,
  choice: ({ action }) => `footer .choices [data-action="${action}"]`,
  close: () => "footer .close",
  panel: ({ action, unit }) =>
    `#panel-body ${action ? `[data-action="${action}"]` : ""}${unit ? `[data-unit="${unit}"]` : ""}`,
};

/** Moves on more often than it looks around, or a turn would take all day. */
function pick(found, draw) {
  const by = (kind) => found.filter((one) => one.kind === kind);
  const order = [
    ["curtain", 1],
    ["close", HASTE],
    ["fan", 0.9],
    ["choice", 0.6],
    ["light", 0.75],
    ["close", 0.35],
    ["pile", 0.8],
    ["panel", 0.5],
    ["close", 1],
  ];
  for (const [kind, often] of order) {
    const some = by(kind);
    if (some.length && draw(1000) < often * 1000) return some[draw(some.length)];
  }
  return found[draw(found.length)];
}

for (const named of GAMES)
  test(`a monkey finds no dead end in ${named}${TO_END ? " and sees how it ends" : ""}`, () =>
    sitting(
      async (table) => {
        const [game, scenario] = named.split("/");
        const id = await begin({ game, scenario, seed: SEED }),
          draw = chance(SEED),
          { page } = table;
        await table.open(id);
        await page.keyboard.press("0");
        await table.settle();
        const on = (view) => (TO_END ? clicks < CLICKS : TURNS ? view.view.turn <= TURNS : view.actions < ACTIONS);
        let clicks = 0,
          idle = 0,
          view = await table.current();
        while (on(view) && view.decision) {
          await page.waitForFunction(
            (side) => document.querySelector(".curtain") ?? document.querySelector(`[data-seat="${side}"]`),
            view.decision.side,
          );
          const found = await lights(page);
          assert.ok(found.length, `nothing is lit: ${view.decision.prompt}`);
          const chosen = pick(found, draw);
          await hit(table, SELECTORS[chosen.kind](chosen));
          clicks++;
          const { serial } = view;
          view = await table.current();
          idle = view.serial === serial ? idle + 1 : 0;
          assert.ok(idle < 60, `sixty clicks changed nothing: ${view.decision?.prompt}`);
        }
        console.log(`${clicks} clicks, ${view.actions} actions, turn ${view.view.turn}`);
        if (TO_END) await seeTheEnd(table, view.decision ? await byBots(view) : id);
        else await replays(id);
      },
      {
        settings: { hints: ["unit", "hex", "path", "place", "assign", "option", "units", "amount", "done", "hidden"] },
      },
    ));

/** What lies under something else just now is left alone; the next look will find another, or the whole map. */
async function hit(table, selector) {
  const { page } = table,
    where = await table.spot(selector);
  if (where?.free) return page.mouse.click(where.x, where.y);
  await page
    .locator(selector)
    .first()
    .evaluate((one) => one.closest("[data-board]") || one.scrollIntoView({ block: "center" }));
  const now = await table.spot(selector);
  if (now?.free) return page.mouse.click(now.x, now.y);
  return page.keyboard.press(now?.over === OUTSIDE ? "0" : "Escape");
}

/** The log of a match leads to the same position again. */
async function replays(id) {
  const { save } = await ask(`/matches/${id}/save`);
  const again = await ask("/matches/import", { save, seats: {} });
  const [seen, replayed] = await Promise.all([id, again.id].map((match) => ask(`/matches/${match}/view?seat=german`)));
  assert.equal(replayed.fingerprint, seen.fingerprint, "the log replays to the same position");
}

/** The match from where it stands, with bots in both seats. */
async function byBots({ id, actions, seats, game }) {
  const { bots } = (await ask("/games")).find(({ key }) => key === game);
  const quick = bots.includes("captain") ? "captain" : bots.at(-1); // others may take their time
  const taken = Object.fromEntries(Object.keys(seats).map((side) => [side, `bot:${quick}`]));
  return (await ask(`/matches/${id}/branch`, { index: actions, seats: taken })).id;
}

/** The result screen: who won, by which level, and what led there. */
async function seeTheEnd(table, id) {
  const { page } = table;
  await page.goto(`/#/match/${id}`);
  await page.waitForSelector("[data-screen=result] #course", { timeout: PATIENCE });
  const { result, view, game } = await ask(`/matches/${id}/view?seat=${await page.getAttribute("main", "data-seat")}`);
  assert.equal(await page.getAttribute("[data-screen=result]", "data-winner"), result.winner ?? "");
  assert.equal((await page.textContent("h1")).trim(), result.text);
  const sides = (await ask("/games")).find(({ key }) => key === game).side_titles;
  assert.ok((await page.innerText("header")).includes(result.winner ? sides[result.winner] : "Nobody"));
  await replays(id);
  console.log(`turn ${view.turn}: ${result.text}`);
}
