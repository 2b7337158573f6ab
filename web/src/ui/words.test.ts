import { describe, expect, it, vi } from "vitest";
import { citations, misprint } from "./words";

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
