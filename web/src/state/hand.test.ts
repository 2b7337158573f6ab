import { describe, expect, it, vi } from "vitest";
import type { Action, Preview } from "../api/types";
import { Hand } from "./hand.svelte";
import type { MatchState } from "./match.svelte";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null })); // nothing is remembered

const act = (text: string, units: string[] = [], hexes: string[] = []): Action => ({
  text,
  verb: text.split(" ")[0]!,
  units,
  joint: false,
  hexes,
  mode: "",
  gait: "",
  closes: false,
  label: null,
});

/** A table that asks one thing after the other, whatever is said, and keeps what was said. */
function table(...asked: Action[][]): { match: MatchState; said: string[] } {
  const said: string[] = [];
  const match = {
    mine: false,
    busy: false,
    building: null,
    units: new Map(),
    stacks: new Map(),
    decision: { kind: "unit" },
    get actions() {
      return asked[said.length] ?? [];
    },
    act: async (text: string) => said.push(text) > 0,
    seat: { reach: async () => ({ "07.16": 1 }) },
  };
  return { match: match as unknown as MatchState, said };
}

const both = [act("move A", ["A"]), act("move B", ["B"])];
const retreats = [act("retreat A 07.16", ["A"], ["07.16"]), act("retreat B 07.16", ["B"], ["07.16"])];
const goal = [act("to 07.16", [], ["07.16"])];

async function picked(...asked: Action[][]): Promise<{ hand: Hand; said: string[] }> {
  const { match, said } = table(...asked),
    hand = new Hand(match);
  match.units.set("A", { hex: "07.15" } as never).set("B", { hex: "07.15" } as never);
  await hand.pickAll(["A", "B"]);
  return { hand, said };
}

describe("several units", () => {
  it("go one after the other", async () => {
    const { hand, said } = await picked(both, goal, both, goal);
    await hand.press("07.16");
    expect(said).toEqual(["move A", "to 07.16", "move B", "to 07.16"]);
  });

  it("stop when something else is asked on the way", async () => {
    const { hand, said } = await picked(both, goal, goal);
    await hand.press("07.16");
    expect(said).toEqual(["move A", "to 07.16"]);
  });

  it("stop when the first has taken the last place", async () => {
    const { hand, said } = await picked(retreats, []);
    await hand.press("07.16");
    expect(said).toEqual(["retreat A 07.16"]);
  });
});

describe("where those picked may go", () => {
  const seat = (foreseen: Record<string, Record<string, number>>) => ({
    reaches: async () => foreseen,
    targets: async () => ({}),
    reach: vi.fn(async () => ({ "07.17": 2 })),
  });

  async function looking(foreseen: Record<string, Record<string, number>>) {
    const { match } = table(both),
      asked = seat(foreseen),
      hand = new Hand(match);
    Object.assign(match, { mine: true, moment: { serial: 1 }, seat: asked });
    match.units.set("A", { hex: "07.15" } as never);
    await hand.refresh();
    void hand.pick("A");
    return { hand, asked };
  }

  it("is lit at once if it was told beforehand", async () => {
    const { hand, asked } = await looking({ "move A": { "07.16": 1 } });
    expect(hand.reach).toEqual({ "07.16": 1 });
    expect(asked.reach).not.toHaveBeenCalled();
  });

  it("is asked for if it was not", async () => {
    const { hand, asked } = await looking({});
    await hand.looked;
    expect(hand.reach).toEqual({ "07.17": 2 });
    expect(asked.reach).toHaveBeenCalledOnce();
  });
});

describe("an attack that was shown", () => {
  const target = [act("attack 0637", [], ["0637"])],
    joins = [act("with A", ["A"]), act("with B", ["B"]), { ...act("air LW full", ["LW"]), mode: "full" }],
    less = [joins[1]!, joins[2]!, { ...act("air LW normal", ["LW"]), mode: "normal" }];

  it("is begun with all that was shown, in the way that was shown, as one thing", async () => {
    const { match, said } = table(target, joins, less, [joins[2]!], []);
    Object.assign(match, { building: { target: "0637" } });
    const hand = new Hand(match);
    hand.preview = { by: ["A", "B", "gone"], support: { LW: "full" } } as unknown as Preview;
    await hand.strike(target[0]!);
    expect(said).toEqual(["attack 0637", "with A", "with B", "air LW full"]);
  });
});

