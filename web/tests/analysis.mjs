// Games understood afterwards, a bot that says why, and opponents of every level.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, SAVES, ask, begin, sitting } from "./table.mjs";

const QUICK = { settings: { thinks: 0.3 } };
const SIGNED = /[+−±]\d+\s?%/;

async function ended(table) {
  const save = await readFile(join(SAVES, "blundered.json"), "utf8"),
    { id } = await ask("/matches/import", { save, seats: {} });
  await table.page.goto(`/#/match/${id}`);
  await table.page.waitForSelector('[data-screen=result] [data-action="analyse"]');
  await table.settle();
  return id;
}

/** Until what is analysed is told. */
const told = (table) => table.page.waitForSelector("[data-analysis=report]", { timeout: 60_000 });

async function saved(table, action) {
  const [file] = await Promise.all([table.page.waitForEvent("download"), table.act(action)]);
  return readFile(await file.path(), "utf8");
}

test("a match is analysed with progress, stopped, analysed again, told on the screen and kept", () =>
  sitting(async (table) => {
    const { page } = table,
      id = await ended(table);
    await page.click('[data-action="analyse"]');
    await page.waitForSelector("[data-study=works] progress");
    await page.click('[data-action="analyse-stop"]');
    await page.waitForSelector('[data-action="analyse"]');
    assert.equal((await ask(`/matches/${id}/analysis?seat=soviet`)).report, null);
    await page.click('[data-action="analyse"]');
    await told(table);
    const { report } = await ask(`/matches/${id}/analysis?seat=soviet`);
    assert.ok(report.moments.some(({ by }) => by === "choice"));
    for (const side of report.sides) assert.match(await page.textContent(`[data-sum=${side}]`), SIGNED);
    assert.equal(await page.locator("[data-action^='swing ']").count(), report.moments.length);
    assert.equal(await page.locator("[data-dot]").count(), report.moments.length);
    assert.deepEqual(await page.$$eval("[data-action^='chance ']", (all) => all.map((one) => one.innerText)), [
      "5",
      "6",
    ]);
    await table.unfold();
    assert.deepEqual(await barriers(page), []);
    const document = JSON.parse(await saved(table, "analysis-json"));
    assert.equal(document.moments.length, report.moments.length);
    const written = await saved(table, "analysis-html");
    assert.match(written, /<!doctype html>/);
    assert.doesNotMatch(written, /(src|href)="(?!#)/, "the page needs nothing from outside");
    await page.reload();
    await told(table);
  }));

test("a moment leads to the board: what was better as ghosts, what was played beside it", () =>
  sitting(
    async (table) => {
      const { page } = table,
        id = await ended(table);
      await page.goto(`/#/replay/${id}/soviet`);
      await table.shown();
      await table.act("analysis");
      await page.click('[data-action="analyse"]');
      await told(table);
      const { moments } = (await ask(`/matches/${id}/analysis?seat=soviet`)).report,
        goes = ({ shared, end }) => end && !shared;
      const k = moments.findIndex(({ better }) => better.some(goes));
      assert.ok(k >= 0, "nobody should have gone elsewhere");
      await table.act(`swing ${k + 1}`);
      assert.equal(await page.getAttribute("[data-screen=replay]", "data-at"), String(moments[k].index));
      const ghosts = () => page.$$eval("[data-ghost]", (all) => all.map(({ dataset }) => dataset.ghost));
      const [unit] = moments[k].better.find(goes).units;
      assert.ok((await ghosts()).includes(unit), "a ghost stands where it should have gone");
      assert.match(await page.textContent("[data-swing=choice]"), SIGNED);
      assert.deepEqual(await barriers(page), []);
      await table.act("show-played");
      const ran = moments[k].played.filter(({ end }) => end).flatMap(({ units }) => units);
      assert.deepEqual([...new Set(await ghosts())].toSorted(), [...new Set(ran)].toSorted());
    },
    { ...PHONE, locale: "es-ES" },
  ));

test("a bot is asked why: its plan with reasons and worth, drawn on the map; not between people", () =>
  sitting(async (table) => {
    const { page } = table;
    await table.open(await begin({ game: "bridgehead", seats: { soviet: "bot:general:0.2" } }), "german");
    await table.current();
    await page.click('[data-action="why"]');
    await page.click('[data-action="hint-stop"]');
    assert.equal(await page.locator("[data-advice]").count(), 0);
    await table.act("why");
    await page.waitForSelector("[data-advice=why]");
    await table.settle();
    const said = await page.textContent("[data-advice=why]");
    assert.match(said, /Soviets/);
    assert.match(said, /→/);
    assert.match(said, /ending there/);
    assert.deepEqual(await barriers(page), []);
    await table.act("hint-close");
    assert.equal(await page.locator("[data-advice]").count(), 0);
    await table.open(await begin({ game: "bridgehead", seats: {} }));
    assert.equal(await page.locator('[data-action="why"]').count(), 0);
  }, QUICK));

test("opponents of every level are chosen at the start, and play", () =>
  sitting(async (table) => {
    const { page } = table;
    for (const level of ["recruit", "captain", "general"]) {
      await table.home();
      await table.act("game bridgehead");
      await page.selectOption('[data-action="seat soviet"]', `bot:${level}`);
      await table.act("begin");
      await table.shown();
      const { id } = await table.standing(),
        { seats } = await ask(`/matches/${id}/view?seat=german`);
      assert.equal(seats.soviet, `bot:${level}`);
      if (level !== "general") assert.equal((await table.current()).decision.side, "german", "it has moved");
    }
  }));

test("how long a general thinks is chosen beside him, and kept when one looks again", () =>
  sitting(async (table) => {
    const { page } = table,
      time = '[data-action="time soviet"]';
    await table.home();
    await table.act("game bridgehead");
    assert.equal(await page.locator(time).count(), 0, "a captain takes what he needs");
    await page.selectOption('[data-action="seat soviet"]', "bot:general");
    assert.deepEqual(
      await page.$$eval(`${time} option`, (all) => all.map((one) => parseInt(one.textContent))),
      [1, 3, 10, 30],
    );
    assert.match(await page.$eval(`${time} :checked`, (one) => one.textContent), /^3 s .*usual/);
    assert.deepEqual(await barriers(page), []);
    await page.selectOption(time, "bot:general:1");
    assert.equal(await page.inputValue('[data-action="seat soviet"]'), "bot:general");
    await table.act("begin");
    await table.shown();
    const { id } = await table.standing();
    assert.equal((await ask(`/matches/${id}/view?seat=german`)).seats.soviet, "bot:general:1");
  }));
