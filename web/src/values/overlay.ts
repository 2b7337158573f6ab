// A set of values while it is edited: rows of tables that hold only what differs from ours.
import type { Guess, Values } from "../api/types";

export type Tables = Values["tables"];
export interface Shown {
  table: string;
  row: Guess;
  id: string;
}

export const rowId = (table: string, key: Record<string, string>) => `${table}|${Object.values(key).join("/")}`;

const names = (row: Record<string, string>, key: Record<string, string>) =>
  Object.entries(key).every(([column, value]) => row[column] === value);

export const changesOf = (tables: Tables, table: string, key: Record<string, string>): Record<string, string> =>
  tables[table]?.find((row) => names(row, key)) ?? {};

/** The tables with one cell changed; what is as ours is left out, and a row that changes nothing with it. */
export function withCell(tables: Tables, { table, row }: Shown, column: string, value: string): Tables {
  const ours = row.cells.find((cell) => cell.column === column)?.ours ?? "";
  const old = tables[table] ?? [];
  const { [column]: _, ...rest } = { ...row.key, ...changesOf(tables, table, row.key) };
  const changed = value === ours ? rest : { ...rest, [column]: value };
  const empty = Object.keys(changed).length <= Object.keys(row.key).length;
  const at = old.findIndex((one) => names(one, row.key));
  const kept = at < 0 ? [...old, changed] : old.with(at, changed);
  const rows = empty ? kept.filter((one) => one !== changed) : kept;
  return Object.fromEntries(Object.entries({ ...tables, [table]: rows }).filter(([, some]) => some.length));
}

/** Why a cell is wrong, as it is told beside it: its place is known there, and its column by the word for it. */
export function reasonAt(why: string, column: string | null, label: string): string {
  const said = why.replace(/^[^:]*: /, "");
  const told = column && said.startsWith(`${column} `) ? `${label}${said.slice(column.length)}` : said;
  return told.charAt(0).toUpperCase() + told.slice(1);
}

/** What was not saved, by game, until it is: whoever leaves the page finds it again. */
export interface Draft {
  chosen: string;
  name: string;
  tables: Tables;
}
const place = (game: string) => `countermarch.values.${game}`;

export function keptDraft(game: string, store: Storage = localStorage): Draft | null {
  try {
    return JSON.parse(store.getItem(place(game)) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

export function keepDraft(game: string, draft: Draft | null, store: Storage = localStorage): void {
  if (draft) store.setItem(place(game), JSON.stringify(draft));
  else store.removeItem(place(game));
}

/** Rows that have every word in their table, name or source. */
export function matching(rows: Shown[], words: string): Shown[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return rows;
  return rows.filter(({ id, row }) => {
    const text = `${id} ${row.name} ${row.cells.map((cell) => `${cell.ours} ${cell.source}`).join(" ")}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
