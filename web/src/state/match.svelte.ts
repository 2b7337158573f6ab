// A match as one seat sees it: the moment, the log, the line to the server.
import { Refused, Seat, sideOf, Unreachable } from "../api/client";
import type {
  Action,
  Again,
  Assault,
  BoardData,
  Changed,
  Ended,
  GameEvent,
  Message,
  Moment,
  Piece,
  Talk,
  Together,
  Twin,
  TwinLine,
  UnitState,
  Words,
} from "../api/types";
import { Plane } from "../board/plane";
import { Portraits } from "../board/portraits";
import { Symbols } from "../board/symbols";
import { t } from "../i18n/index.svelte";
import { follows, outcomes } from "./outcome";
import { patched } from "./patch";
import { Playback } from "./playback.svelte";

const AGAIN = 1500; // milliseconds until a server that did not answer is asked again

export class MatchState {
  moment = $state.raw<Moment>() as Moment;
  events = $state.raw<GameEvent[]>([]);
  notice = $state.raw<Words | null>(null);
  busy = $state(false);
  online = $state(true);
  seat = $state.raw<Seat>() as Seat;
  bots = $state.raw<Moment["bots"]>({ run: true }); // whether they go on, as was told last
  coming = $state.raw<Moment | null>(null); // the table as it stands, while what led there is still shown
  curtain = $state<string | null>(null); // the side the screen is to be handed to
  mover: { units: string[]; gait: string } | null = null; // who was named last
  briefed = $state(false); // whether the briefing is asked for once more
  rolled = $state.raw<GameEvent | null>(null); // the last event with dice
  thrown = $state(true); // whether they have been thrown; before that the odds are shown
  pointed = $state<string | null>(null); // the unit whose name is pointed at
  fresh = $state(true); // whether nothing was done since

  together = $state.raw<{ told: Together; at: number } | null>(null); // people apart, as was told then
  talked: ((message: Message) => void) | null = null; // who wants to know what is said

  listener: { hearPlayed(text: string): void; hearUndone(): void } | null = null; // who wants to know what is done here

  readonly plane: Plane;
  readonly symbols: Symbols;
  readonly portraits: Portraits;
  readonly pieces: Map<string, Piece>;
  readonly playback: Playback;
  private socket: WebSocket | null = null;
  private closed = false;
  private catching = false;
  private groups: number[] = []; // how many actions each thing the player did was made of
  private latest = 0; // the serial of what was heard last
  private told = 0; // the serial up to which the log is known
  private waiting: Changed[] = [];
  private patches: Changed[] = []; // what the line has told of the table, and is still to be applied

  constructor(
    readonly board: BoardData,
    readonly id: string,
    seat: Seat,
    moment: Moment,
  ) {
    this.plane = new Plane(board);
    this.symbols = new Symbols(board.symbols);
    this.portraits = new Portraits(board.look, this.symbols);
    this.pieces = new Map(board.pieces.map((piece) => [piece.id, piece]));
    this.playback = new Playback(this);
    this.seat = seat;
    this.look(moment);
  }

  /** The attack being put together. */
  readonly building = $derived.by((): Assault | null => this.moment.view.attack ?? null);
  readonly decision = $derived.by(() => this.moment.decision);
  /** The seats that may answer: of a side that is shared one, or all. */
  readonly asked = $derived.by(() => this.moment.decision?.asked ?? []);
  readonly mine = $derived.by(
    () =>
      this.asked.includes(this.seat.key) &&
      this.seated &&
      !this.moment.twin?.rests &&
      !this.moment.stranded &&
      !this.playback.running &&
      !this.playback.outcome,
  );
  readonly actions = $derived.by(() => (this.mine ? (this.moment.legal?.actions ?? []) : []));
  /** Whether a person sits here; one who watches two bots is not asked. */
  readonly seated = $derived.by(() => !this.moment.seats[this.seat.key]?.startsWith("bot:"));
  readonly sides = $derived.by(() => [...new Set(Object.keys(this.moment.seats).map(sideOf))]);
  /** The bot that is to act, though what it did last may still be shown. */
  readonly bot = $derived.by(() => botAsked(this.moment) && botAsked(this.coming ?? this.moment));
  readonly people = $derived.by(() =>
    Object.entries(this.moment.seats)
      .filter(([, who]) => who === "me")
      .map(([side]) => side),
  );

  readonly units = $derived.by(
    (): Map<string, UnitState> => new Map(this.moment.view.units.map((unit) => [unit.id, this.playback.shown(unit)])),
  );

  /** What stands in each hex, the lowest first; a headquarters lies below, so that the strength is seen. */
  readonly stacks = $derived.by((): Map<string, UnitState[]> => {
    const found = new Map<string, UnitState[]>();
    for (const unit of this.units.values()) {
      if (!unit.hex) continue;
      const row = found.get(unit.hex);
      if (row) row.push(unit);
      else found.set(unit.hex, [unit]);
    }
    const staff = ({ id }: UnitState) => Number((this.pieces.get(id)?.range ?? 0) > 0);
    for (const row of found.values()) row.sort((a, b) => staff(b) - staff(a) || a.level - b.level);
    return found;
  });

