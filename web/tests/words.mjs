// Languages: Spanish throughout, and no text that stands outside the catalogues.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, ask, sitting } from "./table.mjs";

const TABS = ["now", "turn", "log", "units", "charts"];

/** Every text and label a reader meets, with where it stands. */
function texts(page) {
  return page.evaluate(() => {
    const found = [],
      walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim(),
        at = walker.currentNode.parentElement;
      if (text && at.checkVisibility() && !at.closest("script, style, [lang]:not(html), code")) found.push(text);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"])
        if (one.hasAttribute(name)) found.push(one.getAttribute(name).trim());
    return [...new Set(found)].filter((text) => /\p{L}{3,}/u.test(text));
  });
}

async function everywhere(table, look) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "assault.json"), "utf8"), seats: {} });
  await table.home();
  await table.unfold();
  await look("home");
  await table.open(id);
  for (const tab of TABS) {
    await table.act(`tab ${tab}`);
    await table.unfold();
    await look(`the panel ${tab}`);
  }
  await table.act("tab now");
  await table.pick("39A-152");
  await look("a unit picked");
  await table.act("menu");
  await look("the menu");
  await table.act("briefing");
  await table.screen("briefing");
  await look("the briefing");
  await table.page.keyboard.press("Escape");
  await table.settle();
  await table.act("layers");
  await look("the layers");
  await table.act("layers");
  await table.end();
  await table.press('[data-board] .light[data-hex="0637"]');
  await look("an attack");
  await table.act("menu");
  await table.act("replay");
  await table.shown();
  await look("the replay");
}

const NOTATION = /^\d+\. [a-z]+/; // is the same in every language

/** English words the server never says in Spanish; a few of its texts may look alike. */
const SAID = [
  "the|and|with|unit|units|attack|move|move a|hex|turn|choose|loses?|draws?|done|undo|show",
  "army|corps|division|infantry|tank|replay|charts|layers|whole|map",
];
const ENGLISH = new RegExp(`(?<!\\p{L})(${SAID.join("|")})(?!\\p{L})`, "iu");

test("Spanish by the browser's language, everywhere", () =>
  sitting(
    async (table) => {
      const { pieces, formations } = await ask("/games/koenigsberg/board?lang=es");
      const names = [...pieces, ...formations].map((one) => one.name).sort((a, b) => b.length - a.length);
      const nameless = (text) => names.reduce((left, name) => left.replaceAll(name, ""), text);
      const found = [];
      await everywhere(table, async (place) => {
        const said = (await texts(table.page))
          .map(nameless)
          .filter((text) => ENGLISH.test(text) && !NOTATION.test(text));
        found.push(...said.map((text) => `${place}: ${text}`));
      });
      assert.deepEqual(found, [], "English");
      assert.equal(await table.page.getAttribute("html", "lang"), "es");
    },
    { locale: "es-ES" },
  ));

test("the language is switched on the spot, and stays", () =>
  sitting(async (table) => {
    await table.home();
    await table.page.selectOption("label.language select", "es");
    await table.page.waitForSelector("html[lang=es]");
    await table.page
      .getByText(/Partida/i)
      .first()
      .waitFor();
    await table.page.reload();
    await table.page.waitForSelector("html[lang=es]");
  }));

// names, designations, rule numbers, and dates, which come from the calendar of the language
const NAMES = /^(Countermarch|English|Español|[A-Z]{2,}|\S*\d\S*|\d+[- ].*\b(Jan|Feb)|· \d\S+)$/;

/** In the pseudo-language whatever comes from a catalogue stands between brackets; so does what the server says. */
function pseudo() {
  localStorage.setItem("countermarch.language", "xx");
  const said = new Set([
    "text",
    "prompt",
    "actor",
    "title",
    "name",
    "gist",
    "message",
    "printed",
    "label",
    "dates",
    "what",
    "edition",
    "differs",
    "credit",
    "verdict",
    ...["measure", "takes", "note", "situation", "who", "want", "win", "turn", "special"],
  ]);
  const whole = new Set(["side_titles", "words", "summary"]);
  const marked = (json, field = "") => {
    if (typeof json === "string") return said.has(field) || whole.has(field) ? `⟦${json}⟧` : json;
    if (Array.isArray(json)) return json.map((one) => marked(one, field));
    if (!json || typeof json !== "object") return json;
    if ("verb" in json) return json.label ? { ...json, label: `⟦${json.label}⟧` } : json; // its text is notation
    const called = "title" in json && "scenario" in json ? "title" : "scenario"; // beside a title it is one, too
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [
        key,
        marked(value, whole.has(field) ? field : key === "scenario" ? called : key),
      ]),
    );
  };
  const read = Response.prototype.json;
  Response.prototype.json = async function () {
    return marked(await read.call(this));
  };
}

test("a pseudo-locale shows no untranslated text", () =>
  sitting(
    async (table) => {
      const found = new Set();
      await everywhere(table, async (place) => {
        const bare = (await texts(table.page)).filter(
          (text) => !/[⟦⟧]/.test(text) && !NAMES.test(text) && !NOTATION.test(text),
        );
        for (const text of bare) found.add(`${place}: ${text}`);
      });
      assert.deepEqual([...found], [], "text of no catalogue");
    },
    { init: pseudo },
  ));
