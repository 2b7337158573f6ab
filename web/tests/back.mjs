// What was done last can be taken back until the player goes on: the last Volkssturm placed draws no chit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, ask, begin, sitting } from "./table.mjs";

const WORDS = { en: ["Go on", /Go on\?/], es: ["Seguir", /¿Seguir\?/] };

/** A match about to place its Volkssturm; both sides have let their guns be. */
async function volkssturm() {
  const id = await begin();
  for (let tries = 0; tries < 20; tries++) {
    const { decision } = await ask(`/matches/${id}/view?seat=german`);
    const { legal } = await ask(`/matches/${id}/view?seat=${decision.side}`);
    if (legal.actions[0].verb === "place") return id;
    const text = (legal.actions.find(({ closes }) => closes) ?? legal.actions[0]).text;
    await ask(`/matches/${id}/actions`, { seat: decision.side, action: text });
  }
  throw new Error("no Volkssturm was ever asked for");
}

async function place(table) {
  const goal = (await table.lit())[0];
  const { serial } = await table.current();
  await table.press(`[data-board] .light[data-hex="${goal}"]`);
  if ((await table.current()).serial === serial) await table.press(`[data-board] .light[data-hex="${goal}"]`);
  return table.current();
}

const chits = ({ view }) => view.drawn.length;

async function backAndOn(table, language = "en") {
  await table.open(await volkssturm());
  let view = await table.current();
  while (view.decision.kind === "place") view = await place(table);
  const [word, asked] = WORDS[language],
    main = 'footer .close[data-action="go-on"]';
  assert.deepEqual([view.decision.kind, view.decision.side, chits(view)], ["done", "german", 0]);
  assert.equal((await table.page.textContent(main)).trim(), word);
  assert.match(await table.page.textContent("footer .say strong"), asked);

  await table.act("undo");
  view = await table.current();
  assert.equal(view.decision.kind, "place", "the last one is in the box again");
  view = await place(table);
  assert.deepEqual([view.decision.kind, chits(view)], ["done", 0]);
  if (table.touch) await table.press(main);
  else {
    await table.page.locator("[data-board]").focus();
    await table.page.keyboard.press("Enter");
  }
  await table.page.waitForFunction(() => !document.querySelector('footer .close[data-action="go-on"]'));
  assert.ok(chits(await table.current()) > 0, "now the first chit is drawn");
}

test("the last Volkssturm placed can be taken back, and Enter goes on", () => sitting((table) => backAndOn(table)));

test("the same by touch, in Spanish", () => sitting((table) => backAndOn(table, "es"), { ...PHONE, locale: "es-ES" }));
