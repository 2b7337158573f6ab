import type { Look } from "../api/types";
import { type Face, type Form, SIZE, drawCounter } from "./counters";
import type { Canvas2D } from "./pen";
import type { Symbols } from "./symbols";

const PAD = 9; // room for the shadow and the pills
const WIDE = 20; // sprites in a row

/** Counters drawn once at the present zoom, kept in one picture. */
export class Sprites {
  private canvas = document.createElement("canvas");
  private slots = new Map<string, number>();
  private scale = 0;
  private form: Form = "middle";
  private zoom = 1;

  constructor(
    private readonly look: Look,
    private readonly symbols: Symbols,
  ) {}

  /** Begins anew at another zoom; what was drawn is forgotten. */
  use(form: Form, zoom: number, ratio: number): void {
    if (form === this.form && Math.abs(zoom * ratio - this.scale) < 1e-4) return;
    [this.form, this.zoom, this.scale] = [form, zoom, zoom * ratio];
    this.slots.clear();
    this.canvas.width = this.cell * WIDE;
    this.canvas.height = this.cell * 4;
  }

  private get cell(): number {
    return Math.ceil((SIZE + 2 * PAD) * this.scale);
  }

  /** Places a counter with its upper left corner at a point of the target's own coordinates. */
  draw(target: Canvas2D, face: Face, x: number, y: number, size: number): void {
    const slot = this.slotOf(face),
      cell = this.cell,
      k = size / SIZE;
    const sx = (slot % WIDE) * cell,
      sy = Math.floor(slot / WIDE) * cell;
    const pad = PAD * k,
      full = (cell / this.scale) * k;
    target.drawImage(this.canvas, sx, sy, cell, cell, x - pad, y - pad, full, full);
  }

  /** Counters of the same key look the same. */
  static key({ piece, steps, dim, markers }: Face): string {
    return `${piece.id}|${steps}|${dim}|${markers.join()}`;
  }

  private slotOf(face: Face): number {
    const key = Sprites.key(face);
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    const slot = this.slots.size;
    this.slots.set(key, slot);
    this.grow(slot);
    const c = this.canvas.getContext("2d")!,
      cell = this.cell;
    c.setTransform(1, 0, 0, 1, (slot % WIDE) * cell, Math.floor(slot / WIDE) * cell);
    c.clearRect(0, 0, cell, cell);
    c.scale(this.scale, this.scale);
    c.translate(PAD, PAD);
    drawCounter(c, face, this.look, this.symbols, this.form, this.zoom);
    return slot;
  }

  private grow(slot: number): void {
    const needed = (Math.floor(slot / WIDE) + 1) * this.cell;
    if (needed <= this.canvas.height) return;
    const bigger = document.createElement("canvas");
    bigger.width = this.canvas.width;
    bigger.height = Math.min(needed * 2, 8192);
    bigger.getContext("2d")!.drawImage(this.canvas, 0, 0);
    this.canvas = bigger;
  }
}
