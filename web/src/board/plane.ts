import type { BoardData, HexInfo, Point, SideInfo, Style } from "../api/types";
import type { Box } from "./plan";

export const UNIT = 80; // pixels of the drawn map from a hex to its neighbour
export const MARGIN = 78;
export const TILE = 512; // pixels of a tile of the drawn map
const RADIUS = UNIT / Math.sqrt(3);
const BLOCK = 6 * UNIT; // what is drawn hex by hex is drawn in blocks, so that a tile draws only those it touches

/** What of a board the ground is drawn from. */
export type Ground = Pick<BoardData, "grid" | "sides" | "outlines" | "drawing">;

export interface Cell extends HexInfo {
  index: number;
  centre: Point;
  way: Point; // where roads and railways run through it: the middle, or land beside the water that covers it
  name: string;
  place: Style | null; // what is settled there
}

/** The board in pixels of the drawn map: where every hex lies and what lies next to it. */
export class Plane {
  readonly cells: Cell[];
  readonly byNumber: Map<string, Cell>;
  readonly width: number;
  readonly height: number;
  readonly sides: Map<string, SideInfo> = new Map();
  private readonly left: number;
  private readonly top: number;
  private readonly turn: number;
  private readonly spots = new Map<number, Cell[]>();
  private readonly beside: Cell[][] = [];
  private readonly sorted = new Map<string, Style[]>();

  constructor(readonly data: Ground) {
    const { hexes, flat } = data.grid;
    this.turn = flat ? 0 : Math.PI / 6;
    const reach = flat ? [RADIUS, UNIT / 2] : [UNIT / 2, RADIUS];
    const xs = hexes.map((h) => h.x * UNIT),
      ys = hexes.map((h) => h.y * UNIT);
    this.left = Math.min(...xs) - reach[0]!;
    this.top = Math.min(...ys) - reach[1]!;
    this.width = Math.max(...xs) + reach[0]! - this.left + 2 * MARGIN;
    this.height = Math.max(...ys) + reach[1]! - this.top + 2 * MARGIN;
    const places = this.styles("hex", "place");
    const anchors = new Map(data.outlines?.anchors.map(([n, x, y]): [string, Point] => [n, [x, y]]));
    this.cells = hexes.map((h, index) => ({
      ...h,
      name: h.name ?? "",
      index,
      centre: this.xy([h.x, h.y]),
      way: this.xy(anchors.get(h.n) ?? [h.x, h.y]),
      place: places.find((style) => says(h, style)) ?? null,
    }));
    this.byNumber = new Map(this.cells.map((cell) => [cell.n, cell]));
    for (const cell of this.cells) this.spot(cell.centre).push(cell);
    for (const side of data.sides) this.addSide(side);
  }

  private addSide(side: SideInfo): void {
    const key = sideKey(side.a, side.b);
    this.sides.set(key, { ...this.sides.get(key), ...side });
  }

  /** How things of one sort are drawn, in the order in which they lie over each other. */
  styles(on: Style["on"], draw: Style["draw"]): Style[] {
    const key = `${on} ${draw}`,
      known = this.sorted.get(key);
    if (known) return known;
    const found = this.data.drawing.styles.filter((style) => style.on === on && style.draw === draw);
    this.sorted.set(key, found);
    return found;
  }

  cellsOf(...styles: Style[]): Cell[] {
    return this.cells.filter((cell) => styles.some((style) => says(cell, style)));
  }

  /** The hexsides of which a style speaks, with the hexes they part. */
  sidesOf(style: Style): { side: SideInfo; cells: [Cell, Cell] }[] {
    return [...this.sides.values()]
      .filter((side) => says(side, style))
      .flatMap((side) => {
        const cells = this.pair(side);
        return cells ? [{ side, cells }] : [];
      });
  }

  /** The hexes in blocks, each with a box that holds whatever is drawn in them. */
  blocks(cells: Cell[]): { box: Box; cells: Cell[] }[] {
    const found = new Map<string, { box: Box; cells: Cell[] }>();
    for (const cell of cells) {
      const x = Math.floor(cell.centre[0] / BLOCK),
        y = Math.floor(cell.centre[1] / BLOCK),
        key = `${x},${y}`;
      if (!found.has(key))
        found.set(key, {
          box: [x * BLOCK - UNIT, y * BLOCK - UNIT, (x + 1) * BLOCK + UNIT, (y + 1) * BLOCK + UNIT],
          cells: [],
        });
      found.get(key)!.cells.push(cell);
    }
    return [...found.values()];
  }

