// Where the camera may stand, and where it has to stand so that something is seen.
import type { Point } from "../api/types";

/** A point p of the map is shown at k * p + (x, y). */
export interface Camera {
  k: number;
  x: number;
  y: number;
}
export interface Room {
  width: number;
  height: number;
}
/** What stays free of the map at the edges of the screen, in pixels of the screen. */
export interface Rim {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The nearest place where a map that is larger than the screen fills it, and a smaller one lies within it whole. */
export function held({ k, x, y }: Camera, room: Room, land: Room, rim: Rim): Camera {
  const along = (at: number, before: number, after: number, length: number, size: number) => {
    const ends = [before, length - after - size * k];
    return Math.min(Math.max(at, Math.min(...ends)), Math.max(...ends));
  };
  return {
    k,
    x: along(x, rim.left, rim.right, room.width, land.width),
    y: along(y, rim.top, rim.bottom, room.height, land.height),
  };
}

/** The whole map, in the middle of what is free. */
export function whole(room: Room, land: Room, rim: Rim): Camera {
  const width = room.width - rim.left - rim.right,
    height = room.height - rim.top - rim.bottom,
    k = Math.min(width / land.width, height / land.height);
  return { k, x: rim.left + (width - land.width * k) / 2, y: rim.top + (height - land.height * k) / 2 };
}

/**
 * All the points with some land around them, as near as that allows between `least` and `most`; where they lie too far
 * apart for that, as many of them as can be seen together.
 */
export function aim(points: Point[], room: Room, around: number, least: number, most = 1): Camera {
  const together = fitting(points, room, around) < least ? crowd(points, room, least, around) : points,
    { left, right, top, bottom } = boxOf(together),
    k = Math.max(least, Math.min(most, fitting(together, room, around)));
  return { k, x: room.width / 2 - ((left + right) / 2) * k, y: room.height / 2 - ((top + bottom) / 2) * k };
}

/** How near one may come to all the points. */
function fitting(points: Point[], room: Room, around: number): number {
  const { left, right, top, bottom } = boxOf(points);
  return Math.min(room.width / (right - left + 2 * around), room.height / (bottom - top + 2 * around));
}

/** The largest party of points that fit on the screen around one of them. */
function crowd(points: Point[], room: Room, k: number, around: number): Point[] {
  const wide = Math.max(1, room.width / k / 2 - around / 2),
    high = Math.max(1, room.height / k / 2 - around / 2);
  const parties = points.map(([x, y]) => points.filter(([a, b]) => Math.abs(a - x) <= wide && Math.abs(b - y) <= high));
  return parties.reduce((best, party) => (party.length > best.length ? party : best));
}

function boxOf(points: Point[]): { left: number; right: number; top: number; bottom: number } {
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
