// Names on the map, placed so that none runs under a counter or over another name.
import type { Style as MapStyle, Point } from "../api/types";
import { SERIF } from "./pen";
import { STATION, stations, swollen } from "./places";
import { type Box, Crowd, Plan, around, holds } from "./plan";
import { type Cell, MARGIN, type Plane, UNIT, distance } from "./plane";
import { chains } from "./shapes";
import { courses, legs } from "./ways";

const RED = "#a51919",
  BLACK = "#26221a",
  BLUE = "#2f6685";
const PATIENCE = 0.22; // how much disturbance a better spot in the list is worth
const LEAST = 11.5; // pixels on the screen
const FAR = 0.44; // farther off there is room for the great names only

export interface Style {
  size: number;
  fill: string;
  spacing: number;
  weight: number;
  italic: boolean;
  halo: string;
}

export interface Label {
  lines: string[];
  at: Point;
  style: Style;
  angle: number;
  boxes?: Box[];
}

const plain = (size: number, fill: string, more: Partial<Style> = {}): Style => ({
  size,
  fill,
  spacing: 0,
  weight: 400,
  italic: false,
  halo: "#f3ecd8",
  ...more,
});

export const fontOf = (style: Style) => `${style.italic ? "italic " : ""}${style.weight} ${style.size}px ${SERIF}`;

const ruler = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
const widths = new Map<string, number>();
let forgotten = 0;

export function widthOf(words: string, style: Style): number {
  const key = `${style.italic}${style.weight}${words}`;
  if (!widths.has(key) && ruler) {
    ruler.font = fontOf({ ...style, size: 100 });
    widths.set(key, ruler.measureText(words).width / 100);
  }
  return (widths.get(key) ?? words.length * 0.5) * style.size + style.spacing * words.length;
}

/** Measured with fonts that were not there yet. */
export function forgetWidths(): void {
  widths.clear();
  forgotten++;
}

/** The room a name takes; those that are tried again and again keep it. */
export function boxesOf(label: Label): Box[] {
  return (label.boxes ??= label.angle ? beads(label, spread(label)) : [upright(label)]);
}

function upright(label: Label): Box {
  const {
      style,
      at: [x, y],
      lines,
    } = label,
    half = spread(label) / 2 + 2,
    rise = (style.size * (lines.length - 0.02)) / 2;
  return [x - half, y - rise, x + half, y + rise];
}

const spreads = new WeakMap<string[], [size: number, width: number]>();

/** How wide the widest line is; a name is tried in many places. */
function spread({ lines, style }: Label): number {
  const known = spreads.get(lines);
  if (known?.[0] === style.size) return known[1];
  const width = Math.max(...lines.map((line) => widthOf(line, style)));
  spreads.set(lines, [style.size, width]);
  return width;
}

/** A turned line of text, covered by squares along it. */
function beads({ style, at, angle }: Label, width: number): Box[] {
  const half = style.size * 0.55,
    count = Math.max(2, Math.ceil(width / half));
  return Array.from({ length: count }, (_, k) => {
    const along = (k / (count - 1) - 0.5) * width;
    return around([at[0] + along * Math.cos(angle), at[1] + along * Math.sin(angle)], half);
  });
}

const stood = new WeakMap<object, Label>();

/** A name stays where it was as long as there is room: it must not hop about with the counters. */
function choose(plan: Plan, crowd: Crowd, candidates: Iterable<Label>): Label | null {
  const known = stood.get(candidates);
  const found = known && plan.fits(boxesOf(known)) ? known : bestOf(plan, crowd, candidates);
  if (found) {
    stood.set(candidates, found);
    plan.take(boxesOf(found));
  }
  return found;
}

function bestOf(plan: Plan, crowd: Crowd, candidates: Iterable<Label>): Label | null {
  let best: Label | null = null,
    least = Infinity,
    k = 0;
  for (const label of candidates) {
    const price = k++ * PATIENCE;
    if (price >= least) break;
    const boxes = boxesOf(label);
    if (!plan.fits(boxes)) continue;
    const cost = boxes.reduce((sum, box) => sum + crowd.count(box), price);
    if (cost < least) [best, least] = [label, cost];
  }
  return best;
}

