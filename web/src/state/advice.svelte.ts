// A second opinion: what a general would do, looked at step by step, and taken over or not;
// or why a bot did what it did.
import { Refused, Unreachable } from "../api/client";
import type { Hint, HintStep, Why } from "../api/types";
import { t } from "../i18n/index.svelte";
import type { Hand } from "./hand.svelte";
import type { MatchState } from "./match.svelte";
import { settings } from "./settings.svelte";

export const LONGER = 10; // seconds

export class Advice {
  hint = $state.raw<Hint | null>(null);
  why = $state.raw<Why | null>(null); // what a bot had in mind
  about = $state<"hint" | "why">("hint"); // what is or was thought about
  thinking = $state(0); // for how many seconds; 0: not
  passed = $state(0); // of these
  problem = $state("");
  at = $state(0); // the step that is due
  looked = $state<number | null>(null); // the step that is looked at
  private serial = -1; // of the moment it is for
  private asking: AbortController | null = null;
  private following = false;

  constructor(
    private readonly match: MatchState,
    private readonly hand: Hand,
  ) {}

  readonly open = $derived.by(
    () => this.hint !== null || this.why !== null || this.thinking > 0 || this.problem !== "",
  );
  readonly steps = $derived.by(
    (): HintStep[] => this.hint?.steps ?? this.why?.parts.flatMap(({ steps }) => steps) ?? [],
  );
  /** Whether it can be asked for now. */
  readonly offered = $derived.by(() => {
    const { aids, decision } = this.match.moment;
    return this.match.mine && aids.hints && decision?.kind !== "done";
  });

  /** Whether a bot can be asked why it did that. */
  readonly answers = $derived.by(() => {
    const { aids, seats } = this.match.moment;
    return this.match.mine && aids.hints && aids.allowed && Object.values(seats).some((who) => who.startsWith("bot:"));
  });

  ask = (seconds = settings.thinks) =>
    this.think("hint", seconds, this.match.seat.hint, (found) => (this.hint = found));
  askWhy = (seconds = settings.thinks) =>
    this.think("why", seconds, this.match.seat.motive, (found) => (this.why = found));

  private async think<T extends { serial: number }>(
    about: "hint" | "why",
    seconds: number,
    question: (seconds: number, signal: AbortSignal) => Promise<T>,
    keep: (found: T) => void,
  ): Promise<void> {
    this.close();
    [this.about, this.serial] = [about, this.match.moment.serial];
    if (!this.match.moment.aids.allowed) return void (this.problem = t("advice.refused"));
    const asking = new AbortController();
    [this.asking, this.thinking, this.passed] = [asking, seconds, 0];
    const clock = setInterval(() => (this.passed += 0.1), 100);
    try {
      const found = await question(seconds, asking.signal);
      if (this.asking === asking && found.serial === this.match.moment.serial) keep(found);
    } catch (error) {
      if (this.asking === asking) this.problem = said(error);
    } finally {
      clearInterval(clock);
      if (this.asking === asking) [this.asking, this.thinking] = [null, 0];
    }
  }

  /** Nobody wants to know any more. */
  close(): void {
    if (this.asking) {
      this.asking.abort();
      void this.match.seat.unhint().catch(() => null);
    }
    [this.asking, this.thinking, this.hint, this.why] = [null, 0, null, null];
    [this.problem, this.at, this.looked] = ["", 0, null];
  }

  /** The table has changed: what was said of another is put away. */
  look(): void {
    if (this.open && !this.following && this.match.moment.serial !== this.serial) this.close();
  }

  /** The next step, or all that are left: as far as they can be taken. */
  async take(all = false): Promise<void> {
    const due = this.steps.slice(this.at, all ? undefined : this.at + 1);
    this.following = true;
    for (const step of due) {
      const texts = step.actions.map(({ text }) => text);
      if ((await this.hand.follow(texts)) < texts.length) {
        this.at = this.steps.length; // something else is asked now
        break;
      }
      this.at++;
      if (!this.match.moment.can_undo) break;
    }
    [this.following, this.serial] = [false, this.match.moment.serial];
    if (this.at >= this.steps.length || !this.match.moment.can_undo) this.close();
  }
}

function said(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreachable) return t("error.offline");
  throw error;
}
