// Water, woods, marshes, the grid and its numbers.
import type { Point } from "../api/types";
import type { Pen } from "./pen";
import { type Cell, type Plane, UNIT, distance, yes } from "./plane";
import { blob, polygon, polyline, regions, seeded } from "./shapes";
import { legs } from "./ways";

export const PAPER = "#ece3cb";
export const WATER = "#a9cadb";
const SHORE = "#5f93ae";
const WET = ["sea", "lake"];
const GRID = "#7f7764";

export function of(plane: Plane, ...terrain: string[]): Cell[] {
  return plane.cells.filter((cell) => terrain.includes(cell.terrain));
}

export function marshes(pen: Pen, plane: Plane): void {
  const wet = of(plane, "marsh");
  pen.fill(regions(plane, wet).map((r) => blob(r)).join(""), "#d6dcc4");
  pen.stroke(wet.flatMap((cell) => scatter(plane, cell, 13).map(reed)).join(""), "#6fa0b8", 1.3);
}

export function woods(pen: Pen, plane: Plane): void {
  const wooded = of(plane, "forest");
  const outline = regions(plane, wooded).map((r) => blob(r)).join("");
  pen.fill(outline, "#c8d1a6");
  pen.stroke(outline, "#b3bf8c", 1.2);
  pen.fill(wooded.flatMap((cell) => scatter(plane, cell, 15).map(tree)).join(""), "#7d955f", 0.8);
}

const tree = ([x, y]: Point) => `M${x.toFixed(1)},${(y - 6).toFixed(1)}l3.4,7.4h-2.5v2h-1.8v-2h-2.5z`;
const reed = ([x, y]: Point) => `M${(x - 6).toFixed(1)},${y.toFixed(1)}h12M${(x - 2.5).toFixed(1)},${(y - 3).toFixed(1)}h5`;

/** Points spread over a hex by best candidate, clear of roads and of the place in the middle. */
function scatter(plane: Plane, cell: Cell, wanted: number): Point[] {
  const die = seeded(cell.index), [x, y] = cell.centre, ways = legs(plane, cell);
  const found: Point[] = [];
  const apart = (p: Point) => Math.min(...found.map((q) => distance(p, q)), 999);
  for (let k = 0; k < wanted; k++) {
    const tries: Point[] = Array.from({ length: 8 }, () => [x + (die() - 0.5) * 80, y - 35 + die() * 68]);
    const usable = tries.filter((p) => free(p, cell, ways)).sort((p, q) => apart(q) - apart(p));
    if (usable[0] && apart(usable[0]) > 8) found.push(usable[0]);
  }
  return found.sort((p, q) => p[1] - q[1]);
}

function free(p: Point, cell: Cell, ways: [Point, Point][]): boolean {
  const dx = Math.abs(p[0] - cell.centre[0]), dy = Math.abs(p[1] - cell.centre[1]);
  const inside = dx * Math.sqrt(3) + dy < UNIT - 8 && dy < UNIT / 2 - 5;
  const offNumber = dx > 15 || p[1] - cell.centre[1] > -26;
  const offPlace = !cell.settlement || Math.hypot(dx, dy) > 16;
  return inside && offNumber && offPlace && ways.every(([a, b]) => off(p, a, b) > 9);
}

function off(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0], dy = b[1] - a[1];
  const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** The real coast; hexes that count as water are tinted whole, so that none is in doubt. */
export function water(pen: Pen, plane: Plane): void {
  const outlines = plane.data.outlines;
  const tint = regions(plane, of(plane, ...WET)).map((r) => blob(r)).join("");
  pen.fill(tint, WATER, outlines ? 0.55 : 1);
  if (!outlines) return;
  const shores = [...outlines.sea, ...outlines.lakes].map((ring) => blob(ring.map((p) => plane.xy(p)))).join("");
  pen.fill(shores, WATER, 1, "evenodd");
  pen.within(shores, () => {
    for (const [width, opacity] of [[26, 0.22], [15, 0.28], [7, 0.4]] as const) pen.stroke(shores, "#86b3ca", width, opacity);
  });
  pen.stroke(shores, SHORE, 1.6);
}

export function waterSides(pen: Pen, plane: Plane): void {
  const wet = [...plane.sides.values()].filter((side) => yes(side.water));
  const path = wet.map((side) => plane.pair(side)).map((p) => (p ? polyline(plane.ends(...p)) : "")).join("");
  pen.stroke(path, SHORE, 11);
  pen.stroke(path, WATER, 8);
}

export function outOfPlay(pen: Pen, plane: Plane): void {
  const outline = regions(plane, plane.flagged(plane.data.drawing.out_of_play)).map(polygon).join("");
  if (!outline) return;
  pen.fill(outline, "#ded4b8", 0.75);
  pen.within(outline, () => {
    let lines = "";
    for (let k = -plane.height; k < plane.width; k += 9) lines += `M${k},${plane.height}l${plane.height},${-plane.height}`;
    pen.stroke(lines, "#8d8467", 1, 0.45);
  });
}

/** Sea and lake hexes bear no grid and no number: nothing can stand there. */
export function grid(pen: Pen, plane: Plane, numbers: boolean): void {
  const land = plane.cells.filter((cell) => !WET.includes(cell.terrain));
  const drawn = new Map<string, string>();
  for (const cell of land) {
    const corners = plane.outline(cell);
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 6]!;
      const [p, q] = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? [a, b] : [b, a];
      const line = polyline([p, q]);
      drawn.set(line, line);
    });
  }
  pen.stroke([...drawn.values()].join(""), GRID, 0.8, 0.5);
  if (!numbers) return;
  for (const cell of land) pen.number(cell.n, [cell.centre[0], cell.centre[1] - UNIT / 2 + 10]);
}
