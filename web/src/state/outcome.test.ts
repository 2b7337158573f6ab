import { describe, expect, it } from "vitest";
import type { Action, Decision, Fought, GameEvent } from "../api/types";
import { endOf, follows, isHeading, outcomes, reading, resultOf, waitsFor } from "./outcome";

const fought = (die: number, modifier = 0, row = die + modifier, side = "soviet"): Fought => ({
  side,
  kind: "attack",
  target: "0637",
  attackers: ["39A-152"],
  support: {},
  die,
  hit: { row, result: "Dr" },
  preview: {
    attack: 6,
    defence: 3,
    parts: [],
    column: "2-1",
    results: { Dr: 1 },
    outcomes: {},
    suffering: { attacker: 0, defender: 1 },
    spared: [0, 0],
    refusal: null,
    modifier,
    table: "combat",
    faces: [],
    by: [],
    support: {},
  },
});

const event = (index: number, done: number, more: Partial<GameEvent> = {}): GameEvent => ({
  index,
  done,
  key: "k",
  text: `event ${index}`,
  citation: null,
  params: {},
  hexes: [],
  units: [],
  assault: null,
  ...more,
});

const roll = (index: number, done: number) =>
  event(index, done, { assault: fought(5, -1), params: { result: "A1*/Dr" } });

describe("what an attack brought", () => {
  it("is all that followed from the same action", () => {
    const [one] = outcomes([event(0, 1), roll(1, 2), event(2, 2), event(3, 2), event(4, 3)]);
    expect(one!.lines.map(({ index }) => index)).toEqual([2, 3]);
    expect(endOf(one!)).toBe(3);
  });

  it("ends where the next die falls, and where a chit is drawn", () => {
    const volley = outcomes([
      roll(0, 1),
      event(1, 1),
      roll(2, 1),
      event(3, 1, { params: { chit: "2SA" } }),
      event(4, 1),
    ]);
    expect(volley.map(({ lines }) => lines.map(({ index }) => index))).toEqual([[1], []]);
    expect(endOf(volley[1]!)).toBe(2);
  });

  it("keeps a die that is no attack, such as a check of morale, among what followed", () => {
    const [one] = outcomes([roll(0, 1), event(1, 1, { params: { die: 3 }, units: ["26K-1"] })]);
    expect(one!.lines).toHaveLength(1);
  });

  it("ends before a die about nobody: how many barrages the next front has", () => {
    const [one] = outcomes([roll(0, 1), event(1, 1, { params: { dice: [2, 5] } }), event(2, 1)]);
    expect(one!.lines).toEqual([]);
  });

  it("names the result that counts, not the whole of what is printed", () => {
    expect(resultOf(outcomes([roll(0, 1)])[0]!)).toBe("Dr");
    const sure = event(0, 1, { assault: { ...fought(2), hit: null }, params: { result: "-" } });
    expect(resultOf(outcomes([sure])[0]!)).toBe("-");
  });
});

describe("a modified die", () => {
  it("is read in the row of the sum", () => expect(reading(fought(5, -1))).toMatchObject({ sum: 4, row: 4 }));
  it("is held to the table", () => expect(reading(fought(1, -1, 1))).toMatchObject({ sum: 0, row: 1 }));
});

describe("the reader is waited for", () => {
  const theirs = outcomes([roll(0, 1)])[0]!;
  it("always", () => expect(waitsFor("always", theirs, ["german"])).toBe(true));
  it("after one's own attacks only", () => {
    expect(waitsFor("mine", theirs, ["german"])).toBe(false);
    expect(waitsFor("mine", theirs, ["german", "soviet"])).toBe(true);
  });
  it("never", () => expect(waitsFor("never", theirs, ["soviet"])).toBe(false));
});

describe("what is asked next", () => {
  const outcome = { ...outcomes([roll(0, 1)])[0]!, lines: [event(1, 1, { units: ["26K-1"] })] };
  const asked = (units: string[] = [], hexes: string[] = []) => ({ units, hexes }) as unknown as Decision;
  const by = (...ids: string[]) => ids.map((id) => ({ units: [id] }) as Action);
  it("follows from the attack if it is about those who fought", () => {
    expect(follows(outcome, asked(), by("39A-152"), [])).toBe(true);
    expect(follows(outcome, asked(), by("26K-69"), ["26K-69"])).toBe(true);
    expect(follows(outcome, asked(["26K-1"]), [], [])).toBe(true);
    expect(follows(outcome, asked([], ["0637"]), [], [])).toBe(true);
  });
  it("does not if others may act, or something else is asked", () => {
    expect(follows(outcome, asked(), by("39A-152", "2SA-1"), [])).toBe(false);
    expect(follows(outcome, asked(), [], [])).toBe(false);
  });
});

describe("a heading", () => {
  it("names nobody, no place and no die", () => {
    expect(isHeading(event(0, 1))).toBe(true);
    expect(isHeading(event(0, 1, { units: ["26K-1"] }))).toBe(false);
    expect(isHeading(event(0, 1, { hexes: ["0637"] }))).toBe(false);
    expect(isHeading(event(0, 1, { params: { die: 4 } }))).toBe(false);
  });
});
