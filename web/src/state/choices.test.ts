import { describe, expect, it } from "vitest";
import type { Action } from "../api/types";
import { byTarget, closing, completions, offer, target, variant } from "./choices";

const act = (text: string, units: string[] = [], hexes: string[] = []): Action => ({ text, verb: text.split(" ")[0]!, units, hexes, label: null });
const actions = [
  act("move 5A-72", ["5A-72"]),
  act("move 5A-72 strategic", ["5A-72"]),
  act("to 1243", [], ["1243"]),
  act("retreat 0608-0607", [], ["0608", "0607"]),
  act("rebuild 27K-35 1 2209", ["27K-35"], ["2209"]),
  act("apart A-1+A-HQ", ["A-1", "A-HQ"]),
  act("done"),
];

describe("an offer", () => {
  it("sorts actions by what one points at", () => {
    const found = offer(actions);
    expect(found.byUnit.get("5A-72")).toHaveLength(2);
    expect([...found.byHex.keys()]).toEqual(["1243", "0607"]);
    expect(found.joint.map((a) => a.text)).toEqual(["apart A-1+A-HQ"]);
    expect(found.plain.map((a) => a.text)).toEqual(["done"]);
  });

  it("tells modes and numbers from units and hexes", () => {
    expect(actions.map(variant)).toEqual(["", "strategic", "", "", "1", "A-1+A-HQ", ""]);
  });

  it("ends a path in its last hex", () => {
    expect(target(actions[3]!)).toBe("0607");
    expect([...byTarget(actions).keys()]).toEqual(["1243", "0607", "2209"]);
  });
});

describe("the main button", () => {
  it("carries what ends the decision", () => {
    expect(closing([act("together"), act("done")])?.text).toBe("done");
    expect(closing([act("resolve")])?.text).toBe("resolve");
    expect(closing([act("one"), act("two")])).toBeNull();
  });
});

describe("the notation line", () => {
  it("completes from the beginning, then from anywhere", () => {
    expect(completions(actions, "move 5").map((a) => a.text)).toEqual(["move 5A-72", "move 5A-72 strategic"]);
    expect(completions(actions, "2209 reb").map((a) => a.text)).toEqual(["rebuild 27K-35 1 2209"]);
    expect(completions(actions, "")).toEqual([]);
  });
});
