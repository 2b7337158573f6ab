// Without a mouse and without seeing the map: controls are found by their names, reached by Tab and arrows, pressed by
// keys; and everything that happens is said in a live region.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, ask, sitting } from "./table.mjs";

const SEED = 5;
const MOST = { move: 2, attack: 2 }; // of each a turn: a game is to end

/** All that ever stood in a live region of the page. */
function listen() {
  window.heard = new Set();
  const regions = "[aria-live], [role=log], [role=status], [role=alert]";
  new MutationObserver(() => {
    for (const region of document.querySelectorAll(regions))
      if (!region.closest("[inert], [aria-hidden=true]") && region.checkVisibility())
        for (const one of region.children.length ? region.children : [region]) window.heard.add(one.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

class Player {
  turn = 0;
  done = {};

  constructor(table) {
    [this.table, this.page] = [table, table.page];
  }

  async key(...names) {
    for (const name of names) await this.page.keyboard.press(name);
    await this.table.settle();
  }

  named(role, name) {
    return this.page.getByRole(role, { name, exact: typeof name === "string" });
  }

  /** Tab until a control of this name has the focus. */
  async tabTo(role, name) {
    const wanted = this.named(role, name);
    await wanted.first().waitFor({ state: "attached" });
    for (let k = 0; k < 250; k++) {
      if (await wanted.evaluateAll((all) => all.includes(document.activeElement))) return;
      await this.page.keyboard.press("Tab");
    }
    assert.fail(`Tab never comes to the ${role} ${name}`);
  }

  async press(role, name) {
    await this.tabTo(role, name);
    await this.key("Enter");
  }

  /** A list that drops down, by arrows until it says what is wanted. */
  async choose(label, wanted) {
    await this.tabTo("combobox", label);
    const list = this.named("combobox", label);
    await this.key("Home");
    for (let k = 0; k < 20; k++) {
      const chosen = await list.evaluate((one) => one.selectedOptions[0].textContent);
      if (chosen === wanted) return;
      await this.key("ArrowDown");
    }
    assert.fail(`${label} never says ${wanted}`);
  }

  /** The table when it is mine to act, outcomes read on the way; null when the match is over. */
  async asked() {
    for (let tries = 0; tries < 400; tries++) {
      await this.table.settle();
      if (await this.named("button", "Continue").count()) await this.key("Enter");
      else if (await this.named("button", "Rematch").count()) return null;
      else {
        const standing = await this.table.standing().catch(() => null), // none while the result is opened
          view = standing && (await this.table.view(standing));
        if (view?.decision?.side === "soviet" && view.serial === standing.serial) return view;
        await new Promise((soon) => setTimeout(soon, 20));
      }
    }
    assert.fail("nothing is asked any more");
  }

  /** What is done of all that may be done: a few moves to the west, a few attacks, what follows from them. */
  pick({ legal: { actions }, view: { turn } }) {
    if (turn !== this.turn) [this.turn, this.done] = [turn, { move: 0, attack: 0 }];
    const open = actions.filter(({ verb, closes }) => !closes && !(this.done[verb] >= MOST[verb]));
    const chosen = open[0] ?? actions.find(({ closes }) => closes) ?? actions[0];
    this.done[chosen.verb] = (this.done[chosen.verb] ?? 0) + 1;
    return chosen;
  }

  /** A unit on the map: in every other turn by going from one that can act to the next until it is said to be in the
   *  hand, else by its hex and name, out of its stack if it lies in one. */
  async take(view, id) {
    const { name } = this.pieces.get(id),
      hex = this.table.unit(view, id).hex;
    if (this.turn % 2 === 0) {
      const said = this.page.getByText(`In the hand: ${name}`);
      for (let k = 0; !(await said.count()); k++) {
        assert.ok(k < 10, `${name} comes by n`);
        await this.key("n");
      }
      return;
    }
    await this.press("button", new RegExp(`^${hex}: .*${name}`));
    const fan = this.named("group", "Units of this stack");
    if (await fan.count()) {
      const wanted = fan.getByRole("button", { name, exact: true });
      for (let k = 0; !(await wanted.evaluate((one) => one === document.activeElement)); k++) {
        assert.ok(k < 10, `${name} is in its fan`);
        await this.key("Tab");
      }
      await this.key("Enter");
    }
  }

  async play(view, action) {
    const { text, verb, units, hexes, closes } = action,
      { serial } = view;
    if (verb === "move") {
      await this.take(view, units[0]);
      const goals = await this.page
        .getByRole("button", { name: /^Hex \d{4} / })
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(" ")[1]));
      await this.press("button", new RegExp(`^Hex ${goals.sort()[0]} `));
    } else if (units.length && hexes.length) await this.press("button", new RegExp(`^Hex ${hexes.at(-1)} `));
    else if (units.length) {
      await this.take(view, units[0]);
      if ((await this.table.serial()) === serial) await this.key("Enter");
    } else if (hexes.length) {
      await this.press("button", new RegExp(`^Hex ${hexes.at(-1)} `));
      if ((await this.table.serial()) === serial) await this.key("Enter"); // weighed first, then struck
    } else {
      await this.key("d");
      if (closes && (await this.table.serial()) === serial) await this.key("d"); // once more to be sure
    }
    const waits = await this.named("button", "Continue").count();
    assert.ok((await this.table.serial()) > serial || waits, `${text} was done`);
  }
}

test("Bridgehead from the home page to the result by names and keys alone, and every event is announced", () =>
  sitting(
    async (table) => {
      const { page } = table,
        me = new Player(table);
      await page.route("**/api/matches?*", (route, request) =>
        request.method() === "POST"
          ? route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), seed: SEED }) })
          : route.continue(),
      );
      me.pieces = new Map((await ask("/games/bridgehead/board")).pieces.map((piece) => [piece.id, piece]));
      await table.home();
      await me.press("button", "Bridgehead");
      await me.choose("Germans", "Bot: Captain");
      await me.choose("Soviets", "Me");
      await me.press("button", "Begin");
      await me.named("heading", "How you win").waitFor();
      await me.key("Enter");
      await table.shown();

      const { id } = await table.standing();
      const begun = await me.asked();
      await me.key("n", "Escape");
      assert.equal(await page.getByText("In the hand:").count(), 0, "Escape puts down what was picked");
      await me.play(begun, begun.legal.actions[0]);
      await me.key("u");
      assert.equal((await me.asked()).fingerprint, begun.fingerprint, "u takes it back");
      for (let view, k = 0; (view = await me.asked()); k++) {
        assert.ok(k < 200, "a match ends");
        await me.play(view, me.pick(view));
      }
      const { result, events } = await ask(`/matches/${id}/view?seat=soviet&since=0`);
      await me.named("heading", result.text).waitFor();
      assert.ok(await me.named("heading", result.text).evaluate((one) => one === document.activeElement));
      const heard = await page.evaluate(() => [...window.heard]);
      assert.deepEqual(
        events.map(({ text }) => text).filter((text) => !heard.some((said) => said.includes(text))),
        [],
        "every event stood in a live region",
      );
      const told = new Set(events.flatMap(({ text }) => text.match(/attack|move|lose|advance|retreat/) ?? []));
      assert.ok(told.has("attack") && told.has("move") && told.size > 2, `there was more than ${[...told]}`);
    },
    { settings: { briefings: true, outcome: "mine", hints: [] }, init: listen },
  ));

