// People who play apart: what they say to each other, and how much time each has just now.
import type { Message, Together } from "../api/types";
import type { MatchState } from "../state/match.svelte";

export class Company {
  messages = $state.raw<Message[]>([]);
  open = $state(false); // whether talk and notes are on the screen
  read = $state(0); // how many messages have been
  now = $state(Date.now());
  problem = $state("");

  constructor(readonly match: MatchState) {
    this.read = Number(localStorage.getItem(this.key) ?? 0);
    match.talked = (message) => this.hear(message);
  }

  private get key(): string {
    return `countermarch.read.${this.match.id}.${this.match.seat.key}`;
  }

  readonly told = $derived.by((): Together | null => this.match.together?.told ?? null);
  readonly unread = $derived.by(() => (this.open ? 0 : Math.max(0, (this.told?.messages ?? 0) - this.read)));

  /** Seconds a side has left now, days of vacation apart. */
  left(side: string): number | null {
    const clock = this.told?.clock;
    if (!clock) return null;
    const since = Math.max(0, this.now - this.match.together!.at); // told after the last tick, it has just begun
    const gone = clock.running === side ? since / 1000 : 0;
    return (clock.left[side] ?? 0) - gone;
  }

  /** Whether the win can be claimed by now. */
  readonly claimable = $derived.by(() => {
    const due = this.told?.claim_in ?? null;
    return due !== null && due <= (this.now - this.match.together!.at) / 1000;
  });

  tick(): () => void {
    const ticking = setInterval(() => (this.now = Date.now()), 500);
    return () => clearInterval(ticking);
  }

  private hear(message: Message): void {
    if (this.messages.some(({ index }) => index === message.index)) return;
    this.messages = [...this.messages, message];
    if (this.open) this.keepRead();
  }

  /** Whatever was said since we listened last. */
  async load(): Promise<void> {
    if (!this.told) return;
    this.messages = await this.match.seat.talk();
    this.keepRead();
  }

  keepRead(): void {
    this.read = Math.max(this.read, (this.messages.at(-1)?.index ?? -1) + 1);
    localStorage.setItem(this.key, String(this.read));
  }
}
