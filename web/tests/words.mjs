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
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim(), at = walker.currentNode.parentElement;
      if (text && at.checkVisibility() && !at.closest("script, style, [lang]:not(html), code")) found.push(text);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) if (one.hasAttribute(name)) found.push(one.getAttribute(name).trim());
    return [...new Set(found)].filter((text) => /\p{L}{3,}/u.test(text));
  });
}

async function everywhere(table, look) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "assault.json"), "utf8"), seats: {} });
  await table.home();
  await look("home");
  await table.open(id);
  for (const tab of TABS) {
    await table.act(`tab ${tab}`);
    await look(`the panel ${tab}`);
  }
  await table.act("tab now");
  await table.pick("39A-152");
  await look("a unit picked");
  await table.act("menu");
  await look("the menu");
  await table.act("menu");
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

/** English words the server never says in Spanish; a few of its texts may look alike. */
const ENGLISH = /(?<!\p{L})(the|and|with|unit|units|attack|move|move a|hex|turn|choose|loses?|draws?|done|undo|show|army|corps|division|infantry|tank|replay|charts|layers|whole|map)(?!\p{L})/iu;

test("Spanish by the browser's language, everywhere", () => sitting(async (table) => {
  await everywhere(table, async (place) => {
    const said = (await texts(table.page)).filter((text) => ENGLISH.test(text));
    assert.deepEqual(said, [], `English in ${place}`);
  });
  assert.equal(await table.page.getAttribute("html", "lang"), "es");
}, { locale: "es-ES" }));

test("the language is switched on the spot, and stays", () => sitting(async (table) => {
  await table.home();
  await table.page.selectOption("label.language select", "es");
  await table.page.waitForSelector("html[lang=es]");
  assert.match(await table.page.textContent("main"), /Partida/i);
  await table.page.reload();
  await table.page.waitForSelector("html[lang=es]");
}));

/** In the pseudo-locale whatever comes from a catalogue stands between brackets. */
test("a pseudo-locale shows no untranslated text", () => sitting(async (table) => {
  await table.page.route("**/api/**", async (route) => {
    const answer = await route.fetch().catch(() => null);
    if (!answer) return route.abort().catch(() => null);
    const json = await answer.json().catch(() => null);
    await route.fulfill({ response: answer, json: marked(json) }).catch(() => null);
  });
  await everywhere(table, async (place) => {
    const bare = (await texts(table.page)).filter((text) => !/[⟦⟧]/.test(text) && !NAMES.test(text));
    assert.deepEqual(bare, [], `text of no catalogue in ${place}`);
  });
}, { init: () => localStorage.setItem("countermarch.language", "xx") }));

const NAMES = /^(Countermarch|English|Español)$/; // stay as they are in every language
const SAID = new Set(["text", "prompt", "title", "name", "gist", "message", "printed", "label", "dates"]);

/** What the server says is marked too, so that only the client's own bare words are left. */
function marked(json, field = "") {
  if (typeof json === "string") return SAID.has(field) ? `⟦${json}⟧` : json;
  if (Array.isArray(json)) return json.map((one) => marked(one, field));
  if (json && typeof json === "object") return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, marked(value, key)]));
  return json;
}
