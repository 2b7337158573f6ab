import type { Point } from "../api/types";
import { type Box, overlap } from "./plan";

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export const SANS = "'Source Sans 3', Carlito, Lato, sans-serif";
export const SERIF = "'EB Garamond', Georgia, serif";

type Mark = (canvas: Canvas2D, seen: Box) => void;

/** Records a drawing once, so that every tile replays what it shows of it with the paths already made. */
export class Pen {
  private marks: Mark[] = [];

  private add(mark: Mark): void {
    this.marks.push(mark);
  }

  fill(d: string, colour: string, opacity = 1, rule: CanvasFillRule = "nonzero"): void {
    if (!d) return;
    const path = new Path2D(d);
    this.add((c) => {
      c.globalAlpha = opacity;
      c.fillStyle = colour;
      c.fill(path, rule);
    });
  }

  stroke(
    d: string,
    colour: string,
    width: number,
    opacity = 1,
    dash: number[] = [],
    cap: CanvasLineCap = "round",
  ): void {
    if (!d) return;
    const path = new Path2D(d);
    this.add((c) => {
      c.globalAlpha = opacity;
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.lineCap = cap;
      c.lineJoin = "round";
      c.setLineDash(dash);
      c.stroke(path);
    });
  }

  /** What is drawn there lies in the box, and need not be drawn where the box is not seen. */
  part(box: Box, draw: () => void): void {
    const outer = this.marks,
      inner: Mark[] = [];
    this.marks = inner;
    draw();
    this.marks = outer;
    this.add((c, seen) => overlap(box, seen) && inner.forEach((mark) => mark(c, seen)));
  }

  within(d: string, draw: () => void): void {
    const path = new Path2D(d);
    this.add((c) => {
      c.save();
      c.clip(path, "evenodd");
    });
    draw();
    this.add((c) => c.restore());
  }

  number(text: string, at: Point, size: number): void {
    this.add((c) => {
      c.globalAlpha = 0.85;
      c.font = `${size}px ${SANS}`;
      c.textAlign = "center";
      c.lineWidth = 2.4;
      c.lineJoin = "round";
      c.strokeStyle = "#ece3cbaa";
      c.setLineDash([]);
      c.strokeText(text, at[0], at[1]);
      c.fillStyle = "#5f5848";
      c.fillText(text, at[0], at[1]);
    });
  }

  replay(canvas: Canvas2D, seen: Box): void {
    for (const mark of this.marks) mark(canvas, seen);
    canvas.globalAlpha = 1;
    canvas.setLineDash([]);
  }
}
