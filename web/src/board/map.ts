// The ground under the counters, recorded once and replayed for every tile.
import type { BoardData } from "../api/types";
import { PAPER, grid, marshes, outOfPlay, water, waterSides, woods } from "./ground";
import { Pen } from "./pen";
import { marks, objectives, settlements } from "./places";
import { MARGIN, Plane } from "./plane";
import { bridges, forts, rivers, ways } from "./ways";

export function drawMap(data: BoardData, numbers: boolean): { plane: Plane; pen: Pen } {
  const plane = new Plane(data), pen = new Pen();
  pen.fill(`M0,0H${plane.width}V${plane.height}H0Z`, PAPER);
  const frame = `M${MARGIN},${MARGIN}H${plane.width - MARGIN}V${plane.height - MARGIN}H${MARGIN}Z`;
  pen.within(frame, () => {
    for (const layer of [marshes, woods, water, outOfPlay]) layer(pen, plane);
    grid(pen, plane, numbers);
    for (const layer of [waterSides, rivers, objectives, ways, bridges, forts, settlements]) layer(pen, plane);
  });
  pen.stroke(frame, "#26221a", 1.6, 1, [], "square");
  marks(pen, plane);
  return { plane, pen };
}
