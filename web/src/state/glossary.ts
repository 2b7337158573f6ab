// Which words a newcomer to a game will meet.
import type { BoardData } from "../api/types";

const ALWAYS = ["hex", "counter", "step", "stack", "zone", "odds", "column", "shift", "retreat", "phase"] as const;
export type Glossed =
  | (typeof ALWAYS)[number]
  | "chit"
  | "hq"
  | "formation"
  | "barrage"
  | "supply"
  | "strategic"
  | "pinned"
  | "disrupted"
  | "fog"
  | "volkssturm";

export function glossary({ chits, pieces, formations, look }: BoardData, foggy = false): Glossed[] {
  const staffed = pieces.some(({ range, kind }) => range || kind === "hq");
  const met: [Glossed, boolean][] = [
    ["chit", chits.length > 0],
    ["hq", staffed],
    ["formation", formations.length > 2],
    ["barrage", chits.length > 0 || pieces.some(({ kind }) => kind.includes("artillery"))],
    ["supply", staffed],
    ["strategic", staffed],
    ["pinned", "pinned" in look.markers],
    ["disrupted", "disrupted" in look.markers],
    ["fog", foggy],
    ["volkssturm", pieces.some(({ name }) => /Volkssturm/i.test(name))],
  ];
  return [...ALWAYS, ...met.filter(([, is]) => is).map(([word]) => word)];
}
