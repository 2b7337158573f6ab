import { describe, expect, it } from "vitest";
import type { Rulebook, RuleText } from "../api/types";
import { linked, marked, place, plain, search } from "./search";

const rule = (id: string, title: string, gist: string): RuleText => ({
  ...{
    id,
    title,
    gist,
    kind: "enforce",
    ours: false,
    links: {},
    named_by: [],
    also: [],
    options: [],
    charts: [],
    example: false,
    kin: {},
  },
});
const book = (...rules: RuleText[]): Rulebook => ({
  ...{ game: "g", title: "G", about: "", charts: [], kin: [], origins: [] },
  chapters: [{ key: "9", title: "Combat", rules }],
});
const english = book(
  rule("9.5", "Retreats", "The owner moves his own units."),
  rule("9.5.3", "Zones", "A retreat avoids enemy zones."),
  rule("12.5", "Ice", "Lakes are frozen."),
);
const spanish = book(
  rule("9.5", "Retiradas", "El propietario mueve las suyas."),
  rule("9.5.3", "Zonas", "La retirada evita las zonas enemigas."),
  rule("12.5", "Hielo", "Los lagos están helados; se cruzan en algún hexágono."),
);
const ids = (query: string, own = english, other: Rulebook | null = spanish) =>
  search(query, own, other).map(({ rule }) => rule.id);

describe("searching the rules", () => {
  it("finds numbers first, the very one before those below it", () => {
    expect(ids("9.5")).toEqual(["9.5", "9.5.3"]);
    expect(ids("12")).toEqual(["12.5"]);
  });
  it("puts titles before texts", () => expect(ids("retreat")).toEqual(["9.5", "9.5.3"]));
  it("wants every word", () => expect(ids("retreat zone")).toEqual(["9.5.3"]));
  it("does not mind accents or capitals", () => {
    expect(ids("ALGUN HEXAGONO", spanish, english)).toEqual(["12.5"]);
    expect(plain("Königsberg Íñigo")).toBe("konigsberg inigo");
    expect(plain("Straße").length).toBe("Straße".length);
  });
  it("finds what only the other language has, and says so", () => {
    const [found] = search("helados", english, spanish);
    expect([found!.rule.title, found!.foreign]).toEqual(["Hielo", true]);
    expect(search("helados", english, null)).toEqual([]);
  });
  it("marks what was found where it stands", () => {
    expect(marked("Über die Brücke", ["brucke"])).toEqual([
      { text: "Über die ", hit: false },
      { text: "Brücke", hit: true },
    ]);
  });
  it("finds nothing for nothing", () => expect(ids("  ")).toEqual([]));
});

describe("rules named in a text", () => {
  it("are cut out, the longest first", () => {
    const links = { "9.5": "9.5", "9.5.3": "9.5.3", "8.7(1)": "8.7(1)" };
    expect(linked("As 9.5.3 and 9.5, by 8.7(1).", links).flatMap(({ rule }) => rule ?? [])).toEqual([
      "9.5.3",
      "9.5",
      "8.7(1)",
    ]);
    expect(linked("19.5 km", links)).toEqual([{ text: "19.5 km", rule: null }]);
  });
});

describe("a citation", () => {
  it("names its book, our own design among them", () => {
    expect(place("koenigsberg 9.5.3", "x")).toEqual({ game: "koenigsberg", rule: "9.5.3" });
    expect(place("stargard-design 8.7(1)", "x")).toEqual({ game: "stargard", rule: "8.7(1)" });
    expect(place("seelow Example A", "x")).toEqual({ game: "seelow", rule: "Example A" });
    expect(place("9.5.3", "x")).toEqual({ game: "x", rule: "9.5.3" });
    expect(place("Example A", "seelow")).toEqual({ game: "seelow", rule: "Example A" });
  });
});
