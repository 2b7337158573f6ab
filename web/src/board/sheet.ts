// Pictures put up in the page. A canvas that is drawn on costs at every frame; one that only shows a picture does not.
import type { Canvas2D } from "./pen";

export function show(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height)
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext("bitmaprenderer")!.transferFromImageBitmap(bitmap);
}

/** Draws a picture from nothing and shows it. */
export function picture(canvas: HTMLCanvasElement, width: number, height: number, paint: (c: Canvas2D) => void): void {
  const easel = new OffscreenCanvas(width, height);
  paint(easel.getContext("2d")!);
  show(canvas, easel.transferToImageBitmap());
}
