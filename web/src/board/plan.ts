// Room on the page: what is taken, what is better left free.
import type { Point } from "../api/types";
import { UNIT } from "./plane";

export type Box = [left: number, top: number, right: number, bottom: number];

export const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
export const around = ([x, y]: Point, reach: number): Box => [x - reach, y - reach, x + reach, y + reach];
export const holds = (b: Box, [x, y]: Point) => b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3];

function cells(box: Box): string[] {
  const found: string[] = [];
  for (let x = Math.floor(box[0] / UNIT); x <= Math.floor(box[2] / UNIT); x++)
    for (let y = Math.floor(box[1] / UNIT); y <= Math.floor(box[3] / UNIT); y++) found.push(`${x},${y}`);
  return found;
}

class Cells<T> extends Map<string, T[]> {
  put(key: string, value: T): void {
    const row = this.get(key);
    if (row) row.push(value);
    else this.set(key, [value]);
  }
}

/** `taken` boxes may never be touched, `busy` points are better left free. */
export class Plan {
  private taken = new Cells<Box>();
  private busy = new Cells<Point>();

  constructor(private readonly frame: Box) {}

  take(boxes: Box[]): void {
    for (const box of boxes) for (const cell of cells(box)) this.taken.put(cell, box);
  }

  discourage(points: Point[]): void {
    for (const p of points) this.busy.put(`${Math.floor(p[0] / UNIT)},${Math.floor(p[1] / UNIT)}`, p);
  }

  fits(boxes: Box[]): boolean {
    const f = this.frame;
    return boxes.every(
      (b) => f[0] <= b[0] && f[1] <= b[1] && b[2] <= f[2] && b[3] <= f[3] &&
        !cells(b).some((cell) => this.taken.get(cell)?.some((other) => overlap(b, other))),
    );
  }

  cost(boxes: Box[]): number {
    let sum = 0;
    for (const b of boxes) for (const cell of cells(b)) for (const p of this.busy.get(cell) ?? []) if (holds(b, p)) sum++;
    return sum;
  }
}
