// What the player is pointing at: the units picked, where they may go, the attack weighed.
import { Refused } from "../api/client";
import type { Action, Assault, Preview, Step, Words } from "../api/types";
import { byTarget, closing, common, joining, manner, offer, target, together } from "./choices";
import { t } from "../i18n/index.svelte";
import type { MatchState } from "./match.svelte";

export interface Lit {
  shade: "reach" | "target" | "place";
  tag: string;
  note?: string; // what it assumes
  actions: Action[];
}

export class Hand {
  party = $state.raw<string[]>([]); // the units picked, the last one looked at
  manner = $state(""); // what they are to do, and in which mode
  hex = $state<string | null>(null); // looked at: its stack and terrain are told
  hovered = $state<string | null>(null);
  fan = $state<string | null>(null);
  keyed = false; // it was opened by a key, and is gone on with by keys
  armed = $state<string | null>(null); // a target whose preview is shown before anything is said
  menu = $state.raw<Action[]>([]);
  reach = $state.raw<Record<string, number>>({});
  paths = $state.raw<Step[][]>([]); // of each of the party
  why = $state.raw<Words | null>(null);
  targets = $state.raw<Record<string, Preview>>({});
  preview = $state.raw<Preview | null>(null);
  touch = false; // a finger, which cannot hover: the first tap shows, the second does
  several = $state(false); // taps add to the party, as with the shift key
  tapped = $state<string | null>(null); // a hex that waits for the second tap
  looking = $state(false); // the reach is on its way
  costs = $state.raw<Record<string, number>>({}); // of the units whose goal is asked
  looked: Promise<void> = Promise.resolve(); // until it is known where those picked may go
  whole = $state.raw<Preview | null>(null); // the attack under way as it was shown, with everything
  private asked = 0;
  /** Where all who can act may go, by action; a click need not wait. */
  private foreseen = $state.raw<Record<string, Record<string, number>>>({});
  /** Whether whoever is chosen goes somewhere then. */
  readonly moving = $derived.by(() => Object.values(this.foreseen).some((reach) => Object.keys(reach).length > 0));
  private told = $state.raw(false);
  /** Whether it is known that nobody who is chosen goes anywhere. */
  readonly still = $derived(this.told && !this.moving);
  private going = false; // several actions in a row are one thing to the player
  private answering: Promise<unknown> = Promise.resolve();

  constructor(private readonly match: MatchState) {}

  readonly offer = $derived.by(() => offer(this.match.actions));
  readonly closing = $derived.by(() => closing(this.offer.plain));
  readonly picked = $derived.by(() => this.party.at(-1) ?? null);
  readonly path = $derived.by(() => this.paths.at(-1) ?? []);
  /** Units that can act: alone, or with others. */
  readonly able = $derived.by(
    () => new Set([...this.offer.byUnit.keys(), ...this.offer.joint.flatMap(({ units }) => units)]),
  );
  readonly deeds = $derived.by(() => together(this.offer, this.party));
  readonly manners = $derived.by(() => [...new Map(this.deeds.map(({ action }) => [manner(action), action]))]);
  readonly chosen = $derived.by(() => this.deeds.filter(({ action }) => manner(action) === this.manner));
  /** What those picked can do that needs no goal. */
  readonly direct = $derived.by(() => {
    if (this.looking || Object.keys(this.reach).length) return [];
    return this.chosen.map(({ action }) => action).filter((action) => !target(action));
  });

  /** Hexes that can be clicked now, and why they are lit. */
  readonly lit = $derived.by((): Map<string, Lit> => {
    const found = new Map<string, Lit>();
    const chosen = this.chosen.map(({ action }) => action);
    for (const [hex, actions] of byTarget(chosen)) found.set(hex, { shade: "place", tag: "", actions });
    for (const action of chosen) this.lightOther(found, action);
    for (const [hex, cost] of Object.entries(this.reach))
      found.set(hex, { shade: "reach", tag: String(cost), actions: chosen });
    for (const hex of this.goals) found.set(hex, { shade: "place", tag: "", actions: this.direct });
    if (this.picked && found.size) return found;
    for (const [hex, actions] of this.offer.byHex) {
      const odds = this.targets[hex],
        cost = this.costs[hex];
      found.set(hex, {
        shade: odds || this.enemyIn(hex) ? "target" : cost === undefined ? "place" : "reach",
        tag: odds?.column ?? cost?.toString() ?? "",
        note: odds?.column && odds.by.length ? t("strike.all") : "",
        actions,
      });
    }
    return found;
  });

