import { describe, expect, it } from "vitest";
import type { Chronicle, Milestone, Roll } from "../api/types";
import { clusters, extremes, lost, luckFor, pathOf, scored, span, turnRows, valueAt, weightiest } from "./story";

const loss = (index: number, turn: number, side: string, steps: number, gone = false) => ({
  index,
  turn,
  side,
  unit: `${side}-${index}`,
  hex: "0101",
  steps,
  gone,
});
const told: Pick<Chronicle, "actions" | "turns" | "scores" | "losses"> = {
  actions: 20,
  turns: [
    { turn: 1, index: 0 },
    { turn: 2, index: 8 },
  ],
  scores: [
    { index: 0, turn: 1, points: { red: 0 }, total: 0, level: "draw" },
    { index: 8, turn: 1, points: { red: 2 }, total: 2, level: "draw" },
    { index: 15, turn: 2, points: { red: 5 }, total: 5, level: "red wins" },
  ],
  losses: [loss(3, 1, "red", 1), loss(3, 1, "red", 2, true), loss(9, 2, "blue", 1, true), loss(12, 2, "red", 1)],
};

describe("a story by turns", () => {
  it("has the points at the end of each, and the losses in it", () => {
    const [first, second] = turnRows(told, ["red", "blue"]);
    expect(first).toEqual({
      turn: 1,
      first: 0,
      last: 8,
      total: 2,
      level: "draw",
      steps: { red: 3, blue: 0 },
      units: { red: 1, blue: 0 },
    });
    expect(second).toMatchObject({ first: 8, last: 20, total: 5, level: "red wins", steps: { red: 1, blue: 1 } });
  });

  it("adds losses up, those of one moment at once", () => {
    expect(lost(told, "red")).toEqual([
      [0, 0],
      [3, 3],
      [12, 4],
    ]);
    expect(valueAt(lost(told, "red"), 11)).toBe(3);
  });

  it("has no points where a game counts none", () => {
    expect(scored(told)).toEqual([
      [0, 0],
      [8, 2],
      [15, 5],
    ]);
    expect(scored({ ...told, scores: [{ index: 0, turn: 1, points: {}, total: null, level: null }] })).toEqual([]);
  });
});

describe("a curve", () => {
  it("goes in steps from the lowest value at the bottom to the highest at the top", () => {
    expect(span([scored(told)])).toEqual([0, 5]);
    expect(pathOf(scored(told), 20, [0, 5], 200, 100)).toBe("M0.0 100.0H80.0V60.0H150.0V0.0H200.0");
  });

  it("shows what lies below nought", () => {
    expect(span([[[0, -3]], [[0, 4]]])).toEqual([-3, 4]);
  });
});

const roll = (index: number, side: string, luck: number, rolled: [number, number] = [0, 1]): Roll => ({
  index,
  turn: 1,
  event: index,
  side,
  kind: "attack",
  hex: "0101",
  column: "2-1",
  die: 6,
  result: "D1",
  luck,
  expected: [0.5, 0.5],
  rolled,
});

describe("dice", () => {
  it("are good for one side as they are bad for the other", () => {
    expect([luckFor(roll(1, "red", 0.3), "red"), luckFor(roll(1, "red", 0.3), "blue")]).toEqual([0.3, -0.3]);
  });

  it("are sorted by luck, then by the difference they made; even ones are left out", () => {
    const rolls = [
      roll(1, "red", 0.2),
      roll(2, "blue", -0.4),
      roll(3, "red", 0.4, [0, 1]),
      roll(4, "red", 0.4, [0, 2]),
      roll(5, "red", -0.1),
      roll(6, "red", 0),
    ];
    const { lucky, unlucky } = extremes(rolls, "red");
    expect(lucky.map(({ index }) => index)).toEqual([4, 3, 2, 1]);
    expect(unlucky.map(({ index }) => index)).toEqual([5]);
    expect(extremes(rolls, "blue").unlucky[0]?.index).toBe(4);
  });

  it("are ten at most", () => {
    const many = Array.from({ length: 30 }, (_, k) => roll(k, "red", (k % 2 ? 1 : -1) / 3));
    expect(extremes(many, "red")).toMatchObject({ lucky: { length: 10 }, unlucky: { length: 10 } });
  });
});

describe("marks on the slider", () => {
  const mark = (index: number, kind: Milestone["kind"]): Milestone => ({
    index,
    turn: 1,
    kind,
    side: "red",
    hex: null,
    unit: null,
    name: null,
    event: null,
  });

  it("that would lie over each other are one, with the sign of the weightiest", () => {
    const found = clusters([mark(50, "unit"), mark(10, "unit"), mark(12, "objective"), mark(13, "hq")], 100, 0.05);
    expect(found.map(({ at, marks }) => [at, marks.length])).toEqual([
      [0.1, 3],
      [0.5, 1],
    ]);
    expect(weightiest(found[0]!.marks).kind).toBe("objective");
  });
});
