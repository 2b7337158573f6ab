import { describe, expect, it, vi } from "vitest";
import type { Threat } from "../api/types";
import type { Hand } from "./hand.svelte";
import type { Layers } from "./layers.svelte";
import type { MatchState } from "./match.svelte";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { documentElement: {} });
});
const { glowOf, lightsOf } = await import("./glows");

const threat = (odds: string, attack: number, defence: number): Threat => ({ odds, attack, defence, by: ["a"] });
const layers = {
  on: new Set(["threats"]),
  zones: {},
  supply: {},
  command: [],
  sight: null,
  threats: { "0101": threat("1:4", 1, 4), "0102": threat("2:1", 9, 4), "0103": threat("7:1", 7, 1) },
} as unknown as Layers;
const hand = { lit: new Map(), paths: [], hovered: null, hex: null } as unknown as Hand;
const match = {
  seat: { side: "german" },
  moment: { view: {} },
  playback: { current: null },
  decision: null,
} as unknown as MatchState;

describe("threats", () => {
  it("are broader and deeper the more dangerous they are", () => {
    const drawn = ["0101", "0102", "0103"].map((hex) =>
      glowOf(match, hand, layers).areas.find(({ hexes }) => hexes.includes(hex))!,
    );
    const [slight, serious, grave] = drawn.map(({ width = 0 }) => width) as [number, number, number];
    expect(slight).toBeLessThan(serious);
    expect(serious).toBeLessThan(grave);
    expect(new Set(drawn.map(({ fill, edge }) => fill + edge)).size).toBe(3);
  });

  it("bear their odds on a shade of their own", () => {
    expect(lightsOf(match, hand, layers).tags.map(({ text, shade }) => [text, shade])).toEqual([
      ["1:4", "slight"],
      ["2:1", "serious"],
      ["7:1", "grave"],
    ]);
  });
});
