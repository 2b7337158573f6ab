// Vistula-Oder-Berlin: a set-up from the tray, a breakthrough with its exploitation, a mobile attack, columns and air
// markers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, ask, begin, sitting } from "./table.mjs";

async function open(table, save) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, `${save}.json`), "utf8"), seats: {} });
  await table.open(id);
  return table.current();
}

const light = (hex) => `[data-board] .light[data-hex="${hex}"]`;
const pile = (hex) => `[data-board] .pile[data-hex="${hex}"]`;
const prompt = (table) => table.page.textContent("footer .say strong");
const verbs = ({ legal }) => [...new Set(legal.actions.map(({ verb }) => verb))].sort();
const places = (table, view, ids) => ids.map((id) => table.unit(view, id).hex);

/** A unit on the map or in the panel, and what it is to do. */
async function say(table, unit, text) {
  await table.pick(unit);
  await table.act(text);
  return table.current();
}

test("a set-up from the tray: by zone, one counter to a lit hex, the rest as proposed", () =>
  sitting(async (table) => {
    await table.open(await begin({ game: "vistula", scenario: "red_storm" }));
    let view = await table.current();
    while (verbs(view).includes("reduce")) {
      await table.act(view.legal.actions[0].text);
      view = await table.current();
    }
    assert.deepEqual([view.decision.side, view.decision.kind, verbs(view)], ["german", "place", ["fill", "place"]]);
    const groups = await table.page.$$eval("section:has(> .files) h4", (all) => all.map((one) => one.textContent));
    assert.ok(groups.length > 2 && new Set(groups).size === groups.length, `the tray is grouped by zone: ${groups}`);

    const unit = view.legal.actions.filter(({ verb }) => verb === "place").at(-1).units[0];
    await table.press(`section:has(> .files) [data-unit="${unit}"]`);
    const { id } = await table.standing();
    const { actions } = await ask(`/matches/${id}/legal?seat=${view.decision.side}`); // a view names only the first
    const goals = actions
      .filter(({ verb, units }) => verb === "place" && units[0] === unit)
      .map(({ hexes }) => hexes[0]);
    assert.deepEqual((await table.lit()).sort(), goals.sort());
    await table.press(light(goals[0]));
    view = await table.current();
    assert.equal(table.unit(view, unit).hex, goals[0]);
    assert.equal(
      await table.page.locator(`section:has(> .files) [data-unit="${unit}"]`).count(),
      0,
      "it has left the tray",
    );

    for (const side of ["german", "allied"]) {
      assert.equal(view.decision.side, side);
      await table.act("fill");
      assert.equal((await table.current()).decision.side, side, "it may still be taken back");
      await table.act("undo");
      await table.act("fill");
      view = await table.goOn();
      while (verbs(view).includes("reduce")) {
        await table.act(view.legal.actions[0].text);
        view = await table.goOn();
      }
    }
    assert.equal(view.view.turn, 1);
    assert.notEqual(view.view.phase, "setup");
    assert.ok(view.view.units.every(({ where }) => where !== "tray"));
  }));

test("a breakthrough with the surplus losses as points, and reserves through the gap", () =>
  sitting(async (table) => {
    await open(table, "breakthrough");
    await table.press(light("0502"));
    await table.act("attack 0502");
    await table.act("resolve");
    let view = await table.current();
    assert.deepEqual(verbs(view), ["lose"]);
    assert.equal(await table.page.locator("footer .hint").count(), 0, "nobody moves now");
    view = await say(table, "12GTK", "lose 12GTK");
    assert.deepEqual(
      ["1ID", "69ID"].map((id) => table.unit(view, id).where),
      ["eliminated", "eliminated"],
    );

    assert.match(await prompt(table), /3 points/);
    await say(table, "8GMK", "advance 8GMK");
    assert.match(await prompt(table), /\b2 points left/);
    await table.press(light("0503"));
    view = await table.current();
    assert.equal(table.unit(view, "8GMK").hex, "0503");
    await table.end();

    view = await table.current();
    assert.deepEqual(verbs(view), ["done", "exploit"]);
    await say(table, "9TK", "exploit 9TK");
    assert.match(await prompt(table), /\b6 points/);
    await table.press(light("0504"));
    view = await table.current();
    assert.equal(table.unit(view, "9TK").hex, "0504", "past the zone of the panzer division");
  }));

const STACK = ["5Pz", "7Pz", "16Pz", "17Pz"];

test("a stack of four moves as one, attacks on the move and goes on with the points left", () =>
  sitting(async (table) => {
    await open(table, "mobile");
    await table.press(pile("1316"));
    await table.act("stack");
    await table.press(light("1214"));
    let view = await table.current();
    assert.deepEqual(
      places(table, view, STACK),
      STACK.map(() => "1214"),
    );
    assert.deepEqual(verbs(view), ["assault", "done"]);
    assert.match(await prompt(table), /\b8 points left/);

    assert.deepEqual((await table.lit()).sort(), ["1113", "1213"]);
    await table.press(light("1213"));
    assert.equal((await table.view()).serial, view.serial, "it is weighed before it is struck");
    await table.act("assault 1213");
    view = await table.goOn();
    assert.equal(table.unit(view, "113RC").where, "eliminated");
    assert.match(await prompt(table), /\b6 points left/);
    assert.match(
      await table.page.getAttribute(light("1213"), "aria-label"),
      /\b1$/,
      "straight in, at what the ground costs",
    );
    await table.press(light("1213"));
    view = await table.current();
    assert.deepEqual(
      places(table, view, STACK),
      STACK.map(() => "1213"),
    );
  }));

