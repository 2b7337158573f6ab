// What the die of an attack brought, told before anything else moves.
import type { Action, Decision, Fought, GameEvent } from "../api/types";

export interface Outcome {
  roll: GameEvent;
  fought: Fought;
  lines: GameEvent[]; // what followed from it
}

/** The attacks among events, each with what it led to: up to the next die of an attack, a chit, a die about nobody (how
 * many barrages the next front has), or another action. */
export function outcomes(events: GameEvent[]): Outcome[] {
  const found: Outcome[] = [];
  let open: Outcome | null = null;
  for (const event of events) {
    if (event.assault) found.push((open = { roll: event, fought: event.assault, lines: [] }));
    else if (open && event.done === open.roll.done && !opensAnother(event)) open.lines.push(event);
    else open = null;
  }
  return found;
}

const opensAnother = ({ units, hexes, params }: GameEvent): boolean =>
  "chit" in params || (!units.length && !hexes.length && ("die" in params || "dice" in params));

/** What says that the turn goes on, and nothing of anybody: a phase begins. */
export const isHeading = ({ units, hexes, params }: GameEvent): boolean =>
  !units.length && !hexes.length && !("die" in params) && !("dice" in params);

/** Whether what is asked follows from an attack: it is about its hex, or about nobody but those who fought. */
export function follows(
  { fought, lines }: Outcome,
  decision: Decision,
  actions: Action[],
  defenders: string[],
): boolean {
  const involved = new Set([...fought.attackers, ...defenders, ...lines.flatMap(({ units }) => units)]);
  const actors = actions.flatMap(({ units }) => units.slice(0, 1));
  if (actors.length) return actors.every((id) => involved.has(id));
  return decision.hexes.includes(fought.target) || decision.units.some((id) => involved.has(id));
}

/** The last event that belongs to it. */
export const endOf = ({ roll, lines }: Outcome): number => lines.at(-1)?.index ?? roll.index;

/** Whether the reader is waited for: always, after the attacks of those at this screen, or never. */
export type Wait = "always" | "mine" | "never";

export function waitsFor(wait: Wait, { fought }: Outcome, people: string[]): boolean {
  return wait === "always" || (wait === "mine" && people.includes(fought.side));
}

/** A die as it was read: what it was changed by, what that makes, and the row of the table if that ends before. */
export function reading({ die, hit, preview }: Fought): { die: number; modifier: number; sum: number; row: number } {
  const sum = die + preview.modifier;
  return { die, modifier: preview.modifier, sum, row: hit?.row ?? sum };
}

/** The result that counts, by its code. */
export const resultOf = ({ roll, fought }: Outcome): string =>
  fought.hit?.result ?? String(roll.params["result"] ?? "");

export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