/** Every name that finds room at this zoom, the important ones first. */
export function names(plane: Plane, covered: Box[], zoom: number): Label[] {
  const plan = new Plan([MARGIN + 2, MARGIN + 2, plane.width - MARGIN - 2, plane.height - MARGIN - 2]);
  const settled = plane.cells.filter((cell) => cell.place),
    crowd = crowdOf(plane);
  plan.take([
    ...covered,
    ...settled.map((cell) => around(cell.centre, reach(cell))),
    ...stations(plane).map(({ at }) => around(at, STATION * swollen(zoom))),
  ]);
  const far = zoom < FAR;
  const { water, land } = still(plane, zoom, far);
  return [...water, ...places(plane, covered, zoom, far), ...land]
    .map((candidates) => choose(plan, crowd, candidates))
    .filter((label) => label !== null);
}

const kept = new WeakMap<Plane, { zoom: number; forgotten: number; water: Label[][]; land: Label[][] }>();

/** Where names could stand that do not care for counters; kept until the zoom changes. */
function still(plane: Plane, zoom: number, far: boolean): { water: Label[][]; land: Label[][] } {
  const known = kept.get(plane);
  if (known?.zoom === zoom && known.forgotten === forgotten) return known;
  const made = {
    zoom,
    forgotten,
    water: waters(plane, zoom),
    land: far ? [] : [...woods(plane, zoom), ...rivers(plane, zoom)],
  };
  kept.set(plane, made);
  return made;
}

const crowds = new WeakMap<Plane, Crowd>();

/** Points on roads, rivers and hex numbers. */
function crowdOf(plane: Plane): Crowd {
  const known = crowds.get(plane);
  if (known) return known;
  const found: Point[] = [];
  const along = (a: Point, b: Point) => {
    for (let t = 0; t <= 6; t++) found.push([a[0] + ((b[0] - a[0]) * t) / 6, a[1] + ((b[1] - a[1]) * t) / 6]);
  };
  for (const cell of plane.cells) {
    for (const dx of [-6, 0, 6]) found.push([cell.centre[0] + dx, cell.centre[1] - UNIT / 2 + 7]);
    for (const [a, b] of legs(plane, cell)) along(a, b);
  }
  for (const { ends } of courses(plane)) along(...ends);
  const made = new Crowd(found);
  crowds.set(plane, made);
  return made;
}

const reach = ({ place }: Cell) => (place?.size ?? 6.5) + 1.5;

function places(plane: Plane, covered: Box[], zoom: number, far: boolean): Iterable<Label>[] {
  const wanted = new Set(plane.flagged(plane.data.drawing.objective)),
    ranks = plane.styles("hex", "place");
  const order = (cell: Cell) => (wanted.has(cell) ? 0 : 10) + ranks.indexOf(cell.place!);
  const great = (cell: Cell) => cell.place!.size! > 8;
  return plane.cells
    .filter((cell) => cell.place && cell.name && (!far || wanted.has(cell) || great(cell)))
    .sort((a, b) => order(a) - order(b))
    .map((cell) => {
      const size = (cell.place!.text ?? 15) + (wanted.has(cell) ? 1.5 : 0);
      const style = plain(Math.max(size, LEAST / zoom), wanted.has(cell) ? RED : BLACK, {
        weight: wanted.has(cell) || great(cell) ? 600 : 400,
      });
      return beside(plane, cell, style, covered);
    });
}

const STRAYED = UNIT * 0.3; // so near the middle of another hex a name would be read as that hex's own

/** Around the place, or around the counters that stand on it; then ever farther out, but never into another hex. */
function* beside(plane: Plane, cell: Cell, style: Style, covered: Box[]): Iterable<Label> {
  const [x, y] = cell.centre,
    lines = [cell.name];
  const under = covered.find((box) => holds(box, cell.centre));
  const [left, top, right, bottom] = under ?? around(cell.centre, reach(cell));
  const half = widthOf(cell.name, style) / 2 + 3,
    rise = style.size / 2 + 1;
  for (const extra of [0, 5, 10, 16, 24, 34]) {
    const low = bottom + rise + extra,
      high = top - rise - extra;
    const east = right + half + extra,
      west = left - half - extra;
    const spots: Point[] = [
      [x, low],
      [x, high],
      [east, y],
      [west, y],
      [east - 6, low - 4],
      [west + 6, low - 4],
      [east - 6, high + 4],
      [west + 6, high + 4],
      [x + half / 2, low],
      [x - half / 2, low],
      [x + half / 2, high],
      [x - half / 2, high],
      [x + half, low],
      [x - half, low],
    ];
    for (const at of spots) if (!isAstray(plane, cell, at)) yield { lines, at, style, angle: 0 };
  }
}

function isAstray(plane: Plane, cell: Cell, at: Point): boolean {
  const there = plane.at(at);
  return there !== null && there !== undefined && there !== cell && distance(there.centre, at) < STRAYED;
}

