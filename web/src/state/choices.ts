// Legal actions sorted by what a player would point at. Nothing here knows a game: only shapes.
import type { Action } from "../api/types";

export interface Offer {
  byUnit: Map<string, Action[]>;
  byHex: Map<string, Action[]>;
  plain: Action[]; // neither unit nor hex: words
  joint: Action[]; // several units at once
}

export function offer(actions: Action[]): Offer {
  const found: Offer = { byUnit: new Map(), byHex: new Map(), plain: [], joint: [] };
  for (const action of actions) {
    if (action.units.length > 1) found.joint.push(action);
    else if (action.units[0]) push(found.byUnit, action.units[0], action);
    else if (action.hexes.length) push(found.byHex, target(action)!, action);
    else found.plain.push(action);
  }
  return found;
}

function push(map: Map<string, Action[]>, key: string, action: Action): void {
  const row = map.get(key);
  if (row) row.push(action);
  else map.set(key, [action]);
}

/** The hex an action is about: where a path ends. */
export function target(action: Action): string | null {
  return action.hexes.at(-1) ?? null;
}

/** The words of an action that name neither its verb nor units nor hexes: a mode, a strength, a number. */
export function variant(action: Action): string {
  const hexes = new Set(action.hexes), units = new Set(action.units);
  return action.text.split(" ").slice(1)
    .filter((word) => !hexes.has(word) && !units.has(word) && word !== "via" && !word.split("-").every((part) => hexes.has(part)))
    .join(" ");
}

/** The action the main button carries: what ends or resolves the present decision. */
export function closing(plain: Action[]): Action | null {
  return plain.find((action) => action.verb === "done") ?? plain.find((action) => action.verb === "resolve") ?? (plain.length === 1 ? plain[0]! : null);
}

/** Actions by the hex they end in. */
export function byTarget(actions: Action[]): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of actions) if (target(action)) push(found, target(action)!, action);
  return found;
}

/** What a line of notation may become, the best first. */
export function completions(actions: Action[], typed: string, most = 8): Action[] {
  const said = typed.trim().toLowerCase();
  if (!said) return [];
  const starts = actions.filter((action) => action.text.toLowerCase().startsWith(said));
  const holds = actions.filter((action) => !starts.includes(action) && said.split(/\s+/).every((word) => action.text.toLowerCase().includes(word)));
  return [...starts, ...holds].slice(0, most);
}
