// Small words that several components say alike.
import type { Action, Decision } from "../api/types";
import { paint } from "../board/counters";
import { word } from "../i18n/index.svelte";
import { variant } from "../state/choices";
import type { MatchState } from "../state/match.svelte";

/** A citation without the name of the game: the number is what one looks up. */
export function citation(cited: string): string {
  return cited.split(" ").slice(1).join(" ") || cited;
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the last clause of the prompt says one may do instead of choosing. */
export function ending(prompt: string): string | null {
  const clause = /(?:,| ) ?(?:or|o) ((?!a unit |una unidad )[^,]+)$/.exec(prompt)?.[1];
  return clause ? upper(clause) : null;
}

/** What the main button says. */
export function closingLabel(action: Action, decision: Decision): string {
  if (action.label) return action.label;
  return ending(decision.prompt) ?? word("verb", action.verb);
}

export function actionLabel(match: MatchState, action: Action): string {
  if (action.label) return action.label;
  const units = action.units.map((id) => match.pieces.get(id)?.printed || id).join(" + ");
  const how = action.units.length > 1 ? "" : variant(action);
  const more = how ? word("mode", how) : "";
  return [word("verb", action.verb), units, action.hexes.join("–"), more].filter(Boolean).join(" ").trim();
}

export function boxName(match: MatchState, key: string): string {
  return match.board.words?.["boxes"]?.[key] ?? word("box", key);
}

export function sideName(match: MatchState, side: string): string {
  return match.board.words?.["sides"]?.[side] ?? word("side", side);
}

/** The colour of a side: its own, else that of its first counter. */
export function sideColour(match: MatchState, side: string): { fill: string; ink: string } {
  const first = match.board.pieces.find((piece) => piece.side === side);
  return match.board.look.counters[side] ?? (first ? paint(match.board.look, first) : { fill: "#8b938b", ink: "#1d211d" });
}

export function phaseName(match: MatchState, phase: string): string {
  return match.board.words?.["phases"]?.[phase] ?? word("phase", phase);
}

export function terrainName(match: MatchState, terrain: string): string {
  return match.board.words?.["terrain"]?.[terrain] ?? word("terrain", terrain);
}

export function kindName(match: MatchState, kind: string): string {
  return match.board.words?.["kinds"]?.[kind] ?? word("kind", kind);
}

export function groupName(match: MatchState, group: string): string {
  return match.board.words?.["groups"]?.[group] ?? match.board.formations?.find((one) => one.key === group)?.name ?? sideName(match, group);
}
