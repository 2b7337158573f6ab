// Small words that several components say alike.
import type { Action, Family, GameEvent, Piece, Preview } from "../api/types";
import { t, word } from "../i18n/index.svelte";
import { paint } from "../board/counters";
import { type Cell, says } from "../board/plane";
import type { MatchState } from "../state/match.svelte";
import { endOf, follows, isHeading, type Outcome, reading, resultOf, signed } from "../state/outcome";

/** A citation without the name of the game, and without what tells parts of a rule apart: one looks up the number. */
export function citation(cited: string): string {
  return (cited.split(" ").slice(1).join(" ") || cited).replace(/(-[a-z]+|#\d+)$/, "");
}

/** Citations that look alike are one to the eye: the first of them. */
export function citations(cited: string[]): string[] {
  return cited.filter((one, k) => cited.findIndex((other) => citation(other) === citation(one)) === k);
}

/** The number on a counter, where its name has others: the print was wrong. */
export function misprint({ printed, name }: Pick<Piece, "printed" | "name">): string | null {
  const numbers: string[] = name.match(/\d+/g) ?? [];
  return /^\d+$/.test(printed) && numbers.length && !numbers.includes(printed) ? printed : null;
}

/** A bot by its name: a general may be given so many seconds. */
export function botName(bot: string): string {
  const [level = "", seconds] = bot.replace(/^bot:/, "").split(":");
  return seconds ? t("bot.timed", { bot: word("bot", level), seconds }) : word("bot", level);
}

/** Whether there is so little to choose from that all of it can be listed. */
export const isFew = (match: MatchState) =>
  match.mine &&
  match.actions.length <= 12 &&
  ["path", "amount", "option", "hidden", "units"].includes(match.decision?.kind ?? "");

/** What happened, with odds that are not broken over two lines. */
export function told({ text, assault }: GameEvent): string {
  const column = assault?.preview.column;
  return column ? text.replace(column, column.replace("-", "\u2060-\u2060")) : text;
}

/** What the result of an attack means, by its code. */
export function meaningOf(match: MatchState, { assault, params }: GameEvent): string {
  if (!assault) return "";
  return match.board.words.results?.[assault.hit?.result ?? String(params["result"] ?? "")] ?? "";
}

/** What an attack leaves to be decided, by whom; nothing if more has happened since, or something else is asked. */
export function stillOpen(match: MatchState, outcome: Outcome): string {
  const next = match.coming;
  if (!next || endOf(outcome) < next.log - 1) return "";
  if (outcome.lines.some(isHeading) && !next.result) return ""; // another phase has begun
  if (next.result) return next.result.text;
  const { decision, legal } = next,
    there = next.view.units.filter(({ hex }) => hex === outcome.fought.target).map(({ id }) => id);
  if (!decision) return "";
  const answers = !legal && decision.side !== outcome.fought.side; // the side that was struck is asked
  return answers || follows(outcome, decision, legal?.actions ?? [], there)
    ? `${sideName(match, decision.side)}: ${decision.prompt}`
    : "";
}

/** All an outcome tells, in one breath: for those who do not see it. */
export function outcomeSaid(match: MatchState, outcome: Outcome): string {
  const { fought, roll, lines } = outcome,
    { die, modifier, row } = reading(fought),
    code = resultOf(outcome),
    open = stillOpen(match, outcome);
  const said = [
    `${sideName(match, fought.side)}: ${roll.text}`,
    modifier && t("outcome.modified", { die, modifier: signed(modifier), row }),
    `${code}: ${match.board.words.results?.[code] ?? ""}`,
    ...lines.filter((line) => !isHeading(line)).map(({ text }) => text),
    open && `${t("outcome.open")} ${open}`,
  ];
  return said.filter(Boolean).join(". ");
}

export function actionLabel(match: MatchState, action: Action): string {
  if (action.label) return action.label;
  const [first, ...others] = action.units.map((id) => match.pieces.get(id));
  const alone = others.length ? "" : first?.name; // one is called by its name, several as they are printed
  const units =
    alone || action.units.map((id) => match.pieces.get(id)?.printed || id).join(action.joint ? " + " : " → ");
  return [called(match, "verbs", action.verb), units, action.hexes.join("–"), modeName(match, action.mode)]
    .filter(Boolean)
    .join(" ")
    .trim();
}

/** What the game calls a thing it knows by a key. */
function called(match: MatchState, family: Family, key: string | null): string {
  if (!key) return "";
  return match.board.words[family]?.[key] ?? key.replaceAll("_", " ");
}

/** A mode or an amount. */
export function modeName(match: MatchState, mode: string): string {
  return mode
    .split(" ")
    .map((word) => match.board.words.modes?.[word] ?? word)
    .join(" ");
}

/** What an attack that is shown is made of, before anything is declared; aircraft only where there are some. */
export function offerText(match: MatchState, { by, support }: Preview): string {
  if (!by.length && !Object.keys(support).length) return t("attack.would");
  return t(match.board.pieces.some(({ kind }) => kind === "air") ? "attack.best" : "attack.bestPlain");
}

/** What is done to whom: an attack, a barrage ... on a hex. */
export function assaultName(match: MatchState, kind: string, hex: string): string {
  const place = match.plane.byNumber.get(hex)?.name,
    where = place ? `${place} (${hex})` : hex,
    verb = match.board.words.verbs?.[kind];
  return kind === "attack" || !verb ? t("attack.title", { hex: where }) : `${verb}: ${where}`;
}

/** Ways of doing things, told apart by what differs. */
export function mannerName(match: MatchState, action: Action, among: Action[]): string {
  const one = new Set(among.map(({ verb }) => verb)).size === 1;
  if (one) return modeName(match, action.mode || "regular");
  return [called(match, "verbs", action.verb), modeName(match, action.mode)].filter(Boolean).join(" ");
}

export const sizeName = (match: MatchState, key: string) => called(match, "sizes", key);
export const chartName = (match: MatchState, key: string) => called(match, "charts", key);
export const columnName = (match: MatchState, key: string) => called(match, "columns", key);
export const boxName = (match: MatchState, key: string) => called(match, "boxes", key);
export const sideName = (match: MatchState, key: string | null) => called(match, "sides", key);
/** Who is asked: a side, or those who share it, by what they lead and by name. */
export function askedName(match: MatchState): string {
  const { asked, decision } = match;
  if (asked.length !== 1 || !asked[0]!.includes(".")) return sideName(match, decision?.side ?? null);
  const name = match.moment.players[asked[0]!];
  return name ? `${sideName(match, asked[0]!)} (${name})` : sideName(match, asked[0]!);
}
export const phaseName = (match: MatchState, key: string) => called(match, "phases", key);
/** Everything a hex is, in words: its ground, its height, what is settled there. */
export function groundName(match: MatchState, cell: Cell): string {
  const said = match.board.drawing.styles.filter((style) => style.on === "hex" && says(cell, style));
  const plain =
    typeof cell["terrain"] === "string" && !said.some((style) => style.layer === "terrain")
      ? [called(match, "terrain", cell["terrain"])]
      : [];
  return [...plain, ...said.map((style) => style.title)].join(", ");
}
export const kindName = (match: MatchState, key: string) => called(match, "kinds", key);
export const markName = (match: MatchState, key: string) => called(match, "marks", key);
export const chitName = (match: MatchState, id: string) => match.board.words.chits?.[id] ?? id;

export function groupName(match: MatchState, group: string): string {
  return (
    match.board.words.groups?.[group] ??
    match.board.formations.find((one) => one.key === group)?.name ??
    sideName(match, group)
  );
}

/** The colour of a side, or of one of its commands: its own, else that of its first counter. */
export function sideColour(match: MatchState, seat: string): { fill: string; ink: string } {
  const [side = seat, command = ""] = seat.split(".");
  const first = match.board.pieces.find((piece) => piece.side === side);
  return (
    match.board.look.counters[command || side] ??
    (first ? paint(match.board.look, first) : { fill: "#8b938b", ink: "#1d211d" })
  );
}

/** The colour of a chit: of its front, else of its side. */
export function chitColour(match: MatchState, id: string): { fill: string; ink: string } {
  const chit = match.board.chits.find((one) => one.id === id);
  return (
    match.board.look.counters[chit?.front ?? ""] ??
    (chit?.side ? sideColour(match, chit.side) : { fill: "#b8a878", ink: "#1d1a12" })
  );
}
