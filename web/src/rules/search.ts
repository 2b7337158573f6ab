// Finding rules: by number, title and text, in either language, whatever accents are written.
import type { Rulebook, RuleText } from "../api/types";

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string;
  hit: boolean;
}

export interface Found {
  rule: RuleText; // in the language it was found in
  title: Piece[];
  text: Piece[];
  foreign: boolean; // whether only the other language has it
}

const MARKS = /\p{M}/gu;
/** One letter for each, without accents or capitals, so that places stay where they are. */
export function plain(text: string): string {
  return [...text]
    .map((letter) => {
      const bare = letter.normalize("NFD").replace(MARKS, "").toLowerCase();
      return bare.length === letter.length ? bare : letter.toLowerCase().slice(0, letter.length);
    })
    .join("");
}

export const termsOf = (query: string): string[] => plain(query).split(/\s+/).filter(Boolean);

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);

/** How well one word fits a text: 2 at the beginning of a word, 1 within one. */
function fit(text: string, term: string): number {
  let best = 0;
  for (let at = text.indexOf(term); at >= 0 && best < 2; at = text.indexOf(term, at + 1))
    best = Math.max(best, startsWord(text, at) ? 2 : 1);
  return best;
}

/** 0 if a word is nowhere. A number that is meant goes before all, then titles, then texts. */
function score(rule: RuleText, terms: string[]): number {
  const [id, title, gist] = [plain(rule.id), plain(rule.title), plain(rule.gist)];
  let sum = 0;
  for (const term of terms) {
    const number = id === term ? 1000 : id.startsWith(term) ? 300 : 0,
      worth = Math.max(number, 20 * fit(title, term), 3 * fit(gist, term));
    if (!worth) return 0;
    sum += worth;
  }
  return sum;
}

/** A text cut at what was looked for. */
export function marked(text: string, terms: string[]): Piece[] {
  const bare = plain(text),
    hit = new Array<boolean>(text.length).fill(false);
  for (const term of terms)
    for (let at = bare.indexOf(term); at >= 0; at = bare.indexOf(term, at + term.length))
      hit.fill(true, at, at + term.length);
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1);
    if (last && last.hit === hit[at]) last.text += text[at];
    else pieces.push({ text: text[at]!, hit: hit[at]! });
  }
  return pieces;
}

const rulesOf = (book: Rulebook) => book.chapters.flatMap((chapter) => chapter.rules);

/** What fits, the best first; a rule that the other language alone has is shown in that. */
export function search(query: string, own: Rulebook, other: Rulebook | null): Found[] {
  const terms = termsOf(query);
  if (!terms.length) return [];
  const foreign = new Map(other ? rulesOf(other).map((rule) => [rule.id, rule]) : []);
  const found = rulesOf(own).flatMap((rule) => {
    const here = score(rule, terms);
    if (here) return [{ rule, worth: here, foreign: false }];
    const there = foreign.get(rule.id),
      worth = there ? score(there, terms) : 0;
    return there && worth ? [{ rule: there, worth: worth / 2, foreign: true }] : [];
  });
  return found
    .sort((a, b) => b.worth - a.worth)
    .map(({ rule, foreign }) => ({
      rule,
      title: marked(rule.title, terms),
      text: marked(rule.gist, terms),
      foreign,
    }));
}

/** A text cut at the rules it names. */
export function linked(text: string, links: Record<string, string>): { text: string; rule: string | null }[] {
  const words = Object.keys(links).sort((a, b) => b.length - a.length);
  if (!words.length) return [{ text, rule: null }];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const cut = text.split(
    new RegExp(`(?<![\\p{L}\\p{N}.,-])(${escaped.join("|")})(?![\\p{L}\\p{N}(#]|-\\w|[.,]\\d)`, "u"),
  );
  return cut.map((piece, k) => ({ text: piece, rule: k % 2 ? links[piece]! : null })).filter(({ text }) => text);
}

/** Which book a citation is from, and where in it; without a book it is of the game at hand. */
export function place(cited: string, game: string): { game: string; rule: string } {
  const at = cited.indexOf(" "),
    book = at > 0 ? cited.slice(0, at) : "";
  return /^[a-z][a-z0-9-]*$/.test(book)
    ? { game: book.replace(/-design$/, ""), rule: cited.slice(at + 1) }
    : { game, rule: cited };
}

export const addressOf = (game: string, rule = "") => `#/rules/${game}${rule && `/${encodeURIComponent(rule)}`}`;
