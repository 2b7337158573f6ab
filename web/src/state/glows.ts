// Everything that is lit on the map just now, put together.
import type { HintStep, Point, Threat } from "../api/types";
import { type Danger, DANGERS, type Glow, type Lights, noGlow, noLights } from "../board/glow";
import type { Plane } from "../board/plane";
import { network } from "../board/ways";
import { t } from "../i18n/index.svelte";
import type { Hand } from "./hand.svelte";
import type { Layers } from "./layers.svelte";
import type { MatchState } from "./match.svelte";

const OWN = { fill: "rgba(40,90,150,0.12)", edge: "rgba(40,90,150,0.55)" };
const OTHER = { fill: "rgba(170,60,20,0.12)", edge: "rgba(170,60,20,0.6)", dash: [8, 6] };

/** What lies under the counters. */
export function glowOf(match: MatchState, hand: Hand, layers: Layers): Glow {
  const glow = noGlow(),
    shut = match.moment.view.out_of_play ?? [];
  if (shut.length) glow.areas.push({ hexes: shut, fill: "rgba(236,227,203,0.8)", edge: "rgba(95,88,72,0.6)" });
  addLayers(glow, match, layers);
  addSight(glow, match, hand, layers);
  for (const [hex, lit] of hand.lit) glow.hexes.push({ hex, shade: lit.shade });
  return glow;
}

/** What lies over them. */
export function lightsOf(
  match: MatchState,
  hand: Hand,
  layers: Layers,
  pointed: string[] = [],
  advice: Shown | null = null,
): Lights {
  const lights = noLights();
  for (const hex of pointed) {
    lights.rings.push({ hex, shade: "coach" });
    if (!match.stacks.has(hex) && !hand.lit.get(hex)?.tag) lights.tags.push({ hex, text: hex, shade: "coach" });
  }
  if (layers.on.has("supply")) addSupply(lights, match, layers);
  for (const [hex, threat] of Object.entries(layers.threats))
    if (!hand.lit.get(hex)?.tag) lights.tags.push({ hex, text: threat.odds, shade: dangerOf(threat), upon: true });
  if (advice) addAdvice(lights, match, advice);
  addLit(lights, match, hand);
  addPath(lights, match, hand);
  addEvent(lights, match);
  return lights;
}

const networks = new WeakMap<Plane, Glow["strokes"]>();

function networksOf(plane: Plane): Glow["strokes"] {
  const known = networks.get(plane);
  if (known) return known;
  const made = plane
    .styles("side", "way")
    .map((way) => ({ d: network(plane, way), colour: `${way.glow}a6`, width: 10 }));
  networks.set(plane, made);
  return made;
}

const GRADES = Object.keys(DANGERS) as Danger[];
const dangerOf = ({ attack, defence }: Threat): Danger =>
  GRADES.findLast((grade) => attack >= DANGERS[grade].least * Math.max(1, defence))!;

function addLayers(glow: Glow, match: MatchState, layers: Layers): void {
  const own = match.seat.side;
  for (const [side, hexes] of Object.entries(layers.zones)) glow.areas.push({ hexes, ...(side === own ? OWN : OTHER) });
  if (layers.on.has("control")) {
    const control = match.moment.view.control ?? {};
    for (const side of new Set(Object.values(control)))
      glow.areas.push({
        hexes: Object.keys(control).filter((hex) => control[hex] === side),
        ...(side === own ? OWN : OTHER),
      });
  }
  if (layers.on.has("supply")) {
    for (const { sources = [], units = {} } of Object.values(layers.supply)) {
      glow.areas.push({ hexes: sources, fill: "rgba(30,120,70,0.18)", edge: "#1e7846" });
      const cut = Object.entries(units)
        .filter(([, state]) => (state.now ?? state.status) !== "supplied")
        .flatMap(([id]) => match.units.get(id)?.hex ?? []);
      glow.areas.push({ hexes: [...new Set(cut)], fill: "rgba(192,38,38,0.22)", edge: "#c02626", dash: [4, 4] });
    }
  }
  const threats = Object.entries(layers.threats);
  for (const grade of GRADES) {
    const { fill, edge, width } = DANGERS[grade];
    for (const [hex, threat] of threats)
      if (dangerOf(threat) === grade) glow.areas.push({ hexes: [hex], fill, edge, width });
  }
  if (layers.on.has("networks")) glow.strokes.push(...networksOf(match.plane));
  if (layers.command.length)
    glow.areas.push({ hexes: layers.command, fill: "rgba(110,60,150,0.1)", edge: "rgba(110,60,150,0.7)" });
}

/** The line of the unit looked at, and how many units draw on each HQ. */
function addSupply(lights: Lights, match: MatchState, { line, supply }: Layers): void {
  if (line.length > 1) lights.lines.push({ points: points(match, line), colour: "#1e7846", arrow: false, width: 5 });
  for (const [id, { used, slots }] of Object.values(supply).flatMap(({ hqs = {} }) => Object.entries(hqs))) {
    const hex = match.units.get(id)?.hex;
    if (hex)
      lights.tags.push({ hex, text: slots === null ? String(used) : `${used}/${slots}`, shade: "place", aside: true });
  }
}

