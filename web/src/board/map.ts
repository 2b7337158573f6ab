// The ground under the counters, recorded once and replayed for every tile.
import { PAPER, areas, frontier, grid, numbers, outOfPlay, water } from "./ground";
import { Pen } from "./pen";
import { objectives, settlements } from "./places";
import { MARGIN, type Plane } from "./plane";
import { bridges, rivers, walls, ways } from "./ways";

export function drawMap(plane: Plane, numbered: number): Pen {
  const pen = new Pen();
  pen.fill(`M0,0H${plane.width}V${plane.height}H0Z`, PAPER);
  const frame = `M${MARGIN},${MARGIN}H${plane.width - MARGIN}V${plane.height - MARGIN}H${MARGIN}Z`;
  pen.within(frame, () => {
    for (const layer of [areas, water, outOfPlay, grid, rivers, objectives, ways, bridges, walls, frontier])
      layer(pen, plane);
    if (numbered) numbers(pen, plane, numbered);
    settlements(pen, plane);
  });
  pen.stroke(frame, "#26221a", 1.6, 1, [], "square");
  return pen;
}
