import { describe, expect, it, vi } from "vitest";
import type { Lesson, LessonStep } from "../api/types";
import type { Hand } from "../state/hand.svelte";
import type { MatchState } from "../state/match.svelte";
import { Coach } from "./coach.svelte";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} })); // nothing is remembered

const until = { picked: [], played: [], offered: [], stands: {}, joins: [], turn: 0, read: false, undone: false };
const step = (key: string, ended: Partial<LessonStep["until"]> = {}, deeds: string[] = []) =>
  ({ key, say: key, wrong: "", do: deeds, point: {}, until: { ...until, ...ended } }) as unknown as LessonStep;

/** A coach at the first step, beside a table where these may be said. */
function beside(steps: LessonStep[], ...offered: string[]): Coach {
  const match = {
    mine: true,
    busy: false,
    decision: { kind: "hex" },
    moment: { result: null },
    units: new Map(),
    building: null,
    actions: offered.map((text) => ({ text, closes: text === "done" })),
  };
  const lesson = { game: "river", steps } as unknown as Lesson;
  const kept = { match: "m", step: 0, done: false, left: false };
  return new Coach(match as unknown as MatchState, { party: [] } as unknown as Hand, lesson, kept as never, () => {});
}

describe("who has read a step", () => {
  const steps = [
    step("columns"),
    step("moved", { offered: ["attack *"] }, ["done"]),
    step("attack", { played: ["resolve"] }, ["attack *"]),
  ];

  it("goes to the next that is not done yet", () => {
    const coach = beside(steps, "attack 0502", "done");
    coach.next();
    expect(coach.step?.key).toBe("attack");
  });

  it("is told what is still to do", () => {
    const coach = beside(steps, "move A", "done");
    coach.next();
    expect(coach.step?.key).toBe("moved");
  });
});
