// Everything that is lit on the map just now, put together.
import type { Point } from "../api/types";
import type { Glow } from "../board/glow";
import type { Plane } from "../board/plane";
import { network } from "../board/ways";
import type { Hand } from "./hand.svelte";
import type { Layers } from "./layers.svelte";
import type { MatchState } from "./match.svelte";

const OWN = { fill: "rgba(40,90,150,0.12)", edge: "rgba(40,90,150,0.55)" };
const OTHER = { fill: "rgba(170,60,20,0.12)", edge: "rgba(170,60,20,0.6)", dash: [8, 6] };

export function glowOf(match: MatchState, hand: Hand, layers: Layers): Glow {
  const glow: Glow = { areas: [], hexes: [], strokes: [], lines: [], tags: [] };
  addLayers(glow, match, layers);
  addLit(glow, match, hand);
  addPath(glow, match, hand);
  addEvent(glow, match);
  return glow;
}

const networks = new WeakMap<Plane, Glow["strokes"]>();

function networksOf(plane: Plane): Glow["strokes"] {
  const known = networks.get(plane);
  if (known) return known;
  const made = [
    { d: network(plane, "rail"), colour: "rgba(20,71,122,0.75)", width: 10 },
    { d: network(plane, "road"), colour: "rgba(184,58,8,0.6)", width: 8 },
    { d: network(plane, "autobahn"), colour: "rgba(122,20,90,0.7)", width: 12 },
  ];
  networks.set(plane, made);
  return made;
}

function addLayers(glow: Glow, match: MatchState, layers: Layers): void {
  const own = match.seat.side;
  for (const [side, hexes] of Object.entries(layers.zones)) glow.areas.push({ hexes, ...(side === own ? OWN : OTHER) });
  if (layers.on.has("control")) {
    const control = match.moment.view.control ?? {};
    for (const side of new Set(Object.values(control)))
      glow.areas.push({ hexes: Object.keys(control).filter((hex) => control[hex] === side), ...(side === own ? OWN : OTHER) });
  }
  if (layers.on.has("supply")) {
    for (const { sources, units } of Object.values(layers.supply)) {
      glow.areas.push({ hexes: sources, fill: "rgba(30,120,70,0.18)", edge: "#1e7846" });
      const cut = Object.entries(units).filter(([, state]) => state.now !== "supplied").flatMap(([id]) => match.units.get(id)?.hex ?? []);
      glow.areas.push({ hexes: [...new Set(cut)], fill: "rgba(192,38,38,0.22)", edge: "#c02626", dash: [4, 4] });
    }
  }
  if (layers.on.has("networks")) glow.strokes.push(...networksOf(match.plane));
  if (layers.command.length) glow.areas.push({ hexes: layers.command, fill: "rgba(110,60,150,0.1)", edge: "rgba(110,60,150,0.7)" });
}

function addLit(glow: Glow, match: MatchState, hand: Hand): void {
  for (const [hex, lit] of hand.lit) {
    glow.hexes.push({ hex, shade: hand.armed === hex || hand.tapped === hex ? "chosen" : lit.shade });
    if (lit.tag) glow.tags.push({ hex, text: lit.tag, shade: lit.shade, aside: lit.shade === "reach" && match.stacks.has(hex) });
  }
  if (hand.hovered) glow.hexes.push({ hex: hand.hovered, shade: "hover" });
  if (hand.hex) glow.hexes.push({ hex: hand.hex, shade: "cursor" });
}

function addPath(glow: Glow, match: MatchState, hand: Hand): void {
  const start = hand.picked ? match.units.get(hand.picked)?.hex : null;
  if (start && hand.path.length) glow.lines.push({ points: points(match, [start, ...hand.path.map((step) => step.hex)]), colour: "#c8410b", arrow: true });
  const target = match.building?.target;
  if (!target) return;
  glow.hexes.push({ hex: target, shade: "target" });
  for (const id of match.building!.attackers) {
    const hex = match.units.get(id)?.hex;
    if (hex) glow.lines.push({ points: points(match, [hex, target]), colour: "#c8410b", arrow: true, width: 5 });
  }
}

function addEvent(glow: Glow, match: MatchState): void {
  const event = match.playback.current;
  if (!event) return;
  const walked = Array.isArray(event.params["path"]);
  for (const hex of walked ? event.hexes.slice(-1) : event.hexes) glow.hexes.push({ hex, shade: "event" });
  const attackers = event.units.flatMap((id) => match.units.get(id)?.hex ?? []);
  const goal = event.hexes.at(-1);
  if (event.hexes.length > 1) glow.lines.push({ points: points(match, event.hexes), colour: "#b87a00", arrow: true });
  else if (goal && "die" in event.params) for (const hex of attackers) if (hex !== goal) glow.lines.push({ points: points(match, [hex, goal]), colour: "#c8410b", arrow: true, width: 5 });
}

function points(match: MatchState, hexes: string[]): Point[] {
  return hexes.flatMap((n) => {
    const cell = match.plane.byNumber.get(n);
    return cell ? [cell.centre] : [];
  });
}