describe("a target pressed with a unit in the hand", () => {
  async function pressed(hex: string): Promise<{ hand: Hand; said: string[] }> {
    const { match, said } = table([act("barrage 0613", [], ["0613"]), act("fire A 0614", ["A"], ["0614"])]),
      hand = new Hand(match);
    Object.assign(match, {
      decision: { kind: "hex", hexes: [], units: [] },
      stacks: new Map([["0613", [{ side: "blue" }]], ["0614", [{ side: "blue" }]]]), // prettier-ignore
      seat: { side: "red", preview: async () => ({ column: "2-1", by: [], support: {} }), why: async () => null },
    });
    match.units.set("A", { hex: "0714", side: "red" } as never).set("B", { hex: "0714", side: "red" } as never);
    await hand.pick(hex === "0614" ? "A" : "B");
    await hand.press(hex);
    return { hand, said };
  }

  it("is shown first, if that unit has no part in it", async () => {
    const { hand, said } = await pressed("0613");
    expect([said, hand.armed, hand.party]).toEqual([[], "0613", []]);
  });

  it("is what that unit does, if it is its own", async () => {
    expect((await pressed("0614")).said).toEqual(["fire A 0614"]);
  });
});

describe("a hex the question names", () => {
  const advance = [act("advance A", ["A"]), act("advance B", ["B"])];

  async function advancing(stands: string[]): Promise<{ hand: Hand; said: string[] }> {
    const { match, said } = table(advance),
      hand = new Hand(match);
    Object.assign(match, {
      decision: { kind: "units", hexes: ["07.16"] },
      seat: { reach: async () => ({}), why: async () => null },
      stacks: new Map(stands.map((hex) => [hex, []])),
    });
    await hand.pick("A");
    await hand.press("07.16");
    return { hand, said };
  }

  it("is where the one picked goes", async () => {
    expect((await advancing([])).said).toEqual(["advance A"]);
  });

  it("is no goal while somebody stands there", async () => {
    expect((await advancing(["07.16"])).said).toEqual([]);
  });
});

describe("a unit that can do nothing", () => {
  async function told(id: string): Promise<string | undefined> {
    const { match } = table(both),
      hand = new Hand(match);
    Object.assign(match, {
      mine: true,
      moment: { serial: 1 },
      seat: {
        side: "red",
        targets: async () => ({}),
        reaches: async () => ({ "move A": { "07.16": 1 } }),
        why: async () => ({ text: "it has moved", citation: "4.1" }),
      },
    });
    await hand.refresh();
    for (const [unit, side] of Object.entries({ A: "red", moved: "red", enemy: "blue" }))
      match.units.set(unit, { hex: "07.15", side } as never);
    await hand.pick(id);
    return hand.why?.text;
  }

  it("says why when it is picked", async () => expect(await told("moved")).toBe("it has moved"));
  it("says nothing if it can", async () => expect(await told("A")).toBeUndefined());
  it("says nothing if it is not one's own", async () => expect(await told("enemy")).toBeUndefined());
});

describe("an attack under way", () => {
  /** A table on which units join an attack and may be taken back one by one. */
  function fighting(...joined: string[]) {
    const said = ["attack 0637", ...joined.map((id) => `with ${id}`)];
    const match = {
      mine: true,
      busy: false,
      units: new Map(),
      stacks: new Map(),
      decision: { kind: "assign", hexes: ["0637"] },
      moment: { serial: 1, can_undo: true },
      seat: { preview: async () => null, targets: async () => ({}) },
      get building() {
        const attackers = said.slice(1).map((text) => text.split(" ")[1]);
        return said.length ? { target: "0637", kind: "attack", attackers, support: {} } : null;
      },
      get actions() {
        if (!said.length) return [act("attack 0637", [], ["0637"])];
        return ["A", "B", "C"].filter((id) => !said.includes(`with ${id}`)).map((id) => act(`with ${id}`, [id]));
      },
      act: async (text: string) => said.push(text) > 0,
      undo: async () => void said.pop(),
    };
    return { hand: new Hand(match as unknown as MatchState), said };
  }

  it("is joined by a click", async () => {
    const { hand, said } = fighting("A");
    await hand.enlist("B");
    expect(said).toEqual(["attack 0637", "with A", "with B"]);
  });

  it("is left by a click, and the others stay in it", async () => {
    const { hand, said } = fighting("A", "B", "C");
    await hand.enlist("A");
    expect(said).toEqual(["attack 0637", "with B", "with C"]);
  });

  it("stays declared when the last has left it", async () => {
    const { hand, said } = fighting("A");
    await hand.dismiss("A");
    expect(said).toEqual(["attack 0637"]);
  });
});
