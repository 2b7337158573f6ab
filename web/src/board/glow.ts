// What is lit on the map: reach, targets, paths, layers. Never by colour alone: reach bears its cost, targets a ring.
import type { Point } from "../api/types";
import { type Canvas2D, SANS } from "./pen";
import type { Box } from "./plan";
import { type Plane, UNIT } from "./plane";
import { polygon, regions } from "./shapes";

export type Shade = "reach" | "target" | "place" | "cursor" | "chosen" | "event" | "hover" | "coach";

export type Danger = "slight" | "serious" | "grave";

/** Under the counters: layers, networks, hexes that can be chosen. */
export interface Glow {
  areas: { hexes: string[]; fill: string; edge: string; dash?: number[]; width?: number }[];
  hexes: { hex: string; shade: Shade }[];
  strokes: { d: string; colour: string; width: number }[];
}

/** Over the counters: rings, paths, words. */
export interface Lights {
  rings: { hex: string; shade: Shade }[];
  lines: { points: Point[]; colour: string; arrow: boolean; width?: number }[];
  tags: Tag[];
}

export interface Tag {
  hex: string;
  text: string;
  shade: Shade | Danger;
  aside?: boolean; // a counter stands in the hex
  upon?: boolean; // it is written on the counter, within its frame
}

export const noGlow = (): Glow => ({ areas: [], hexes: [], strokes: [] });
export const noLights = (): Lights => ({ rings: [], lines: [], tags: [] });

const SHADES: Record<Shade, { fill: string; edge: string; width: number; ring: number }> = {
  reach: { fill: "rgba(38,110,160,0.22)", edge: "rgba(24,82,128,0.55)", width: 1.4, ring: 0.94 },
  place: { fill: "rgba(38,110,160,0.3)", edge: "#185280", width: 3.4, ring: 0.92 },
  target: { fill: "rgba(214,73,20,0.14)", edge: "#c8410b", width: 4, ring: 0.9 },
  chosen: { fill: "rgba(255,196,46,0.22)", edge: "#b87a00", width: 4.5, ring: 0.97 },
  cursor: { fill: "rgba(0,0,0,0)", edge: "#1b1b1b", width: 2.4, ring: 0.97 },
  event: { fill: "rgba(255,196,46,0.22)", edge: "#b87a00", width: 4.2, ring: 0.96 },
  coach: { fill: "rgba(0,0,0,0)", edge: "#9c1c6f", width: 6, ring: 1.02 },
  hover: { fill: "rgba(0,0,0,0)", edge: "rgba(38,34,26,0.55)", width: 1.6, ring: 0.97 },
};

/** From which odds on a threat is how grave; told by lightness and width, too, for who does not see the colours. */
export const DANGERS: Record<
  Danger,
  { least: number; fill: string; edge: string; width: number; paper: string; ink: string }
> = {
  slight: { least: 0, fill: "#f2dc8a40", edge: "#a08020b0", width: 4, paper: "#fdf6dc", ink: "#4a3c10" },
  serious: { least: 1, fill: "#f0962866", edge: "#c86a00d0", width: 10, paper: "#f5a93c", ink: "#2a1600" },
  grave: { least: 3, fill: "#a0101080", edge: "#7a0c0c", width: 18, paper: "#7a0c0c", ink: "#ffffff" },
};

/** What a word in a hex is written on. */
function label(shade: Tag["shade"]): { paper: string; ink: string; edge: string } {
  if (shade in DANGERS) {
    const { paper, ink } = DANGERS[shade as Danger];
    return { paper, ink, edge: ink };
  }
  if (shade === "target") return { paper: "#c8410b", ink: "#fff", edge: "#fff" };
  return { paper: "rgba(250,247,238,0.88)", ink: "#123f63", edge: "rgba(24,82,128,0.5)" };
}

const paths = new WeakMap<object, Path2D>();

function kept(key: object, make: () => string): Path2D {
  const known = paths.get(key);
  if (known) return known;
  const path = new Path2D(make());
  paths.set(key, path);
  return path;
}

export function paintGlow(c: Canvas2D, plane: Plane, glow: Glow, zoom: number): void {
  for (const area of glow.areas) paintArea(c, plane, area);
  for (const stroke of glow.strokes) paintStroke(c, stroke);
  for (const one of glow.hexes) paintHex(c, plane, one, zoom);
}

export function paintLights(c: Canvas2D, plane: Plane, lights: Lights, zoom: number): void {
  for (const one of lights.rings) paintRing(c, plane, one, zoom);
  for (const line of lights.lines) paintLine(c, line, zoom);
  for (const tag of lights.tags) paintTag(c, plane, tag, zoom);
}

/** Where anything is lit at all; null: nowhere. */
export function glowBox(plane: Plane, glow: Glow): Box | null {
  if (glow.strokes.length) return EVERYWHERE;
  return boxOf(
    centres(plane, [...glow.areas.flatMap(({ hexes }) => hexes), ...glow.hexes.map(({ hex }) => hex)]),
    UNIT,
  );
}

export function lightsBox(plane: Plane, { rings, lines, tags }: Lights, zoom: number): Box | null {
  const hexes = centres(
    plane,
    [...rings, ...tags].map(({ hex }) => hex),
  );
  const around = UNIT + 60 / Math.min(1, zoom); // tags and arrows are larger from afar
  return boxOf([...hexes, ...lines.flatMap(({ points }) => points)], around);
}

const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

const centres = (plane: Plane, hexes: string[]) =>
  hexes.map((n) => plane.byNumber.get(n)?.centre).filter((at) => at !== undefined);

function boxOf(points: Point[], margin: number): Box | null {
  if (!points.length) return null;
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y);
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
}

