import { describe, expect, it, vi } from "vitest";
import type { GameEvent } from "../api/types";
import { Playback } from "./playback.svelte";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null })); // every outcome waits to be read

const event = (index: number, more: Partial<GameEvent>): GameEvent =>
  ({
    index,
    done: 1,
    key: "k",
    text: "",
    citation: null,
    params: {},
    hexes: [],
    units: [],
    assault: null,
    ...more,
  }) as GameEvent;

describe("one's own attack", () => {
  it("is read before the chit that is drawn after it is shown", async () => {
    const host = { rolled: null, thrown: true, fresh: false, last: [], events: [], people: ["german"] };
    const playback = new Playback(host);
    const attack = event(0, { assault: { side: "german", target: "1137" } as never, params: { die: 3 } });
    const shown = playback.own([attack, event(1, { params: { chit: "65A" } })]);
    expect([playback.outcome?.roll.index, playback.chit]).toEqual([0, null]);
    playback.goOn();
    await shown;
    expect(playback.chit?.index).toBe(1);
  });
});
