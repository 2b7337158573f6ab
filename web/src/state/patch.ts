// The table as it stands, from how it stood and what was told to have changed.
import type { Changed, Moment, UnitState, View } from "../api/types";

type Difference = NonNullable<Changed["table"]>["view"];

/** Null if the change is one of another moment: the table is to be asked for then. */
export function patched(moment: Moment, { table, events }: Changed): Moment | null {
  if (table?.base !== moment.serial || table.id !== moment.id) return null;
  const { base: _, view, ...rest } = table;
  return { ...moment, ...rest, view: applied(moment.view, view), events, fingerprint: "" };
}

export function applied(before: View, { set, gone, units, order }: Difference): View {
  const view: Record<string, unknown> = { ...before, ...set };
  for (const name of gone) delete view[name];
  const known = new Map(before.units.map((unit) => [unit.id, unit]));
  for (const unit of units as unknown as UnitState[]) known.set(unit.id, unit);
  view.units = (order ?? [...before.units.map(({ id }) => id)]).map((id) => known.get(id)!);
  return view as View;
}