  /** Where the question leads those who need no goal: a hex it names, in which nobody stands. */
  private readonly goals = $derived.by(() =>
    this.direct.length ? (this.match.decision?.hexes ?? []).filter((hex) => !this.match.stacks.has(hex)) : [],
  );

  private enemyIn(hex: string): boolean {
    return this.match.stacks.get(hex)?.some((unit) => unit.side !== this.match.seat.side) ?? false;
  }

  /** One unit acts upon another: the hex of that one is lit. */
  private lightOther(found: Map<string, Lit>, action: Action): void {
    const other =
      action.units.length === 2 && !action.hexes.length && !action.joint
        ? this.match.units.get(action.units[1]!)
        : null;
    if (!other?.hex) return;
    const known = found.get(other.hex);
    found.set(other.hex, {
      shade: other.side === this.match.seat.side ? "place" : "target",
      tag: "",
      actions: [...(known?.actions ?? []), action],
    });
  }

  /** Forget what was picked: the table has changed. */
  clear(): void {
    this.asked++;
    [this.party, this.manner, this.armed, this.fan, this.tapped] = [[], "", null, null, null];
    [this.reach, this.paths, this.why, this.menu] = [{}, [], null, []];
    if (!this.match.building || !this.match.mine) this.preview = null;
  }

  /** After every change: what can be attacked, and how the attack under way stands. */
  async refresh(): Promise<void> {
    if (this.going) return;
    this.clear();
    const at = this.match.building?.target;
    this.whole = at ? (this.targets[at] ?? this.whole) : null;
    [this.targets, this.costs, this.foreseen, this.told] = [{}, {}, {}, false];
    if (!this.match.mine) return;
    const due = this.due();
    if (due) void this.pick(due);
    const kind = this.match.decision?.kind,
      { mover, building, seat } = this.match;
    await Promise.all([
      kind === "hex" || kind === "unit" ? this.keep(seat.targets(), (found) => (this.targets = found)) : null,
      kind === "unit" || kind === "units"
        ? this.keep(seat.reaches(), (found) => ([this.foreseen, this.told] = [found, true]))
        : null,
      kind === "hex" && mover?.units.every((id) => this.match.units.get(id)?.hex)
        ? this.keep(seat.reach(mover.units, mover.gait), (found) => (this.costs = found))
        : null,
      building ? this.reckon(building) : null,
    ]);
  }

  /** Who is in the hand at once: what is placed next, and the only one that has to go. */
  private due(): string | undefined {
    const { kind, units = [] } = this.match.decision!;
    if (kind === "place") return [...this.able][0];
    const named = units.filter((id) => this.able.has(id));
    return kind === "path" && named.length === 1 ? named[0] : undefined;
  }

  /** How the attack under way stands; it stays in sight whatever is picked or put down meanwhile. */
  private reckon({ target: at, attackers, support, kind, preview }: Assault): Promise<void> {
    const asked = preview ?? { target: at, attackers };
    return this.keep(
      this.match.seat.preview(asked.target, asked.attackers, support, kind),
      (found) => (this.preview = found),
    );
  }

  /** An answer that belongs to the table as it stands, whatever is picked while it is on its way. */
  private async keep<T>(answer: Promise<T>, take: (found: T) => void): Promise<void> {
    const { serial } = this.match.moment;
    const found = await answer.catch(() => null);
    if (found && serial === this.match.moment.serial) take(found);
  }

