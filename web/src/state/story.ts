// The story of a match as a table and as curves; moments are counted in actions played.
import type { Chronicle, Milestone, Report, Roll } from "../api/types";

const MOST = 10; // dice in a list

export interface Curve {
  key: string;
  name: string;
  colour: string;
  dash: string; // so that curves are not told apart by colour alone
  steps: [index: number, value: number][]; // from there on so much
}

/** One turn of a match: where it begins and ends, what it stood at in the end, and what each side lost in it. */
export interface TurnRow {
  turn: number;
  first: number;
  last: number;
  total: number | null;
  level: string | null;
  steps: Record<string, number>;
  units: Record<string, number>;
}

type Told = Pick<Chronicle, "actions" | "turns" | "scores" | "losses">;

export function turnRows(told: Told, sides: string[]): TurnRow[] {
  return told.turns.map(({ turn, index }, k) => {
    const last = told.turns[k + 1]?.index ?? told.actions,
      score = told.scores.findLast((one) => one.index <= last),
      lost = told.losses.filter((one) => one.turn === turn);
    const sum = (side: string, count: (one: (typeof lost)[number]) => number) =>
      lost.filter((one) => one.side === side).reduce((all, one) => all + count(one), 0);
    return {
      turn,
      first: index,
      last,
      total: score?.total ?? null,
      level: score?.level ?? null,
      steps: Object.fromEntries(sides.map((side) => [side, sum(side, (one) => one.steps)])),
      units: Object.fromEntries(sides.map((side) => [side, sum(side, (one) => Number(one.gone))])),
    };
  });
}

/** The points that decide, whenever they changed; none where a game counts none. */
export const scored = (told: Told): [number, number][] =>
  told.scores.flatMap(({ index, total }) => (total === null ? [] : [[index, total] as [number, number]]));

/** All steps a side has lost so far, whenever it lost some. */
export function lost(told: Told, side: string): [number, number][] {
  let all = 0;
  const found: [number, number][] = [[0, 0]];
  for (const { index, steps } of told.losses.filter((one) => one.side === side)) {
    all += steps;
    if (found.at(-1)![0] === index) found.at(-1)![1] = all;
    else found.push([index, all]);
  }
  return found;
}

/** What a curve stands at after so many actions. */
export const valueAt = (steps: Curve["steps"], index: number) =>
  steps.findLast(([from]) => from <= index)?.[1] ?? steps[0]?.[1] ?? 0;

/** A curve as the path of a drawing so wide and so high, between the lowest and the highest value. */
export function pathOf(steps: Curve["steps"], actions: number, [low, high]: [number, number], w: number, h: number) {
  const x = (index: number) => ((index / Math.max(1, actions)) * w).toFixed(1),
    y = (value: number) => (h - ((value - low) / Math.max(1, high - low)) * h).toFixed(1);
  const drawn = steps.map(([index, value], k) => (k ? `H${x(index)}V${y(value)}` : `M${x(index)} ${y(value)}`));
  return `${drawn.join("")}H${x(actions)}`;
}

/** From the lowest to the highest value of some curves; nought is among them, unless it would be far away. */
export function span(curves: Curve["steps"][]): [number, number] {
  const values = curves.flat().map(([, value]) => value);
  return [Math.min(0, ...values), Math.max(1, ...values)];
}

// dice

/** What is good luck for who casts the die is bad luck for the other. */
export const luckFor = (roll: Roll, side: string) => (roll.side === side ? roll.luck : -roll.luck);

/** Steps gained on what was to be expected. */
const swing = ({ rolled, expected }: Roll) => rolled[1]! - expected[1]! - (rolled[0]! - expected[0]!);

/** The dice that were best and worst for a side; where luck was the same, those that made more of a difference. */
export function extremes(rolls: Roll[], side: string): { lucky: Roll[]; unlucky: Roll[] } {
  const good = (roll: Roll) => luckFor(roll, side),
    weight = (roll: Roll) => (roll.side === side ? swing(roll) : -swing(roll));
  const sorted = rolls.toSorted((a, b) => good(b) - good(a) || weight(b) - weight(a) || a.index - b.index);
  return {
    lucky: sorted.filter((roll) => good(roll) > 0).slice(0, MOST),
    unlucky: sorted
      .filter((roll) => good(roll) < 0)
      .toReversed()
      .slice(0, MOST),
  };
}

// marks

export interface Cluster {
  at: number; // where, as a part of the whole
  marks: Milestone[];
}

/** Marks that would lie over each other are one; what weighs most gives it its sign. */
export function clusters(marks: Milestone[], actions: number, apart: number): Cluster[] {
  const found: Cluster[] = [];
  for (const mark of marks.toSorted((a, b) => a.index - b.index)) {
    const at = mark.index / Math.max(1, actions),
      last = found.at(-1);
    if (last && at - last.at < apart) last.marks.push(mark);
    else found.push({ at, marks: [mark] });
  }
  return found;
}

const WEIGHT = { unit: 0, hq: 1, objective: 2 } as const;

export const weightiest = (marks: Milestone[]) =>
  marks.reduce((a, b) => (WEIGHT[b.kind] > WEIGHT[a.kind] ? b : a), marks[0]!);

// chances

type Chances = Pick<Report, "start" | "curve" | "actions" | "turns">;

/** The first side's chance after so many actions. */
export const chanceAt = ({ start, curve }: Chances, index: number) =>
  curve.findLast(([from]) => from <= index)?.[1] ?? start;

/** The chance as the path of a drawing so wide and so high, from its beginning to its end. */
export function chancePath({ start, curve, actions }: Chances, wide: number, high: number): string {
  const x = (index: number) => ((index / Math.max(1, actions)) * wide).toFixed(1),
    y = (chance: number) => ((1 - chance) * high).toFixed(2);
  return `M0 ${y(start)}${curve.map(([index, chance]) => `H${x(index)}V${y(chance)}`).join("")}H${wide}`;
}

/** Every turn with where it begins. */
export const turnsOf = ({ turns }: Chances) => turns.map((one, k) => ({ ...one, start: turns[k - 1]?.index ?? 0 }));
