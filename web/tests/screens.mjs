// Every screen for every eye: axe-core finds nothing serious, nothing lies over anything else, nothing is too small.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, SAVES, ask, sitting } from "./table.mjs";

const SMALLEST = 11;

/** Pairs of buttons or texts in the chrome that lie over each other, and texts too small to read. */
function faults(page, smallest) {
  return page.evaluate((smallest) => {
    const seen = (one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest(".overlay, .hidden, svg, canvas, option");
    const shape = (element, range) => {
      let box = range.getBoundingClientRect();
      for (let at = element; at; at = at.parentElement) {
        if (at !== element || range !== element)
          if (!/(auto|hidden|scroll|clip)/.test(getComputedStyle(at).overflow)) continue;
        const edge = at.getBoundingClientRect();
        const [left, top, right, bottom] = [
          Math.max(box.left, edge.left),
          Math.max(box.top, edge.top),
          Math.min(box.right, edge.right),
          Math.min(box.bottom, edge.bottom),
        ];
        box = { left, top, right, bottom };
      }
      return {
        left: Math.max(0, box.left),
        top: Math.max(0, box.top),
        right: Math.min(innerWidth, box.right),
        bottom: Math.min(innerHeight, box.bottom),
      };
    };
    const marks = [],
      small = [];
    const note = (element, range, name) => {
      const box = shape(element, range);
      if (box.right - box.left > 1 && box.bottom - box.top > 1) marks.push({ element, box, name });
    };
    for (const one of document.querySelectorAll("button, select, input, summary, a"))
      if (seen(one) && one.closest("label") === null) note(one, one, one.outerHTML.slice(0, 100));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim(),
        element = walker.currentNode.parentElement;
      if (!text || !seen(element) || element.closest("script, style, select")) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size > 0 && size < smallest) small.push(`${size} px: ${text.slice(0, 60)}`);
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      if (size > 0) note(element, range, text.slice(0, 60));
    }
    const layer = (one) => one.closest("dialog, .list, .fan, .line, .curtain, [data-layer]");
    const over = [];
    for (const [k, a] of marks.entries())
      for (const b of marks.slice(k + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element) || layer(a.element) !== layer(b.element))
          continue;
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (wide > 2 && high > 4) over.push(`${a.name}  ⨯  ${b.name} (${Math.round(wide)}×${Math.round(high)})`);
      }
    return {
      small,
      over,
      wide: document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : 0,
    };
  }, smallest);
}

async function tour(table, look) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "assault.json"), "utf8"), seats: {} });
  const narrow = table.page.viewportSize().width <= 760; // the panel is put away
  await table.home();
  await table.unfold();
  await look("home");
  await table.act("game koenigsberg");
  await look("a new match");
  await table.act("close");
  await table.open(id);
  await look("the board");
  await table.pick("39A-152");
  await look("a unit picked");
  if (narrow) await table.act("sheet");
  for (const tab of ["turn", "log", "units", "charts", "now"]) {
    await table.act(`tab ${tab}`);
    await table.unfold();
    await look(`the panel ${tab}`);
  }
  if (narrow) await table.act("sheet");
  await table.act("menu");
  await look("the menu");
  await table.act("briefing");
  await table.screen("briefing");
  await look("the briefing");
  await table.page.keyboard.press("Escape");
  await table.settle();
  await table.act("menu");
  await table.page.selectOption("[data-action=outcome]", "always");
  if (await table.page.locator("[data-action=help]").isVisible()) {
    await table.act("help"); // by touch there are no keys to speak of
    await look("the keys");
    await table.act("close");
    await table.act("menu");
  }
  await table.act("rules");
  await table.page.waitForSelector("[data-panel=rules] [data-chapter]");
  await look("the rules beside the board");
  await table.press("[data-panel=rules] [data-action=close]");
  await table.end();
  await table.press('[data-board] .light[data-hex="0637"]');
  await table.act("attack 0637");
  if (narrow) await table.act("sheet");
  await look("the attack panel");
  if (narrow) await table.act("sheet");
  await table.act("resolve");
  await table.page.waitForSelector("[data-card=outcome]");
  await table.unfold();
  await look("the outcome of an attack");
  await table.press("[data-act=continue]");
  await table.page.goto("/#/rules/bridgehead/6.5");
  await table.page.waitForSelector("main[data-screen=rules] .marked");
  await table.settle();
  await table.unfold();
  await look("the rules");
  await table.page.fill("[data-action=rules-search]", "retreat");
  await table.settle();
  await look("the rules searched");
  await table.page.goto("/#/rules/koenigsberg45/~koenigsberg");
  await table.page.waitForSelector("[data-compare] .row");
  await table.settle();
  await look("the editions side by side");
  await table.page.goto("/#/rules/bridgehead/6.6");
  await table.press("[data-action='try 6.6']");
  await table.page.waitForSelector("[data-trial]");
  await table.shown();
  await look("a rule tried");
  await table.page.goto(`/#/replay/${id}`);
  await table.shown();
  await look("the replay");
  const over = await ask("/matches/import", { save: await readFile(join(SAVES, "ended.json"), "utf8"), seats: {} });
  await table.page.goto(`/#/match/${over.id}`);
  await table.screen("result", "#luck");
  await table.unfold();
  await look("the result");
  await table.page.goto(`/#/replay/${over.id}/german/40`);
  await table.shown();
  await look("the replay of a match that is over");
  await beside(table, look, over.id);
}

