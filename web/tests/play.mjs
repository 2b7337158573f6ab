// From Home to the end of an activation by mouse, and an attack to its last question.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, ask, sitting } from "./table.mjs";

/** Until it is mine to move; whatever is asked before is left as it is or answered with what is lit. */
async function awaitMoves(table) {
  for (let asked = 0; asked < 60; asked++) {
    const view = await table.current();
    const mover = view.legal.actions.find((action) => action.verb === "move");
    if (mover) return { view, unit: mover.units[0] };
    await answer(table, view);
  }
  throw new Error("nobody was ever activated");
}

async function answer(table, view) {
  if (await table.page.locator("footer .close:enabled").count()) return table.end();
  const [action] = view.legal.actions;
  if (action.units.length) await table.pick(action.units[0]);
  const [hex] = action.hexes.slice(-1);
  if (hex) await table.press(`[data-board] .light[data-hex="${hex}"]`);
  else if (action.units.length) await table.act(action.text);
  if ((await table.view()).serial === view.serial) await table.act(action.text);
}

test("from Home, a whole activation against the bot", () =>
  sitting(async (table) => {
    await table.home();
    const card = table.page.locator('[data-action="game koenigsberg"]');
    if ((await card.getAttribute("aria-expanded")) !== "true") await table.press('[data-action="game koenigsberg"]');
    await table.page.selectOption('[data-action="seat soviet"]', "me");
    await table.page.selectOption('[data-action="seat german"]', "bot:captain");
    await table.act("begin");
    await table.shown();

    const { view: before, unit } = await awaitMoves(table);
    const from = table.unit(before, unit).hex;
    await table.pick(unit);
    const hexes = await table.lit();
    assert.ok(hexes.length, `${unit} can go nowhere`);
    const goal = hexes.find((hex) => hex !== from);
    await table.press(`[data-board] .light[data-hex="${goal}"]`);
    assert.equal(table.unit(await table.current(), unit).hex, goal);

    await table.act("undo");
    assert.equal((await table.current()).fingerprint, before.fingerprint, "a move is undone in one go");
    await table.pick(unit);
    await table.press(`[data-board] .light[data-hex="${goal}"]`);
    assert.equal(table.unit(await table.current(), unit).hex, goal);

    const { drawn } = (await table.view()).view;
    for (let asked = 0; asked < 6; asked++) {
      const view = await table.current();
      if (view.view.drawn.length > drawn.length || view.view.turn > before.view.turn) return;
      await answer(table, view);
    }
    assert.fail("the activation did not end");
  }));

async function attack(table, target) {
  await table.end();
  await table.press(`[data-board] .light[data-hex="${target}"]`);
  await table.page.waitForSelector(".attack .bars li");
  await table.act(`only attack ${target}`);
  await table.act("add-all");
  const { column, sum } = await table.page.$eval(".attack", (panel) => ({
    column: panel.querySelector(".odds strong").textContent,
    sum: [...panel.querySelectorAll(".pct")].reduce((sum, one) => sum + parseFloat(one.textContent), 0),
  }));
  assert.match(column, /^\d+-\d+/);
  assert.ok(Math.abs(sum - 100) <= 3, `chances add up to ${sum} %`);
  await table.act("resolve");
}

/** Answer what a fight asks, and tell what was asked. */
async function aftermath(table) {
  const asked = [];
  for (let k = 0; k < 20; k++) {
    const view = await table.goOn();
    const action = view.legal?.actions.find(({ verb }) => ["lose", "together", "retreat", "advance"].includes(verb));
    if (!action) return asked;
    asked.push(action.verb);
    if (action.verb === "advance" && asked.filter((verb) => verb === "advance").length > 1) await table.end();
    else if (action.verb === "together") await table.act("together");
    else await point(table, action);
    assert.notEqual((await table.view()).serial, view.serial, `${action.text} was not played`);
  }
  throw new Error("the fight never ended");
}

async function point(table, action) {
  if (action.units.length) await table.pick(action.units[0]);
  if (action.hexes.length) await table.press(`[data-board] .light[data-hex="${action.hexes.at(-1)}"]`);
  else await table.act(action.text);
}

test("an attack with its panel, losses, retreat and advance; undo, export, reload, import, replay", () =>
  sitting(async (table) => {
    const { page } = table,
      target = "0637";
    await table.home();
    await table.bringIn(join(SAVES, "assault.json"));
    await attack(table, target);
    const asked = await aftermath(table);
    for (const verb of ["lose", "retreat", "advance"]) assert.ok(asked.includes(verb), `asked only for ${asked}`);

    const ended = await table.current();
    await table.act("menu");
    const [download] = await Promise.all([page.waitForEvent("download"), table.act("export")]);
    const saved = await readFile(await download.path(), "utf8");
    assert.notEqual(
      JSON.parse(saved).fingerprint,
      ended.fingerprint,
      "a seat is told what it sees, a save is of the whole",
    );

    const prompt = await page.textContent("footer .say strong");
    await page.reload();
    await table.shown();
    assert.equal(await page.textContent("footer .say strong"), prompt);
    assert.equal((await table.current()).fingerprint, ended.fingerprint);

    await table.home();
    await table.bringIn({ name: "save.json", mimeType: "application/json", buffer: Buffer.from(saved) });
    const again = await table.current();
    assert.notEqual(again.id, ended.id);
    assert.equal(again.fingerprint, ended.fingerprint);

    await table.act("menu");
    await table.act("replay");
    const { start, steps } = await ask(`/matches/${again.id}/replay`);
    await page.waitForSelector(`[data-fingerprint="${start}"]`);
    await page.keyboard.press("End");
    await page.waitForSelector(`[data-fingerprint="${ended.fingerprint}"]`);
    for (let step = 0; step < 2; step++) await table.act("replay-back");
    await page.waitForSelector(`[data-fingerprint="${steps.at(-3).fingerprint}"]`);
    await page.locator('[data-action="replay-slider"]').fill("0");
    await page.waitForSelector(`[data-fingerprint="${start}"]`);
    for (const { fingerprint } of steps) {
      await table.act("replay-forward");
      await page.waitForSelector(`[data-fingerprint="${fingerprint}"]`);
    }
  }));

test("a damaged save is refused in words", () =>
  sitting(async (table) => {
    await table.home();
    await table.page.setInputFiles('[data-action="import"] input', {
      name: "bad.json",
      mimeType: "application/json",
      buffer: Buffer.from("{}"),
    });
    await table.page.waitForSelector("[role=alert]");
    assert.match(await table.page.textContent("[role=alert]"), /save/i);
    table.complaints = table.complaints.filter((said) => !said.includes("422"));
  }));
