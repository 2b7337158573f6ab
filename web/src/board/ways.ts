// What runs along hexsides (rivers, fortified lines) and from hex to hex (roads, railways).
import type { Point, SideInfo, Style } from "../api/types";
import type { Canvas2D, Pen } from "./pen";
import { swollen } from "./places";
import { type Cell, MARGIN, type Plane, UNIT, distance, middle, says } from "./plane";
import { bent, chains, curve, polyline } from "./shapes";

const NEAR = 0.6; // hexes from an edge at which a river flows off it
const OFF = 20; // pixels beyond the edge
const GAP = 7.5; // pixels between lines that share a side

/** Sides along which something flows, with the ends of each. */
export function courses(plane: Plane): { style: Style; side: SideInfo; ends: [Point, Point] }[] {
  return plane
    .styles("side", "course")
    .flatMap((style) => plane.sidesOf(style).map(({ side, cells }) => ({ style, side, ends: plane.ends(...cells) })));
}

export function rivers(pen: Pen, plane: Plane): void {
  const all = courses(plane);
  for (const style of plane.styles("side", "course")) {
    const path = chains(all.filter((one) => one.style === style).map(({ ends }) => ends))
      .map((course) => curve(flowing(plane, course)))
      .join("");
    pen.stroke(path, "#2f6685", style.width! + 1.6, 0.45);
    pen.stroke(path, style.colour!, style.width!);
  }
}

/** A river that ends at the map edge flows off it. */
function flowing(plane: Plane, course: Point[]): Point[] {
  return [...beyond(plane, course[0]!), ...course, ...beyond(plane, course.at(-1)!)];
}

function beyond(plane: Plane, [x, y]: Point): Point[] {
  const right = plane.width - MARGIN,
    bottom = plane.height - MARGIN;
  const edges: [number, Point][] = [
    [y - MARGIN, [x, MARGIN - OFF]],
    [bottom - y, [x, bottom + OFF]],
    [x - MARGIN, [MARGIN - OFF, y]],
    [right - x, [right + OFF, y]],
  ];
  return edges
    .filter(([gap]) => gap < NEAR * UNIT)
    .map(([, point]) => point)
    .slice(0, 1);
}

/** Dots along the side, inside the hex that is protected. */
export function walls(pen: Pen, plane: Plane): void {
  for (const style of plane.styles("side", "wall")) {
    const sides = plane.data.sides.filter((side) => says(side, style));
    pen.stroke(sides.map((side) => inset(plane, side)).join(""), style.colour!, 4.6, 1, [0.1, 7.1]);
  }
}

function inset(plane: Plane, side: SideInfo): string {
  const cells = plane.pair(side),
    kept = plane.byNumber.get(side.protects ?? side.a);
  if (!cells || !kept) return "";
  const [x, y] = kept.centre;
  return polyline(plane.ends(...cells).map(([px, py]) => [px + (x - px) * 0.1, py + (y - py) * 0.1]));
}

function present(plane: Plane, side: SideInfo | undefined): Style[] {
  return side ? plane.styles("side", "way").filter((way) => says(side, way)) : [];
}

/** Where a line crosses a hexside: beside the others that cross there, each to its side of who goes up the map. */
function crossing(plane: Plane, a: Cell, b: Cell, way: Style): Point {
  const ways = present(plane, plane.side(a.n, b.n));
  const [low, high] = b.way[1] < a.way[1] || (b.way[1] === a.way[1] && b.way[0] > a.way[0]) ? [a, b] : [b, a];
  const shift = (ways.indexOf(way) - (ways.length - 1) / 2) * GAP;
  const dx = (high.way[0] - low.way[0]) / UNIT,
    dy = (high.way[1] - low.way[1]) / UNIT;
  const [x, y] = middle(a.way, b.way);
  return [x - dy * shift, y + dx * shift];
}

function linked(plane: Plane, cell: Cell, way: Style): Cell[] {
  return plane.neighbours(cell).filter((other) => {
    const side = plane.side(cell.n, other.n);
    return side !== undefined && says(side, way);
  });
}

/** The straight legs of all lines in a hex, for keeping other things off them. */
export function legs(plane: Plane, cell: Cell): [Point, Point][] {
  return plane
    .styles("side", "way")
    .flatMap((way) =>
      linked(plane, cell, way).map((other): [Point, Point] => [cell.way, crossing(plane, cell, other, way)]),
    );
}

