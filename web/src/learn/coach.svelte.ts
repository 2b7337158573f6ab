// The coach beside the table: says what to do, looks whether it was done, and never stands in the way.
import type { Lesson, LessonStep } from "../api/types";
import type { Hand } from "../state/hand.svelte";
import type { MatchState } from "../state/match.svelte";
import { knowsTheTable } from "../state/settings.svelte";
import { fits } from "./patterns";
import { keepProgress, type Progress } from "./progress";

const GO_ON = "go-on"; // asked between two steps, and part of neither

export class Coach {
  at = $state(0);
  note = $state(""); // what is said to something else that was done
  again = $state(false); // an earlier step is read once more
  private played: string[] = []; // in this step
  private kind: string | null = null; // what was asked when it began
  private undone = false;
  private read = false;

  constructor(
    private readonly match: MatchState,
    private readonly hand: Hand,
    readonly lesson: Lesson,
    private readonly kept: Progress,
    readonly leave: () => void,
  ) {
    this.at = Math.min(kept.step, lesson.steps.length);
  }

  readonly step = $derived.by((): LessonStep | null => this.lesson.steps[this.at] ?? null);
  /** Steps that ask for nothing are ended by the reader. */
  readonly reading = $derived.by(() => this.again || (this.step !== null && byReading(this.step)));
  readonly pointed = $derived.by((): string[] => {
    const { units = [], hexes = [] } = this.step?.point ?? {};
    return [...new Set([...hexes, ...units.flatMap((id) => this.match.units.get(id)?.hex ?? [])])];
  });
  readonly parts = $derived.by(() => this.step?.point.parts ?? []);

  /** On to what is not done yet. */
  next(): void {
    this.go(this.at + 1);
    this.look();
  }

  back(): void {
    this.go(this.at - 1);
    this.again = true;
  }

  goAway(): void {
    keepProgress(this.lesson.game, { ...this.kept, left: true });
    this.leave();
  }

  private go(to: number, note = ""): void {
    [this.at, this.note, this.again] = [to, note, false];
    [this.played, this.kind, this.undone, this.read] = [[], null, false, false];
    [this.kept.step, this.kept.done] = [to, this.kept.done || to >= this.lesson.steps.length];
    keepProgress(this.lesson.game, this.kept);
    if (this.kept.done) knowsTheTable();
  }

  // what happens at the table

  hearPlayed(text: string): void {
    this.played.push(text);
    const { step } = this;
    if (step && !this.reading && !fits([...step.do, ...step.until.played, GO_ON], text)) this.note = step.wrong;
    this.look();
  }

  hearUndone(): void {
    this.undone = true;
    this.look();
  }

  hearRead(): void {
    this.read = true;
    this.look();
  }

  /** After every change: on to the next step if this one is done, or can no longer be. */
  look(): void {
    while (this.step && !this.reading) {
      if (this.ended()) this.go(this.at + 1);
      else if (this.lost()) this.go(this.at + 1, this.played.length ? this.step.wrong : "");
      else return;
    }
  }

  private ended(): boolean {
    const { picked, played, offered, stands, joins, turn, read, undone } = this.step!.until,
      { match } = this,
      attackers = match.building?.attackers ?? [],
      goals = Object.entries(stands);
    return (
      this.hand.party.some((id) => fits(picked, id)) ||
      this.played.some((text) => fits(played, text)) ||
      (match.mine && match.actions.some(({ text }) => fits(offered, text))) ||
      (goals.length > 0 && goals.every(([id, hexes]) => hexes.includes(match.units.get(id)?.hex ?? ""))) ||
      (joins.length > 0 && joins.every((id) => attackers.includes(id))) ||
      (turn > 0 && match.mine && match.moment.view.turn >= turn) ||
      (read && this.read) ||
      (undone && this.undone)
    );
  }

  /** Nothing that would do it can be done any more. */
  private lost(): boolean {
    const { match } = this,
      { do: deeds, until } = this.step!;
    if (match.moment.result) return true;
    if (!match.mine || match.busy) return false;
    if (until.undone) return !match.moment.can_undo;
    if (until.read && !deeds.length) return true; // no card waits to be read
    if (this.amid()) return false;
    return !match.actions.some(({ text }) => text === GO_ON || fits(deeds, text));
  }

  /** Something else was begun and is not finished: its goal is asked, its losses. */
  private amid(): boolean {
    const { decision, actions } = this.match;
    this.kind ??= decision!.kind;
    return this.played.length > 0 && decision!.kind !== this.kind && !actions.some(({ closes }) => closes);
  }
}

export function byReading({ until }: LessonStep): boolean {
  const { picked, played, offered, stands, joins, turn, read, undone } = until;
  return !(
    picked.length ||
    played.length ||
    offered.length ||
    Object.keys(stands).length ||
    joins.length ||
    turn ||
    read ||
    undone
  );
}
