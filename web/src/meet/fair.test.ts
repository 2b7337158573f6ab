import { beforeEach, expect, test } from "vitest";
import type { Proof } from "../api/types";
import { hash, keepShare, madeHere, pledge, remembered, shareOf } from "./fair";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

async function proof(): Promise<{ made: Proof; share: string }> {
  const { share, promise } = (await pledge())!;
  const secret = "11".repeat(32);
  const key = await hash(`countermarch key ${secret} german:${share} soviet:-`);
  const made: Proof = {
    proof: 1,
    match: "m",
    save: JSON.stringify({ key }),
    commitment: "",
    secret,
    promise: await hash(`countermarch secret ${secret}`),
    commitments: { german: promise },
    shares: { german: share },
    passed: [],
    edited: false,
  };
  return { made, share };
}

test("shares are fresh, and bound by their promises", async () => {
  const [one, other] = [(await pledge())!, (await pledge())!];
  expect(one.share).toMatch(/^[0-9a-f]{64}$/);
  expect(one.share).not.toBe(other.share);
  expect(one.promise).toBe(await hash(`countermarch share ${one.share}`));
});

test("a key is made of the secret and all shares, in the order of the sides", async () => {
  const { made } = await proof();
  expect(await madeHere(made, ["german", "soviet"])).toBe(true);
  expect(await madeHere({ ...made, secret: "22".repeat(32) }, ["german", "soviet"])).toBe(false);
  expect(await madeHere({ ...made, shares: {} }, ["german", "soviet"])).toBe(false);
  expect(await madeHere({ ...made, secret: null }, ["german", "soviet"])).toBe(null);
});

test("of those who share a side each has a share of his own", async () => {
  const [german, second, third] = (await Promise.all([pledge(), pledge(), pledge()])).map((one) => one!);
  const { made } = await proof();
  const shares = { "soviet.3BF": third!.share, german: german!.share, "soviet.2BF": second!.share };
  const commitments = { german: german!.promise, "soviet.2BF": second!.promise, "soviet.3BF": third!.promise };
  const key = await hash(
    `countermarch key ${made.secret} german:${german!.share} soviet.2BF:${second!.share} soviet.3BF:${third!.share}`,
  );
  const divided = { ...made, shares, commitments, save: JSON.stringify({ key }) };
  expect(await madeHere(divided, ["german", "soviet"])).toBe(true);
  expect(await madeHere({ ...divided, shares: { ...shares, "soviet.2BF": third!.share } }, ["german", "soviet"])).toBe(
    false,
  );
});

test("what the browser remembers must stand in the proof", async () => {
  const { made, share } = await proof();
  expect(remembered(made)).toBe(null);
  keepShare("m", { share, told: made.promise });
  expect(shareOf("m")).toEqual({ share, told: made.promise });
  expect(remembered(made)).toEqual({ told: true, share: true });
  expect(remembered({ ...made, promise: "other" })?.told).toBe(false);
  expect(remembered({ ...made, shares: { german: "33".repeat(32) } })?.share).toBe(false);
});
