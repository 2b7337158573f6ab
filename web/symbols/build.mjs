// Draws the unit symbols of the counters once, as plain SVG that the map and the browser share.
import { writeFileSync } from "node:fs";
import ms from "milsymbol";

const INK = "#23251f";
const CREAM = "#f7f2e1";
const TARGET = new URL("../../src/countermarch/atlas/symbols.json", import.meta.url);

// Land units of APP-6D: six digits of the main icon and two modifiers; then what the
// standard has no sign for, drawn in the same 150 x 100 frame from (25, 50).
const INFANTRY = "1211000000";
const MECHANISED = "1211020000";
const ARMOUR = "1205000000";
const BARE = "0000000000";
const stroke = (d) => `<path d="${d}" fill="none" stroke="${INK}" stroke-width="7"/>`;
const solid = (d) => `<path d="${d}" fill="${INK}"/>`;
const LETTERING = 'text-anchor="middle" font-family="Carlito,Lato,sans-serif" font-size="58" font-weight="700"';
const word = (text) => `<text x="100" y="121" ${LETTERING} fill="${INK}">${text}</text>`;
const HEAVY = solid("M25,50h22v100h-22z");
const WHEELS = [55, 100, 145].map((x) => `<circle cx="${x}" cy="161" r="9" fill="${INK}"/>`).join("");
const RAMPART = stroke("M25,78h25v-26M75,52v26h50v-26M150,52v26h25");

const SYMBOLS = {
  infantry: [INFANTRY],
  volksgrenadier: [INFANTRY],
  volkssturm: [BARE, word("V")],
  motorised: [INFANTRY, WHEELS],
  motorcycle: [INFANTRY, WHEELS],
  panzergrenadier: [MECHANISED],
  mechanized: [MECHANISED],
  tank: [ARMOUR],
  panzer: [ARMOUR],
  heavy_tank: [ARMOUR, HEAVY],
  assault_gun: [ARMOUR, stroke("M62,50v100")],
  antitank: ["1204000000"],
  artillery: ["1303000000"],
  mortar: ["1308000000"],
  engineer: ["1407000000"],
  cavalry: ["1213000000"],
  fortified: [INFANTRY, RAMPART],
  garrison: [BARE, RAMPART],
  air: ["1208000000"],
  naval: [BARE, solid("M48,108h104l-14,24h-76zM66,104v-14h20v-16h22v30zM112,104v-10h24v10z")],
  hq: [BARE, word("HQ")],
  unit: [BARE],
};

function markup([icon, extra = ""]) {
  const svg = new ms.Symbol(`1003100000${icon}`, { size: 100, fillColor: CREAM, strokeWidth: 8 }).asSVG();
  const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  const frame = inner.slice(0, inner.indexOf("</path>") + 7);
  const drawn = icon === BARE ? frame : inner;
  return bold(drawn) + extra;
}

// On a counter the icon is 25 pixels wide, so its strokes need weight.
function bold(text) {
  return text
    .replaceAll('stroke-width="3"', 'stroke-width="7"')
    .replaceAll('="black"', `="${INK}"`)
    .replaceAll(' fill-opacity="1" ></path>', "/>")
    .replaceAll(" ></path>", "/>")
    .replaceAll(" ></circle>", "/>");
}

const symbols = Object.fromEntries(Object.entries(SYMBOLS).map(([name, parts]) => [name, markup(parts)]));
writeFileSync(TARGET, JSON.stringify({ viewBox: "19 44 162 128", symbols }, null, 1) + "\n");
