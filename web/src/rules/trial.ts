// Tables at which a rule is tried, kept in the browser.
import * as api from "../api/client";
import { keepBegun } from "../state/begun";

export interface Trial {
  game: string;
  rule: string;
}
const KEY = "countermarch.trials";

const read = () => JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Trial][];

export const trialOf = (match: string): Trial | null => read().find(([id]) => id === match)?.[1] ?? null;

export function forget(match: string): void {
  localStorage.setItem(KEY, JSON.stringify(read().filter(([id]) => id !== match)));
}

/** A table where the example of a rule begins; nobody needs to be briefed for it. The last one is put away. */
export async function begin(trial: Trial): Promise<string> {
  const { id, sides } = await api.tryRule(trial.game, trial.rule);
  await Promise.all(read().map(([old]) => api.remove(old).catch(() => null)));
  localStorage.setItem(KEY, "[]");
  for (const side of sides) keepBegun(id, side);
  localStorage.setItem(KEY, JSON.stringify([[id, trial]]));
  return id;
}