/** Who moves is chosen on the map; some of a stack by ticks in its fan, and they go as one. */
async function ticked(table) {
  const { page } = table,
    before = await open(table, "crowded");
  const whole = before.legal.actions.filter(({ joint }) => joint).sort((a, b) => b.units.length - a.units.length)[0];
  const { hex } = table.unit(before, whole.units[0]),
    [first, second, third] = whole.units;
  const listed = () => page.locator('#panel-body [data-action^="move "]').count();
  if (table.touch) await table.act("sheet");
  assert.equal(await listed(), 0, "no wall of buttons");
  await table.press("[data-choices] summary");
  const headings = await page.$$eval("[data-choices] h4", (all) => all.map((one) => one.textContent));
  assert.ok((await listed()) > 50 && headings.some((said) => said.endsWith(hex)), "folded away, by hex");
  await table.press("[data-choices] summary");
  if (table.touch) await table.act("sheet");

  await table.press(pile(hex));
  for (const id of [first, second, third, second]) await table.act(`tick ${id}`);
  const picked = await page.$$eval("[role=group] .picked", (all) => all.map((one) => one.dataset.unit));
  assert.deepEqual(picked.sort(), [first, third].sort());
  await table.act("ticked");
  const goal = (await table.lit())[0];
  await table.press(light(goal));
  if (table.touch) await table.press(light(goal));
  const view = await table.goOn();
  assert.deepEqual(places(table, view, [first, second, third]), [goal, hex, goal]);
  assert.equal(view.actions, before.actions + 2, "named as one, and where to");
}

test("a movement phase: stacks in the fan, some of them by ticks, no list of everything", () => sitting(ticked));

test("some of a stack by touch", () => sitting(ticked, PHONE));

/** A strike in the enemy's move: which hex, how many markers, who is hit; then the move goes on, and it opens again. */
async function struck(table) {
  await open(table, "interdiction");
  await table.press(light("0103"));
  const said = await table.page.$$eval('footer [data-action^="interdict"]', (all) => all.map((one) => one.textContent));
  assert.deepEqual(said, ["Strike 0103, markers: 1", "Strike 0103, markers: 2"]);
  await table.press('footer [data-action="interdict 0103 1"]');
  let view = await table.current();
  assert.deepEqual([view.decision.side, verbs(view)], ["allied", ["lose"]]);
  while (verbs(view).includes("lose"))
    view = await say(table, view.legal.actions[0].units[0], view.legal.actions[0].text);
  view = await table.goOn();
  assert.deepEqual([view.decision.side, verbs(view)], ["german", ["done", "interdict", "pass"]]);
  await table.press('footer [data-action="pass"]');
  view = await table.current();
  assert.equal(view.decision.side, "allied");
  await table.pick("A-LC1"); // out of a stack of many at the edge of the map
  const goal = (await table.lit())[0];
  await table.press(light(goal));
  if (table.touch) await table.press(light(goal));
  assert.equal((await table.goOn()).decision.side, "german", "asked again after a move");
}

test("interdiction: a strike from the air before a move, and the question after it", () => sitting(struck));

test("interdiction by touch", () => sitting(struck, PHONE));

test("columns and air markers: committed in the open, one side after the other, and spent", () =>
  sitting(async (table) => {
    await open(table, "committed");
    await table.press(light("1612"));
    await table.act("attack 1612");
    await table.act("resolve");
    for (const [side, text] of [
      ["allied", "column A-LC1"],
      ["german", "column G-LC1"],
      ["allied", "announce air"],
      ["german", "announce air"],
      ["allied", "markers 2"],
    ]) {
      const { decision, legal } = await table.goOn();
      assert.equal(decision.side, side);
      assert.ok(
        legal.actions.some((action) => action.text === text),
        text,
      );
      await table.act(text);
    }
    assert.equal((await table.goOn()).decision.side, "german");
    await table.act("markers 1");
    const view = await table.goOn();
    await table.act("tab log");
    assert.match(
      await table.page.textContent("main, body"),
      /attack 1612 at 5:1: die 1, result 2\/1/,
      "4:1, and the markers left over are one column",
    );
    assert.deepEqual(
      ["A-LC1", "G-LC1"].map((id) => table.unit(view, id).where),
      ["pool", "pool"],
    );
    const used = view.view.units.filter(({ where }) => where === "used").map(({ id }) => id);
    assert.equal(used.length, 3);
    assert.equal(table.unit(view, "1ID").steps, 1);
  }));
