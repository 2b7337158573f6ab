// What a click costs: an action is answered once, with its events and the table as it stands; others look once.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, ask, sitting } from "./table.mjs";

const QUESTIONS = ["targets", "reaches", "reach", "path", "preview", "why", "spot"]; // asked beforehand or hovered

/** What the page asks of the match while something is done, and what it still asks when that is shown. */
async function asked(table, play) {
  const found = [];
  const hear = (request) => {
    const what = /\/api\/matches\/[^/]+\/([a-z]+)/.exec(request.url())?.[1];
    if (what) found.push(`${request.method()} ${what}`);
  };
  table.page.on("request", hear);
  await play();
  await table.current();
  await new Promise((done) => setTimeout(done, 300));
  table.page.off("request", hear);
  if (process.env.CLICKS_TOLD) console.log(found.length, found.join(", "));
  return found.filter((one) => !QUESTIONS.includes(one.split(" ")[1]));
}

async function begun(table, seats = {}) {
  const save = await readFile(join(SAVES, "assault.json"), "utf8");
  const { id } = await ask("/matches/import", { save, seats });
  const first = await asked(table, () => table.open(id, "soviet"));
  assert.deepEqual(first, ["GET view"], "the table is looked at once");
  return id;
}

const light = (hex) => `[data-board] .light[data-hex="${hex}"]`;

test("an action is answered once", () =>
  sitting(async (table) => {
    await begun(table);
    const before = await table.current();
    assert.deepEqual(await asked(table, () => table.pick("39A-152")), []);
    await table.page.keyboard.press("Escape");
    const [goal] = await picked(table);
    assert.deepEqual(await asked(table, () => table.press(light(goal))), ["POST actions", "POST actions"]);
    assert.deepEqual(await asked(table, () => table.act("undo")), ["POST undo"]);
    assert.equal((await table.current()).fingerprint, before.fingerprint);

    assert.deepEqual(await asked(table, () => table.end()), ["POST actions"]);
    assert.deepEqual(await asked(table, () => table.press(light("0637"))), []);
    assert.deepEqual(await asked(table, () => table.act("only attack 0637")), ["POST actions"]);
    assert.deepEqual(await asked(table, () => table.act("with 39A-5G")), ["POST actions"]);
    assert.deepEqual(await asked(table, () => table.press("footer .close")), ["POST actions"]);
    await logged(table);
  }));

/** What the panel tells is what the server tells. */
async function logged(table, some = true) {
  const { id, seat } = await table.standing();
  const { events } = await ask(`/matches/${id}/log?seat=${seat}`);
  await table.act("tab log");
  const told = await table.page.$$eval("[data-event]", (all) => all.map((one) => Number(one.dataset.event)));
  assert.deepEqual(
    told.sort((a, b) => a - b),
    events.map(({ index }) => index),
  );
  assert.ok(events.length || !some, "something has happened");
}

/** The same match from elsewhere. */
async function elsewhere(id, what, body = {}) {
  return ask(`/matches/${id}/${what}`, { seat: "soviet", ...body });
}

/** Names who moves, or where to. */
async function move(id, unit) {
  const { actions } = await ask(`/matches/${id}/legal?seat=soviet`);
  const { text } = actions.find(({ units }) => !unit || units.includes(unit));
  await elsewhere(id, "actions", { action: text });
}

test("what is done elsewhere is heard, and nothing has to be asked", () =>
  sitting(async (table) => {
    const id = await begun(table);
    const { fingerprint } = await table.current();
    assert.deepEqual(await asked(table, () => move(id, "39A-152")), []);
    assert.deepEqual(await asked(table, () => move(id)), []);
    await logged(table);
    assert.deepEqual(await asked(table, () => elsewhere(id, "undo", { times: 2 })), []);
    assert.equal((await table.current()).fingerprint, fingerprint);
    await logged(table, false);
  }));

test("a line that was cut is taken up again, and nothing is missing", () =>
  sitting(async (table) => {
    const lines = [];
    await table.page.routeWebSocket(/\/live/, (line) => {
      line.connectToServer();
      lines.push(line);
    });
    const id = await begun(table);
    await table.press(light((await picked(table))[0]));
    await lines.at(-1).close();
    await table.page.waitForSelector("header .offline");
    await elsewhere(id, "undo", { times: 2 });
    await move(id, "39A-113");
    await move(id);
    await table.page.waitForSelector("header .offline", { state: "detached" });
    await table.current();
    await logged(table);
  }));

async function picked(table) {
  await table.pick("39A-152");
  const { view } = await table.current();
  return (await table.lit()).filter((hex) => !view.units.some((unit) => unit.hex === hex));
}
