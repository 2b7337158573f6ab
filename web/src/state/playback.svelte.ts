// What others did, shown one thing after the other.
import type { GameEvent, UnitState } from "../api/types";
import { type Outcome, outcomes, waitsFor } from "./outcome";
import { settings } from "./settings.svelte";

const READING = 3; // beats for the odds of an attack
const PAUSE = { slow: 1700, normal: 650, instant: 0 } as const;

interface Host {
  rolled: GameEvent | null;
  thrown: boolean;
  fresh: boolean;
  readonly last: GameEvent[];
  readonly events: GameEvent[];
  readonly people: string[]; // the sides played at this screen
}

export class Playback {
  current = $state.raw<GameEvent | null>(null);
  running = $state(false);
  chit = $state.raw<GameEvent | null>(null); // the last chit that was drawn
  outcome = $state.raw<Outcome | null>(null); // of an attack, to be read before anything else moves
  read = $state.raw<ReadonlySet<number>>(new Set()); // events that were told as an outcome
  private moved = $state.raw<Map<string, string>>(new Map());
  private queue: GameEvent[] = [];
  private done: Promise<void> = Promise.resolve();
  private wake: (() => void) | null = null;
  private hurried = false;
  private upTo = -1; // the last event that was shown or is to be

  constructor(private readonly host: Host) {}

  /** Whether something else than the table as it stands is shown. */
  get elsewhere(): boolean {
    return this.running || this.moved.size > 0;
  }

  /** A unit as it is shown while a replay of events is under way. */
  shown(unit: UnitState): UnitState {
    const hex = this.moved.get(unit.id);
    return hex ? { ...unit, hex, where: null, level: 99 } : unit;
  }

  /** Events of one's own action: only dice and chits are worth a look. Outcomes of attacks wait to be read. */
  async own(events: GameEvent[]): Promise<void> {
    this.chit = null;
    const roll = events.findLast((event) => event.assault) ?? events.findLast(isRoll);
    this.host.fresh = roll !== undefined;
    this.hurried = false;
    for (const outcome of outcomes(events)) await this.tell(outcome);
    this.chit = events.findLast((event) => chitOf(event)) ?? null; // what comes after it is not told before it
    if (roll) this.roll(roll);
  }

  /** Waits until it has been read, if that is wished; whether it did. Where nobody plays, only as long as it takes. */
  private async tell(outcome: Outcome): Promise<boolean> {
    if (this.hurried || !waitsFor(settings.outcome, outcome, this.host.people)) return false;
    this.roll(outcome.roll);
    this.read = new Set([...this.read, outcome.roll.index, ...outcome.lines.map(({ index }) => index)]);
    this.outcome = outcome;
    if (this.host.people.length) await new Promise<void>((resolve) => (this.wake = resolve));
    else await this.pause(READING + outcome.lines.length);
    this.outcome = null;
    return true;
  }

  /** The outcome has been read. */
  goOn(): void {
    if (this.outcome) this.wake?.();
  }

  add(events: GameEvent[]): void {
    const fresh = events.filter((event) => event.index > this.upTo);
    this.upTo = fresh.at(-1)?.index ?? this.upTo;
    this.queue.push(...fresh.filter(isSeen));
    if (!this.running && this.queue.length) this.done = this.run();
  }

  again(): void {
    this.queue.push(...this.host.last.filter(isSeen));
    if (!this.running && this.queue.length) this.done = this.run().then(() => void (this.moved = new Map()));
  }

  /** So many events need not be shown any more. */
  known(count: number): void {
    this.upTo = Math.max(this.upTo, count - 1);
  }

  /** Only so many events are left. */
  cut(count: number): void {
    this.upTo = Math.min(this.upTo, count - 1);
  }

  private async run(): Promise<void> {
    this.running = true;
    this.hurried = false;
    while (this.queue.length) {
      const event = this.queue.shift()!;
      this.step(event);
      const [outcome] = event.assault ? outcomes(this.host.events.slice(event.index)) : [];
      if (outcome && (await this.tell(outcome))) continue;
      if (outcome) {
        await this.pause(READING); // the odds first
        this.host.thrown = true;
      }
      await this.pause(isRoll(event) ? 2 : 1);
    }
    this.running = false;
    this.current = null;
  }

  private async pause(beats: number): Promise<void> {
    const pause = this.hurried ? 0 : PAUSE[settings.speed] * beats;
    if (pause)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, pause);
      });
  }

  private roll(event: GameEvent, thrown = true): void {
    [this.host.rolled, this.host.thrown, this.host.fresh] = [event, thrown, true];
  }

  private step(event: GameEvent): void {
    this.current = event;
    if (chitOf(event)) this.chit = event;
    if (isRoll(event)) this.roll(event, !event.assault);
    const goal = event.hexes.at(-1);
    const mover = event.params["unit"];
    if (goal && typeof mover === "string" && event.units.includes(mover))
      this.moved = new Map(this.moved).set(mover, goal);
  }

  /** Wait until all is shown; then the table is taken as it stands. */
  async finish(): Promise<void> {
    await this.done;
    this.moved = new Map();
  }

  skip(): void {
    this.hurried = true;
    this.wake?.();
  }
}

/** Dice of an event, whatever game it is of. */
export function diceOf(event: GameEvent): number[] {
  const { die, dice } = event.params as { die?: unknown; dice?: unknown };
  const all = Array.isArray(dice) ? dice : [die];
  return all.filter((value): value is number => typeof value === "number");
}

/** The chit an event is about, in games that draw them. */
export function chitOf(event: GameEvent): string | null {
  const { chit } = event.params as { chit?: unknown };
  return typeof chit === "string" ? chit : null;
}

function isSeen(event: GameEvent): boolean {
  return event.hexes.length > 0 || isRoll(event) || chitOf(event) !== null;
}

export function isRoll(event: GameEvent): boolean {
  return diceOf(event).length > 0;
}
