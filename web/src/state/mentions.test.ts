import { describe, expect, it } from "vitest";
import { mentions } from "./mentions";

const NAMES: Record<string, string> = { a: "Tank Corps", b: "1st Tank Corps", c: "Fusiliers" };
const said = (text: string, units: string[]) => mentions(text, units, (id) => NAMES[id]);

describe("mentions", () => {
  it("finds each unit where it is named", () => {
    expect(said("Fusiliers leave 1st Tank Corps", ["b", "c"])).toEqual([
      { text: "Fusiliers", unit: "c" },
      { text: " leave ", unit: null },
      { text: "1st Tank Corps", unit: "b" },
    ]);
  });
  it("takes the longer of two names that lie in one another", () => {
    expect(said("1st Tank Corps", ["a", "b"])).toEqual([{ text: "1st Tank Corps", unit: "b" }]);
  });
  it("leaves a text alone that names nobody", () => {
    expect(said("The turn ends", ["a"])).toEqual([{ text: "The turn ends", unit: null }]);
  });
});
