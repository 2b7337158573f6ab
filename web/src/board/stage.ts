// What is painted on the canvas, frame by frame. Everything costly is kept until counters or zoom change.
import type { BoardData, Point, UnitState } from "../api/types";
import { type Face, type Form, SIZE, formAt, markersOf } from "./counters";
import { type Glow, paintGlow } from "./glow";
import { type Label, fontOf, names } from "./labels";
import { PAPER } from "./ground";
import type { Box } from "./plan";
import type { Plane } from "./plane";
import { Sprites } from "./sprites";
import type { Symbols } from "./symbols";
import { Tiles } from "./tiles";

export interface Camera {
  k: number;
  x: number;
  y: number;
}

export interface Standing {
  unit: UnitState;
  face: Face;
  centre: Point;
  level: number;
  height: number;
  at: Point; // upper left corner
  hex: string;
}

export class Stage {
  glow: Glow = { areas: [], hexes: [], strokes: [], lines: [], tags: [] };
  hidden = false;
  camera: Camera = { k: 1, x: 0, y: 0 };
  private standing: Standing[] = [];
  private labels: Label[] = [];
  private zoom = 1; // at which counters and names were last drawn
  private form: Form = "middle";
  private size = SIZE; // of a counter; from afar they stand closer
  private readonly tiles: Tiles;
  private readonly sprites: Sprites;
  private readonly c: CanvasRenderingContext2D;
  private asked = 0;
  private width = 0;
  private height = 0;
  private ratio = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly plane: Plane,
    private readonly board: BoardData,
    symbols: Symbols,
  ) {
    this.c = canvas.getContext("2d", { alpha: false })!;
    this.tiles = new Tiles(board, plane.width, plane.height, () => this.paint());
    this.sprites = new Sprites(board.look, symbols);
  }

  resize(width: number, height: number): void {
    this.ratio = Math.min(window.devicePixelRatio || 1, 3);
    [this.width, this.height] = [width, height];
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.settle();
  }

  /** The upper left corner of a counter in a stack; the last lies on top, at the lower left. */
  static corner([x, y]: Point, level: number, height: number, size = SIZE): Point {
    const step = Math.min(5, 15 / Math.max(1, height - 1)), rise = (height - 1) / 2 - level;
    return [x - size / 2 + rise * step, y - size / 2 - rise * step];
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
        this.standing.push({ unit, face, level, height: units.length, centre: cell.centre, at: Stage.corner(cell.centre, level, units.length, this.size), hex });
      });
    }
    this.name();
    this.paint();
  }

  /** Draw counters and names anew for the zoom at which the map has come to rest. */
  settle(): void {
    this.zoom = this.camera.k;
    this.form = formAt(this.zoom);
    this.size = this.form === "far" ? SIZE * 1.25 : SIZE;
    this.sprites.use(this.form, (this.zoom * this.size) / SIZE, this.ratio);
    for (const one of this.standing) one.at = Stage.corner(one.centre, one.level, one.height, this.size);
    this.name();
    this.paint();
  }

  private name(): void {
    const covered = new Map<string, Box>();
    for (const { at: [x, y], hex } of this.standing) {
      const box: Box = [x - 2, y - 2, x + this.size + 3, y + this.size + 3], known = covered.get(hex);
      covered.set(hex, known ? [Math.min(known[0], box[0]), Math.min(known[1], box[1]), Math.max(known[2], box[2]), Math.max(known[3], box[3])] : box);
    }
    this.labels = names(this.plane, [...covered.values()], this.zoom);
  }

  paint(): void {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.frame();
    });
  }

  private frame(): void {
    const { c, ratio, camera } = this;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = PAPER;
    c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const k = camera.k * ratio;
    c.setTransform(k, 0, 0, k, camera.x * ratio, camera.y * ratio);
    const seen: Box = [-camera.x / camera.k, -camera.y / camera.k, (this.width - camera.x) / camera.k, (this.height - camera.y) / camera.k];
    this.tiles.paint(c, seen, camera.k, ratio);
    paintGlow(c, this.plane, this.glow, "under", camera.k);
    this.write(seen);
    if (!this.hidden) this.pile(seen);
    paintGlow(c, this.plane, this.glow, "over", camera.k);
  }

  private write(seen: Box): void {
    const { c } = this;
    c.textAlign = "center";
    c.lineJoin = "round";
    for (const { lines, at: [x, y], style, angle } of this.labels) {
      if (x < seen[0] - 150 || x > seen[2] + 150 || y < seen[1] - 80 || y > seen[3] + 80) continue;
      c.save();
      c.translate(x, y);
      if (angle) c.rotate(angle);
      c.font = fontOf(style);
      c.letterSpacing = `${style.spacing}px`;
      c.strokeStyle = style.halo;
      c.fillStyle = style.fill;
      lines.forEach((line, row) => {
        const at = style.size * (0.32 + row - (lines.length - 1) / 2);
        c.lineWidth = style.size * 0.2;
        c.globalAlpha = 0.75;
        c.strokeText(line, 0, at);
        c.globalAlpha = 1;
        c.fillText(line, 0, at);
      });
      c.restore();
    }
  }

  private pile(seen: Box): void {
    for (const { face, at: [x, y] } of this.standing) {
      if (x + SIZE < seen[0] || x > seen[2] || y + SIZE < seen[1] || y > seen[3]) continue;
      this.sprites.draw(this.c, face, x, y, this.size);
    }
  }

  close(): void {
    cancelAnimationFrame(this.asked);
    this.tiles.close();
  }
}
