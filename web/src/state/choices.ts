// Legal actions sorted by what a player would point at. Nothing here knows a game: only shapes.
import type { Action, Preview, UnitState } from "../api/types";

export interface Offer {
  byUnit: Map<string, Action[]>; // by the unit that acts
  byHex: Map<string, Action[]>;
  plain: Action[]; // neither unit nor hex: words
  joint: Action[]; // several units as one
}

export function offer(actions: Action[]): Offer {
  const found: Offer = { byUnit: new Map(), byHex: new Map(), plain: [], joint: [] };
  for (const action of actions) {
    if (action.joint) found.joint.push(action);
    else if (action.units[0]) push(found.byUnit, action.units[0], action);
    else if (action.hexes.length) push(found.byHex, target(action)!, action);
    else found.plain.push(action);
  }
  return found;
}

function push<K>(map: Map<K, Action[]>, key: K, action: Action): void {
  const row = map.get(key);
  if (row) row.push(action);
  else map.set(key, [action]);
}

/** The hex an action is about: where a path ends. */
export function target(action: Action): string | null {
  return action.hexes.at(-1) ?? null;
}

/** What is done and in what way: the same for all units that could do it. */
export function manner({ verb, mode }: Action): string {
  return `${verb} ${mode}`.trim();
}

/** How a unit joins what is being put together: in the way named, else just so. */
export function joining(actions: Action[], unit: string, how: string): Action | undefined {
  const own = actions.filter(({ units }) => units.length === 1 && units[0] === unit);
  return own.find(({ mode }) => mode === how) ?? own.find(({ mode }) => !mode);
}

/** The action the main button carries: what ends or resolves the present decision. */
export function closing(plain: Action[]): Action | null {
  return plain.find((action) => action.closes) ?? (plain.length === 1 ? plain[0]! : null);
}

/** Actions by the hex they end in. */
export function byTarget(actions: Action[]): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of actions) if (target(action)) push(found, target(action)!, action);
  return found;
}

/** What a party of units could do together: as one where the rules know that, else each the same. */
export function together({ byUnit, joint }: Offer, party: string[]): { action: Action; each: Action[] }[] {
  if (party.length < 2) return (byUnit.get(party[0] ?? "") ?? []).map((action) => ({ action, each: [action] }));
  const same = joint.filter(({ units }) => units.length === party.length && units.every((id) => party.includes(id)));
  if (same.length) return same.map((action) => ({ action, each: [action] }));
  const part = joint.filter((action) => isPart(byUnit, party, action)).map((action) => partOf(action, party));
  if (part.length) return [...new Map(part.map((action) => [action.text, { action, each: [action] }])).values()];
  const [first, ...rest] = party.map((id) => byUnit.get(id) ?? []);
  return first!.flatMap((action) => {
    const others = rest.map((actions) =>
      actions.find((other) => manner(other) === manner(action) && target(other) === target(action)),
    );
    return others.every((other) => other !== undefined) ? [{ action, each: [action, ...others] }] : [];
  });
}

/** Some of those who may go as one, each of whom may go alone: they may go as one, too. */
function isPart(byUnit: Offer["byUnit"], party: string[], { units, hexes, verb, mode }: Action): boolean {
  const alone = (id: string) => byUnit.get(id)?.some((one) => one.verb === verb && one.mode === mode);
  return !hexes.length && party.every((id) => units.includes(id) && alone(id));
}

/** The same said of a part of its units. */
function partOf(action: Action, party: string[]): Action {
  const units = action.units.filter((id) => party.includes(id));
  return { ...action, units, label: null, text: action.text.replace(action.units.join("+"), units.join("+")) };
}

/** Where all can go, at what the dearest pays. */
export function common(reaches: Record<string, number>[]): Record<string, number> {
  const [first = {}, ...rest] = reaches;
  return Object.fromEntries(
    Object.entries(first)
      .filter(([hex]) => rest.every((reach) => hex in reach))
      .map(([hex, cost]) => [hex, Math.max(cost, ...rest.map((reach) => reach[hex]!))]),
  );
}

/** What a line of notation may become, the best first. */
export function completions(actions: Action[], typed: string, most = 8): Action[] {
  const said = typed.trim().toLowerCase();
  if (!said) return [];
  const starts = actions.filter((action) => action.text.toLowerCase().startsWith(said));
  const holds = actions.filter(
    (action) => !starts.includes(action) && said.split(/\s+/).every((word) => action.text.toLowerCase().includes(word)),
  );
  return [...starts, ...holds].slice(0, most);
}

/** Whether an attack is more likely to cost the defender something than not; one that costs the attacker nothing, a
 * barrage, is worth it with any chance. */
export function promises({ suffering: { attacker, defender }, refusal }: Preview): boolean {
  return !refusal && defender > (attacker ? 0.5 : 0);
}

/** Whether a unit has done in this phase what it could: it has moved, or attacked. */
export const hasActed = ({ moved, acted }: UnitState): boolean => Boolean(moved || acted);
