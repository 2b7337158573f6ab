// Cities, towns and villages, objectives, and the marks of special hexes.
import type { Mark, Point } from "../api/types";
import type { Pen } from "./pen";
import { type Cell, MARGIN, type Plane } from "./plane";
import { polygon } from "./shapes";

const BRICK = "#c4604a", DARK = "#5e1f14", CREAM = "#f7f2e1";
export const STATION = 12;

const disc = ([x, y]: Point, r: number) => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const block = ([x, y]: Point, h: number) => `M${x - h},${y - h}h${2 * h}v${2 * h}h${-2 * h}Z`;

export function settlements(pen: Pen, plane: Plane): void {
  for (const cell of plane.cells) if (cell.settlement) settlement(pen, cell.settlement, cell.centre);
}

function settlement(pen: Pen, kind: string, at: Point): void {
  if (kind === "village") {
    pen.fill(disc(at, 4.2), CREAM);
    pen.stroke(disc(at, 4.2), DARK, 1.5);
    return;
  }
  const half = kind === "town" ? 6.5 : 10.5;
  pen.fill(block(at, half), BRICK);
  pen.stroke(block(at, half), DARK, 1.4);
  if (kind !== "town") pen.stroke(streets(at, half), "#f0c9b4", 1.1, 0.8, [], "butt");
}

function streets([x, y]: Point, half: number): string {
  const b = half - 0.7;
  return [-half / 3, half / 3].map((k) => `M${x - b},${y + k}h${2 * b}M${x + k},${y - b}v${2 * b}`).join("");
}

/** A red ring around the place, wide enough to be seen beside a counter. */
export function objectives(pen: Pen, plane: Plane): void {
  for (const cell of plane.flagged(plane.data.drawing.objective)) {
    const ring = polygon(plane.corners(cell.centre, 0.84));
    pen.fill(ring, "#a51919", 0.07);
    pen.stroke(ring, "#a51919", 2.4, 0.75);
  }
}

/** Every mark of the map: its description, its letter, where it stands. */
export function stations(plane: Plane): { spec: Mark; letter: string; at: Point }[] {
  const standing = new Map<string, number>();
  return (plane.data.drawing.marks ?? []).flatMap((spec) =>
    spec.flags.flatMap((flag, k) =>
      plane.flagged(flag).map((cell) => {
        const order = standing.get(cell.n) ?? 0;
        standing.set(cell.n, order + 1);
        return { spec, letter: spec.text[k % spec.text.length] ?? "?", at: station(plane, cell, order) };
      }),
    ),
  );
}

/** In the margin next to the hex; for a hex inside the map at its left corner. */
function station(plane: Plane, cell: Cell, order: number): Point {
  const [x, y] = cell.centre, [dx, dy] = plane.outward(cell), off = MARGIN * 0.42;
  if (dx) return [dx < 0 ? MARGIN - off : plane.width - MARGIN + off, y + 28 * order];
  if (dy) return [x + 28 * order, dy < 0 ? MARGIN - off : plane.height - MARGIN + off];
  return [x - 30, y + 22 - 26 * order];
}

export function marks(pen: Pen, plane: Plane): void {
  for (const { spec, letter, at } of stations(plane)) {
    const [x, y] = at, first = spec.colours[0] ?? CREAM, second = spec.colours[1];
    pen.fill(disc(at, STATION), first);
    if (second) pen.fill(`M${x},${y - 11.3}a11.3,11.3 0 0 1 0,22.6z`, second);
    pen.stroke(disc(at, STATION), "#26221a", 1.4);
    pen.letter(letter, [x, y + 5], first.toLowerCase() === CREAM ? "#26221a" : "#fff");
  }
}
