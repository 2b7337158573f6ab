// Room on the page: what is taken, what is better left free.
import type { Point } from "../api/types";

export type Box = [left: number, top: number, right: number, bottom: number];

export const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
export const around = ([x, y]: Point, reach: number): Box => [x - reach, y - reach, x + reach, y + reach];
export const holds = (b: Box, [x, y]: Point) => b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3];

const CELL = 80,
  ROW = 4096;

/** Things sorted by the squares of the page they touch. */
class Squares<T> {
  private readonly kept = new Map<number, T[]>();

  put(box: Box, value: T): void {
    for (let y = Math.floor(box[1] / CELL); y <= Math.floor(box[3] / CELL); y++)
      for (let x = Math.floor(box[0] / CELL); x <= Math.floor(box[2] / CELL); x++) {
        const row = this.kept.get(y * ROW + x);
        if (row) row.push(value);
        else this.kept.set(y * ROW + x, [value]);
      }
  }

  /** Whether something of the squares a box touches is as asked; looks on until it is. */
  some(box: Box, asked: (value: T) => boolean): boolean {
    for (let y = Math.floor(box[1] / CELL); y <= Math.floor(box[3] / CELL); y++)
      for (let x = Math.floor(box[0] / CELL); x <= Math.floor(box[2] / CELL); x++)
        for (const value of this.kept.get(y * ROW + x) ?? []) if (asked(value)) return true;
    return false;
  }
}

const FINE = 8;

/** Points that are better left free, counted in small squares. */
export class Crowd {
  private readonly counts = new Map<number, number>();

  constructor(points: Point[]) {
    for (const [x, y] of points) {
      const key = Math.floor(y / FINE) * ROW + Math.floor(x / FINE);
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }

  /** About how many lie in a box. */
  count([left, top, right, bottom]: Box): number {
    let sum = 0;
    for (let y = Math.round(top / FINE); y < Math.round(bottom / FINE); y++)
      for (let x = Math.round(left / FINE); x < Math.round(right / FINE); x++) sum += this.counts.get(y * ROW + x) ?? 0;
    return sum;
  }
}

/** `taken` boxes may never be touched. */
export class Plan {
  private readonly taken = new Squares<Box>();

  constructor(private readonly frame: Box) {}

  take(boxes: Box[]): void {
    for (const box of boxes) this.taken.put(box, box);
  }

  fits(boxes: Box[]): boolean {
    const f = this.frame;
    return boxes.every(
      (b) =>
        f[0] <= b[0] &&
        f[1] <= b[1] &&
        b[2] <= f[2] &&
        b[3] <= f[3] &&
        !this.taken.some(b, (other) => overlap(b, other)),
    );
  }
}
