// Water, grounds, the grid and its numbers.
import type { Point, Style } from "../api/types";
import type { Pen } from "./pen";
import type { Box } from "./plan";
import { type Cell, type Plane, UNIT, distance, middle } from "./plane";
import { blob, chains, curve, extent, polygon, polyline, regions, seeded } from "./shapes";
import { legs } from "./ways";

export const PAPER = "#ece3cb";
export const WATER = "#a9cadb";
const SHORE = "#5f93ae";
const GRID = "#7f7764";

/** Woods, marshes, heights: an outline filled, and small signs spread over it. */
export function areas(pen: Pen, plane: Plane): void {
  for (const style of plane.styles("hex", "area")) area(pen, plane, style);
}

function area(pen: Pen, plane: Plane, style: Style): void {
  const cells = plane.cellsOf(style),
    around = regions(plane, cells),
    outline = around.map((r) => blob(r)).join("");
  if (style.shadow) pen.fill(around.map((r) => blob(r.map(([x, y]): Point => [x + 4, y + 6]))).join(""), style.shadow);
  if (style.fill) pen.fill(outline, style.fill);
  if (style.edge) pen.stroke(outline, style.edge, 1.2);
  const sign = style.mark && SIGNS[style.mark];
  if (!sign) return;
  for (const block of plane.blocks(cells)) {
    const d = block.cells.flatMap((cell) => scatter(plane, cell, sign.many).map(sign.d)).join("");
    pen.part(block.box, () => (sign.filled ? pen.fill(d, style.ink!, 0.8) : pen.stroke(d, style.ink!, 1.3)));
  }
}

const at = (x: number, y: number) => `M${x.toFixed(1)},${y.toFixed(1)}`;
const SIGNS: Record<NonNullable<Style["mark"]>, { many: number; filled?: boolean; d: (p: Point) => string }> = {
  tree: { many: 15, filled: true, d: ([x, y]) => `${at(x, y - 6)}l3.4,7.4h-2.5v2h-1.8v-2h-2.5z` },
  reed: { many: 13, d: ([x, y]) => `${at(x - 6, y)}h12${at(x - 2.5, y - 3)}h5` },
  hill: { many: 8, d: ([x, y]) => `${at(x - 8, y + 3)}q8,-9 16,0` },
  peak: { many: 8, filled: true, d: ([x, y]) => `${at(x - 8, y + 4)}l8,-12l8,12l-6,-3z` },
  field: { many: 5, d: furrows },
};

/** A ploughed patch; the neighbour's may run another way. */
function furrows([x, y]: Point): string {
  const [dx, dy] = (
    [
      [13, -4],
      [12, 5],
      [5, 11],
    ] as const
  )[Math.floor(x + y) % 3]!;
  const along = Math.hypot(dx, dy) / 4;
  return [-1, 0, 1]
    .map((k) => `${at(x - dx / 2 - (dy / along) * k, y - dy / 2 + (dx / along) * k)}l${dx},${dy}`)
    .join("");
}

/** Points spread over a hex by best candidate, clear of roads and of the place in the middle. */
function scatter(plane: Plane, cell: Cell, wanted: number): Point[] {
  const die = seeded(cell.index),
    [x, y] = cell.centre,
    ways = legs(plane, cell);
  const found: Point[] = [];
  for (let k = 0; k < wanted; k++) {
    let best: Point | null = null,
      most = 8;
    for (let tries = 0; tries < 8; tries++) {
      const p: Point = [x + (die() - 0.5) * 80, y - 35 + die() * 68];
      const room = found.reduce((least, q) => Math.min(least, distance(p, q)), Infinity);
      if (room > most && free(p, cell, ways)) [best, most] = [p, room];
      if (room === Infinity && best) break;
    }
    if (best) found.push(best);
  }
  return found.sort((p, q) => p[1] - q[1]);
}

function free(p: Point, cell: Cell, ways: [Point, Point][]): boolean {
  const dx = Math.abs(p[0] - cell.centre[0]),
    dy = Math.abs(p[1] - cell.centre[1]);
  const inside = dx * Math.sqrt(3) + dy < UNIT - 8 && dy < UNIT / 2 - 5;
  const offNumber = dx > 15 || p[1] - cell.centre[1] > -26;
  const offPlace = !cell.place || Math.hypot(dx, dy) > 16;
  return inside && offNumber && offPlace && ways.every(([a, b]) => off(p, a, b) > 9);
}

function off(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0],
    dy = b[1] - a[1];
  const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** The real coast, and arms where a hexside is barred by water it does not show; hexes of water are tinted whole. */
export function water(pen: Pen, plane: Plane): void {
  const tint = regions(plane, wet(plane))
    .map((r) => blob(r))
    .join("");
  pen.fill(tint, WATER, plane.data.outlines ? 0.55 : 1);
  const shores = coast(plane),
    all = shores.map(({ d }) => d).join("");
  const arms = chains(bare(plane, shores)).map(curve).join("");
  const pools = regions(plane, [...new Set([...drowned(plane), ...unseen(plane, shores)])])
    .map((r) => blob(r))
    .join("");
  pen.stroke(all + pools, SHORE, 3.2);
  pen.stroke(arms, SHORE, ARM + 3.2);
  for (const { d, box } of shores) pen.part(box, () => pen.fill(d, WATER, 1, "evenodd"));
  pen.fill(pools, WATER);
  pen.stroke(arms, WATER, ARM);
  for (const { d, box } of shores) pen.part(box, () => shallows(pen, d));
}

