// Draws the tiles of the map off the main thread.
import type { BoardData } from "../api/types";
import { drawMap } from "./map";
import type { Pen } from "./pen";
import { TILE } from "./plane";

type Ask = { board: BoardData; fonts: { family: string; url: string; weight: string }[] } | { key: string; scale: number; x: number; y: number; numbers: boolean };

const pens: Partial<Record<"bare" | "numbered", Pen>> = {};

async function learn(message: Extract<Ask, { board: BoardData }>): Promise<void> {
  const faces = message.fonts.map((f) => new FontFace(f.family, `url(${f.url})`, { weight: f.weight }));
  for (const face of faces) (self as unknown as { fonts: FontFaceSet }).fonts.add(face);
  await Promise.allSettled(faces.map((face) => face.load()));
  pens.bare = drawMap(message.board, false).pen;
  pens.numbered = drawMap(message.board, true).pen;
}

let ready: Promise<void> = Promise.resolve();

self.onmessage = async ({ data }: MessageEvent<Ask>) => {
  if ("board" in data) {
    ready = learn(data);
    return;
  }
  await ready;
  const canvas = new OffscreenCanvas(TILE, TILE), c = canvas.getContext("2d")!;
  c.setTransform(data.scale, 0, 0, data.scale, -data.x * TILE, -data.y * TILE);
  (data.numbers ? pens.numbered : pens.bare)!.replay(c);
  const bitmap = canvas.transferToImageBitmap();
  (self as unknown as Worker).postMessage({ key: data.key, bitmap }, [bitmap]);
};