/** The pages beside the table. Values are looked at in values.mjs, what needs two in lobby.mjs and talk.mjs. */
async function beside(table, look, over) {
  const { page } = table,
    made = async (seats) => (await page.request.post("/api/matches", { data: { game: "bridgehead", seats } })).json(),
    mine = await made({ german: "link" }),
    theirs = await made({ german: "link", soviet: "link" }),
    { links } = await ask("/matches", { game: "bridgehead", seats: { german: "link" } });
  const pages = {
    "#/learn": "[data-lesson]",
    "#/account": "[data-screen=account] form",
    "#/tell": "[data-screen=tell] form",
    [`#/verify/${over}`]: "[data-good]",
    [`#/match/${mine.id}/soviet`]: "[data-screen=waiting] input",
    [`#/watch/${mine.id}/soviet`]: "[data-screen=watch] form",
    [`#/match/${theirs.id}`]: "[data-screen=maker] dl",
    [`#${links.german}`]: "[data-screen=join] form",
  };
  for (const [place, sign] of Object.entries(pages)) {
    await page.goto(`/${place}`);
    await page.waitForSelector(sign);
    await table.settle();
    await table.unfold();
    await look(place.split("/")[1]);
  }
}

const LARGE = () =>
  document.addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%"));
const SIZES = {
  "1440 px": {},
  "1024 px": { viewport: { width: 1024, height: 768 } },
  "390 px": PHONE,
  "200 % by zoom": { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  "200 % text": { init: LARGE },
};
for (const [name, size] of Object.entries(SIZES))
  test(`every screen at ${name}`, () =>
    sitting(async (table) => {
      const found = [];
      await tour(table, async (place) => {
        for (const barrier of await barriers(table.page)) found.push(`${place}: ${barrier}`);
        const { small, over, wide } = await faults(table.page, SMALLEST);
        if (small.length) found.push(`${place}: too small: ${small.join("; ")}`);
        if (over.length) found.push(`${place}: overlapping: ${over.join("\n    ")}`);
        if (wide) found.push(`${place}: the page is ${wide} px wide`);
      });
      assert.deepEqual(found, []);
    }, size));

// the map itself

/** Every name on the screen that is too small, lies over another, or under a counter. */
function crowded(page, smallest) {
  return page.evaluate((smallest) => {
    const board = document.querySelector("[data-board]"),
      room = board.getBoundingClientRect(),
      { labels, piles } = board.drawn();
    const over = (a, b) =>
      Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 1 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 1;
    const seen = labels.filter(({ boxes }) => boxes.some((box) => over(box, [0, 0, room.width, room.height])));
    const touch = (a, b) => a.some((one) => b.some((other) => over(one, other)));
    return {
      count: seen.length,
      small: seen
        .filter(({ pixels }) => pixels < smallest)
        .map(({ text, pixels }) => `${text}: ${pixels.toFixed(1)} px`),
      over: seen.flatMap((a, k) =>
        seen
          .slice(k + 1)
          .filter((b) => touch(a.boxes, b.boxes))
          .map((b) => `${a.text} ⨯ ${b.text}`),
      ),
      under: seen.flatMap((a) =>
        piles.filter(({ box }) => touch(a.boxes, [box])).map(({ hex }) => `${a.text} under the counters in ${hex}`),
      ),
    };
  }, smallest);
}

for (const name of ["1440 px", "1024 px", "390 px"])
  test(`names on the map at ${name}`, () =>
    sitting(async (table) => {
      for (const { key } of await ask("/games")) {
        const { id } = await ask("/matches", { game: key, seats: {}, seed: 5 });
        await table.open(id);
        await table.page.keyboard.press("0");
        for (let zoom = 0; zoom < 7; zoom++) {
          await table.settle();
          await table.page.waitForTimeout(250); // until the map has come to rest
          const { count, ...faults } = await crowded(table.page, SMALLEST);
          assert.deepEqual(faults, { small: [], over: [], under: [] }, `${key}, zoom ${zoom}, ${count} names`);
          await table.page.keyboard.press("+");
        }
      }
    }, SIZES[name]));