function paintArea(c: Canvas2D, plane: Plane, area: Glow["areas"][number]): void {
  const cells = area.hexes.flatMap((n) => plane.byNumber.get(n) ?? []);
  const path = kept(area, () => regions(plane, cells).map(polygon).join(""));
  c.save();
  c.fillStyle = area.fill;
  c.fill(path, "evenodd");
  c.clip(path, "evenodd");
  c.strokeStyle = area.edge;
  c.lineWidth = area.width ?? 6;
  c.setLineDash(area.dash ?? []);
  c.stroke(path);
  c.restore();
}

function paintStroke(c: Canvas2D, stroke: Glow["strokes"][number]): void {
  c.strokeStyle = stroke.colour;
  c.lineWidth = stroke.width;
  c.lineCap = "round";
  c.stroke(kept(stroke, () => stroke.d));
}

function ringOf(plane: Plane, one: Glow["hexes"][number]): Path2D | null {
  const cell = plane.byNumber.get(one.hex);
  return cell ? kept(one, () => polygon(plane.corners(cell.centre, SHADES[one.shade].ring))) : null;
}

function paintHex(c: Canvas2D, plane: Plane, one: Glow["hexes"][number], zoom: number): void {
  const path = ringOf(plane, one),
    shade = SHADES[one.shade];
  if (!path) return;
  c.fillStyle = shade.fill;
  c.fill(path);
  c.strokeStyle = shade.edge;
  c.lineWidth = shade.width / Math.min(1, zoom);
  c.stroke(path);
}

function paintRing(c: Canvas2D, plane: Plane, one: Glow["hexes"][number], zoom: number): void {
  const path = ringOf(plane, one),
    shade = SHADES[one.shade];
  if (!path) return;
  c.save();
  c.lineWidth = shade.width / Math.min(1, zoom * 1.4);
  if (one.shade === "target" || one.shade === "coach") {
    c.strokeStyle = "#fff"; // so that it is seen on counters of any colour
    c.stroke(path);
    c.setLineDash([10, 5]);
  }
  c.strokeStyle = shade.edge;
  c.stroke(path);
  c.restore();
}

function paintLine(c: Canvas2D, line: Lights["lines"][number], zoom: number): void {
  if (line.points.length < 2) return;
  const width = Math.min(18, (line.width ?? 6) / Math.min(1, zoom * 1.2));
  const points = trimmed(line.points, UNIT * 0.3, UNIT * 0.3 + (line.arrow ? width * 2.6 : 0));
  c.save();
  c.lineJoin = c.lineCap = "round";
  for (const [colour, w] of [
    ["rgba(255,250,235,0.9)", width + 3],
    [line.colour, width],
  ] as const) {
    c.strokeStyle = colour;
    c.lineWidth = w;
    c.beginPath();
    points.forEach(([x, y], k) => (k ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.stroke();
  }
  if (line.arrow) paintHead(c, points.at(-2)!, points.at(-1)!, width, line.colour);
  c.restore();
}

/** A line that leaves the counters at its ends in sight. */
function trimmed(points: Point[], before: number, after: number): Point[] {
  const [first, second] = points,
    [last, previous] = [points.at(-1)!, points.at(-2)!];
  // From neighbour to neighbour only the hexside is crossed.
  if (points.length === 2) [before, after] = [UNIT * 0.26, Math.min(after + UNIT * 0.06, UNIT * 0.66)];
  return [towards(first!, second!, before), ...points.slice(1, -1), towards(last, previous, after)];
}

function towards(a: Point, b: Point, by: number): Point {
  const part = Math.min(0.9, by / Math.hypot(b[0] - a[0], b[1] - a[1]));
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

function paintHead(c: Canvas2D, a: Point, b: Point, width: number, colour: string): void {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]),
    size = width * 2.6;
  c.translate(b[0], b[1]);
  c.rotate(angle);
  c.fillStyle = colour;
  c.strokeStyle = "rgba(255,250,235,0.9)";
  c.lineWidth = 1.5;
  c.beginPath();
  c.moveTo(size, 0); // longer than it is wide, else nobody sees which corner is its point
  c.lineTo(-size * 0.7, -size * 0.58);
  c.lineTo(-size * 0.7, size * 0.58);
  c.closePath();
  c.fill();
  c.stroke();
}

/** A word in the hex: a cost in the middle of an empty hex, odds on the upper edge of the counter they are about, so
 * that no strength is covered, neither its own nor that of the counter above. */
function paintTag(c: Canvas2D, plane: Plane, tag: Tag, zoom: number): void {
  const cell = plane.byNumber.get(tag.hex);
  if (!cell || (tag.shade === "reach" && zoom < 0.3)) return;
  const size = Math.max(tag.shade === "reach" ? 17 : 16, 11.5 / zoom);
  const [dx, low] = tag.aside
    ? [UNIT * 0.36, UNIT * -0.34]
    : [0, tag.upon ? UNIT * -0.26 : ["reach", "coach"].includes(tag.shade) ? 0 : UNIT * -0.33];
  c.save();
  c.font = `700 ${size}px ${SANS}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  const [x, y] = [cell.centre[0] + dx!, cell.centre[1] + low!],
    half = c.measureText(tag.text).width / 2 + size * 0.35,
    { paper, ink, edge } = label(tag.shade);
  c.fillStyle = paper;
  c.strokeStyle = edge;
  c.lineWidth = 1;
  c.beginPath();
  c.roundRect(x - half, y - size * 0.62, 2 * half, size * 1.24, size * 0.6);
  c.fill();
  c.stroke();
  c.fillStyle = ink;
  c.fillText(tag.text, x, y + size * 0.05);
  c.restore();
}
