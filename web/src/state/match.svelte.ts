// A match as one seat sees it: the moment, the log, the line to the server.
import { Refused, Seat, Unreachable } from "../api/client";
import type {
  Action,
  Assault,
  BoardData,
  Changed,
  Ended,
  GameEvent,
  Moment,
  Piece,
  UnitState,
  Words,
} from "../api/types";
import { Plane } from "../board/plane";
import { Portraits } from "../board/portraits";
import { Symbols } from "../board/symbols";
import { t } from "../i18n/index.svelte";
import { Playback } from "./playback.svelte";

export class MatchState {
  moment = $state.raw<Moment>() as Moment;
  events = $state.raw<GameEvent[]>([]);
  notice = $state.raw<Words | null>(null);
  busy = $state(false);
  online = $state(true);
  seat = $state.raw<Seat>() as Seat;
  curtain = $state<string | null>(null); // the side the screen is to be handed to
  mover: { units: string[]; gait: string } | null = null; // who was named last
  rolled = $state.raw<GameEvent | null>(null); // the last event with dice
  thrown = $state(true); // whether they have been thrown; before that the odds are shown
  fresh = $state(true); // whether nothing was done since

  readonly plane: Plane;
  readonly symbols: Symbols;
  readonly portraits: Portraits;
  readonly pieces: Map<string, Piece>;
  readonly playback: Playback;
  private socket: WebSocket | null = null;
  private closed = false;
  private catching = false;
  private groups: number[] = []; // how many actions each thing the player did was made of
  private late = false; // something changed since the last look

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
    this.moment = moment;
  }

  /** The attack being put together. */
  readonly building = $derived.by((): Assault | null => this.moment.view.attack ?? null);
  readonly decision = $derived.by(() => this.moment.decision);
  readonly mine = $derived.by(() => this.moment.decision?.side === this.seat.side && !this.playback.running);
  readonly actions = $derived.by(() => (this.mine ? (this.moment.legal?.actions ?? []) : []));
  readonly people = $derived.by(() =>
    Object.entries(this.moment.seats)
      .filter(([, who]) => who === "me")
      .map(([side]) => side),
  );

  readonly units = $derived.by(
    (): Map<string, UnitState> => new Map(this.moment.view.units.map((unit) => [unit.id, this.playback.shown(unit)])),
  );

  /** What stands in each hex, the lowest first. */
  readonly stacks = $derived.by((): Map<string, UnitState[]> => {
    const found = new Map<string, UnitState[]>();
    for (const unit of this.units.values()) {
      if (!unit.hex) continue;
      const row = found.get(unit.hex);
      if (row) row.push(unit);
      else found.set(unit.hex, [unit]);
    }
    for (const row of found.values()) row.sort((a, b) => a.level - b.level);
    return found;
  });

  /** What happened since my last decision. */
  readonly last = $derived.by(() => this.events.filter((event) => event.index >= (this.moment.since ?? Infinity)));

  // the line

  open(events: GameEvent[]): void {
    this.events = events;
    this.playback.known(events);
    this.connect();
  }

  private connect(): void {
    if (this.closed) return;
    const socket = this.seat.live();
    this.socket = socket;
    socket.onopen = () => void this.catchUp();
    socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as Changed | Ended);
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.online = false;
      setTimeout(() => this.connect(), 1500);
    };
  }

  private hear(message: Changed | Ended): void {
    if (message.type !== "changed" || this.busy || message.serial <= this.moment.serial) return;
    this.playback.add(message.events);
    void this.catchUp();
  }

  /** Whatever happened meanwhile: events not yet seen are shown, then the table as it stands. */
  private async catchUp(): Promise<void> {
    this.late = true;
    if (this.catching) return;
    this.catching = true;
    try {
      while (this.late && !this.closed) {
        this.late = false;
        const moment = await this.seat.view();
        this.online = true;
        if (moment.serial !== this.moment.serial) await this.take(moment);
      }
    } catch (error) {
      if (error instanceof Unreachable) this.online = false;
    } finally {
      this.catching = false;
    }
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
    this.playback.skip();
  }

  // acting

  /** Plays an action; false if it was refused: the notice says why. With `more` it is undone together with the last. */
  async act(text: string, more = false): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.notice = null;
    const said = this.actions.find((action) => action.text === text);
    try {
      const moment = await this.seat.act(text, this.moment.serial);
      this.remember(said);
      this.groups.push(more ? (this.groups.pop() ?? 0) + 1 : 1);
      this.playback.own(moment.events);
      await this.take(moment);
      return true;
    } catch (error) {
      await this.fail(error);
      return false;
    } finally {
      this.busy = false;
      if (this.socket?.readyState === WebSocket.OPEN) void this.catchUp();
    }
  }

  /** Takes back what was done last as one thing, or so many actions. */
  async undo(times = this.groups.at(-1) ?? 1): Promise<void> {
    if (this.busy) return;
    this.ungroup(times);
    this.busy = true;
    this.notice = null;
    try {
      for (let k = 0; k < times && this.moment.can_undo; k++) await this.take(await this.seat.undo(), true);
    } catch (error) {
      await this.fail(error);
    } finally {
      this.busy = false;
    }
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
      if (error.moment) await this.take(error.moment);
    } else if (error instanceof Unreachable) {
      this.online = false;
      this.notice = { text: t("error.offline"), citation: null };
    } else throw error;
  }

  /** The table has moved on. */
  private async take(moment: Moment, undone = false): Promise<void> {
    const foggy = Object.keys(this.moment.view.hidden ?? {}).length > 0;
    const anew = undone || (foggy && moment.result !== null && this.moment.result === null); // in the end all is told
    const known = anew ? 0 : (this.events.at(-1)?.index ?? -1) + 1;
    const behind = anew || moment.log !== known;
    if (behind) {
      const more = await this.seat.log(known);
      const last = this.events.at(-1)?.index ?? -1; // somebody else may have been quicker
      this.events = anew ? more.events : [...this.events, ...more.events.filter((event) => event.index > last)];
      if (anew) this.playback.known(this.events);
      else this.playback.add(more.events);
    }
    await this.playback.finish();
    if (moment.serial < this.moment.serial || moment.seat !== this.seat.side) return;
    this.moment = moment;
    this.turnTable();
  }

  /** At one screen: whoever is to act gets the table, behind a curtain if something is hidden. */
  private turnTable(): void {
    const side = this.moment.decision?.side;
    if (!side || side === this.seat.side || this.moment.seats[side] !== "me") return;
    if (Object.keys(this.moment.view.hidden ?? {}).length || this.moment.decision?.kind === "hidden")
      this.curtain = side;
    else void this.sit(side);
  }

  async sit(side: string): Promise<void> {
    this.socket?.close();
    this.seat = new Seat(this.id, side);
    const [moment, log] = await Promise.all([this.seat.view(), this.seat.log(0)]);
    [this.moment, this.events, this.curtain] = [moment, log.events, null];
    this.playback.known(log.events);
    this.connect();
  }

  /** Who moves is named once; where to may be asked again and again. */
  private remember(action: Action | undefined): void {
    if (action?.units.length) this.mover = { units: action.units, gait: action.gait };
    else if (this.moment.decision?.kind !== "hex") this.mover = null;
  }
}
