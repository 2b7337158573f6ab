import { describe, expect, it } from "vitest";
import type { BoardData } from "../api/types";
import { en } from "../i18n/en";
import { glossary } from "./glossary";

const board = (more: Partial<BoardData>): BoardData =>
  ({ chits: [], pieces: [], formations: [], look: { markers: {} }, ...more }) as unknown as BoardData;

describe("the words a newcomer meets", () => {
  it("are few in a small game", () => {
    expect(glossary(board({}))).not.toContain("chit");
    expect(glossary(board({}))).toContain("zone");
  });

  it("are those of the game's own pieces and verbs", () => {
    const look = { markers: { pinned: ["P"] } };
    const met = glossary(board({ chits: [{ id: "39Pz" }], look } as unknown as Partial<BoardData>), true);
    expect(met).toEqual(expect.arrayContaining(["chit", "barrage", "pinned", "fog"]));
  });

  it("are all explained", () => {
    const all = Object.keys(en).filter((key) => key.startsWith("gloss.") && key !== "gloss.title");
    for (const key of all) expect(en).toHaveProperty([key.replace("gloss.", "glossed.")]);
    for (const word of glossary(board({}), true)) expect(all).toContain(`gloss.${word}`);
  });
});
