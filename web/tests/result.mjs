// The end of a match and what comes after: result, board, replay, rematch, playing on.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, ask, sitting } from "./table.mjs";

const press = (table, name) => table.press(`[data-act="${name}"]`);
const at = (table) => table.page.getAttribute("[data-screen=replay]", "data-at").then(Number);

/** A finished match in the browser, with its number. */
async function ended(table, seats = {}) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "ended.json"), "utf8"), seats });
  await table.page.goto(`/#/match/${id}`);
  await table.screen("result", "#luck");
  return id;
}

async function replay(table, seats = {}) {
  const id = await ended(table, seats);
  await press(table, "replay");
  await table.shown();
  return id;
}

for (const [name, size] of Object.entries({ "1440 px": {}, "390 px": PHONE }))
  test(`the last action brings the result, the board, the replay, and back: ${name}`, () =>
    sitting(async (table) => {
      const { page } = table;
      await table.home();
      await table.bringIn(join(SAVES, "nearly.json"));
      const { id, seat } = await table.standing();
      await table.end();
      await page.waitForSelector("[data-screen=result]");
      const { result } = await ask(`/matches/${id}/view?seat=${seat}`);
      assert.equal(await page.getAttribute("[data-screen=result]", "data-winner"), result.winner ?? "");
      assert.equal((await page.textContent("h1")).trim(), result.text);
      const told = await ask(`/matches/${id}/chronicle?seat=${seat}`);
      await page.waitForSelector("#luck");
      await table.settle();
      assert.equal(await page.locator("tr[aria-current=true]").count(), 1, "the level that was reached is marked");
      assert.equal(await page.locator("[data-action^='moment ']").count(), told.moments.length);
      const rows = await page.locator("#course ~ details tbody tr").count();
      assert.equal(rows, told.turns.length, "behind the curves there is a table of the turns");

      await press(table, "board");
      await table.shown();
      assert.equal(await page.locator("[data-screen=result]").count(), 0);
      assert.equal(await page.locator("footer .close").count(), 0, "nothing is waited for any more");
      await press(table, "result");
      await page.waitForSelector("[data-screen=result] #luck");

      await press(table, "replay");
      await table.shown();
      assert.equal(await at(table), 0, "it opens at the beginning");
      await press(table, "result");
      await page.waitForSelector("[data-screen=result] #luck");

      await table.home();
      await page.goto(`/#/match/${id}`);
      await page.waitForSelector("[data-screen=result]");
    }, size));

test("a picture of a turning point, a die and a turn lead into the replay", () =>
  sitting(async (table) => {
    const id = await ended(table),
      told = await ask(`/matches/${id}/chronicle?seat=german`),
      [moment] = told.moments;
    const drawn = () =>
      table.page.$eval(`[data-moment="${moment.index}"]`, (canvas) => {
        const easel = new OffscreenCanvas(canvas.width, canvas.height),
          c = easel.getContext("2d");
        c.drawImage(canvas, 0, 0);
        const { data } = c.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(data.filter((_, k) => k % 4 === 0)).size;
      });
    for (let tries = 0; (await drawn()) < 20; tries++) {
      assert.ok(tries < 50, "the map was never drawn");
      await table.page.waitForTimeout(100);
    }
    await table.act(`moment ${moment.index}`);
    await table.shown();
    assert.equal(await at(table), moment.index);
    await table.page.goBack();
    await table.page.waitForSelector("#luck");
    const roll = told.rolls[0];
    for (const side of ["soviet", "german"]) {
      await table.act(`luck ${side}`);
      assert.ok(await table.page.locator("[data-roll]").count(), "there are lucky or unlucky dice");
    }
    await table.page.goto(`/#/replay/${id}/german/${roll.index}`);
    await table.shown();
    assert.equal(await at(table), roll.index);
    assert.match(await table.page.textContent(".said"), new RegExp(String(roll.die)));
  }));

