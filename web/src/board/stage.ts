// The map in the page: ground, lights and print as layers that are moved as they are. Nothing is drawn while the map is
// moved, except what comes into sight for the first time.
import type { BoardData, Point, UnitState } from "../api/types";
import { type Face, type Form, SIZE, formAt, markersOf } from "./counters";
import { type Glow, type Lights, glowBox, lightsBox, noGlow, noLights, paintGlow, paintLights } from "./glow";
import { type Label, boxesOf, forgetWidths, names } from "./labels";
import type { Canvas2D } from "./pen";
import { STATION, paintMark, stations } from "./places";
import { type Box, around } from "./plan";
import { type Cell, type Plane, middle } from "./plane";
import { type Item, Print, writeLabel } from "./print";
import { picture } from "./sheet";
import { Sprites } from "./sprites";
import type { Symbols } from "./symbols";
import { SMALL, Tiles, drawn } from "./tiles";
import { paintBroken } from "./ways";

export interface Camera {
  k: number;
  x: number;
  y: number;
}

export interface Sheets {
  world: HTMLElement; // holds the others
  ground: HTMLElement;
  under: HTMLCanvasElement;
  print: HTMLElement;
  over: HTMLCanvasElement;
}

interface Standing {
  unit: UnitState;
  face: Face;
  centre: Point;
  level: number;
  height: number;
  at: Point; // upper left corner
  hex: string;
}

const AROUND = 0.25; // so much of the screen lights are drawn beyond each edge

export class Stage {
  camera: Camera = { k: 1, x: 0, y: 0 };
  private glow: Glow = noGlow();
  private lights: Lights = noLights();
  private hidden = false;
  private standing: Standing[] = [];
  private broken: [Cell, Cell][] = [];
  private labels: Label[] = [];
  private covered = "";
  private zoom = 1; // at which all was last drawn
  private form: Form = "middle";
  private size = SIZE; // of a counter; from afar they stand closer
  private readonly tiles: Tiles;
  private readonly printed: Print;
  private readonly sprites: Sprites;
  private stale = { glow: false, lights: false, print: false, names: false };
  private lit: Box = [0, 0, 0, 0]; // what the lights cover
  private asked = 0;
  private closed = false;
  private width = 0;
  private height = 0;
  private ratio = 1;

  constructor(
    private readonly sheets: Sheets,
    private readonly plane: Plane,
    private readonly board: BoardData,
    symbols: Symbols,
  ) {
    this.tiles = new Tiles(
      sheets.ground,
      board,
      plane.width,
      plane.height,
      (waiting) => (sheets.world.dataset["waiting"] = String(waiting)),
    );
    this.printed = new Print(sheets.print);
    this.sprites = new Sprites(board.look, symbols);
  }

  resize(width: number, height: number): void {
    this.ratio = Math.min(window.devicePixelRatio || 1, 3);
    [this.width, this.height] = [width, height];
    this.settle();
  }

  /** The map has been moved: its layers are moved as they are. */
  move(camera: Camera): void {
    this.camera = camera;
    const scale = camera.k / this.zoom,
      snap = (value: number) => (scale === 1 ? Math.round(value * this.ratio) / this.ratio : value);
    this.sheets.world.style.transform = `translate(${snap(camera.x)}px,${snap(camera.y)}px) scale(${scale})`;
    if (scale === 1) this.later();
  }

  /** Draw all anew for the zoom at which the map has come to rest. */
  settle(): void {
    if (this.closed) return;
    this.zoom = this.camera.k;
    this.form = formAt(this.zoom);
    this.size = this.form === "far" ? SIZE * 1.25 : SIZE;
    this.sprites.use(this.form, (this.zoom * this.size) / SIZE, this.ratio);
    for (const one of this.standing) one.at = corner(one.centre, one.level, one.height, this.size);
    this.tiles.settle(this.zoom, this.ratio);
    this.stale = { glow: true, lights: true, print: true, names: true };
    this.sheets.world.style.setProperty("--k", String(this.zoom));
    this.move(this.camera);
  }

  /** Hex numbers from afar too, or only close up. */
  number(always: boolean): void {
    if (this.tiles.number(always)) this.settle();
  }

  /** Fonts have come: what was measured without them is measured again. */
  reread(): void {
    forgetWidths();
    this.settle();
  }

