import { describe, expect, it } from "vitest";
import type { Action, Preview } from "../api/types";
import { byTarget, closing, common, completions, manner, offer, promises, target, together } from "./choices";

const act = (text: string, units: string[] = [], hexes: string[] = [], more: Partial<Action> = {}): Action => ({
  text,
  verb: text.split(" ")[0]!,
  units,
  joint: false,
  hexes,
  mode: "",
  gait: "",
  closes: false,
  label: null,
  ...more,
});
const actions = [
  act("move 5A-72", ["5A-72"]),
  act("move 5A-72 strategic", ["5A-72"], [], { mode: "strategic" }),
  act("to 12.43", [], ["12.43"]),
  act("retreat 0608-0607", [], ["0608", "0607"]),
  act("rebuild 27K-35 1 2209", ["27K-35"], ["2209"], { mode: "1" }),
  act("apart A-1+A-HQ", ["A-1", "A-HQ"], [], { joint: true }),
  act("fire G-1 T-4", ["G-1", "T-4"]),
  act("done", [], [], { closes: true }),
];

describe("an offer", () => {
  it("sorts actions by what one points at", () => {
    const found = offer(actions);
    expect(found.byUnit.get("5A-72")).toHaveLength(2);
    expect([...found.byHex.keys()]).toEqual(["12.43", "0607"]);
    expect(found.joint.map((a) => a.text)).toEqual(["apart A-1+A-HQ"]);
    expect(found.plain.map((a) => a.text)).toEqual(["done"]);
  });

  it("tells units that act as one from one that acts upon another", () => {
    const found = offer(actions);
    expect(found.byUnit.get("G-1")!.map((a) => a.text)).toEqual(["fire G-1 T-4"]);
    expect(found.byUnit.has("T-4")).toBe(false);
  });

  it("ends a path in its last hex", () => {
    expect(target(actions[3]!)).toBe("0607");
    expect([...byTarget(actions).keys()]).toEqual(["12.43", "0607", "2209"]);
  });
});

describe("a party", () => {
  const rows = offer([
    act("move A", ["A"]),
    act("move A strategic", ["A"], [], { mode: "strategic" }),
    act("move B", ["B"]),
    act("move C+D", ["C", "D"], [], { joint: true }),
    act("move C", ["C"]),
    act("move D", ["D"]),
  ]);

  it("does what each of it could do alone", () => {
    expect(together(rows, ["A", "B"]).map(({ each }) => each.map((a) => a.text))).toEqual([["move A", "move B"]]);
    expect(together(rows, ["A"]).map(({ action }) => manner(action))).toEqual(["move", "move strategic"]);
    expect(together(rows, ["A", "nobody"])).toEqual([]);
  });

  it("acts as one where the rules know that", () => {
    expect(together(rows, ["D", "C"]).map(({ each }) => each.map((a) => a.text))).toEqual([["move C+D"]]);
  });

  it("acts as one, too, if it is part of such a group and each could go alone", () => {
    const stack = offer([
      ...["C", "D", "E"].map((id) => act(`move ${id}`, [id])),
      act("move C+D+E", ["C", "D", "E"], [], { joint: true }),
      act("strategic C+D+E", ["C", "D", "E"], [], { joint: true }),
    ]);
    expect(together(stack, ["E", "C"]).map(({ action }) => [action.text, action.units])).toEqual([
      ["move C+E", ["C", "E"]],
    ]);
  });

  it("goes where all can go", () => {
    expect(common([{ "07.16": 2, "07.17": 3 }, { "07.16": 4 }])).toEqual({ "07.16": 4 });
    expect(common([])).toEqual({});
  });
});

describe("the main button", () => {
  it("carries what ends the decision", () => {
    expect(closing([act("together"), act("done", [], [], { closes: true })])?.text).toBe("done");
    expect(closing([act("pass")])?.text).toBe("pass");
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

describe("a target", () => {
  const preview = (attacker: number, defender: number) =>
    ({ suffering: { attacker, defender }, refusal: null }) as unknown as Preview;
  it("promises something if the defender is more likely to suffer than not", () => {
    expect(promises(preview(2 / 6, 4 / 6))).toBe(true);
    expect(promises(preview(3 / 6, 3 / 6))).toBe(false);
  });
  it("promises something at any chance if the attacker risks nothing", () => {
    expect(promises(preview(0, 1 / 6))).toBe(true);
    expect(promises(preview(0, 0))).toBe(false);
  });
  it("promises nothing if it may not be attacked", () => {
    expect(promises({ ...preview(0, 1), refusal: { text: "no", citation: null } })).toBe(false);
  });
});
