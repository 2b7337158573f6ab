import { expect, test } from "vitest";
import {
  changesOf,
  type Draft,
  keepDraft,
  keptDraft,
  matching,
  reasonAt,
  rowId,
  type Shown,
  type Tables,
  withCell,
} from "./overlay";

const unit = (id: string, attack: string): Shown => ({
  table: "units.csv",
  id: rowId("units.csv", { id }),
  row: {
    key: { id },
    name: `${id} Corps`,
    fixed: false,
    cells: [
      { column: "attack", ours: attack, source: "reconstructed: scale" },
      { column: "move", ours: "5", source: "reconstructed" },
    ],
  },
});

test("a cell is changed, another beside it, and both taken back", () => {
  const one = withCell({}, unit("72", "4"), "attack", "9");
  expect(one).toEqual({ "units.csv": [{ id: "72", attack: "9" }] });
  const two = withCell(one, unit("72", "4"), "move", "");
  expect(changesOf(two, "units.csv", { id: "72" })).toEqual({ id: "72", attack: "9", move: "" });
  const back = withCell(withCell(two, unit("72", "4"), "attack", "4"), unit("72", "4"), "move", "5");
  expect(back).toEqual({});
});

test("rows keep their order and what is not shown", () => {
  const tables: Tables = {
    "units.csv": [
      { id: "72", note: "mine" },
      { id: "65", attack: "1" },
    ],
    "x.csv": [{ a: "1", b: "2" }],
  };
  expect(withCell(tables, unit("72", "4"), "attack", "9")).toEqual({
    "units.csv": [
      { id: "72", note: "mine", attack: "9" },
      { id: "65", attack: "1" },
    ],
    "x.csv": [{ a: "1", b: "2" }],
  });
});

test("every word is looked for in name, table and source", () => {
  const rows = [unit("72", "4"), unit("65", "3")];
  expect(matching(rows, "units 72 scale")).toEqual([rows[0]]);
  expect(matching(rows, "")).toBe(rows);
  expect(matching(rows, "nobody")).toEqual([]);
});

test("why a cell is wrong is told beside it without its place and by the word for its column", () => {
  const said = "units.csv, row 1 (5A-72): attack 'x' must be a whole number";
  expect(reasonAt(said, "attack", "ataque")).toBe("Ataque 'x' must be a whole number");
  expect(reasonAt("combat.csv, row 2 (1): 'boom' is no result", "1-1", "1-1")).toBe("'boom' is no result");
});

test("what is not saved is found again, until it is saved or thrown away", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  const draft: Draft = { chosen: "", name: "Mine", tables: { "units.csv": [{ id: "72", attack: "9" }] } };
  keepDraft("koenigsberg", draft, store);
  expect(keptDraft("koenigsberg", store)).toEqual(draft);
  expect(keptDraft("seelow", store)).toBeNull();
  keepDraft("koenigsberg", null, store);
  expect(keptDraft("koenigsberg", store)).toBeNull();
  kept.set("countermarch.values.koenigsberg", "no JSON");
  expect(keptDraft("koenigsberg", store)).toBeNull();
});
