import type { BoardData } from "../api/types";
import { fontFiles } from "./fonts";
import { TILE } from "./plane";

const LEVELS = [0.25, 0.5, 1, 2, 4];
const MOST = 260; // tiles kept

/** The map as square pictures at a few scales, drawn when first looked at and kept. */
export class Tiles {
  private readonly worker = new Worker(new URL("./tile.worker.ts", import.meta.url), { type: "module" });
  private readonly kept = new Map<string, ImageBitmap>();
  private readonly asked = new Set<string>();

  constructor(
    board: BoardData,
    private readonly width: number,
    private readonly height: number,
    private readonly changed: () => void,
  ) {
    this.worker.postMessage({ board: JSON.parse(JSON.stringify({ ...board, pieces: [], charts: {}, rules: [], sources: [] })), fonts: fontFiles });
    this.worker.onmessage = ({ data }: MessageEvent<{ key: string; bitmap: ImageBitmap }>) => this.keep(data.key, data.bitmap);
  }

  private keep(key: string, bitmap: ImageBitmap): void {
    this.asked.delete(key);
    this.kept.set(key, bitmap);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      if (old.startsWith("0.25")) continue;
      this.kept.get(old)?.close();
      this.kept.delete(old);
    }
    this.changed();
  }

  /** Paints what is seen of the map; target is in map coordinates. */
  paint(target: CanvasRenderingContext2D, seen: [number, number, number, number], zoom: number, ratio: number): void {
    const scale = LEVELS.find((level) => level >= zoom * ratio * 0.9) ?? LEVELS.at(-1)!;
    this.layer(target, seen, LEVELS[0]!, false);
    if (scale !== LEVELS[0]) this.layer(target, seen, scale, zoom >= 1.16);
  }

  private layer(target: CanvasRenderingContext2D, seen: [number, number, number, number], scale: number, numbers: boolean): void {
    const span = TILE / scale;
    const [left, top, right, bottom] = seen;
    for (let y = Math.max(0, Math.floor(top / span)); y * span < Math.min(bottom, this.height); y++)
      for (let x = Math.max(0, Math.floor(left / span)); x * span < Math.min(right, this.width); x++) {
        const bitmap = this.tile(scale, x, y, numbers);
        if (bitmap) target.drawImage(bitmap, x * span, y * span, span, span);
      }
  }

  private tile(scale: number, x: number, y: number, numbers: boolean): ImageBitmap | undefined {
    const key = `${scale}/${numbers ? "n" : ""}${x},${y}`;
    const known = this.kept.get(key);
    if (!known && !this.asked.has(key)) {
      this.asked.add(key);
      this.worker.postMessage({ key, scale, x, y, numbers });
    }
    return known;
  }

  close(): void {
    this.worker.terminate();
    for (const bitmap of this.kept.values()) bitmap.close();
  }
}
