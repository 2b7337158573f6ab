// Where a text calls units by name.

export interface Mention {
  text: string;
  unit: string | null;
}

/** A text in pieces: those that name one of these units say which. */
export function mentions(text: string, units: string[], nameOf: (id: string) => string | undefined): Mention[] {
  const found = units
    .flatMap((unit) => {
      const name = nameOf(unit),
        at = name ? text.indexOf(name) : -1;
      return name && at >= 0 ? [{ unit, at, end: at + name.length }] : [];
    })
    .sort((a, b) => a.at - b.at || b.end - a.end);
  const parts: Mention[] = [];
  let here = 0;
  for (const { unit, at, end } of found) {
    if (at < here) continue; // a name inside another
    if (at > here) parts.push({ text: text.slice(here, at), unit: null });
    parts.push({ text: text.slice(at, end), unit });
    here = end;
  }
  if (here < text.length) parts.push({ text: text.slice(here), unit: null });
  return parts;
}
