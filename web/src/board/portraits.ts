// Counters beside the map, drawn once each, and not in the page: to draw on a canvas there, the browser works out all
// styles first.
import type { Look } from "../api/types";
import { type Face, SIZE, drawCounter } from "./counters";
import { Sprites } from "./sprites";
import type { Symbols } from "./symbols";

export const PAD = 8; // room for the shadow and the pills
const LEGIBLE = 62; // pixels from which on all of a counter can be read
const MOST = 500;

export class Portraits {
  private readonly drawn = new Map<string, OffscreenCanvas>();

  constructor(
    private readonly look: Look,
    private readonly symbols: Symbols,
  ) {}

  of(face: Face, size: number, ratio: number): OffscreenCanvas {
    const key = `${Sprites.key(face)}|${size}|${ratio}`,
      known = this.drawn.get(key);
    if (known) return known;
    if (this.drawn.size >= MOST) this.drawn.clear();
    const made = this.draw(face, size, ratio);
    if (document.fonts.status === "loaded") this.drawn.set(key, made);
    return made;
  }

  private draw(face: Face, size: number, ratio: number): OffscreenCanvas {
    const full = Math.ceil(size * (1 + (2 * PAD) / SIZE) * ratio),
      canvas = new OffscreenCanvas(full, full),
      c = canvas.getContext("2d")!;
    c.scale((size / SIZE) * ratio, (size / SIZE) * ratio);
    c.translate(PAD, PAD);
    drawCounter(c, face, this.look, this.symbols, size >= LEGIBLE ? "close" : "middle", size / SIZE);
    return canvas;
  }
}
