// The story of a match in the names and colours of its table.
import type { Chronicle, Milestone } from "../api/types";
import { percent, t } from "../i18n/index.svelte";
import type { MatchState } from "../state/match.svelte";
import { type Curve, lost, scored } from "../state/story";
import { download } from "./download";
import { sideColour, sideName } from "./words";

const DASHES = ["", "9 5", "3 4"];

/** The points that decide, if any are counted. */
export function pointCurves(match: MatchState, told: Chronicle): Curve[] {
  const steps = scored(told),
    side = told.standing?.counts;
  if (!steps.length || !side) return [];
  const name = told.standing?.measure ?? sideName(match, side);
  return [{ key: "points", name, colour: "#2f6fb0", dash: "", steps }];
}

export function lossCurves(match: MatchState, told: Chronicle): Curve[] {
  return match.sides.map((side, k) => ({
    key: side,
    name: capital(t("story.lost", { side: sideName(match, side) })),
    colour: sideColour(match, side).fill,
    dash: DASHES[k % DASHES.length]!,
    steps: lost(told, side),
  }));
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A hex by its name, with its number. */
export function placeName(match: MatchState, hex: string | null): string {
  const name = match.plane.byNumber.get(hex ?? "")?.name;
  return name ? `${name} (${hex})` : (hex ?? "");
}

/** What a mark is about. */
export function markText(match: MatchState, mark: Milestone): string {
  return capital(marked(match, mark));
}

function marked(match: MatchState, mark: Milestone): string {
  const unit = mark.unit ? (match.pieces.get(mark.unit)?.name ?? mark.unit) : "";
  if (mark.kind === "objective") {
    const place = mark.name ?? (unit || placeName(match, mark.hex));
    return mark.side ? t("mark.taken", { place, side: sideName(match, mark.side) }) : t("mark.free", { place });
  }
  return t(mark.kind === "hq" ? "mark.hq" : "mark.unit", { unit, side: sideName(match, mark.side) });
}

/** A part of a chance that was won or lost. */
export function gained(change: number): string {
  const said = percent(Math.abs(change));
  return said === percent(0) ? `±${said}` : `${change < 0 ? "−" : "+"}${said}`;
}

/** An analysis as a file: all its numbers, or a page that anybody can read. */
export async function keepAnalysis(match: MatchState, kind: "json" | "html"): Promise<void> {
  const found = await match.seat.analysisFile<unknown>(kind),
    text = kind === "html" ? String(found) : JSON.stringify(found, null, 1),
    type = kind === "html" ? "text/html" : "application/json";
  download(new Blob([text], { type }), `${match.board.game}-${t("analysis.file")}.${kind}`);
}