  place(stacks: Map<string, UnitState[]>, dim: (unit: UnitState) => boolean, pieces: Map<string, Face["piece"]>): void {
    this.standing = [];
    for (const [hex, units] of stacks) {
      const cell = this.plane.byNumber.get(hex);
      if (!cell) continue;
      units.forEach((unit, level) => {
        const piece = pieces.get(unit.id);
        if (!piece) return;
        const face = { piece, steps: unit.steps, markers: markersOf(this.board.look, unit), dim: dim(unit) };
        this.standing.push({
          unit,
          face,
          level,
          height: units.length,
          centre: cell.centre,
          at: corner(cell.centre, level, units.length, this.size),
          hex,
        });
      });
    }
    const covered = this.piles()
      .map(({ box }) => box.join())
      .join(" ");
    this.stale.names ||= covered !== this.covered; // names care for where stacks stand, not for what lies in them
    this.covered = covered;
    this.stale.print = true;
    this.later();
  }

  /** The bridges that are down, each by the two hexes it joined. */
  breach(sides: string[][]): void {
    this.broken = sides.flatMap(([a, b]) => {
      const cells = this.plane.pair({ a: a!, b: b! });
      return cells ? [cells] : [];
    });
    this.stale.print = true;
    this.later();
  }

  shine(glow: Glow): void {
    this.glow = glow;
    this.stale.glow = true;
    this.later();
  }

  light(lights: Lights): void {
    this.lights = lights;
    this.stale.lights = true;
    this.later();
  }

  hide(hidden: boolean): void {
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    this.stale.print = true;
    this.later();
  }