  xy(point: Point): Point {
    return [point[0] * UNIT - this.left + MARGIN, point[1] * UNIT - this.top + MARGIN];
  }

  private spot([x, y]: Point): Cell[] {
    const key = Math.floor(y / UNIT) * 4096 + Math.floor(x / UNIT),
      known = this.spots.get(key);
    if (known) return known;
    const made: Cell[] = [];
    this.spots.set(key, made);
    return made;
  }

  private near([x, y]: Point): Cell[] {
    const found: Cell[] = [];
    for (const dx of [-UNIT, 0, UNIT]) for (const dy of [-UNIT, 0, UNIT]) found.push(...this.spot([x + dx, y + dy]));
    return found;
  }

  /** The hex under a point of the map. */
  at(point: Point): Cell | null {
    let best: Cell | null = null,
      least = UNIT * 0.58;
    for (const cell of this.near(point)) {
      const d = distance(cell.centre, point);
      if (d < least) [best, least] = [cell, d];
    }
    return best;
  }

  neighbours(cell: Cell): Cell[] {
    return (this.beside[cell.index] ??= this.near(cell.centre).filter(
      (other) => other !== cell && distance(other.centre, cell.centre) < UNIT * 1.1,
    ));
  }

  /** The neighbour towards an angle in degrees, 0 to the right, 90 down. */
  towards(cell: Cell, angle: number, off = 0.75): Cell | null {
    const [x, y] = cell.centre,
      a = (angle * Math.PI) / 180;
    const wanted: Point = [x + Math.cos(a) * UNIT, y + Math.sin(a) * UNIT];
    const ranked = this.neighbours(cell).toSorted((p, q) => distance(p.centre, wanted) - distance(q.centre, wanted));
    const best = ranked[0];
    return best && distance(best.centre, wanted) < UNIT * off ? best : null;
  }

  corners(centre: Point, scale = 1): Point[] {
    return [0, 1, 2, 3, 4, 5].map((k) => {
      const a = this.turn + (k * Math.PI) / 3;
      return [centre[0] + Math.cos(a) * RADIUS * scale, centre[1] + Math.sin(a) * RADIUS * scale];
    });
  }

  /** The ends of the side between two neighbours. */
  ends(a: Cell, b: Cell): [Point, Point] {
    const [mx, my] = middle(a.centre, b.centre);
    const dx = ((b.centre[0] - a.centre[0]) / UNIT) * (RADIUS / 2),
      dy = ((b.centre[1] - a.centre[1]) / UNIT) * (RADIUS / 2);
    return [this.corner([mx - dy, my + dx]), this.corner([mx + dy, my - dx])];
  }

  /** The corner at a point, the same numbers from whichever hex it was reckoned. */
  private corner([x, y]: Point): Point {
    const [fx, fy] = this.turn ? [UNIT / 2, RADIUS / 2] : [RADIUS / 2, UNIT / 2];
    return [MARGIN + Math.round((x - MARGIN) / fx) * fx, MARGIN + Math.round((y - MARGIN) / fy) * fy];
  }

  outline(cell: Cell): Point[] {
    return this.corners(cell.centre).map((p) => this.corner(p));
  }

  pair(side: SideInfo): [Cell, Cell] | null {
    const a = this.byNumber.get(side.a),
      b = this.byNumber.get(side.b);
    return a && b ? [a, b] : null;
  }

  side(a: string, b: string): SideInfo | undefined {
    return this.sides.get(sideKey(a, b));
  }

  flagged(flag: string | undefined): Cell[] {
    return flag ? this.cells.filter((cell) => cell.flags.includes(flag)) : [];
  }

  /** From a hex at the edge straight out of the map; [0, 0] from any other. */
  outward(cell: Cell): Point {
    let dx = 0,
      dy = 0;
    for (let k = 0; k < 6; k++) {
      const angle = (this.turn ? 0 : 30) + 60 * k;
      if (!this.towards(cell, angle)) {
        dx += Math.cos((angle * Math.PI) / 180);
        dy += Math.sin((angle * Math.PI) / 180);
      }
    }
    if (Math.abs(dx) < 0.05 && Math.abs(dy) < 0.05) return [0, 0];
    return Math.abs(dx) > Math.abs(dy) ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
  }
}

export function sideKey(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}

/** Whether a hex or hexside is what a style is for; a layer that only says yes says it as true. */
export function says(thing: HexInfo | SideInfo, { layer, word, also }: Style): boolean {
  const said = thing[layer] === true ? "1" : thing[layer];
  return said === word || (typeof said === "string" && also?.includes(said) === true);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
