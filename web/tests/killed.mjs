// Workers die in the middle of play: whoever plays notices a pause, and each thing he says is done once.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { ask, begin, sitting } from "./table.mjs";

const WANTED = process.env.COUNTERMARCH_KILL; // a file: while it is there, a death is wanted
const ACTIONS = 30;
const BETWEEN = 5; // actions between two deaths
const PAUSE = 20_000; // milliseconds until what was said has been done

/** Whoever has the match is killed. */
async function kill() {
  writeFileSync(WANTED, "");
  for (let tries = 0; existsSync(WANTED); tries++) {
    assert.ok(tries < 600, "nobody has died");
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Of the actions sent, one goes to a worker that has just died, the next is done by one that dies without a word. */
async function dying(table) {
  let sent = 0,
    deaths = 0;
  await table.page.route("**/actions?*", async (route) => {
    if (++sent % BETWEEN) return route.continue();
    if (++deaths % 2) {
      await kill();
      return route.continue();
    }
    await route.fetch();
    await kill();
    return route.abort("connectionreset");
  });
  return () => deaths;
}

/** What the line of notation proposes is said; what it was, once the table has moved on. */
async function say(table) {
  const line = table.page.locator("[data-action=notation-line]:not([placeholder=''])"); // asked of us
  await line.waitFor();
  const { serial } = await table.standing();
  const text = await line.getAttribute("placeholder");
  await line.fill(text);
  await line.press("Enter");
  const moved = (before) => Number(document.querySelector("[data-serial]").dataset.serial) > before;
  await table.page.waitForFunction(moved, serial, { timeout: PAUSE });
  await table.page.waitForFunction(() => document.querySelector("[data-action=notation-line]").value === "");
  assert.equal(await table.page.locator("footer .notice").count(), 0, "nobody is told of it");
  assert.equal((await table.standing()).serial, serial + 1, "it is done once");
  return text;
}

test("a worker that dies is not noticed but for a pause, and nothing is done twice", () =>
  sitting(async (table) => {
    const id = await begin();
    await table.open(id);
    const deaths = await dying(table);
    await table.page.keyboard.press(":");
    const said = [];
    while (said.length < ACTIONS) said.push(await say(table));
    assert.ok(deaths() >= 4, "workers have died meanwhile");
    await table.page.waitForSelector(".offline", { state: "detached" });
    const { steps } = await ask(`/matches/${id}/replay?seat=german`);
    assert.deepEqual(
      steps.map(({ action }) => action),
      said,
    );
    table.complaints.length = 0; // that lines fell
  }));
