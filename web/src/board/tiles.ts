import type { BoardData } from "../api/types";
import { fontFiles } from "./fonts";
import type { Box } from "./plan";
import { TILE } from "./plane";
import { show } from "./sheet";

const LEVELS = [0.25, 0.5, 1, 2, 4];
const COARSE = LEVELS[0]!;
const MOST = 140; // tiles kept
const NUMBERED = 0.78; // so close a hex has room for its number beside a counter
export const SMALL = 9.6; // pixels of the map high, as hex numbers are close up

/** A piece of the map to be drawn: from where, in pixels of the map; how large, in pixels of the picture. */
export interface Piece {
  key: string;
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
  numbers: number; // the size of hex numbers; 0: none
}

let ready: Worker | null = null;

/** The worker may be started while the board is still on its way. */
export function warm(): void {
  if (ready) return;
  ready = new Worker(new URL("./tile.worker.ts", import.meta.url), { type: "module" });
  ready.postMessage({ fonts: fontFiles });
}

function worker({ grid, sides, outlines, drawing }: BoardData): Worker {
  warm();
  const made = ready!;
  ready = null;
  made.postMessage({ board: { grid, sides, outlines, drawing } });
  return made;
}

/** One picture of a map, drawn by a worker of its own. */
export function drawn(board: BoardData, piece: Omit<Piece, "key">): Promise<ImageBitmap> {
  const made = worker(board);
  return new Promise((give) => {
    made.onmessage = ({ data }: MessageEvent<{ bitmap: ImageBitmap }>) => {
      made.terminate();
      give(data.bitmap);
    };
    made.postMessage({ key: "", ...piece });
  });
}

/** The ground as square pictures at a few scales, drawn by a worker when first looked at, put up and kept. */
export class Tiles {
  private readonly worker: Worker;
  private readonly kept = new Map<string, HTMLCanvasElement>();
  private readonly waiting = new Set<string>();
  private level = "";
  private scale = COARSE;
  private zoom = 1;
  private range = "";
  private numbered = false; // from afar too

  constructor(
    private readonly root: HTMLElement,
    board: BoardData,
    private readonly width: number,
    private readonly height: number,
    private readonly changed: (waiting: number) => void,
  ) {
    this.worker = worker(board);
    this.worker.onmessage = ({ data }: MessageEvent<{ key: string; bitmap: ImageBitmap }>) =>
      this.keep(data.key, data.bitmap);
  }

  /** Lay everything anew for the zoom at which the map has come to rest. */
  settle(zoom: number, ratio: number): void {
    this.zoom = zoom;
    this.scale = LEVELS.find((level) => level >= zoom * ratio * 0.9) ?? LEVELS.at(-1)!;
    const size = this.numbered
      ? Math.min(24, Math.max(SMALL, 11 / zoom))
      : zoom >= NUMBERED
        ? Math.max(SMALL, 9 / zoom)
        : 0;
    this.level = `${this.scale}/${size ? `n${size.toFixed(1)}:` : ""}`;
    this.range = "";
    for (const [key, tile] of this.kept) if (tile.isConnected) this.lay(key, tile);
  }

  number(numbered: boolean): boolean {
    const changed = this.numbered !== numbered;
    this.numbered = numbered;
    return changed;
  }

  /** Puts up what is seen; as long as something is missing, what was seen before shines through. */
  look([left, top, right, bottom]: Box): void {
    const span = TILE / this.scale,
      last = (edge: number, most: number) => Math.ceil(Math.min(edge, most) / span) - 1;
    const [x0, y0, x1, y1] = [
      Math.max(0, Math.floor(left / span)),
      Math.max(0, Math.floor(top / span)),
      last(right, this.width),
      last(bottom, this.height),
    ];
    const range = [this.level, x0, y0, x1, y1].join();
    if (range === this.range) return;
    this.range = range;
    this.coarse();
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) this.want(this.level, this.scale, x, y);
    this.clear();
  }

  private coarse(): void {
    const span = TILE / COARSE;
    for (let y = 0; y * span < this.height; y++)
      for (let x = 0; x * span < this.width; x++) this.want(`${COARSE}/`, COARSE, x, y);
  }

  private want(level: string, scale: number, x: number, y: number): void {
    const key = `${level}${x},${y}`,
      known = this.kept.get(key);
    if (known) {
      if (!known.isConnected) this.lay(key, known);
    } else if (!this.waiting.has(key)) {
      this.waiting.add(key);
      const span = TILE / scale,
        piece: Piece = {
          key,
          scale,
          left: x * span,
          top: y * span,
          width: TILE,
          height: TILE,
          numbers: Number(/n([\d.]+):/.exec(level)?.[1] ?? 0),
        };
      this.worker.postMessage(piece);
    }
  }

  private keep(key: string, bitmap: ImageBitmap): void {
    this.waiting.delete(key);
    const canvas = document.createElement("canvas");
    show(canvas, bitmap);
    this.kept.set(key, canvas);
    if (key.startsWith(this.level) || isCoarse(key)) this.lay(key, canvas);
    this.clear();
  }

  private lay(key: string, tile: HTMLCanvasElement): void {
    const [scale, place] = key.split("/") as [string, string];
    const [x, y] = place.replace(/^n.*:/, "").split(",").map(Number) as [number, number];
    const span = (TILE / Number(scale)) * this.zoom;
    tile.style.cssText = `position:absolute;left:${x * span}px;top:${y * span}px;width:${span}px;height:${span}px`;
    if (tile.isConnected) return;
    if (isCoarse(key)) this.root.prepend(tile);
    else this.root.append(tile);
  }

  /** Tiles of another level go when all of this one are up; the oldest are forgotten. */
  private clear(): void {
    this.changed(this.waiting.size);
    if (!this.waiting.size)
      for (const [key, tile] of this.kept)
        if (tile.isConnected && !key.startsWith(this.level) && !isCoarse(key)) tile.remove();
    for (const [key, tile] of this.kept) {
      if (this.kept.size <= MOST) break;
      if (tile.isConnected) continue;
      this.kept.delete(key);
    }
  }

  close(): void {
    this.worker.terminate();
  }
}

const isCoarse = (key: string) => key.startsWith(`${COARSE}/`) && !key.includes(":");
