// Layers over the map that are asked of the server and put on or off.
import type { Moment, Sight, Supply, Threat } from "../api/types";
import { t } from "../i18n/index.svelte";
import type { MatchState } from "./match.svelte";

export const LAYERS = [
  "zones",
  "enemyZones",
  "supply",
  "control",
  "command",
  "networks",
  "sight",
  "threats",
  "numbers",
] as const;
export type Layer = (typeof LAYERS)[number];

export class Layers {
  on = $state.raw<ReadonlySet<Layer>>(new Set());
  hideCounters = $state(false);
  zones = $state.raw<Record<string, string[]>>({});
  supply = $state.raw<Record<string, Supply>>({});
  line = $state.raw<string[]>([]); // by which the unit looked at is supplied
  command = $state.raw<string[]>([]);
  sight = $state.raw<Sight | null>(null);
  private reckoned = $state.raw<{ of: Moment | null; threats: Record<string, Threat> }>({ of: null, threats: {} });
  private post: string | null = null;
  private traced: string | null = null;

  constructor(private readonly match: MatchState) {}

  toggle(layer: Layer): void {
    if (layer === "threats" && !this.match.moment.aids.allowed) {
      this.match.notice = { text: t("advice.refused"), citation: null };
      return;
    }
    const next = new Set(this.on);
    if (!next.delete(layer)) next.add(layer);
    this.on = next;
  }

  /** The layers this game has something to show for. */
  get offered(): Layer[] {
    const { board, plane } = this.match;
    const has: Partial<Record<Layer, boolean>> = {
      supply: ["out_of_supply", "isolated"].some((mark) => mark in board.look.markers),
      control: plane.flagged(board.drawing.objective).length > 0,
      command: board.pieces.some((piece) => piece.range > 0),
      networks: plane.styles("side", "way").length > 0,
      sight: board.sight,
      threats: this.match.seat.then === undefined, // the past is past
    };
    return LAYERS.filter((layer) => has[layer] ?? true);
  }

  /** Only over the position they were reckoned for. */
  get threats(): Record<string, Threat> {
    const { moment, playback } = this.match;
    return this.reckoned.of === moment && !playback.elsewhere ? this.reckoned.threats : {};
  }

  /** Look around from a hex. */
  async look(hex: string | null): Promise<void> {
    this.post = this.on.has("sight") ? hex : null;
    const seen = this.post ? await this.match.seat.sight(this.post).catch(() => null) : null;
    if (this.post === (seen?.hex ?? null)) this.sight = seen;
  }

  /** Trace the line of supply of a unit. */
  async trace(unit: string | null): Promise<void> {
    this.traced = this.on.has("supply") && this.match.units.get(unit ?? "")?.hex ? unit : null;
    const found = this.traced ? await this.match.seat.supply(this.traced).catch(() => null) : null;
    if (this.traced === (found?.unit ?? null)) this.line = found?.line ?? [];
  }

  get sides(): string[] {
    return this.match.sides;
  }

  /** Ask again for what is on; `hq` is the headquarters looked at. */
  async refresh(hq: string | null): Promise<void> {
    const own = this.match.seat.side,
      others = this.sides.filter((side) => side !== own);
    const wanted = [...(this.on.has("zones") ? [own] : []), ...(this.on.has("enemyZones") ? others : [])];
    const zones = await Promise.all(
      wanted.map(async (side) => [side, await this.match.seat.zones(side).catch(() => [])] as const),
    );
    this.zones = Object.fromEntries(zones);
    if (this.on.has("supply")) {
      const answer = await this.match.seat.supply(own).catch(() => null);
      this.supply = answer ? { [own]: answer } : {};
    }
    const { moment } = this.match,
      threats = this.on.has("threats") && moment.aids.allowed ? await this.match.seat.threats().catch(() => ({})) : {};
    if (moment === this.match.moment) this.reckoned = { of: moment, threats };
    this.command =
      this.on.has("command") && hq
        ? Object.keys((await this.match.seat.command(hq).catch(() => null))?.hexes ?? {})
        : [];
  }
}
