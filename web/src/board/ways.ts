// What runs along hexsides (rivers, fortified lines) and from hex to hex (roads, railways).
import type { Point, SideInfo } from "../api/types";
import type { Pen } from "./pen";
import { type Cell, type Plane, UNIT, distance, middle, yes } from "./plane";
import { bent, chains, curve, polyline } from "./shapes";

const WAYS = ["road", "autobahn", "rail"] as const; // in the order in which they lie side by side
type Way = (typeof WAYS)[number];
const GAP = 7.5; // pixels between lines that share a side

export function riverSides(plane: Plane, word?: string): { side: SideInfo; ends: [Point, Point] }[] {
  return [...plane.sides.values()]
    .filter((side) => (word ? side.river === word : yes(side.river)))
    .flatMap((side) => {
      const cells = plane.pair(side);
      return cells ? [{ side, ends: plane.ends(...cells) }] : [];
    });
}

export function rivers(pen: Pen, plane: Plane): void {
  for (const [word, colour, width] of [["minor", "#5b9abc", 4.6], ["major", "#3f7fa3", 9]] as const) {
    const path = chains(riverSides(plane, word).map((r) => r.ends)).map(curve).join("");
    pen.stroke(path, "#2f6685", width + 1.6, 0.45);
    pen.stroke(path, colour, width);
  }
}

/** Dots along the side, inside the hex that is protected. */
export function forts(pen: Pen, plane: Plane): void {
  for (const [word, colour] of [["defensive", "#8c6d31"], ["festung", "#7a1f1f"]] as const) {
    const sides = plane.data.sides.filter((side) => side.fort === word);
    pen.stroke(sides.map((side) => inset(plane, side)).join(""), colour, 4.6, 1, [0.1, 7.1]);
  }
}

function inset(plane: Plane, side: SideInfo): string {
  const cells = plane.pair(side), kept = plane.byNumber.get(side.protects ?? side.a);
  if (!cells || !kept) return "";
  const [x, y] = kept.centre;
  return polyline(plane.ends(...cells).map(([px, py]) => [px + (x - px) * 0.1, py + (y - py) * 0.1]));
}

function present(side: SideInfo | undefined): Way[] {
  return side ? WAYS.filter((way) => yes(side[way])) : [];
}

/** Where a line crosses a hexside: beside the others that cross there, each to its side of who goes up the map. */
function crossing(plane: Plane, a: Cell, b: Cell, way: Way): Point {
  const ways = present(plane.side(a.n, b.n));
  const [low, high] = b.centre[1] < a.centre[1] || (b.centre[1] === a.centre[1] && b.centre[0] > a.centre[0]) ? [a, b] : [b, a];
  const shift = (ways.indexOf(way) - (ways.length - 1) / 2) * GAP;
  const dx = (high.centre[0] - low.centre[0]) / UNIT, dy = (high.centre[1] - low.centre[1]) / UNIT;
  const [x, y] = middle(a.centre, b.centre);
  return [x - dy * shift, y + dx * shift];
}

function linked(plane: Plane, cell: Cell, way: Way): Cell[] {
  return plane.neighbours(cell).filter((other) => yes(plane.side(cell.n, other.n)?.[way]));
}

/** The straight legs of all lines in a hex, for keeping other things off them. */
export function legs(plane: Plane, cell: Cell): [Point, Point][] {
  return WAYS.flatMap((way) =>
    linked(plane, cell, way).map((other): [Point, Point] => [cell.centre, crossing(plane, cell, other, way)]),
  );
}

/** One line inside one hex: bent through it, or meeting in the middle. */
function course(plane: Plane, cell: Cell, way: Way): string {
  const beside = linked(plane, cell, way);
  const points = beside.map((other) => crossing(plane, cell, other, way));
  if (points.length === 1 && !cell.settlement) points.push(...exit(plane, cell, points[0]!));
  if (points.length === 2 && !cell.settlement) return bent(points[0]!, bend(cell, beside, points), points[1]!);
  return points.map((p) => polyline([p, cell.centre])).join("");
}

/** A line that ends in an edge hex without a place goes on beyond the map. */
function exit(plane: Plane, cell: Cell, entered: Point): Point[] {
  const [x, y] = cell.centre, [dx, dy] = plane.outward(cell);
  if (!dx && !dy) return [];
  const across = (entered[0] - x) * dy + (entered[1] - y) * dx;
  const shift = Math.max(-GAP / 2, Math.min(GAP / 2, across));
  return [[x + dx * 110 + Math.abs(dy) * shift, y + dy * 110 + Math.abs(dx) * shift]];
}

/** The centre, moved as far aside as the line is where it enters and leaves. */
function bend(cell: Cell, beside: Cell[], points: Point[]): Point {
  const [x, y] = cell.centre;
  if (beside.length < 2) return [x, y];
  const plain = beside.map((other) => middle(cell.centre, other.centre));
  const shift = (axis: 0 | 1) => points.reduce((sum, p, k) => sum + p[axis] - plain[k]![axis], 0) / 2;
  return [x + shift(0), y + shift(1)];
}

export function ways(pen: Pen, plane: Plane): void {
  const path = (way: Way) => plane.cells.map((cell) => course(plane, cell, way)).join("");
  const rail = path("rail"), road = path("road"), fast = path("autobahn");
  pen.stroke(rail, "#33312c", 4);
  pen.stroke(rail, "#f4eedb", 2, 1, [7, 7], "butt");
  pen.stroke(road, "#8a5a2b", 4.4);
  pen.stroke(road, "#f3d9a4", 2.6);
  pen.stroke(fast, "#7c2d12", 6.6);
  pen.stroke(fast, "#ffb870", 4.4);
  pen.stroke(fast, "#7c2d12", 0.9);
}

/** One kind of line alone, for the network layer. */
export function network(plane: Plane, way: Way): string {
  return plane.cells.map((cell) => course(plane, cell, way)).join("");
}

export function bridges(pen: Pen, plane: Plane): void {
  const sides = [...plane.sides.values()].filter((side) => yes(side.bridge));
  const path = sides.map((side) => abutments(plane, side)).join("");
  pen.stroke(path, "#f4eedb", 5, 1, [], "butt");
  pen.stroke(path, "#33312c", 2, 1, [], "butt");
}

function abutments(plane: Plane, side: SideInfo): string {
  const cells = plane.pair(side);
  if (!cells) return "";
  const [a, b] = plane.ends(...cells), [x, y] = middle(a, b), length = distance(a, b);
  const ux = (b[0] - a[0]) / length, uy = (b[1] - a[1]) / length;
  return [-4, 4].map((o) => {
    const cx = x + ux * o, cy = y + uy * o;
    return polyline([[cx - uy * 9, cy + ux * 9], [cx + uy * 9, cy - ux * 9]]);
  }).join("");
}
