// Cities, towns and villages, objectives, and the marks of special hexes.
import type { Mark, Point } from "../api/types";
import { type Canvas2D, type Pen, SANS } from "./pen";
import { type Cell, MARGIN, type Plane } from "./plane";
import { polygon, seeded } from "./shapes";

const BRICK = "#c4604a",
  DARK = "#5e1f14",
  CREAM = "#f7f2e1",
  ROOFS = "#8f4a35";
export const STATION = 12;

const disc = ([x, y]: Point, r: number) => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const block = ([x, y]: Point, h: number) => `M${x - h},${y - h}h${2 * h}v${2 * h}h${-2 * h}Z`;

export function settlements(pen: Pen, plane: Plane): void {
  pen.fill(plane.cells.map((cell) => houses(cell)).join(""), ROOFS, 0.85);
  for (const { place, centre } of plane.cells) if (place) settlement(pen, place.size!, centre);
}

/** The roofs of a place on a map fine enough to show them, in rows along its street. */
function houses({ place, centre: [x, y], index }: Cell): string {
  const die = seeded(index),
    slope = (die() - 0.5) * 0.9;
  return Array.from({ length: place?.houses ?? 0 }, (_, k) => {
    const along = (Math.floor(k / 2) - (place!.houses! - 2) / 4) * 7 + (die() - 0.5) * 3,
      aside = (k % 2 ? 1 : -1) * (6 + die() * 3);
    return `M${(x + along - aside * slope - 2).toFixed(1)},${(y + along * slope + aside - 1.5).toFixed(1)}h5v3.6h-5z`;
  }).join("");
}

/** The smallest are dots, the others blocks, the greatest with streets. */
function settlement(pen: Pen, size: number, at: Point): void {
  if (size < 6) {
    pen.fill(disc(at, size), CREAM);
    pen.stroke(disc(at, size), DARK, 1.5);
    return;
  }
  pen.fill(block(at, size), BRICK);
  pen.stroke(block(at, size), DARK, 1.4);
  if (size > 8) pen.stroke(streets(at, size), "#f0c9b4", 1.1, 0.8, [], "butt");
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

interface Station {
  spec: Mark;
  letter: string;
  at: Point;
}

const kept = new WeakMap<Plane, Station[]>();

/** Every mark of the map: its description, its letter, where it stands. */
export function stations(plane: Plane): Station[] {
  const known = kept.get(plane) ?? found(plane);
  kept.set(plane, known);
  return known;
}

function found(plane: Plane): Station[] {
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
  const [x, y] = cell.centre,
    [dx, dy] = plane.outward(cell),
    off = MARGIN * 0.42;
  if (dx) return [dx < 0 ? MARGIN - off : plane.width - MARGIN + off, y + 28 * order];
  if (dy) return [x + 28 * order, dy < 0 ? MARGIN - off : plane.height - MARGIN + off];
  return [x - 30, y + 22 - 26 * order];
}

/** How much larger than on paper marks are drawn, so that their letters can be read. */
export const swollen = (zoom: number) => Math.min(1.8, Math.max(1, 11.5 / (15 * zoom)));

export function paintMark(c: Canvas2D, { spec, letter, at: [x, y] }: Station, zoom: number): void {
  const [first = CREAM, second] = spec.colours,
    scale = swollen(zoom);
  c.save();
  c.translate(x, y);
  c.scale(scale, scale);
  const half = (from: number, colour: string) => {
    c.fillStyle = colour;
    c.beginPath();
    c.arc(0, 0, STATION, from, from + Math.PI);
    c.fill();
  };
  half(Math.PI / 2, first);
  half(-Math.PI / 2, second ?? first);
  c.strokeStyle = "#26221a";
  c.lineWidth = 1.4;
  c.beginPath();
  c.arc(0, 0, STATION, 0, 2 * Math.PI);
  c.stroke();
  c.fillStyle = first.toLowerCase() === CREAM ? "#26221a" : "#fff";
  c.font = `700 15px ${SANS}`;
  c.textAlign = "center";
  if (15 * scale * zoom >= 11) c.fillText(letter, 0, 5);
  c.restore();
}