test("rematch: the same seats; or sides exchanged", () =>
  sitting(async (table) => {
    const { page } = table;
    for (const [name, seats] of [
      ["rematch", { soviet: "me", german: "bot:random" }],
      ["exchange", { soviet: "bot:random", german: "me" }],
    ]) {
      const id = await ended(table, { german: "bot:random" });
      await press(table, name);
      await table.page.waitForFunction((id) => !location.hash.includes(id), id);
      const made = await page.evaluate(() => location.hash.split("/")[2]);
      const view = await ask(`/matches/${made}/view?seat=${name === "rematch" ? "soviet" : "german"}`);
      assert.deepEqual([view.game, view.view.turn, view.seats], ["bridgehead", 1, seats]);
    }
  }));

test("the save of a finished match is the whole of it", () =>
  sitting(async (table) => {
    const id = await ended(table);
    const [download] = await Promise.all([table.page.waitForEvent("download"), press(table, "save")]);
    const saved = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.equal(saved.fingerprint, JSON.parse((await ask(`/matches/${id}/save`)).save).fingerprint);
  }));

test("a replay by keys, marks, curves, turns and log", () =>
  sitting(async (table) => {
    const { page } = table,
      id = await replay(table),
      told = await ask(`/matches/${id}/chronicle?seat=german`);
    const key = async (name) => {
      await page.keyboard.press(name);
      await table.settle();
      return at(table);
    };
    assert.equal(await key("ArrowRight"), 1);
    assert.equal(await key("ArrowRight"), 2);
    assert.equal(await key("ArrowLeft"), 1);
    assert.equal(await key("End"), told.actions);
    assert.equal(await key("Home"), 0);
    await key(" ");
    await page.waitForFunction(() => Number(document.querySelector("[data-at]").dataset.at) >= 2);
    await key(" ");
    const stopped = await at(table);
    await page.waitForTimeout(900);
    assert.equal(await at(table), stopped, "a second time it stands still");

    const flags = await page.$$eval("[data-mark]", (all) => all.map(({ dataset }) => [dataset.mark, dataset.action]));
    assert.ok(flags.some(([kind]) => kind === "objective") && flags.every(([kind]) => kind));
    const [, action] = flags.find(([kind]) => kind === "objective");
    await table.act(action);
    assert.equal(await at(table), Number(action.split(" ")[1]));
    const turn = told.turns[2];
    await page.selectOption('[data-action="replay-turn"]', String(turn.turn));
    await table.settle();
    assert.equal(await at(table), turn.index);
    await table.press('[data-action="curve 2"]');
    const inside = await at(table);
    assert.ok(inside >= told.turns[1].index && inside <= told.turns[2].index, "a curve leads into its turn");

    const row = page.locator("[data-log] [data-action^='to ']").first();
    const goal = Number((await row.getAttribute("data-action")).split(" ")[1]);
    await row.click();
    await table.settle();
    assert.equal(await at(table), goal);
    assert.ok(await page.locator("[data-log] [aria-current=step]").count(), "the log shows where one stands");
  }));

test("a replay has hover cards and layers of the moment that is looked at", () =>
  sitting(async (table) => {
    const { page } = table;
    await replay(table);
    await page.locator("[data-board] [data-unit][data-hex='0904']").hover();
    await page.waitForSelector("[data-spot='0904']");
    const [answer] = await Promise.all([
      page.waitForResponse((answer) => answer.url().includes("/zones")),
      table.act("layers").then(() => table.act("layer zones")),
    ]);
    const { side, seat, at } = Object.fromEntries(new URL(answer.url()).searchParams);
    assert.equal(at, "0");
    const then = await ask("/matches", { game: "bridgehead", seats: {} });
    assert.deepEqual(await answer.json(), await ask(`/matches/${then.id}/zones?side=${side}&seat=${seat}`));
  }));

test("playing on asks who takes which seat", () =>
  sitting(async (table) => {
    const { page } = table,
      id = await replay(table),
      middle = 30;
    await page.locator('[data-action="replay-slider"]').fill(String(middle));
    await table.settle();
    await table.act("branch");
    await page.selectOption('[data-action="take german"]', "bot:recruit");
    await table.act("seats-begin");
    await page.waitForFunction((id) => !location.hash.includes(id), id);
    await table.shown();
    const { seats, view } = await table.view();
    assert.deepEqual(seats, { soviet: "me", german: "bot:recruit" });
    assert.ok(view.turn >= 1);
  }));
