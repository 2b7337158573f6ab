// Taking a lesson: the match it is taken in, made or resumed.
import * as api from "../api/client";
import { keepBegun } from "../state/begun";
import { keepProgress, progressOf } from "./progress";

/** The match in which a lesson is taken, or null if there is none that could go on. */
export function running(lesson: string, matches: { id: string; old: string | null }[]): string | null {
  const kept = progressOf(lesson);
  return matches.find(({ id, old }) => id === kept?.match && !old)?.id ?? null;
}

/** From the first step, in a match of its own. */
export async function beginLesson(game: string): Promise<string> {
  const { side } = await api.lesson(game),
    id = await api.takeLesson(game);
  keepBegun(id, side); // the coach says what a briefing would
  keepProgress(game, { match: id, step: 0, done: progressOf(game)?.done ?? false, left: false });
  return id;
}

/** Where it was left, or anew. */
export async function takeLesson(game: string): Promise<string> {
  const id = running(game, await api.matches());
  if (!id) return beginLesson(game);
  keepProgress(game, { ...progressOf(game)!, left: false });
  return id;
}
