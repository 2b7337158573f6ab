// The report of an experiment, opened from a file with the network off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, sitting } from "./table.mjs";

const REPORT = `file://${process.env.COUNTERMARCH_REPORT}`;
const CHARTS = ["levels", "points", "losses", "luck", "length", "rules"];

async function opened(page) {
  await page.goto(REPORT);
  await drawn(page);
}

async function drawn(page) {
  for (const id of CHARTS) await page.waitForSelector(`#${id} svg .role-mark`);
}

/** How each hex is shaded now. */
const shades = (page) =>
  page.$$eval(".heat path", (hexes) => hexes.map(({ style }) => `${style.fill} ${style.fillOpacity}`));

test("it needs no network and draws every diagram", () =>
  sitting(
    async ({ page }) => {
      await opened(page);
      assert.equal(await page.title(), "Bridgehead: The bridge at Altbrück");
      for (const id of CHARTS) assert.ok((await page.$$(`#${id} svg .role-mark path`)).length > 0, id);
      assert.deepEqual(await barriers(page), []);
    },
    { offline: true },
  ));

test("the map goes turn by turn, by the front or by the ground held", () =>
  sitting(
    async ({ page }) => {
      await opened(page);
      const end = await shades(page);
      await page.fill("#turn", "0");
      const beginning = await shades(page);
      assert.notDeepEqual(beginning, end);
      assert.equal(await page.textContent("#when"), "set-up");
      await page.click("label[for=mode-ground]");
      assert.notDeepEqual(await shades(page), beginning);
      await page.click("#play");
      await page.waitForFunction(() => document.getElementById("turn").value !== "0");
      await page.click("#play");
    },
    { offline: true },
  ));

test("it speaks Spanish on a phone and nothing runs over the edge", () =>
  sitting(
    async ({ page }) => {
      await opened(page);
      await page.click("button[data-speak=es]");
      await drawn(page);
      assert.equal(await page.getAttribute("html", "lang"), "es");
      assert.match(await page.innerText("main"), /Cómo acabaron las partidas/);
      assert.doesNotMatch(await page.innerText("main"), /How games ended/);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.viewport.width);
    },
    { offline: true, ...PHONE },
  ));
