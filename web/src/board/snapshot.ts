// A small picture of the map with the counters that stood there.
import type { Point, UnitState } from "../api/types";
import type { MatchState } from "../state/match.svelte";
import { SIZE, drawCounter, formAt, markersOf } from "./counters";
import { boxesOf, names } from "./labels";
import type { Canvas2D } from "./pen";
import { type Box, overlap } from "./plan";
import { UNIT } from "./plane";
import { writeLabel } from "./print";
import { corner } from "./stage";
import { drawn } from "./tiles";

export const HEXES = 5; // so many lie side by side in a picture

/** The surroundings of a hex with these units on it; as wide and high as asked, in pixels of the picture. */
export async function snapshot(
  match: MatchState,
  units: UnitState[],
  hex: string,
  [width, height]: Point,
  ratio: number,
): Promise<ImageBitmap> {
  const { plane, board } = match,
    [x, y] = plane.byNumber.get(hex)!.centre,
    scale = width / (HEXES * UNIT);
  const left = clamp(x - width / scale / 2, plane.width - width / scale),
    top = clamp(y - height / scale / 2, plane.height - height / scale);
  const ground = await drawn(board, { scale, left, top, width, height, numbers: 0 });
  const easel = new OffscreenCanvas(width, height),
    c = easel.getContext("2d")!;
  c.drawImage(ground, 0, 0);
  c.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  paint(c, match, units, [left, top, left + width / scale, top + height / scale], scale / ratio);
  ring(c, [x, y]);
  return easel.transferToImageBitmap();
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

function paint(c: Canvas2D, match: MatchState, units: UnitState[], seen: Box, zoom: number): void {
  const { board, plane, symbols, pieces } = match,
    standing = stacked(match, units).filter(({ at: [x, y] }) => overlap([x, y, x + SIZE, y + SIZE], seen));
  const covered = standing.map(({ at: [x, y] }): Box => [x - 2, y - 2, x + SIZE + 3, y + SIZE + 3]);
  for (const label of names(plane, covered, zoom))
    if (boxesOf(label).every((box) => overlap(box, seen))) writeLabel(c, label);
  for (const { unit, at } of standing) {
    const piece = pieces.get(unit.id);
    if (!piece) continue;
    c.save();
    c.translate(...at);
    const face = { piece, steps: unit.steps, markers: markersOf(board.look, unit), dim: false };
    drawCounter(c, face, board.look, symbols, formAt(zoom), zoom);
    c.restore();
  }
}

function stacked({ plane }: MatchState, units: UnitState[]): { unit: UnitState; at: Point }[] {
  const stacks = new Map<string, UnitState[]>();
  for (const unit of units)
    if (unit.hex && plane.byNumber.has(unit.hex)) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  return [...stacks].flatMap(([hex, there]) =>
    there
      .toSorted((a, b) => a.level - b.level)
      .map((unit, level) => ({ unit, at: corner(plane.byNumber.get(hex)!.centre, level, there.length, SIZE) })),
  );
}

/** Where it happened. */
function ring(c: Canvas2D, [x, y]: Point): void {
  for (const [colour, wide] of [
    ["#fff", 9],
    ["#b83a08", 5],
  ] as const) {
    c.beginPath();
    c.arc(x, y, UNIT * 0.53, 0, 2 * Math.PI);
    c.strokeStyle = colour;
    c.lineWidth = wide;
    c.stroke();
  }
}
