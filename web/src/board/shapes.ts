// Lines and outlines as SVG path text, which Path2D takes as it is.
import type { Point } from "../api/types";
import type { Box } from "./plan";
import { type Cell, type Plane, distance, middle } from "./plane";

const pair = ([x, y]: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;

export function polygon(points: Point[]): string {
  return `M${points.map(pair).join("L")}Z`;
}

export function polyline(points: Point[]): string {
  return `M${points.map(pair).join("L")}`;
}

/** A line through the middles of its legs, rounded at every joint. */
export function curve(points: Point[]): string {
  if (points.length < 3) return polyline(points);
  let path = `M${pair(points[0]!)}L${pair(middle(points[0]!, points[1]!))}`;
  for (let k = 1; k < points.length - 1; k++)
    path += `Q${pair(points[k]!)} ${pair(middle(points[k]!, points[k + 1]!))}`;
  return `${path}L${pair(points.at(-1)!)}`;
}

export function bent(a: Point, by: Point, b: Point): string {
  return `M${pair(a)}Q${pair(by)} ${pair(b)}`;
}

/** A closed outline, each corner rounded over at most so many pixels. */
export function blob(points: Point[], reach = 24): string {
  const n = points.length;
  const bends = points.map((p, k) => {
    const before = towards(p, points[(k + n - 1) % n]!, reach),
      after = towards(p, points[(k + 1) % n]!, reach);
    return `${pair(before)}Q${pair(p)} ${pair(after)}`;
  });
  return `M${bends.join("L")}Z`;
}

function towards(a: Point, b: Point, reach: number): Point {
  const length = distance(a, b);
  const t = length ? Math.min(0.5, reach / length) : 0;
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

/** The box that holds all points, and so much around. */
export function extent(points: Point[], around = 0): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points)
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  return [left - around, top - around, right + around, bottom + around];
}

const key = (p: Point) => `${p[0]},${p[1]}`;

/** Links joined end to end as far as they do not fork. */
export function chains(links: [Point, Point][]): Point[][] {
  const around = new Map<string, { at: Point; linked: Point[] }>();
  const spot = (p: Point) => {
    if (!around.has(key(p))) around.set(key(p), { at: p, linked: [] });
    return around.get(key(p))!;
  };
  for (const [a, b] of links) {
    spot(a).linked.push(b);
    spot(b).linked.push(a);
  }
  const all = [...around.values()];
  const found: Point[][] = [];
  for (const start of [...all.filter((s) => s.linked.length !== 2), ...all])
    while (start.linked.length) found.push(walk(around, start.at));
  return found;
}

function walk(around: Map<string, { at: Point; linked: Point[] }>, from: Point): Point[] {
  const chain = [from];
  let here = around.get(key(from))!;
  while (here.linked.length) {
    const ahead = around.get(key(here.linked.shift()!))!;
    ahead.linked.splice(
      ahead.linked.findIndex((p) => key(p) === key(here.at)),
      1,
    );
    chain.push(ahead.at);
    if (ahead.linked.length !== 1) break;
    here = ahead;
  }
  return chain;
}

/** The closed outlines around a set of hexes. */
export function regions(plane: Plane, cells: Cell[]): Point[][] {
  const inside = new Set(cells);
  const links: [Point, Point][] = [];
  for (const cell of cells) {
    const corners = plane.outline(cell);
    const beside = plane.neighbours(cell).filter((other) => inside.has(other));
    corners.forEach((corner, k) => {
      const next = corners[(k + 1) % 6]!;
      const across = middle(corner, next);
      const shared = beside.some((other) => distance(middle(cell.centre, other.centre), across) < 4);
      if (!shared) links.push([corner, next]);
    });
  }
  return loops(links);
}

function loops(links: [Point, Point][]): Point[][] {
  const ahead = new Map<string, [Point, Point][]>();
  for (const link of links) {
    const from = key(link[0]);
    if (!ahead.has(from)) ahead.set(from, []);
    ahead.get(from)!.push(link);
  }
  const found: Point[][] = [];
  for (const start of ahead.keys()) {
    while (ahead.get(start)!.length) {
      const loop: Point[] = [];
      let here = start;
      while (ahead.get(here)?.length) {
        const [a, b] = ahead.get(here)!.pop()!;
        loop.push(a);
        here = key(b);
      }
      if (loop.length > 2) found.push(loop);
    }
  }
  return found;
}

/** The same numbers for the same seed, so that the same map is drawn every time. */
export function seeded(seed: number): () => number {
  let a = seed * 2654435761 + 1;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
