import { describe, expect, it, vi } from "vitest";
import type { GameEvent } from "../api/types";
import type { MatchState } from "../state/match.svelte";
import { citations, meaningOf, misprint } from "./words";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null }));

describe("a counter and its name", () => {
  it("differ where the print is wrong", () => {
    expect(misprint({ printed: "218", name: "213th Tank Brigade" })).toBe("218");
  });

  it.each([
    ["113", "113th Rifle Corps"],
    ["1HG", "Fallschirm-Panzer-Division 1 Hermann Göring"],
    ["41HQ", "XXXXI. Panzerkorps"],
    ["1/8", "I Co, 8th Panzer Bn"],
  ])("agree: %s, %s", (printed, name) => expect(misprint({ printed, name })).toBeNull());
});

describe("rules beside a question", () => {
  it("are told once each, by what one sees of them", () => {
    expect(citations(["vistula 13", "vistula 13-zones", "vistula 13#2", "vistula 4"])).toEqual([
      "vistula 13",
      "vistula 4",
    ]);
  });
});

describe("the result of an attack", () => {
  const match = { board: { words: { results: { "-": "no effect", D3: "the defenders …" } } } } as unknown as MatchState,
    event = (assault: unknown, result?: string) => ({ assault, params: { result } }) as unknown as GameEvent;

  it("is told in words, by what the die hit or what was said", () => {
    expect(meaningOf(match, event({ hit: { result: "D3" } }))).toBe("the defenders …");
    expect(meaningOf(match, event({ hit: null }, "-"))).toBe("no effect");
  });

  it("is nothing where nobody attacked", () => expect(meaningOf(match, event(null, "-"))).toBe(""));
});
