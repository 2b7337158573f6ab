import { describe, expect, it } from "vitest";
import { clockFace, paceWords } from "./time";

describe("a clock", () => {
  it("shows seconds, minutes, hours and days", () => {
    expect([0, 0.2, 9, 247, 3909, 90000].map(clockFace)).toEqual([
      "0:00",
      "0:01",
      "0:09",
      "4:07",
      "1:05:09",
      "1 d 1 h",
    ]);
  });
  it("never shows less than nothing", () => expect(clockFace(-5)).toBe("0:00"));
});

describe("a pace", () => {
  it("says how much time there is and what happens at its end", () => {
    expect(paceWords({ kind: "live", minutes: 30, increment: 10, days: 3, vacation: 0, at_zero: "loses" })).toBe(
      "30 minutes a side, 10 seconds added for each decision · who runs out of time loses",
    );
    expect(paceWords({ kind: "days", minutes: 30, increment: 0, days: 3, vacation: 5, at_zero: "nothing" })).toBe(
      "3 days a move, 5 days of vacation · running out of time has no consequences",
    );
  });
});