/** One line inside one hex: bent through it, or meeting in the middle. */
function course(plane: Plane, cell: Cell, way: Style): string {
  const beside = linked(plane, cell, way);
  const points = beside.map((other) => crossing(plane, cell, other, way));
  if (points.length === 1 && !cell.place) points.push(...exit(plane, cell, points[0]!));
  if (points.length === 2 && !cell.place) return bent(points[0]!, bend(cell, beside, points), points[1]!);
  return points.map((p) => polyline([p, cell.way])).join("");
}

/** A line that ends in an edge hex without a place goes on beyond the map. */
function exit(plane: Plane, cell: Cell, entered: Point): Point[] {
  const [x, y] = cell.way,
    [dx, dy] = plane.outward(cell);
  if (!dx && !dy) return [];
  const across = (entered[0] - x) * dy + (entered[1] - y) * dx;
  const shift = Math.max(-GAP / 2, Math.min(GAP / 2, across));
  return [[x + dx * 110 + Math.abs(dy) * shift, y + dy * 110 + Math.abs(dx) * shift]];
}

/** The centre, moved as far aside as the line is where it enters and leaves. */
function bend(cell: Cell, beside: Cell[], points: Point[]): Point {
  const [x, y] = cell.way;
  if (beside.length < 2) return [x, y];
  const plain = beside.map((other) => middle(cell.way, other.way));
  const shift = (axis: 0 | 1) => points.reduce((sum, p, k) => sum + p[axis] - plain[k]![axis], 0) / 2;
  return [x + shift(0), y + shift(1)];
}

export function ways(pen: Pen, plane: Plane): void {
  const blocks = plane.blocks(plane.cells);
  for (const way of plane.styles("side", "way"))
    for (const { box, cells } of blocks) {
      const d = cells.map((cell) => course(plane, cell, way)).join("");
      pen.part(box, () =>
        way.strokes!.forEach(([colour, width, ...dashes]) =>
          pen.stroke(d, colour, width, 1, dashes.flat(), dashes.length ? "butt" : "round"),
        ),
      );
    }
}

/** One kind of line alone, for the network layer. */
export function network(plane: Plane, way: Style): string {
  return plane.cells.map((cell) => course(plane, cell, way)).join("");
}

export function bridges(pen: Pen, plane: Plane): void {
  const sides = plane.styles("side", "bridge").flatMap((style) => plane.sidesOf(style));
  const path = sides.map(({ cells }) => abutments(plane, cells)).join("");
  pen.stroke(path, "#f4eedb", 5, 1, [], "butt");
  pen.stroke(path, "#33312c", 2, 1, [], "butt");
}

/** A bridge that is down: the river runs through what is left of it, and a cross tells it from afar. */
export function paintBroken(c: Canvas2D, plane: Plane, cells: [Cell, Cell], zoom: number): void {
  const [a, b] = plane.ends(...cells),
    side = plane.side(cells[0].n, cells[1].n),
    water = plane.styles("side", "course").find((style) => side && says(side, style)),
    width = (water?.width ?? 9) + 1.6,
    scale = swollen(zoom);
  c.save();
  c.translate(...middle(a, b));
  c.rotate(Math.atan2(b[1] - a[1], b[0] - a[0])); // along the river
  c.fillStyle = water?.colour ?? "#3f7fa3";
  c.fillRect(-8, -width / 2, 16, width);
  c.scale(scale, scale);
  c.lineCap = "round";
  for (const [colour, stroke] of [
    ["#fff8e6", 6],
    ["#b3180c", 3.2],
  ] as const) {
    c.strokeStyle = colour;
    c.lineWidth = stroke;
    c.stroke(new Path2D("M-7,-7L7,7M7,-7L-7,7"));
  }
  c.restore();
}

function abutments(plane: Plane, cells: [Cell, Cell]): string {
  const [a, b] = plane.ends(...cells),
    [x, y] = middle(a, b),
    length = distance(a, b);
  const ux = (b[0] - a[0]) / length,
    uy = (b[1] - a[1]) / length;
  return [-4, 4]
    .map((o) => {
      const cx = x + ux * o,
        cy = y + uy * o;
      return polyline([
        [cx - uy * 9, cy + ux * 9],
        [cx + uy * 9, cy - ux * 9],
      ]);
    })
    .join("");
}
