import type { Point } from "../api/types";

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export const SANS = "'Source Sans 3', Carlito, Lato, sans-serif";
export const SERIF = "'EB Garamond', Georgia, serif";

type Mark = (canvas: Canvas2D) => void;

/** Records a drawing once, so that every tile replays it with its paths already made. */
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

  stroke(d: string, colour: string, width: number, opacity = 1, dash: number[] = [], cap: CanvasLineCap = "round"): void {
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

  within(d: string, draw: () => void): void {
    const path = new Path2D(d);
    this.add((c) => {
      c.save();
      c.clip(path, "evenodd");
    });
    draw();
    this.add((c) => c.restore());
  }

  number(text: string, at: Point): void {
    this.add((c) => {
      c.globalAlpha = 0.85;
      c.fillStyle = "#6d6555";
      c.font = `8.5px ${SANS}`;
      c.textAlign = "center";
      c.fillText(text, at[0], at[1]);
    });
  }

  letter(text: string, at: Point, colour: string): void {
    this.add((c) => {
      c.globalAlpha = 1;
      c.fillStyle = colour;
      c.font = `700 15px ${SANS}`;
      c.textAlign = "center";
      c.fillText(text, at[0], at[1]);
    });
  }

  replay(canvas: Canvas2D): void {
    for (const mark of this.marks) mark(canvas);
    canvas.globalAlpha = 1;
    canvas.setLineDash([]);
  }
}
