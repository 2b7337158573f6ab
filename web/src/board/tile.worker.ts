// Draws the tiles of the ground off the main thread.
import { drawMap } from "./map";
import type { Pen } from "./pen";
import { type Ground, Plane } from "./plane";
import type { Piece } from "./tiles";

type Fonts = { fonts: { family: string; url: string; weight: string }[] };
type Ask = Fonts | { board: Ground } | Piece;

let fonts: Promise<unknown> = Promise.resolve();
let plane: Plane;
const pens = new Map<number, Pen>();

function load(wanted: Fonts["fonts"]): Promise<unknown> {
  const faces = wanted.map((f) => new FontFace(f.family, `url(${f.url})`, { weight: f.weight }));
  for (const face of faces) (self as unknown as { fonts: FontFaceSet }).fonts.add(face);
  return Promise.allSettled(faces.map((face) => face.load()));
}

function pen(numbers: number): Pen {
  if (!pens.has(numbers)) pens.set(numbers, drawMap(plane, numbers));
  return pens.get(numbers)!;
}

async function draw({ key, scale, left, top, width, height, numbers }: Piece): Promise<void> {
  if (numbers) await fonts;
  const canvas = new OffscreenCanvas(width, height),
    c = canvas.getContext("2d")!;
  c.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  pen(numbers).replay(c, [left, top, left + width / scale, top + height / scale]);
  const bitmap = canvas.transferToImageBitmap();
  (self as unknown as Worker).postMessage({ key, bitmap }, [bitmap]);
}

self.onmessage = ({ data }: MessageEvent<Ask>) => {
  if ("fonts" in data) fonts = load(data.fonts);
  else if ("board" in data) plane = new Plane(data.board);
  else void draw(data);
};