const COMPASS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
] as const;

function waters(plane: Plane, zoom: number): Label[][] {
  return (plane.data.outlines?.labels ?? [])
    .filter(([kind]) => kind === "sea" || zoom >= 0.7)
    .map(([kind, name, px, py]) => {
      const [x, y] = plane.xy([px, py]),
        sea = kind === "sea";
      const style = plain(Math.max(sea ? 34 : 14, LEAST / zoom), BLUE, {
        italic: true,
        spacing: sea ? 5 : 0.6,
        halo: "#a9cadb",
      });
      const shifts = [[0, 0], ...[10, 22, 36, 55].flatMap((r) => COMPASS.map(([dx, dy]) => [r * dx, r * dy]))];
      const lines = sea ? name.split(" ") : [name];
      return shifts.map(([dx, dy]) => ({ lines, at: [x + dx!, y + dy!] as Point, style, angle: 0 }));
    });
}

/** Woods, marshes and heights that bear a name. */
function woods(plane: Plane, zoom: number): Label[][] {
  const groups = new Map<string, { style: MapStyle; cell: Cell }[]>();
  for (const style of plane.styles("hex", "area").filter(({ lettering }) => lettering))
    for (const cell of plane.cellsOf(style))
      if (cell.name && !cell.place) groups.set(cell.name, [...(groups.get(cell.name) ?? []), { style, cell }]);
  return [...groups]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([name, found]) => {
      const most = found.toSorted((a, b) => share(found, b.style) - share(found, a.style))[0]!.style;
      const size = Math.max(Math.min(22, 12.5 + found.length / 2), LEAST / zoom);
      const style = plain(size, most.lettering!, { italic: true, spacing: found.length > 3 ? 1.5 : 0.6 });
      const lines = wrapped(name.split(" (")[0]!, 16);
      return spots(found.map(({ cell }) => cell)).map((at) => ({ lines, at, style, angle: 0 }));
    });
}

const share = (found: { style: MapStyle }[], style: MapStyle) => found.filter((one) => one.style === style).length;

function wrapped(name: string, width: number): string[] {
  const lines = [""];
  for (const word of name.split(" ")) {
    const last = lines.at(-1)!;
    if (last && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`.trim();
  }
  return lines;
}

/** Points in the wood, from its middle outwards. */
function spots(cells: Cell[]): Point[] {
  const mean = (axis: 0 | 1) => cells.reduce((sum, cell) => sum + cell.centre[axis], 0) / cells.length;
  const heart: Point = [mean(0), mean(1)];
  const found: Point[] = [heart];
  for (const {
    centre: [x, y],
  } of cells)
    for (const dx of [0, -12, 12]) for (const dy of [6, 20, -12, 34, -44]) found.push([x + dx, y + dy]);
  return found.sort((p, q) => distance(p, heart) - distance(q, heart));
}

function rivers(plane: Plane, zoom: number): Label[][] {
  const style = plain(Math.max(14, LEAST / zoom), BLUE, { italic: true, spacing: 1 });
  const named = new Map<string, [Point, Point][]>();
  for (const { side, ends } of courses(plane)) {
    const name = side.river_name?.split("+")[0];
    if (name) named.set(name, [...(named.get(name) ?? []), ends]);
  }
  return [...named].flatMap(([name, links]) => {
    const found = chains(links).flatMap((course) => along(name, course, style));
    const times = 1 + Math.floor(links.length / 40); // a long river is named again
    return Array.from({ length: times }, (_, k) => found.slice(Math.floor((k * found.length) / times)));
  });
}

/** Beside every straight enough stretch that is as long as the name. */
function along(name: string, course: Point[], style: Style): Label[] {
  const count = Math.ceil((widthOf(name, style) + 6) / 40),
    lines = [name];
  return course.slice(0, Math.max(0, course.length - count)).flatMap((a, start) => {
    const b = course[start + count]!,
      length = distance(a, b);
    if (length < 0.8 * count * 46 * 0.87) return [];
    const slope = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const angle = slope > Math.PI / 2 ? slope - Math.PI : slope < -Math.PI / 2 ? slope + Math.PI : slope;
    return [1, -1].map((sign) => {
      const off = (sign * 21) / length;
      const at: Point = [(a[0] + b[0]) / 2 - (b[1] - a[1]) * off, (a[1] + b[1]) / 2 + (b[0] - a[0]) * off];
      return { lines, at, style, angle: angle || 0.001 };
    });
  });
}