  /** The last roll, while it is shown or what is asked follows from it. */
  readonly roll = $derived.by((): GameEvent | null => {
    const { rolled, decision } = this;
    if (!rolled || !this.fresh || this.playback.outcome) return null;
    if (this.playback.running || !this.mine || !decision || !rolled.assault) return rolled;
    const [outcome] = outcomes(this.events.slice(rolled.index)),
      there = this.stacks.get(rolled.assault.target) ?? [];
    const ids = there.map(({ id }) => id);
    return outcome && follows(outcome, decision, this.actions, ids) ? rolled : null;
  });

  /** What happened since my last decision. */
  readonly last = $derived.by(() => this.events.filter((event) => event.index >= (this.moment.since ?? Infinity)));

  // the line

  /** The line tells at once how far the match is, then of every change. */
  connect(): void {
    if (this.closed) return;
    const socket = this.seat.live();
    this.socket = socket;
    socket.onmessage = ({ data }) =>
      this.socket === socket && this.hear(JSON.parse(String(data)) as Changed | Talk | TwinLine | Again | Ended);
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.online = false;
      setTimeout(() => this.connect(), AGAIN);
    };
  }

  /** While an action of ours is on its way, the rest waits. */
  private hear(message: Changed | Talk | TwinLine | Again | Ended): void {
    if (message.type === "again") this.moment = { ...this.moment, again: message.id };
    if (message.type === "twin") this.hearTwin(message.twin);
    if (message.type === "talk") {
      this.meet(message.together);
      if (message.message) this.talked?.(message.message);
    }
    if (message.type !== "changed") return;
    this.online = true;
    this.bots = message.table?.bots ?? message.bots; // they are stopped without any change of the table
    if (this.moment.stranded)
      void this.seat
        .view(0)
        .then((moment) => this.look(moment))
        .catch(() => {});
    else if (this.busy) this.waiting.push(message);
    else if (message.serial > this.moment.serial) {
      if (message.serial === this.told + 1 && this.learn(message.events, message.next, message.serial))
        this.playback.add(message.events);
      this.latest = Math.max(this.latest, message.serial);
      this.patches.push(message);
      void this.catchUp();
    }
  }

  /** The other game of a duplicate match has gone on; this one may have to. */
  private hearTwin(twin: Twin): void {
    const woke = this.moment.twin?.rests !== twin.rests;
    this.moment = { ...this.moment, twin };
    if (woke)
      this.seat.view().then(
        (moment) => this.take(moment),
        () => {},
      );
  }

  private meet(told: Together | null): void {
    this.together = told && { told, at: Date.now() };
  }

  /** The last events of a log so long; no if there are others between them and those that are known. */
  private learn(events: GameEvent[], length: number, serial: number): boolean {
    const start = length - events.length;
    if (start > this.events.length) return false;
    this.playback.cut(start);
    this.events = [...this.events.slice(0, start), ...events];
    [this.told, this.latest] = [serial, Math.max(this.latest, serial)];
    return true;
  }

  /** The whole log. */
  private relearn({ events, serial }: Moment): void {
    this.playback.cut(events.length);
    [this.events, this.told, this.latest] = [events, serial, Math.max(this.latest, serial)];
  }

  /** Whatever happened meanwhile: events not yet seen are shown, then the table as it stands. */
  private async catchUp(): Promise<void> {
    if (this.catching) return;
    this.catching = true;
    try {
      while (this.latest > Math.min(this.moment.serial, this.told) && !this.closed) {
        const { seat } = this,
          behind = this.told < this.latest;
        const moment = (!behind && this.patch()) || (await seat.view(behind ? 0 : undefined));
        this.online = true;
        if (seat !== this.seat) return;
        if (behind) {
          this.relearn(moment);
          this.playback.add(moment.events);
        }
        this.latest = Math.max(this.latest, moment.serial);
        await this.take(moment);
      }
    } catch (error) {
      if (error instanceof Unreachable) {
        this.online = false; // the line may have held: nobody else would ask again
        setTimeout(() => void this.catchUp(), AGAIN);
      }
    } finally {
      this.catching = false;
    }
  }

  /** The table as it stands by what the line has told; null if something is missing. */
  private patch(): Moment | null {
    let moment: Moment | null = this.moment;
    for (const message of this.patches.splice(0))
      if (moment && message.serial > moment.serial) moment = patched(moment, message);
    return moment && moment.serial >= this.latest ? moment : null;
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
    this.playback.skip();
  }

  // acting

  /** Plays an action; false if it was refused: the notice says why. With `more` it is undone together with the last. */
  async act(text: string, more = false, said = this.actions.find((one) => one.text === text)): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.notice = null;
    try {
      const answer = await this.seat.act(text, this.moment.serial);
      const moment = patched(this.moment, answer) ?? (await this.seat.view(answer.next - answer.events.length));
      this.remember(said);
      this.groups.push(more ? (this.groups.pop() ?? 0) + 1 : 1);
      this.coming = moment;
      this.listener?.hearPlayed(text);
      await this.playback.own(moment.events);
      await this.takeOwn(moment);
      return true;
    } catch (error) {
      if (!(await this.wasDone(error))) return false;
      this.remember(said);
      this.groups.push(more ? (this.groups.pop() ?? 0) + 1 : 1);
      this.listener?.hearPlayed(text);
      return true;
    } finally {
      this.free();
    }
  }

  /** Whether it was done, and only the answer was lost; otherwise the notice says why not. */
  private async wasDone(error: unknown): Promise<boolean> {
    const done = error instanceof Refused && error.done;
    await this.fail(error);
    if (done) this.notice = null;
    return done;
  }

  /** Takes back what was done last as one thing, or so many actions. */
  async undo(times = this.groups.at(-1) ?? 1): Promise<void> {
    if (this.busy || !this.moment.can_undo) return;
    this.ungroup(times);
    this.busy = true;
    this.notice = null;
    try {
      await this.takeOwn(await this.seat.undo(times, this.moment.serial));
      this.listener?.hearUndone();
    } catch (error) {
      if (await this.wasDone(error)) this.listener?.hearUndone();
    } finally {
      this.free();
    }
  }

  /** Lets the bots play on, or stops them. */
  async letBots(run: boolean): Promise<void> {
    try {
      this.bots = await this.seat.bots(run);
    } catch (error) {
      await this.fail(error);
    }
  }

  private async takeOwn(moment: Moment): Promise<void> {
    if (this.learn(moment.events, moment.log, moment.serial)) this.playback.known(moment.log);
    await this.take(moment);
  }

  private free(): void {
    this.busy = false;
    for (const message of this.waiting.splice(0)) this.hear(message);
  }

  private ungroup(times: number): void {
    for (let left = times; left > 0 && this.groups.length;) {
      const last = this.groups.pop()!;
      if (last > left) this.groups.push(last - left);
      left -= last;
    }
  }

  /** How many actions to take back so that an entry of the log is the last; 0 if it cannot be. */
  undoTo(event: GameEvent): number {
    return this.mine ? this.moment.undo_points.lastIndexOf(event.index + 1) + 1 : 0;
  }

  private async fail(error: unknown): Promise<void> {
    if (error instanceof Refused) {
      this.notice = { text: error.message, citation: error.citation };
      if (error.moment) {
        this.latest = Math.max(this.latest, error.moment.serial);
        await this.catchUp();
      }
    } else if (error instanceof Unreachable) {
      this.online = false;
      this.notice = { text: t("error.offline"), citation: null };
    } else throw error;
  }

  /** The table has moved on. */
  private async take(moment: Moment): Promise<void> {
    const foggy = Object.keys(this.moment.view.hidden ?? {}).length > 0;
    if (foggy && moment.result && !this.moment.result) {
      this.relearn(await this.seat.view(0)); // in the end all is told
      this.playback.known(this.events.length);
    }
    this.coming = moment;
    await this.playback.finish();
    this.coming = null;
    if (moment.serial < this.moment.serial || moment.seat !== this.seat.key) return;
    this.moment = moment;
    this.meet(moment.together);
    this.turnTable();
  }

  /** At one screen: whoever is to act gets the table, behind a curtain if something is hidden. */
  private turnTable(): void {
    const seat = this.asked.find((one) => this.moment.seats[one] === "me");
    if (!seat || this.asked.includes(this.seat.key)) return;
    if (this.moment.sandbox) void this.sit(seat);
    else if (Object.keys(this.moment.view.hidden ?? {}).length || this.moment.decision?.kind === "hidden")
      this.curtain = seat;
    else void this.sit(seat);
  }

  async sit(seat: string): Promise<void> {
    this.socket?.close();
    this.seat = new Seat(this.id, seat);
    this.look(await this.seat.view(0));
    this.curtain = null;
    this.connect();
  }

  /** All there is to be seen from here, to begin with. */
  look(moment: Moment): void {
    [this.moment, this.bots] = [moment, moment.bots];
    this.meet(moment.together);
    [this.latest, this.waiting, this.patches] = [moment.serial, [], []];
    this.relearn(moment);
    this.playback.known(moment.log);
  }

  /** Who moves is named once; where to may be asked again and again. */
  private remember(action: Action | undefined): void {
    if (action?.units.length) this.mover = { units: action.units, gait: action.gait };
    else if (!["hex", "done"].includes(this.moment.decision?.kind ?? "")) this.mover = null;
  }
}

/** The bot that is asked, where no person is. */
function botAsked({ decision, seats, result, waiting, stranded, twin }: Moment): string | null {
  if (!decision || result || waiting.length || stranded || twin?.rests) return null;
  const asked = decision.asked.map((seat) => seats[seat] ?? "");
  return asked.every((who) => who.startsWith("bot:")) ? (asked[0] ?? null) : null;
}
