// The unit symbols, made at build time as SVG, as things a canvas can draw.
import type { BoardData } from "../api/types";
import type { Canvas2D } from "./pen";

type Shape = (canvas: Canvas2D) => void;

export class Symbols {
  private readonly box: [number, number, number, number];
  private readonly shapes = new Map<string, Shape[]>();

  constructor(private readonly source: BoardData["symbols"]) {
    this.box = source.viewBox.split(" ").map(Number) as [number, number, number, number];
  }

  draw(canvas: Canvas2D, kind: string, x: number, y: number, width: number): void {
    const [left, top, w] = this.box,
      scale = width / w;
    canvas.save();
    canvas.translate(x, y);
    canvas.scale(scale, scale);
    canvas.translate(-left, -top);
    for (const shape of this.of(kind)) shape(canvas);
    canvas.restore();
  }

  svg(kind: string): string {
    const { viewBox, symbols } = this.source;
    return `<svg viewBox="${viewBox}" aria-hidden="true">${symbols[kind] ?? symbols["unit"] ?? ""}</svg>`;
  }

  private of(kind: string): Shape[] {
    const known = this.shapes.get(kind);
    if (known) return known;
    const text = this.source.symbols[kind] ?? this.source.symbols["unit"] ?? "";
    const root = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`,
      "image/svg+xml",
    );
    const made = [...root.querySelectorAll("path, circle, text")].map(shapeOf);
    this.shapes.set(kind, made);
    return made;
  }
}

function shapeOf(element: Element): Shape {
  const get = (name: string) => element.getAttribute(name);
  const fill = get("fill"),
    stroke = get("stroke"),
    width = Number(get("stroke-width") ?? 1);
  if (element.tagName === "text")
    return (c) => {
      c.font = `700 ${get("font-size")}px 'Source Sans 3', sans-serif`;
      c.textAlign = "center";
      c.fillStyle = fill ?? "#000";
      c.fillText(element.textContent ?? "", Number(get("x")), Number(get("y")));
    };
  const path = element.tagName === "circle" ? circle(element) : new Path2D(get("d") ?? "");
  return (c) => {
    c.lineWidth = width;
    if (fill !== "none") {
      c.fillStyle = fill ?? "#000";
      c.fill(path);
    }
    if (stroke && stroke !== "none") {
      c.strokeStyle = stroke;
      c.stroke(path);
    }
  };
}

function circle(element: Element): Path2D {
  const path = new Path2D();
  const value = (name: string) => Number(element.getAttribute(name));
  path.arc(value("cx"), value("cy"), value("r"), 0, 2 * Math.PI);
  return path;
}
