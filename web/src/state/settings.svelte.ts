// What a person likes, kept in the browser.
import type { Wait } from "./outcome";

export type Speed = "slow" | "normal" | "instant";

interface Kept {
  speed: Speed;
  briefings: boolean; // whether a match begins with one
  outcome: Wait; // whether the outcome of an attack waits to be read
  outlook: boolean; // whether chances to win are shown
  thinks: number; // for how many seconds a hint is thought about
  hints: string[]; // kinds of decision whose hint has been put away
}

function read(): Kept {
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem("countermarch.settings");
  const likes: Kept = { speed: "normal", outcome: "always", briefings: true, outlook: false, thinks: 3, hints: [] };
  return { ...likes, ...(stored ? (JSON.parse(stored) as Partial<Kept>) : {}) };
}

export const settings = $state(read());

const TAUGHT = ["assign", "done", "hex", "path", "place", "unit", "units"]; // kinds of decision lessons go through

/** Who has taken a lesson needs no hints about it. */
export function knowsTheTable(): void {
  settings.hints = [...new Set([...settings.hints, ...TAUGHT])];
  keep();
}

export function keep(): void {
  localStorage.setItem("countermarch.settings", JSON.stringify(settings));
}
