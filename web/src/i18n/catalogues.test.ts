import { describe, expect, it } from "vitest";
import { en } from "./en";
import { es } from "./es";

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();
const sources = import.meta.glob("../**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }) as Record<
  string,
  string
>;

describe("the catalogues", () => {
  it("have the same keys", () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  });

  it("fill the same holes", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(holes(es[key]), key).toEqual(holes(en[key]));
  });

  it("hold every text that is asked for", () => {
    const asked = Object.values(sources).flatMap((text) =>
      [...text.matchAll(/\bt\("([a-zA-Z]+\.[a-zA-Z]+)"/g)].map((found) => found[1]!),
    );
    expect(asked.length).toBeGreaterThan(80);
    expect(asked.filter((key) => !(key in en))).toEqual([]);
  });

  it("say nothing empty", () => {
    for (const catalogue of [en, es])
      for (const [key, text] of Object.entries(catalogue)) expect(text.trim(), key).not.toBe("");
  });
});
