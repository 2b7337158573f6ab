import { describe, expect, it } from "vitest";
import type { HexInfo, SideInfo, Style } from "../api/types";
import { type Box, Plan, overlap } from "./plan";
import { Plane, UNIT } from "./plane";
import { chains, regions } from "./shapes";

const style = (
  on: Style["on"],
  layer: string,
  word: string,
  draw: Style["draw"],
  more: Partial<Style> = {},
): Style => ({ on, layer, word, draw, title: word, ...more });
const STYLES = [
  style("hex", "level", "2", "area", { also: ["3"] }),
  style("hex", "settlement", "town", "place"),
  style("side", "river", "minor", "course"),
  style("side", "road", "1", "way"),
];
const SIDES: SideInfo[] = [
  { a: "22", b: "23", river: "minor", road: true },
  { a: "22", b: "99", river: "minor" },
];
const STEP = Math.sqrt(3) / 2;

function hexes(columns: number, rows: number): HexInfo[] {
  return Array.from({ length: columns * rows }, (_, k) => {
    const column = Math.floor(k / rows),
      row = k % rows;
    return { n: `${column}${row}`, x: column * STEP, y: row + (column % 2) / 2, terrain: "clear", flags: [] };
  });
}

function plane(columns = 5, rows = 5): Plane {
  const data = {
    grid: { hexes: hexes(columns, rows), size: 1, flat: true },
    sides: SIDES,
    outlines: null,
    drawing: { styles: STYLES },
  };
  return new Plane(data);
}

describe("the plane", () => {
  it("finds the hex under a point", () => {
    const made = plane();
    for (const cell of made.cells) {
      expect(made.at(cell.centre)).toBe(cell);
      expect(made.at([cell.centre[0] + 30, cell.centre[1] + 5])).toBe(cell);
    }
    expect(made.at([-500, -500])).toBeNull();
  });

  it("knows six neighbours inside and fewer at the edge", () => {
    const made = plane();
    expect(
      made
        .neighbours(made.byNumber.get("22")!)
        .map((cell) => cell.n)
        .sort(),
    ).toEqual(["11", "12", "21", "23", "31", "32"]);
    expect(made.neighbours(made.byNumber.get("00")!)).toHaveLength(2);
  });

  it("gives a side the same ends from both its hexes", () => {
    const made = plane(),
      a = made.byNumber.get("22")!;
    for (const b of made.neighbours(a))
      expect(made.ends(a, b).map(String).sort()).toEqual(made.ends(b, a).map(String).sort());
  });

  it("leads out of the map only at its edge", () => {
    const made = plane();
    expect(made.outward(made.byNumber.get("22")!)).toEqual([0, 0]);
    expect(made.outward(made.byNumber.get("02")!)).toEqual([-1, 0]);
  });
});

describe("styles", () => {
  it("find the hexes and hexsides they speak of, whatever their layers are called", () => {
    const made = plane(),
      [height, , river, road] = STYLES as [Style, Style, Style, Style];
    Object.assign(made.byNumber.get("11")!, { level: "3" });
    expect(made.cellsOf(height).map((cell) => cell.n)).toEqual(["11"]);
    expect(made.sidesOf(river).map(({ side }) => side.b)).toEqual(["23"]);
    expect(made.sidesOf(road)).toHaveLength(1);
    expect(made.styles("side", "course")).toEqual([river]);
  });

  it("divide the map into blocks that hold every hex once", () => {
    const made = plane(20, 20),
      blocks = made.blocks(made.cells);
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.flatMap(({ cells }) => cells)).toHaveLength(400);
    for (const { box, cells } of blocks)
      for (const {
        centre: [x, y],
      } of cells)
        expect(box[0] < x && x < box[2] && box[1] < y && y < box[3]).toBe(true);
  });
});

describe("outlines", () => {
  it("go once around a group of hexes, and around its hole", () => {
    const made = plane(),
      heart = made.byNumber.get("22")!;
    expect(regions(made, [heart])).toHaveLength(1);
    expect(regions(made, made.neighbours(heart))).toHaveLength(2);
  });

  it("join links end to end", () => {
    const made = plane(),
      heart = made.byNumber.get("22")!;
    const around = made.neighbours(heart).map((other) => made.ends(heart, other));
    const [course] = chains(around);
    expect(chains(around)).toHaveLength(1);
    expect(course).toHaveLength(7);
  });
});

describe("a plan", () => {
  it("keeps names off what is taken", () => {
    const plan = new Plan([0, 0, 10 * UNIT, 10 * UNIT]);
    const box: Box = [100, 100, 200, 130];
    plan.take([box]);
    expect(plan.fits([[150, 120, 260, 140]])).toBe(false);
    expect(plan.fits([[150, 131, 260, 150]])).toBe(true);
    expect(plan.fits([[-5, 200, 60, 220]])).toBe(false);
    expect(overlap(box, [200, 100, 210, 130])).toBe(false);
  });
});
