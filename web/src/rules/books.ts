// The rulebooks that have been fetched, by game and language.
import * as api from "../api/client";
import type { Rulebook } from "../api/types";

const kept = new Map<string, Promise<Rulebook>>();

export function bookOf(game: string, language: string): Promise<Rulebook> {
  const key = `${game} ${language}`;
  let found = kept.get(key);
  if (!found) {
    found = api.rulebook(game, language);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}