/** An attack has cost the enemy a step, and two of his units in one hex could lose it. */
async function loss() {
  const save = await readFile(join(SAVES, "assault.json"), "utf8"),
    { id } = await ask("/matches/import", { save, seats: {} });
  const look = async () => {
    const info = (await ask("/matches")).find((one) => one.id === id);
    return ask(`/matches/${id}/view?seat=${info.to_act}`);
  };
  const say = (view, action) =>
    ask(`/matches/${id}/actions`, { seat: view.decision.side, action, serial: view.serial });
  let view = await look();
  for (const wanted of [/^done/, /^attack 0637/]) {
    await say(view, view.legal.actions.find(({ text }) => wanted.test(text)).text);
    view = await look();
  }
  while (view.legal.actions[0].verb !== "lose") {
    const { actions } = view.legal,
      by = (wanted) => actions.find(({ verb }) => verb === wanted);
    await say(view, (by("with") ?? by("resolve") ?? actions[0]).text);
    view = await look();
  }
  return { id, view, units: view.legal.actions.map(({ units }) => units[0]) };
}

test("of two in one hex that could lose a step, either is chosen by Enter", () =>
  sitting(async (table) => {
    const me = new Player(table);
    me.pieces = new Map((await ask("/games/koenigsberg/board")).pieces.map((piece) => [piece.id, piece]));
    for (const k of [0, 1]) {
      const { id, view, units } = await loss(),
        name = me.pieces.get(units[k]).name,
        fan = me.named("group", "Units of this stack");
      assert.deepEqual([units.length, new Set(units.map((id) => table.unit(view, id).hex)).size], [2, 1]);
      await table.open(id, view.decision.side);
      await me.key("n", "Escape"); // the cursor is on their hex
      await me.key("Enter");
      const wanted = fan.getByRole("button", { name, exact: true });
      for (let tabs = 0; !(await wanted.evaluate((one) => one === document.activeElement)); tabs++) {
        assert.ok(tabs < 3, `${name} is in the fan`);
        await me.key("Tab");
      }
      await me.key("Enter");
      assert.equal(await table.page.getByText(`In the hand: ${name}`).count(), 1);
      await me.key("Enter");
      const after = await table.current();
      for (const unit of units)
        assert.equal(
          table.unit(view, unit).steps - table.unit(after, unit).steps,
          Number(unit === units[k]),
          `${unit}, when ${units[k]} is chosen`,
        );
    }
  }));

test("what has the focus is pressed by Space and Enter, whatever these do on the map", () =>
  sitting(async (table) => {
    const me = new Player(table),
      { id, view } = await loss();
    await table.open(id, view.decision.side);
    await me.tabTo("tab", "Charts");
    await me.key("Space");
    assert.equal(await table.page.getByRole("tab", { name: "Charts" }).getAttribute("aria-selected"), "true");
    await me.tabTo("button", "Menu");
    await me.key("Space");
    assert.equal(await me.named("button", "Menu").getAttribute("aria-expanded"), "true");
    await me.key("Escape");
    assert.equal((await table.view()).serial, view.serial);
  }));
