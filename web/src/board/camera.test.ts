import { describe, expect, it } from "vitest";
import type { Point } from "../api/types";
import { aim, held, whole } from "./camera";

const ROOM = { width: 390, height: 600 },
  LAND = { width: 1000, height: 800 },
  RIM = { left: 4, right: 4, top: 8, bottom: 60 },
  NONE = { left: 0, right: 0, top: 0, bottom: 0 };
const seen = ([x, y]: Point, { k, x: dx, y: dy }: { k: number; x: number; y: number }) =>
  x * k + dx >= 0 && x * k + dx <= ROOM.width && y * k + dy >= 0 && y * k + dy <= ROOM.height;

describe("the camera is held to the map", () => {
  it("leaves it where it is while the map fills the screen", () => {
    expect(held({ k: 1, x: -300, y: -100 }, ROOM, LAND, RIM)).toEqual({ k: 1, x: -300, y: -100 });
  });
  it("comes back from beyond an edge as far as the rim", () => {
    expect(held({ k: 1, x: 200, y: 100 }, ROOM, LAND, RIM)).toEqual({ k: 1, x: 4, y: 8 });
    expect(held({ k: 1, x: -900, y: -700 }, ROOM, LAND, RIM)).toEqual({ k: 1, x: 390 - 4 - 1000, y: 600 - 60 - 800 });
  });
  it("does not move a small map that lies on the screen whole, so that no finger misses", () => {
    expect(held({ k: 0.35, x: 20, y: 200 }, ROOM, LAND, RIM)).toEqual({ k: 0.35, x: 20, y: 200 });
    expect(held({ k: 0.35, x: 20, y: 200 }, { width: 390, height: 560 }, LAND, RIM).y).toBe(200);
    expect(held({ k: 0.35, x: 20, y: 500 }, ROOM, LAND, RIM).y).toBe(600 - 60 - 280);
  });
});

describe("the whole map", () => {
  it("is free of the rim and in the middle of the rest", () => {
    const { k, x, y } = whole(ROOM, LAND, RIM);
    expect(k).toBeCloseTo(382 / 1000);
    expect(x).toBeCloseTo(4);
    expect(y).toBeCloseTo(8 + (532 - 800 * k) / 2);
    expect(held({ k, x, y }, ROOM, LAND, RIM)).toEqual({ k, x, y });
  });
});

describe("what is aimed at", () => {
  it("is all in sight, in the middle, no nearer than asked", () => {
    const points: Point[] = [
      [100, 100],
      [300, 250],
    ];
    const camera = aim(points, ROOM, 60, 0.3);
    expect(camera.k).toBe(1);
    expect(points.every((p) => seen(p, camera))).toBe(true);
    expect(camera.x).toBe(195 - 200);
  });
  it("is the larger crowd where all of it would be too small, as near as that allows", () => {
    const crowd: Point[] = [
        [100, 100],
        [160, 180],
        [140, 120],
      ],
      camera = aim([[3000, 2000], ...crowd], ROOM, 60, 0.45);
    expect(camera.k).toBe(1);
    expect(crowd.every((p) => seen(p, camera))).toBe(true);
    expect(seen([3000, 2000], camera)).toBe(false);
  });
  it("may be a single point", () => {
    expect(aim([[500, 400]], ROOM, 0, 0.45)).toEqual({ k: 1, x: 195 - 500, y: 300 - 400 });
    expect(held(aim([[999, 799]], ROOM, 0, 0.45), ROOM, LAND, NONE)).toEqual({ k: 1, x: -610, y: -200 });
  });
});
