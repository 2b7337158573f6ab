import { describe, expect, it } from "vitest";
import type { Changed, Moment, View } from "../api/types";
import { applied, patched } from "./patch";

const unit = (id: string, hex: string) => ({ id, hex }) as unknown as View["units"][number];
const view = {
  turn: 1,
  attack: null,
  weather: "mud",
  units: [unit("a", "0101"), unit("b", "0102")],
} as unknown as View;

describe("what has changed on the table", () => {
  it("leaves what is not named", () => {
    const now = applied(view, { set: { turn: 2 }, gone: ["weather"], units: [], order: null });
    expect(now).toEqual({ turn: 2, attack: null, units: view.units });
  });

  it("replaces counters by their ids, in the order they had", () => {
    const now = applied(view, { set: {}, gone: [], units: [unit("a", "0203") as never], order: null });
    expect(now.units.map(({ id, hex }) => [id, hex])).toEqual([
      ["a", "0203"],
      ["b", "0102"],
    ]);
  });

  it("takes counters away and puts others in their place", () => {
    const now = applied(view, { set: {}, gone: [], units: [unit("c", "0104") as never], order: ["c", "b"] });
    expect(now.units.map(({ id }) => id)).toEqual(["c", "b"]);
  });

  it("is for one moment only", () => {
    const moment = { id: "m", serial: 4, view } as unknown as Moment;
    const told = (base: number) =>
      ({
        events: [],
        table: { id: "m", base, serial: 5, view: { set: {}, gone: [], units: [], order: null } },
      }) as never;
    expect(patched(moment, told(3))).toBeNull();
    expect(patched(moment, { events: [], table: null } as unknown as Changed)).toBeNull();
    expect(patched(moment, told(4))).toMatchObject({ serial: 5, view });
  });
});