const ARM = 10; // pixels across an arm of water

const wet = (plane: Plane) => plane.cellsOf(...plane.styles("hex", "water"));

interface Shore {
  rings: Point[][];
  d: string;
  box: Box;
}

/** The sea with its islands, and each lake. */
function coast(plane: Plane): Shore[] {
  const { sea = [], lakes = [] } = plane.data.outlines ?? {};
  return [sea, ...lakes.map((lake) => [lake])]
    .filter((rings) => rings.length)
    .map((found) => {
      const rings = found.map((ring) => ring.map((p) => plane.xy(p)));
      return { rings, d: rings.map((ring) => blob(ring)).join(""), box: extent(rings.flat(), 2) };
    });
}

function shallows(pen: Pen, shores: string): void {
  pen.within(shores, () => {
    for (const [width, opacity] of [
      [26, 0.22],
      [15, 0.28],
      [7, 0.4],
    ] as const)
      pen.stroke(shores, "#86b3ca", width, opacity);
  });
}

const barred = (plane: Plane) => plane.styles("side", "water").flatMap((style) => plane.sidesOf(style));

/** Sides of water that the real water does not show. */
function bare(plane: Plane, shores: Shore[]): [Point, Point][] {
  return barred(plane)
    .map(({ cells }) => plane.ends(...cells))
    .filter(([a, b]) => {
      const on = [middle(a, b), middle(a, middle(a, b)), middle(b, middle(a, b))];
      return !shores.some(({ rings }) => on.some((p) => covers(rings, p)));
    });
}

/** Whether a point lies in the water; an island is a ring in a ring. */
function covers(rings: Point[][], [x, y]: Point): boolean {
  let odd = false;
  for (const ring of rings)
    ring.forEach(([ax, ay], k) => {
      const [bx, by] = ring[(k + 1) % ring.length]!;
      if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) odd = !odd;
    });
  return odd;
}

/** Hexes of water of which the real water shows nothing. */
function unseen(plane: Plane, shores: Shore[]): Cell[] {
  const around = ({ centre }: Cell) => [centre, ...plane.corners(centre, 0.5), ...plane.corners(centre, 0.9)];
  return wet(plane).filter((cell) => !around(cell).some((p) => shores.some(({ rings }) => covers(rings, p))));
}

/** Hexes with water on every side. */
function drowned(plane: Plane): Cell[] {
  const sides = new Map<Cell, number>();
  for (const { cells } of barred(plane)) for (const cell of cells) sides.set(cell, (sides.get(cell) ?? 0) + 1);
  return [...sides].filter(([cell, count]) => count === plane.neighbours(cell).length).map(([cell]) => cell);
}

export function outOfPlay(pen: Pen, plane: Plane): void {
  const outline = regions(plane, plane.flagged(plane.data.drawing.out_of_play)).map(polygon).join("");
  if (!outline) return;
  pen.fill(outline, "#ded4b8", 0.75);
  pen.within(outline, () => {
    let lines = "";
    for (let k = -plane.height; k < plane.width; k += 9)
      lines += `M${k},${plane.height}l${plane.height},${-plane.height}`;
    pen.stroke(lines, "#8d8467", 1, 0.45);
  });
}

/** Hexes of water bear no grid and no number: nothing can stand there. */
function land(plane: Plane): { box: Box; cells: Cell[] }[] {
  const drowned = new Set(wet(plane));
  return plane.blocks(plane.cells.filter((cell) => !drowned.has(cell)));
}

export function grid(pen: Pen, plane: Plane): void {
  const drawn = new Set<string>();
  for (const { box, cells } of land(plane)) {
    const lines = cells.flatMap((cell) => edges(plane, cell)).filter((line) => !drawn.has(line) && drawn.add(line));
    pen.part(box, () => pen.stroke(lines.join(""), GRID, 0.8, 0.5));
  }
}

export function numbers(pen: Pen, plane: Plane, size: number): void {
  const top = UNIT / 2 - size - 1.4;
  for (const { box, cells } of land(plane))
    pen.part(box, () => cells.forEach(({ n, centre: [x, y] }) => pen.number(n, [x, y - top], size)));
}

/** The sides of a hex, each written the same from whichever hex it is seen. */
function edges(plane: Plane, cell: Cell): string[] {
  const corners = plane.outline(cell);
  return corners.map((a, k) => {
    const b = corners[(k + 1) % 6]!;
    return polyline(a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? [a, b] : [b, a]);
  });
}

/** The line around what one side holds at the start, where it does not run along the coast or the map edge. */
export function frontier(pen: Pen, plane: Plane): void {
  const held = new Set(plane.flagged(plane.data.drawing.frontier));
  const sides = [...held].flatMap((cell) =>
    plane
      .neighbours(cell)
      .filter((other) => !held.has(other) && other.terrain !== "sea")
      .map((other) => polyline(plane.ends(cell, other))),
  );
  if (sides.length) pen.stroke(sides.join(""), "#b3261e", 3.4, 0.75, [11, 6], "butt");
}
