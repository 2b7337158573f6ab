// What the player is pointing at: the unit picked, where it may go, the attack weighed.
import { Refused } from "../api/client";
import type { Action, Assault, Preview, Step, Words } from "../api/types";
import { byTarget, closing, offer, target, variant } from "./choices";
import type { MatchState } from "./match.svelte";

export interface Lit {
  shade: "reach" | "target" | "place";
  tag: string;
  actions: Action[];
}

export class Hand {
  picked = $state<string | null>(null);
  mode = $state("");
  hex = $state<string | null>(null); // looked at: its stack and terrain are told
  hovered = $state<string | null>(null);
  fan = $state<string | null>(null);
  armed = $state<string | null>(null); // a target whose preview is shown before anything is said
  menu = $state.raw<Action[]>([]);
  reach = $state.raw<Record<string, number>>({});
  path = $state.raw<Step[]>([]);
  why = $state.raw<Words | null>(null);
  targets = $state.raw<Record<string, Preview>>({});
  preview = $state.raw<Preview | null>(null);
  touch = false; // a finger, which cannot hover: the first tap shows, the second does
  tapped = $state<string | null>(null); // a hex that waits for the second tap
  looking = $state(false); // the reach is on its way
  costs = $state.raw<Record<string, number>>({}); // of the unit whose goal is asked
  private asked = 0;
  private answering: Promise<unknown> = Promise.resolve();

  constructor(private readonly match: MatchState) {}

  readonly offer = $derived.by(() => offer(this.match.actions));
  readonly closing = $derived.by(() => closing(this.offer.plain));
  readonly ofPicked = $derived.by(() => (this.picked ? (this.offer.byUnit.get(this.picked) ?? []) : []));
  readonly modes = $derived.by(() => [...new Set(this.ofPicked.map(variant))]);

  /** Hexes that can be clicked now, and why they are lit. */
  readonly lit = $derived.by((): Map<string, Lit> => {
    const found = new Map<string, Lit>();
    const chosen = this.ofPicked.filter((action) => variant(action) === this.mode);
    for (const [hex, actions] of byTarget(chosen)) found.set(hex, { shade: "place", tag: "", actions });
    for (const [hex, cost] of Object.entries(this.reach)) found.set(hex, { shade: "reach", tag: String(cost), actions: chosen });
    if (this.picked && found.size) return found;
    for (const [hex, actions] of this.offer.byHex) {
      const odds = this.targets[hex];
      const cost = this.costs[hex];
      found.set(hex, { shade: odds ? "target" : cost === undefined ? "place" : "reach", tag: odds?.column ?? cost?.toString() ?? "", actions });
    }
    return found;
  });

  /** Forget what was picked: the table has changed. */
  clear(): void {
    this.asked++;
    [this.picked, this.mode, this.armed, this.fan, this.tapped] = [null, "", null, null, null];
    [this.reach, this.path, this.why, this.menu] = [{}, [], null, []];
    if (this.match.decision?.kind !== "assign" || !this.match.mine) this.preview = null;
  }

  /** After every change: what can be attacked, and how the attack under way stands. */
  async refresh(): Promise<void> {
    this.clear();
    [this.targets, this.costs] = [{}, {}];
    if (!this.match.mine) return;
    const kind = this.match.decision?.kind;
    if (kind === "hex" || kind === "unit") this.targets = await this.quietly(() => this.match.seat.targets(), {});
    const mover = this.match.mover;
    if (kind === "hex" && mover) this.costs = await this.quietly(() => this.match.seat.reach(mover.unit, mover.mode), {});
    if (kind === "assign" && this.match.building) await this.reckon(this.match.building);
  }

  /** How the attack under way stands; it stays in sight whatever is picked or put down meanwhile. */
  private async reckon({ target: at, attackers, support }: Assault): Promise<void> {
    const { serial } = this.match.moment;
    const preview = await this.match.seat.preview(at, attackers, support).catch(() => null);
    if (serial === this.match.moment.serial) this.preview = preview;
  }

