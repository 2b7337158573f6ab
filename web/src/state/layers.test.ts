import { describe, expect, it, vi } from "vitest";
import type { GameEvent, Threat } from "../api/types";
import type { MatchState } from "./match.svelte";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { documentElement: {} });
});
const { Layers } = await import("./layers.svelte");
const { Playback } = await import("./playback.svelte");

const THREATS = { "0101": { odds: "3:1", attack: 9, defence: 3, by: ["a"] } as Threat };

function table() {
  const walked = { index: 0, hexes: ["0101", "0102"], units: ["a"], params: { unit: "a" } } as unknown as GameEvent,
    host = { rolled: null, thrown: true, fresh: false, last: [walked], events: [], people: ["german"] },
    playback = new Playback(host);
  const match = {
    playback,
    moment: { aids: { allowed: true } },
    sides: ["german", "soviet"],
    seat: { side: "german", threats: async () => THREATS },
  };
  return { match, playback, layers: new Layers(match as unknown as MatchState) };
}

describe("threats", () => {
  it("are those of the table they were asked for, and go with it", async () => {
    const { match, layers } = table();
    layers.toggle("threats");
    await layers.refresh(null);
    expect(layers.threats).toEqual(THREATS);
    match.moment = { aids: { allowed: true } };
    expect(layers.threats).toEqual({});
    await layers.refresh(null);
    expect(layers.threats).toEqual(THREATS);
  });

  it("are not drawn while what was done is shown", async () => {
    const { playback, layers } = table();
    layers.toggle("threats");
    await layers.refresh(null);
    playback.again();
    expect(layers.threats).toEqual({});
    playback.skip();
    await playback.finish();
    expect(layers.threats).toEqual(THREATS);
  });
});
