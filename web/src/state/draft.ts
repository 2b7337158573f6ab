// What was chosen for a new match, kept while its rules or values are looked at.
export interface Draft {
  scenario: string;
  options: Record<string, string>;
  seats: Record<string, string>;
}

const drafts = new Map<string, Draft>();
let left: string | null = null;

export const draftOf = (game: string): Draft | undefined => drafts.get(game);

export function keepDraft(game: string, draft: Draft): void {
  drafts.set(game, draft);
}

/** The match has begun: the next one is chosen anew. */
export function forgetDraft(game: string): void {
  drafts.delete(game);
}

/** Off to another page, to come back. */
export function leaveFor(game: string): void {
  left = game;
}

/** The game one was about to begin when one left; once. */
export function comeBack(): string | null {
  const was = left;
  left = null;
  return was;
}
