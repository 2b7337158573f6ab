/** One's share in the dice: a hash of it is promised before one sits, the share itself is given when all do. */
import type { Proof } from "../api/types";

export interface Kept {
  share: string | null;
  /** What the server had promised before the match. */
  told: string | null;
}

const place = (match: string) => `countermarch.share.${match}`;
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function hash(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** A fresh share and its promise; none where the browser does not let a page hash: the server's counts then. */
export async function pledge(): Promise<{ share: string; promise: string } | null> {
  if (!globalThis.crypto?.subtle) return null;
  const share = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { share, promise: await hash(`countermarch share ${share}`) };
}

export function keepShare(match: string, kept: Kept): void {
  localStorage.setItem(place(match), JSON.stringify(kept));
}

export function shareOf(match: string): Kept | null {
  return JSON.parse(localStorage.getItem(place(match)) ?? "null") as Kept | null;
}

/** What this browser remembers of a match, against its proof; null if it remembers nothing. */
export function remembered(proof: Proof): { told: boolean; share: boolean } | null {
  const kept = shareOf(proof.first ?? proof.match);
  if (!kept) return null;
  const given = !kept.share || proof.passed.length > 0 || Object.values(proof.shares).includes(kept.share);
  return { told: kept.told === proof.promise, share: given };
}

/** Whose shares a side has in the key: its own, or of those who share it the ones that promised any. */
function sharers(proof: Proof, side: string): string[] {
  const promised = Object.keys({ ...proof.commitments, ...proof.shares }).filter((seat) => seat.split(".")[0] === side);
  return promised.length ? promised.sort() : [side];
}

/** Whether the key of a proof is made of the secret and the shares in it, reckoned here and not by the server. */
export async function madeHere(proof: Proof, sides: string[]): Promise<boolean | null> {
  if (proof.secret === null || !globalThis.crypto?.subtle) return null;
  const saved = JSON.parse(proof.save) as { key?: string; position?: { dice: { key: string } } };
  const seats = sides.flatMap((side) => sharers(proof, side));
  const told = [proof.secret, ...seats.map((seat) => `${seat}:${proof.shares[seat] ?? "-"}`)].join(" ");
  const promises = Object.entries(proof.shares).map(
    async ([side, share]) => (await hash(`countermarch share ${share}`)) === proof.commitments[side],
  );
  const kept = (await hash(`countermarch secret ${proof.secret}`)) === proof.promise;
  const key = (await hash(`countermarch key ${told}`)) === (saved.key ?? saved.position?.dice.key);
  return kept && key && (await Promise.all(promises)).every(Boolean);
}