  private async quietly<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    const asked = ++this.asked;
    const answering = ask().catch(() => otherwise);
    this.answering = answering;
    const answer = await answering;
    return asked === this.asked ? answer : otherwise;
  }

  // units

  async pick(unit: string): Promise<void> {
    this.clear();
    this.hex = this.match.units.get(unit)?.hex ?? this.hex;
    this.picked = unit;
    const variants = this.modes;
    this.mode = variants.includes("") ? "" : (variants[0] ?? "");
    await this.look();
  }

  async setMode(mode: string): Promise<void> {
    this.mode = mode;
    [this.path, this.why] = [[], null];
    await this.look();
  }

  /** Where the picked unit may go, if going is what is asked. */
  private async look(): Promise<void> {
    this.reach = {};
    const action = this.chosen;
    if (!action || target(action) || this.match.decision?.kind !== "unit") return;
    const unit = this.picked!;
    this.looking = true;
    this.reach = await this.quietly(() => this.match.seat.reach(unit, this.mode || undefined), {});
    this.looking = false;
  }

  /** The action of the picked unit in the chosen mode. */
  get chosen(): Action | null {
    return this.ofPicked.find((action) => variant(action) === this.mode) ?? null;
  }

  // hexes

  /** Point at a hex: the path there, or why not. */
  async point(hex: string | null): Promise<void> {
    this.hovered = hex;
    if (!hex || !this.picked || this.match.busy || !Object.keys(this.reach).length) {
      this.path = [];
      return;
    }
    const unit = this.picked, mode = this.mode || undefined;
    if (hex in this.reach) {
      this.why = null;
      this.path = await this.quietly(() => this.match.seat.path(unit, hex, mode), []);
    } else {
      this.path = [];
    }
  }

  /** Click a hex: the one thing it means now, or a choice of several. */
  async press(hex: string): Promise<void> {
    this.hex = hex;
    const lit = this.lit.get(hex);
    if (!lit) return this.explain(hex);
    if (this.touch && this.tapped !== hex && this.armed !== hex) {
      this.tapped = hex;
      await this.point(hex);
      await this.weigh(hex, lit);
      return;
    }
    if (hex in this.reach) return this.go(hex);
    if (this.armed !== hex && (await this.weigh(hex, lit))) return;
    this.tapped = null;
    if (lit.actions.length === 1) await this.match.act(lit.actions[0]!.text);
    else this.menu = lit.actions;
  }

  /** A blow against somebody is shown before it is struck. */
  private async weigh(hex: string, lit: Lit): Promise<boolean> {
    const enemy = this.match.stacks.get(hex)?.some((unit) => unit.side !== this.match.seat.side);
    if (!enemy || this.picked) return false;
    const kind = lit.actions[0]!.verb;
    const preview = this.targets[hex] ?? (await this.quietly(() => this.match.seat.preview(hex, [], {}, kind), null));
    if (preview) [this.armed, this.preview] = [hex, preview];
    return preview !== null;
  }

  /** Choose the unit and its goal in one go: two actions, taken back as two. */
  private async go(hex: string): Promise<void> {
    const action = this.chosen;
    await this.answering; // a path is not asked of a unit that has gone
    if (!action || !(await this.match.act(action.text))) return;
    const next = offer(this.match.actions).byHex.get(hex)?.[0];
    if (next) await this.match.act(next.text, true);
  }

  private async explain(hex: string): Promise<void> {
    if (!this.picked) return;
    const unit = this.picked, mode = this.mode || undefined;
    try {
      this.why = this.ofPicked.length ? await this.match.seat.why(unit, hex, mode) : null;
    } catch (error) {
      this.why = error instanceof Refused ? { text: error.message, citation: error.citation } : null;
    }
  }

  /** Say yes to what is armed or picked. */
  async confirm(): Promise<void> {
    const armed = this.armed ? this.offer.byHex.get(this.armed)?.[0] : null;
    if (armed) await this.match.act(armed.text);
    else if (this.chosen && !target(this.chosen)) await this.match.act(this.chosen.text);
  }

  /** The next unit that can still do something, in the order of the legal actions. */
  next(step = 1): string | null {
    const able = [...this.offer.byUnit.keys()];
    if (!able.length) return null;
    const at = this.picked ? able.indexOf(this.picked) : step > 0 ? -1 : 0;
    return able[(at + step + able.length) % able.length]!;
  }
}
