// Names, marks and counters as square pictures of what lies over the ground: drawn when they come into sight or change.
import { type Label, fontOf } from "./labels";
import type { Canvas2D } from "./pen";
import type { Box } from "./plan";
import { picture } from "./sheet";

const SPAN = 512; // pixels of the screen
const AHEAD = 160; // so far beyond the edge pieces are drawn beforehand
const PACE = 2; // pieces drawn ahead in one frame

/** One thing to be printed: what it looks like (`key`), where, and how. */
export interface Item {
  key: string;
  box: Box;
  paint: (c: Canvas2D) => void;
}

interface Piece {
  canvas: HTMLCanvasElement;
  said: string;
}

export class Print {
  private items: Item[] = [];
  private readonly sorted = new Map<string, Item[]>();
  private readonly pieces = new Map<string, Piece>();
  private zoom = 1;
  private ratio = 1;

  constructor(private readonly root: HTMLElement) {}

  /** Everything there is, in the order in which it lies over each other. */
  set(items: Item[], zoom: number, ratio: number): void {
    if (zoom !== this.zoom || ratio !== this.ratio) this.clear();
    [this.items, this.zoom, this.ratio] = [items, zoom, ratio];
    this.sorted.clear();
    for (const item of this.items)
      for (const key of this.keys(item.box)) this.sorted.set(key, [...(this.sorted.get(key) ?? []), item]);
    for (const [key, piece] of this.pieces) this.draw(key, piece);
  }

  private clear(): void {
    for (const { canvas } of this.pieces.values()) canvas.remove();
    this.pieces.clear();
  }

  private keys([left, top, right, bottom]: Box): string[] {
    const found: string[] = [],
      at = (value: number) => Math.floor((value * this.zoom) / SPAN);
    for (let y = at(top); y <= at(bottom); y++) for (let x = at(left); x <= at(right); x++) found.push(`${x},${y}`);
    return found;
  }

  /** Puts up what is seen at once, and a little of what will be; whether more of that is left to do. */
  look(seen: Box): boolean {
    const by = AHEAD / this.zoom,
      near = this.keys([seen[0] - by, seen[1] - by, seen[2] + by, seen[3] + by]);
    const now = new Set(this.keys(seen));
    let left = PACE;
    for (const key of near) {
      if (this.pieces.has(key)) continue;
      if (!now.has(key) && left-- <= 0) return true;
      this.add(key);
    }
    return false;
  }

  private add(key: string): void {
    const canvas = document.createElement("canvas"),
      [x, y] = key.split(",").map(Number) as [number, number];
    canvas.style.cssText = `position:absolute;left:${x * SPAN}px;top:${y * SPAN}px;width:${SPAN}px;height:${SPAN}px`;
    const piece = { canvas, said: "" };
    this.pieces.set(key, piece);
    this.draw(key, piece);
    this.root.append(canvas);
  }

  /** Draws a piece, unless it would look as it does. */
  private draw(key: string, piece: Piece): void {
    const items = this.sorted.get(key) ?? [],
      said = items.map((item) => item.key).join("\n");
    if (said === piece.said) return;
    piece.said = said;
    const k = this.zoom * this.ratio,
      size = Math.round(SPAN * this.ratio),
      [x, y] = key.split(",").map(Number) as [number, number];
    picture(piece.canvas, size, size, (c) => {
      c.setTransform(k, 0, 0, k, -x * size, -y * size);
      for (const item of items) item.paint(c);
    });
  }
}

export function writeLabel(c: Canvas2D, { lines, at: [x, y], style, angle }: Label): void {
  c.save();
  c.translate(x, y);
  if (angle) c.rotate(angle);
  c.textAlign = "center";
  c.lineJoin = "round";
  c.font = fontOf(style);
  c.letterSpacing = `${style.spacing}px`;
  c.strokeStyle = style.halo;
  c.fillStyle = style.fill;
  lines.forEach((line, row) => {
    const low = style.size * (0.32 + row - (lines.length - 1) / 2);
    c.lineWidth = style.size * 0.2;
    c.globalAlpha = 0.75;
    c.strokeText(line, 0, low);
    c.globalAlpha = 1;
    c.fillText(line, 0, low);
  });
  c.restore();
}
