// The pictures of docs/images, taken anew: npm run pictures, with a server running and saves beside it
// (COUNTERMARCH_SAVES).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PHONE, SAVES, ask, begin, sitting } from "./table.mjs";

const IMAGES = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const ALL = { hints: ["unit", "units", "hex", "path", "place", "assign", "option", "amount", "done", "hidden"] };
const VISIONS = ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"];

const saved = async (name) =>
  (await ask("/matches/import", { save: await readFile(join(SAVES, `${name}.json`), "utf8"), seats: {} })).id;

async function rest(table) {
  await table.settle();
  await table.page.waitForFunction(() => !document.querySelector("[data-waiting]:not([data-waiting='0'])"));
  await table.page.waitForTimeout(600); // until the map has come to rest and is painted
}

async function take(table, name) {
  await rest(table);
  await table.page.screenshot({ path: join(IMAGES, `${name}.png`) });
}

async function zoom(table, steps) {
  await table.page.keyboard.press("0");
  for (let k = 0; k < steps; k++) await table.page.keyboard.press("+");
  await table.settle();
}

/** How the same screen looks to other eyes, on one sheet. */
async function visions(table) {
  const session = await table.page.context().newCDPSession(table.page),
    shots = [];
  for (const type of VISIONS) {
    await session.send("Emulation.setEmulatedVisionDeficiency", { type });
    await rest(table);
    shots.push((await table.page.screenshot()).toString("base64"));
  }
  await session.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
  const sheet = await table.page.context().newPage();
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join("");
  const style = "body { margin: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 4px } img { width: 100% }";
  await sheet.setContent(`<style>${style}</style>${images}`);
  await sheet.screenshot({ path: join(IMAGES, "table-colour-blind.png") });
  await sheet.close();
}

await sitting(
  async (table) => {
    await table.home();
    await table.page.waitForTimeout(4000);
    await take(table, "table-home");
    await table.open(await saved("assault"));
    await zoom(table, 0);
    await take(table, "table-board-far");
    await zoom(table, 5);
    await take(table, "table-board-middle");
    await table.pick("39A-113");
    await table.page.keyboard.press("Escape");
    for (const key of ["c", "+", "+", "+"]) await table.page.keyboard.press(key);
    await take(table, "table-board-close");
    await zoom(table, 4);
    await table.pick("39A-113");
    const goals = await table.lit();
    await table.page.hover(`[data-board] .light[data-hex="${goals.at(-1)}"]`);
    await take(table, "table-moving");
    await table.page.keyboard.press("Escape");
    await table.end();
    await table.press('[data-board] .light[data-hex="0637"]');
    await table.act("attack 0637");
    await take(table, "table-attack");
    await visions(table);
    await table.act("resolve");
    await table.act("menu");
    await table.act("replay");
    await table.shown();
    await table.page.keyboard.press("End");
    await table.settle();
    await take(table, "table-replay");
  },
  { settings: ALL },
);

await sitting(
  async (table) => {
    await table.open(await saved("assault"));
    await table.pick("39A-113");
    await take(table, "table-phone");
  },
  { ...PHONE, settings: ALL },
);

await sitting(
  async (table) => {
    await table.open(await saved("barrage"));
    await zoom(table, 3);
    const target = (await table.lit())[0];
    await table.press(`[data-board] .light[data-hex="${target}"]`);
    await table.act(`barrage ${target}`);
    await take(table, "table-seelow");
  },
  { settings: ALL },
);

await sitting(
  async (table) => {
    await table.open(await begin({ game: "vistula", scenario: "red_storm" }));
    for (let view; (view = await table.current()).legal.actions[0].verb === "reduce";)
      await table.act(view.legal.actions[0].text);
    const { legal } = await table.current();
    await table.press(
      `section:has(> .files) [data-unit="${legal.actions.find(({ verb }) => verb === "place").units[0]}"]`,
    );
    await take(table, "table-vistula");
  },
  { settings: ALL },
);
