// Which lessons have been begun, in which match, and how far; kept in the browser.

const KEY = "countermarch.lessons";

export interface Progress {
  match: string;
  step: number;
  done: boolean;
  left: boolean; // the match goes on without the coach
}

function read(): Record<string, Progress> {
  return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Progress>;
}

export const progressOf = (lesson: string): Progress | null => read()[lesson] ?? null;

export function keepProgress(lesson: string, progress: Progress): void {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [lesson]: progress }));
}

/** The lesson that is taken in a match, unless the coach was sent away. */
export function lessonIn(match: string): string | null {
  return Object.entries(read()).find(([, one]) => one.match === match && !one.left)?.[0] ?? null;
}