/** What is seen from a hex, the line to the one pointed at, and what stands in its way. */
function addSight(glow: Glow, match: MatchState, hand: Hand, { sight }: Layers): void {
  if (!sight) return;
  glow.areas.push({
    hexes: [sight.hex, ...sight.visible],
    fill: "rgba(214,158,20,0.13)",
    edge: "rgba(150,105,0,0.75)",
  });
  const target = hand.hovered,
    by = sight.hidden[target ?? ""]?.by ?? [];
  if (!target || target === sight.hex || !(by.length || sight.visible.includes(target))) return;
  const [from, to] = points(match, [sight.hex, target]) as [Point, Point];
  glow.strokes.push({
    d: `M${from[0]},${from[1]}L${to[0]},${to[1]}`,
    colour: by.length ? "#c02626" : "#1e7846",
    width: 4,
  });
  if (by.length) glow.areas.push({ hexes: by, fill: "rgba(192,38,38,0.25)", edge: "#c02626", dash: [4, 4] });
}

function addLit(lights: Lights, match: MatchState, hand: Hand): void {
  for (const [hex, lit] of hand.lit) {
    if (hand.armed === hex || hand.tapped === hex) lights.rings.push({ hex, shade: "chosen" });
    else if (lit.shade === "target" || (lit.shade === "place" && match.stacks.has(hex)))
      lights.rings.push({ hex, shade: lit.shade });
    if (lit.tag)
      lights.tags.push({
        hex,
        text: lit.tag,
        shade: lit.shade,
        aside: lit.shade === "reach" && match.stacks.has(hex),
      });
  }
  const asked = match.mine ? (match.decision?.units ?? []) : [];
  for (const id of match.pointed ? [match.pointed] : asked) {
    const hex = match.units.get(id)?.hex;
    if (hex) lights.rings.push({ hex, shade: "event" });
  }
  if (hand.hovered) lights.rings.push({ hex: hand.hovered, shade: "hover" });
  if (hand.hex) lights.rings.push({ hex: hand.hex, shade: "cursor" });
}

function addPath(lights: Lights, match: MatchState, hand: Hand): void {
  hand.paths.forEach((path, k) => {
    const start = match.units.get(hand.chosen[0]?.each[k]?.units[0] ?? "")?.hex;
    if (start && path.length)
      lights.lines.push({
        points: points(match, [start, ...path.map((step) => step.hex)]),
        colour: "#c8410b",
        arrow: true,
      });
  });
  const target = match.building?.target;
  if (!target || match.playback.outcome) return; // it has been struck
  lights.rings.push({ hex: target, shade: "target" });
  const now = hand.preview?.refusal ? null : hand.preview?.column;
  if (now) lights.tags.push({ hex: target, text: t("strike.now", { odds: now }), shade: "target" });
  for (const id of match.building!.attackers) {
    const hex = match.units.get(id)?.hex;
    if (hex) lights.lines.push({ points: points(match, [hex, target]), colour: "#c8410b", arrow: true, width: 5 });
  }
}

const ADVISED = "#5b2a86";

/** A plan that is drawn on the map: which step is due, and which is looked at. */
export interface Shown {
  steps: HintStep[];
  at: number;
  looked: number | null;
}

/** Where those who are advised to move would stand, the last word first heard. */
export function ghostsOf(match: MatchState, { steps, at }: Shown): { id: string; hex: string }[] {
  const ends = new Map<string, string>();
  for (const { units, end } of steps.slice(at)) if (end) for (const id of units) ends.set(id, end);
  return [...ends].filter(([id, hex]) => match.units.get(id)?.hex !== hex).map(([id, hex]) => ({ id, hex }));
}

/** What is advised: the ways of those who go, the blows of those who strike; of one step alone if it is looked at. */
function addAdvice(lights: Lights, match: MatchState, advice: Shown): void {
  const stands = new Map([...match.units].map(([id, { hex }]) => [id, hex ?? ""]));
  advice.steps.forEach(({ units, start, end, target, odds }, k) => {
    const shown = advice.looked === null ? k >= advice.at : k === advice.looked;
    if (end) {
      for (const id of units) stands.set(id, end);
      if (shown && start)
        lights.lines.push({ points: points(match, [start, end]), colour: ADVISED, arrow: true, width: 5 });
      if (shown && k === (advice.looked ?? advice.at)) lights.rings.push({ hex: end, shade: "coach" });
    }
    if (!target || !shown) return;
    lights.rings.push({ hex: target, shade: "target" });
    if (odds) lights.tags.push({ hex: target, text: odds, shade: "target" });
    for (const hex of new Set(units.map((id) => stands.get(id) ?? "")))
      if (hex && hex !== target)
        lights.lines.push({ points: points(match, [hex, target]), colour: "#c8410b", arrow: true, width: 5 });
  });
}

function addEvent(lights: Lights, match: MatchState): void {
  const event = match.playback.current;
  if (!event) return;
  const walked = Array.isArray(event.params["path"]);
  for (const hex of event.assault ? [event.assault.target] : walked ? event.hexes.slice(-1) : event.hexes)
    lights.rings.push({ hex, shade: "event" });
  const attackers = (event.assault?.attackers ?? event.units).flatMap((id) => match.units.get(id)?.hex ?? []);
  const goal = event.assault?.target ?? event.hexes.at(-1);
  if (event.hexes.length > 1 && !event.assault)
    lights.lines.push({ points: points(match, event.hexes), colour: "#b87a00", arrow: true });
  else if (goal && "die" in event.params)
    for (const hex of attackers)
      if (hex !== goal)
        lights.lines.push({ points: points(match, [hex, goal]), colour: "#c8410b", arrow: true, width: 5 });
}

function points(match: MatchState, hexes: string[]): Point[] {
  return hexes.flatMap((n) => {
    const cell = match.plane.byNumber.get(n);
    return cell ? [cell.centre] : [];
  });
}
