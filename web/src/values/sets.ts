// Sets of values by name: those that come with a game, those of the house, one's own.
import type { ValueSet } from "../api/types";
import { t } from "../i18n/index.svelte";

export const TUNED = "tuned";

/** What a set is called; ours have names in both languages. */
export function setTitle(name: string): string {
  return name === TUNED ? t("values.tuned") : name || t("values.first");
}

/** What a new match is played by unless one chooses: those of the house, else the tuned ones, else ours. */
export function usualSet(sets: ValueSet[], tuned: boolean): string {
  return sets.find((one) => one.house)?.name ?? (tuned ? TUNED : "");
}
