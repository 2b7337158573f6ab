import { speak } from "../api/client";
import { en } from "./en";
import { es } from "./es";

export type Key = keyof typeof en;
export type Language = "en" | "es" | "xx";
/** A language nobody speaks: whatever does not stand between brackets is missing from the catalogues. */
const xx = Object.fromEntries(Object.entries(en).map(([key, text]) => [key, `⟦${text}⟧`])) as Record<Key, string>;
export const CATALOGUES: Record<Language, Record<Key, string>> = { en, es, xx };

function preferred(): Language {
  const kept = typeof localStorage === "undefined" ? null : localStorage.getItem("countermarch.language");
  const wanted = [kept ?? "", ...(typeof navigator === "undefined" ? [] : navigator.languages)];
  const known = wanted.map((word) => word.slice(0, 2)).find((word) => word in CATALOGUES);
  return (known as Language | undefined) ?? "en";
}

const spoken = $state({ language: preferred() });
speak(spoken.language === "xx" ? "en" : spoken.language);

export function language(): Language {
  return spoken.language;
}

/** How dates and numbers are written. */
export const locale = () => (spoken.language === "es" ? "es" : "en-GB");

export function setLanguage(language: Language): void {
  spoken.language = language;
  speak(language === "xx" ? "en" : language);
  localStorage.setItem("countermarch.language", language);
}

export function t(key: Key, params: Record<string, string | number> = {}): string {
  return CATALOGUES[spoken.language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** A word of a game that has no text of its own: ours if we know it, else as it is written. */
export function word(group: string, name: string): string {
  const key = `${group}.${name}` as Key;
  return key in CATALOGUES.en ? t(key) : name.replaceAll("_", " ");
}

export function number(value: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
}

export function percent(value: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(value);
}
