// Seelow & Küstrin: guns at dawn, antitank fire, an attack, and a rally; each as it is seen, pressed and told.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, sitting } from "./table.mjs";

async function open(table, save) {
  await table.home();
  await table.bringIn(join(SAVES, `${save}.json`));
  return table.current();
}

const light = (table, hex) => table.press(`[data-board] .light[data-hex="${hex}"]`);

/** The target is weighed before it is named. */
async function aim(table, hex, deed) {
  assert.ok((await table.lit()).includes(hex), `${hex} is lit`);
  await light(table, hex);
  await expectChances(table);
  await table.act(deed);
}

/** The chance of each result, which together are all that can happen. */
async function expectChances(table) {
  const shown = await table.page.$$eval(".attack .bars .pct", (all) => all.map((one) => parseFloat(one.textContent)));
  assert.ok(shown.length > 1, "more than one result");
  assert.ok(Math.abs(shown.reduce((sum, one) => sum + one, 0) - 100) <= shown.length, `${shown} make up the whole`);
}

/** What the log on the screen says. */
async function expectTold(table, ...said) {
  await table.act("tab log");
  const log = await table.page.textContent("#panel-body");
  for (const words of said) assert.match(log, words);
  await table.act("tab now");
}

test("a barrage at dawn: guns are added, the morale check is told, the battalion stands", () =>
  sitting(async (table) => {
    await open(table, "barrage");
    assert.equal(await table.page.locator("[data-light=dawn]").count(), 1, "the ground lies in the light of dawn");
    await aim(table, "2411", "only barrage 2411");
    await table.act("with AAG-29");
    await table.pick("AAG-4"); // a click on the map joins, too
    const built = (await table.current()).view.attack;
    assert.deepEqual([built.kind, built.attackers], ["barrage", ["AAG-29", "AAG-4"]]);
    await expectChances(table);
    assert.match(await table.page.textContent(".attack table"), /dawn/i, "the dark is reckoned");
    await table.act("resolve");

    const asked = await table.current();
    assert.equal(asked.decision.side, "german");
    await expectTold(table, /Barrage of 2411/, /I\/302 Inf Bn fails its morale check/);
    await table.act("stand 303-I302");
    const after = await table.current(),
      { steps, hex, disrupted } = table.unit(after, "303-I302");
    assert.deepEqual({ steps, hex, disrupted }, { steps: 1, hex: "2411", disrupted: 0 });
    assert.ok(!(await table.lit()).includes("2411"), "no hex is barraged twice");
    assert.deepEqual(after.view.barraged, ["2411"]);
  }));

test("antitank fire: each gun is given its target, the brigade falls back disrupted", () =>
  sitting(async (table) => {
    await open(table, "duel");
    await aim(table, "2511", "engage 2511");
    await table.pick("920-1");
    await light(table, "2511");
    await table.act("fire 920-2 11GT-40");
    assert.deepEqual((await table.current()).view.attack.attackers, ["920-1", "920-2"]);
    await expectChances(table);
    await table.act("resolve");

    assert.equal((await table.current()).decision.side, "soviet");
    await expectTold(
      table,
      /Fire at 40 Gd Tank Bde/,
      /40 Gd Tank Bde loses a step/,
      /40 Gd Tank Bde fails its morale check/,
    );
    await table.pick("11GT-40");
    await light(table, "2711");
    await table.press('footer [data-action="retreat 11GT-40 2611-2711"]');
    const { steps, hex, disrupted } = table.unit(await table.current(), "11GT-40");
    assert.deepEqual({ steps, hex, disrupted }, { steps: 1, hex: "2711", disrupted: 1 });
  }));

test("an attack by two regiments: a step, a retreat, an advance", () =>
  sitting(async (table) => {
    await open(table, "storm");
    await aim(table, "2309", "attack 2309");
    assert.match(await table.page.textContent(".attack .odds"), /3:1/);
    await expectChances(table);
    await table.act("resolve");

    await table.current();
    await expectTold(table, /I\/300 Inf Bn loses a step/);
    await table.act("yield");
    await table.pick("303-I300");
    await light(table, "2211");
    const fled = table.unit(await table.current(), "303-I300");
    assert.deepEqual([fled.hex, fled.steps, fled.disrupted], ["2211", 1, 1]);
    await table.goOn();
    await table.pick("27-74");
    await table.act("advance 27-74");
    assert.equal(table.unit(await table.current(), "27-74").hex, "2309");
  }));

/** Picks a unit on the map and its goal, by one click or two taps. */
async function fallBack(table, id, hex) {
  const { serial } = await table.current();
  await table.pick(id);
  await light(table, hex);
  if ((await table.view()).serial === serial) await light(table, hex);
  return table.current();
}

/** A battalion that has to go, and a tank company that goes with it: both into one hex that was vacant. */
async function shared(table) {
  await open(table, "rout");
  await light(table, "2309");
  await table.press('footer [data-action="attack 2309"]');
  await table.act("resolve");
  await table.act("yield");
  let view = await fallBack(table, "303-I300", "2211");
  assert.match(await table.page.textContent("footer .say strong"), /join them in 2211/);
  view = await fallBack(table, "MUN-Pz-1", "2211");
  assert.deepEqual(
    ["303-I300", "MUN-Pz-1"].map((id) => [table.unit(view, id).hex, table.unit(view, id).disrupted]),
    [
      ["2211", 1],
      ["2211", 1],
    ],
  );
  assert.equal(view.decision.side, "german", "it may still be taken back");
  view = await table.goOn();
  assert.equal(view.decision.side, "soviet", "the advance is asked");
}

test("two units of a hex retreat into one that was vacant", () => sitting(shared));

test("the same by touch: the many ways leave the map in sight", () => sitting(shared, PHONE));

test("the turn ends with a rally: one unit comes round, the other stays disrupted", () =>
  sitting(async (table) => {
    const before = await open(table, "rally");
    const shaken = (view) =>
      view.view.units
        .filter((unit) => unit.disrupted)
        .map(({ id }) => id)
        .sort();
    assert.deepEqual(shaken(before), ["27-74", "303-I302"]);
    await table.end();
    const after = await table.current();
    assert.deepEqual(shaken(after), ["303-I302"]);
    assert.equal(after.view.turn, before.view.turn + 1);
    await expectTold(table, /74 Gd Rifle Rgt rallies/, /I\/302 Inf Bn stays disrupted/);
  }));