  private async quietly<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    const asked = ++this.asked;
    const answering = ask().catch(() => otherwise);
    this.answering = answering;
    const answer = await answering;
    return asked === this.asked ? answer : otherwise;
  }

  // units

  pick(unit: string): Promise<void> {
    return this.pickAll([unit]);
  }

  /** Adds a unit to those picked, or lets it go. */
  toggle(unit: string): Promise<void> {
    const rest = this.party.filter((id) => id !== unit),
      { fan } = this,
      picked = this.pickAll(rest.length < this.party.length ? rest : [...rest, unit]);
    this.fan = fan; // others may follow
    return picked;
  }

  async pickAll(units: string[]): Promise<void> {
    const { fan, manner: before } = this;
    this.clear();
    this.hex = this.match.units.get(units.at(-1) ?? "")?.hex ?? this.hex;
    this.party = units;
    if (units.length > 1 || this.several) this.fan = fan;
    const known = this.manners.map(([key]) => key);
    this.manner = known.includes(before) ? before : (known[0] ?? "");
    this.looked = this.look();
    await Promise.all([this.looked, this.tellWhyNot()]);
  }

  /** One's own unit that can do nothing now: the rule that says so. */
  private async tellWhyNot(): Promise<void> {
    const { party, match } = this,
      [id = "", ...others] = party,
      unit = match.units.get(id);
    if (
      !match.mine ||
      !this.moving ||
      others.length ||
      !unit?.hex ||
      unit.side !== match.seat.side ||
      this.able.has(id)
    )
      return;
    const why = await match.seat.why([id], unit.hex, "").catch(() => null);
    if (why && this.party === party) this.why = why;
  }

  async setManner(wanted: string): Promise<void> {
    this.manner = wanted;
    [this.paths, this.why] = [[], null];
    await this.look();
  }

  /** Where those picked may go, if going is what is asked. */
  private async look(): Promise<void> {
    this.reach = {};
    const [deed] = this.chosen,
      away = (id: string) => !this.match.units.get(id)?.hex; // who comes from a box has no way yet
    if (
      !deed ||
      deed.action.units.some(away) ||
      target(deed.action) ||
      !["unit", "units"].includes(this.match.decision?.kind ?? "")
    )
      return;
    const known = deed.each.map(({ text }) => this.foreseen[text]).filter((reach) => reach !== undefined);
    if (known.length === deed.each.length) {
      this.reach = common(known);
      return;
    }
    this.looking = true;
    this.reach = await this.quietly(
      async () => common(await Promise.all(deed.each.map(({ units, gait }) => this.match.seat.reach(units, gait)))),
      {},
    );
    this.looking = false;
  }

  // hexes

  /** Point at a hex: the paths there. */
  async point(hex: string | null): Promise<void> {
    this.hovered = hex;
    const each = this.chosen[0]?.each ?? [];
    if (!hex || !(hex in this.reach) || this.match.busy) {
      this.paths = [];
      return;
    }
    this.why = null;
    this.paths = await this.quietly(
      () => Promise.all(each.map(({ units, gait }) => this.match.seat.path(units, hex, gait))),
      [],
    );
  }

  /** Click a hex: the one thing it means now, or a choice of several. */
  async press(hex: string): Promise<void> {
    [this.hex, this.menu] = [hex, []];
    const lit = this.lit.get(hex);
    if (!lit) return this.explain(hex);
    if (this.touch && this.tapped !== hex && this.armed !== hex) {
      this.tapped = hex;
      await this.point(hex);
      if ((await this.weigh(hex, lit)) || hex in this.reach || lit.actions.length === 1) return;
      [this.tapped, this.menu] = [null, lit.actions]; // which of them is asked anyhow
      return;
    }
    if (hex in this.reach) return this.go(hex);
    if (this.armed !== hex && (await this.weigh(hex, lit))) return;
    const weighed = this.armed === hex;
    this.tapped = null;
    if (lit.actions.length > 1) this.menu = lit.actions;
    else if (weighed) await this.strike(lit.actions[0]!);
    else await this.carryOut(lit.actions[0]!);
  }

  /** A blow against somebody is shown before it is struck. */
  private async weigh(hex: string, lit: Lit): Promise<boolean> {
    const amounts = lit.actions.some(({ mode }) => mode), // how much is to be said first
      own = this.chosen.some(({ action }) => lit.actions.includes(action)); // of those picked: they were asked
    if (!this.enemyIn(hex) || own || amounts) return false;
    const kind = lit.actions[0]!.verb;
    const preview = this.targets[hex] ?? (await this.quietly(() => this.match.seat.preview(hex, [], {}, kind), null));
    if (preview && this.picked) this.clear(); // who was only looked at has no part in it
    if (preview) [this.armed, this.preview] = [hex, preview];
    return preview !== null;
  }

  /** Begins the attack that is shown, with all it was reckoned with; undone together. */
  async strike(action: Action): Promise<void> {
    const { by = [], support = {} } = this.preview ?? {};
    await this.inOne(async (act) => {
      if (!(await act(action.text))) return;
      for (const [id, how] of [...by.map((id) => [id, ""]), ...Object.entries(support)] as [string, string][]) {
        const join = joining(this.match.actions, id, how);
        if (join && this.match.building && !(await act(join.text))) return;
      }
    });
  }

  /** Whether a unit is in the attack that is being put together. */
  isIn(unit: string): boolean {
    const { attackers = [], support = {} } = this.match.building ?? {};
    return attackers.includes(unit) || unit in support;
  }

  /** In or out of the attack under way, by a click; if there are several ways in, one of them is asked for. */
  async enlist(unit: string): Promise<void> {
    if (this.isIn(unit)) return this.dismiss(unit);
    const ways = this.offer.byUnit.get(unit) ?? [];
    if (ways.length === 1 && ways[0]!.units.length === 1) await this.match.act(ways[0]!.text);
    else await this.pick(unit); // how, or at whom, is to be said
  }

  /** Takes a unit out of the attack under way: taken back until it is not in it, then the others join again. */
  async dismiss(unit: string): Promise<void> {
    const { match } = this,
      before = match.building;
    if (!before) return;
    this.going = true;
    try {
      while (this.isIn(unit) && match.moment.can_undo) await match.undo(1);
    } finally {
      this.going = false;
    }
    if (this.isIn(unit)) return this.refresh();
    const others = [...before.attackers.map((id) => [id, ""]), ...Object.entries(before.support)].filter(
      ([id]) => id !== unit,
    ) as [string, string][];
    if (others.length) await this.inOne((act) => this.rejoin(act, before, others));
    else await this.refresh();
  }

  private async rejoin(
    act: (text: string) => Promise<boolean>,
    { target: at, kind }: Assault,
    others: [string, string][],
  ): Promise<void> {
    const begun = offer(this.match.actions)
      .byHex.get(at)
      ?.find(({ verb }) => verb === kind);
    if (!this.match.building && !(begun && (await act(begun.text)))) return;
    for (const [id, how] of others) {
      const join = this.isIn(id) ? undefined : joining(this.match.actions, id, how);
      if (join && !(await act(join.text))) return;
    }
  }

  /** Choose units and goal in one go, one after the other where the rules move one at a time; undone together. */
  private async go(hex: string): Promise<void> {
    const each = this.chosen[0]?.each ?? [];
    await this.answering; // a path is not asked of a unit that has gone
    await this.inOne(async (act) => {
      for (const action of each) {
        if (!(await act(action.text, action))) return;
        const goal = offer(this.match.actions).byHex.get(hex)?.[0];
        if (!goal || !(await act(goal.text))) return;
      }
    });
  }

  /** The same by all of the party, where it is said in one word. */
  async carryOut(action: Action): Promise<void> {
    const deed = this.deeds.find((one) => one.action === action);
    await this.inOne(async (act) => {
      for (const one of deed?.each ?? [action]) if (!(await act(one.text))) return;
    });
  }

  /** Counters to their hexes, a line each ("5Pz 0104"), as far as they may go there. */
  async deploy(setup: string): Promise<void> {
    const lines = setup
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    await this.inOne(async (act) => {
      for (const line of lines) if (!(await act(`place ${line}`))) return;
    });
  }

  /** What is advised, one after the other, while each may be said and no die is cast: how many were said. */
  async follow(texts: string[]): Promise<number> {
    let said = 0;
    await this.inOne(async (act) => {
      for (const text of texts) {
        if (!this.match.actions.some((one) => one.text === text) || !(await act(text))) return;
        said++;
        if (!this.match.moment.can_undo) return;
      }
    });
    return said;
  }

  private async inOne(play: (act: (text: string, said?: Action) => Promise<boolean>) => Promise<void>): Promise<void> {
    let begun = false;
    this.going = true;
    try {
      await play(async (text, said) => {
        if (begun && !this.match.actions.some((one) => one.text === text)) return false; // something else is asked now
        const done = await this.match.act(text, begun, said);
        begun ||= done;
        return done;
      });
    } finally {
      this.going = false;
      await this.refresh();
    }
  }

  private async explain(hex: string): Promise<void> {
    const action = this.chosen[0]?.action;
    if (!action) return;
    try {
      this.why = await this.match.seat.why(action.units, hex, action.gait);
    } catch (error) {
      this.why = error instanceof Refused ? { text: error.message, citation: error.citation } : null;
    }
  }

  /** Say yes to what is armed or picked. */
  async confirm(): Promise<void> {
    const armed = this.armed ? this.offer.byHex.get(this.armed)?.[0] : null,
      action = this.chosen[0]?.action;
    if (armed) await this.strike(armed);
    else if (action && !target(action)) await this.carryOut(action);
  }

  /** The next unit that can still do something, in the order of the legal actions. */
  next(step = 1): string | null {
    const able = [...this.able];
    if (!able.length) return null;
    const at = this.picked ? able.indexOf(this.picked) : step > 0 ? -1 : 0;
    return able[(at + step + able.length) % able.length]!;
  }
}