  private later(): void {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      this.frame();
    });
  }

  private frame(): void {
    if (!this.width) return;
    const seen = this.seen();
    this.tiles.look(seen);
    if (this.stale.names) this.name();
    if (this.stale.print) this.printed.set(this.items(), this.zoom, this.ratio);
    if (this.printed.look(seen)) this.later();
    this.shed(seen);
    this.stale = { glow: false, lights: false, print: false, names: false };
  }

  private seen(): Box {
    const { x, y } = this.camera,
      k = this.zoom;
    return [-x / k, -y / k, (this.width - x) / k, (this.height - y) / k];
  }

  /** Draws the lights that have changed; all of them if the map has been moved beyond what they cover. */
  private shed(seen: Box): void {
    const far = seen[0] < this.lit[0] || seen[1] < this.lit[1] || seen[2] > this.lit[2] || seen[3] > this.lit[3];
    if (far || (this.stale.glow && this.stale.lights)) {
      const dx = (this.width * AROUND) / this.zoom,
        dy = (this.height * AROUND) / this.zoom;
      this.lit = [seen[0] - dx, seen[1] - dy, seen[2] + dx, seen[3] + dy];
    }
    if (far || this.stale.glow)
      this.cast(this.sheets.under, glowBox(this.plane, this.glow), (c) =>
        paintGlow(c, this.plane, this.glow, this.zoom),
      );
    if (far || this.stale.lights)
      this.cast(this.sheets.over, lightsBox(this.plane, this.lights, this.zoom), (c) =>
        paintLights(c, this.plane, this.lights, this.zoom),
      );
  }

  /** Draws what lies in a box, as far as it is covered: a small picture is up sooner than a large one. */
  private cast(canvas: HTMLCanvasElement, box: Box | null, paint: (c: Canvas2D) => void): void {
    const [left, top, right, bottom] = box ? within(box, this.lit) : [0, 0, 0, 0],
      k = this.zoom * this.ratio;
    const place = [left, top, right - left, bottom - top].map((value) => Math.round(value * this.zoom)) as [
      number,
      number,
      number,
      number,
    ];
    canvas.hidden = place[2] <= 0 || place[3] <= 0; // less than a pixel of it is no picture
    if (canvas.hidden) return;
    const [width, height] = [place[2] * this.ratio, place[3] * this.ratio].map(Math.round) as [number, number];
    picture(canvas, width, height, (c) => {
      c.setTransform(k, 0, 0, k, -place[0] * this.ratio, -place[1] * this.ratio);
      paint(c);
    });
    canvas.style.cssText = `left:${place[0]}px;top:${place[1]}px;width:${place[2]}px;height:${place[3]}px`;
  }

  // names and counters

  private name(): void {
    this.labels = names(
      this.plane,
      this.piles().map(({ box }) => box),
      this.zoom,
    );
  }

  /** The stacks, each with the room it takes. */
  private piles(): { hex: string; box: Box }[] {
    const found = new Map<string, Box>();
    for (const {
      at: [x, y],
      hex,
    } of this.standing) {
      const box: Box = [x - 2, y - 2, x + this.size + 3, y + this.size + 3],
        known = found.get(hex);
      found.set(
        hex,
        known
          ? [
              Math.min(known[0], box[0]),
              Math.min(known[1], box[1]),
              Math.max(known[2], box[2]),
              Math.max(known[3], box[3]),
            ]
          : box,
      );
    }
    return [...found].map(([hex, box]) => ({ hex, box }));
  }

  private items(): Item[] {
    const marks = stations(this.plane).map((mark): Item => ({
      key: `${mark.letter}${mark.at}`,
      box: around(mark.at, STATION * 2),
      paint: (c) => paintMark(c, mark, this.zoom),
    }));
    const gaps = this.broken.map((cells): Item => ({
      key: `gap${cells.map(({ n }) => n)}`,
      box: around(middle(cells[0].centre, cells[1].centre), STATION * 2),
      paint: (c) => paintBroken(c, this.plane, cells, this.zoom),
    }));
    const written = this.labels.map((label): Item => ({
      key: `${label.lines}${label.at}${label.style.size}`,
      box: hull(boxesOf(label)),
      paint: (c) => writeLabel(c, label),
    }));
    return [...gaps, ...marks, ...written, ...(this.hidden ? [] : this.counters())];
  }

  private counters(): Item[] {
    const { size } = this,
      pad = size / 5;
    return this.standing.map(({ face, at: [x, y] }) => ({
      key: `${Sprites.key(face)}${x},${y}`,
      box: [x - pad, y - pad, x + size + pad, y + size + pad],
      paint: (c) => this.sprites.draw(c, face, x, y, size),
    }));
  }

  /** The whole map with everything on it, as a picture. */
  async picture(scale = 1.2): Promise<Blob> {
    const [width, height] = [this.plane.width, this.plane.height].map((side) => Math.round(side * scale)) as [
      number,
      number,
    ];
    const ground = await drawn(this.board, { scale, left: 0, top: 0, width, height, numbers: SMALL });
    const easel = new OffscreenCanvas(width, height),
      c = easel.getContext("2d")!;
    c.drawImage(ground, 0, 0);
    c.scale(scale, scale);
    const kept = { zoom: this.zoom, form: this.form, size: this.size, labels: this.labels, standing: this.standing };
    [this.zoom, this.form, this.size] = [scale, "close", SIZE];
    this.standing = kept.standing.map((one) => ({ ...one, at: corner(one.centre, one.level, one.height, SIZE) }));
    this.sprites.use("close", scale, 1);
    this.name();
    for (const item of this.items()) item.paint(c);
    Object.assign(this, kept);
    this.settle();
    return easel.convertToBlob({ type: "image/png" });
  }

  /** What is written and where counters stand, in pixels of the screen: to check that nothing lies over anything. */
  drawn(): {
    labels: { text: string; pixels: number; boxes: Box[] }[];
    piles: { hex: string; box: Box }[];
    tags: { text: string; box: Box }[];
  } {
    const { k, x, y } = this.camera,
      on = (box: Box): Box => [box[0] * k + x, box[1] * k + y, box[2] * k + x, box[3] * k + y];
    return {
      labels: this.labels.map((label) => ({
        text: label.lines.join(" "),
        pixels: label.style.size * k,
        boxes: boxesOf(label).map(on),
      })),
      piles: this.piles().map(({ hex, box }) => ({ hex, box: on(box) })),
      tags: this.lights.tags.flatMap(({ text, hex }) => {
        const cell = this.plane.byNumber.get(hex);
        return cell ? [{ text, box: on(around(cell.centre, 1)) }] : [];
      }),
    };
  }

  close(): void {
    this.closed = true;
    cancelAnimationFrame(this.asked);
    this.tiles.close();
  }
}

/** The upper left corner of a counter in a stack; the last lies on top, at the lower left. */
export function corner([x, y]: Point, level: number, height: number, size: number): Point {
  const step = Math.min(5, 15 / Math.max(1, height - 1)),
    rise = (height - 1) / 2 - level;
  return [x - size / 2 + rise * step, y - size / 2 - rise * step];
}

function within(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

function hull(boxes: Box[]): Box {
  return boxes.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);
}
