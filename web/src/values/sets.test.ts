import { expect, test } from "vitest";
import type { ValueSet } from "../api/types";
import { setTitle, usualSet } from "./sets";

const own: ValueSet = { name: "mine", house: false, changes: 1 };
const house: ValueSet = { name: "club", house: true, changes: 2 };

test("tuned values are the usual ones where a game has them", () => {
  expect(usualSet([own], true)).toBe("tuned");
  expect(usualSet([own], false)).toBe("");
});

test("the house goes before", () => {
  expect(usualSet([house, own], true)).toBe("club");
});

test("ours have names of their own, others are called what they are called", () => {
  expect(setTitle("mine")).toBe("mine");
  expect(setTitle("tuned")).not.toBe("tuned");
  expect(setTitle("")).not.toBe("");
});
