// Whoever looks at a board: layers follow what is pointed at and what is picked.
import { untrack } from "svelte";
import type { Hand } from "./hand.svelte";
import type { Layers } from "./layers.svelte";
import type { MatchState } from "./match.svelte";

/** To be called while a component is made. */
export function follow(match: MatchState, hand: Hand, layers: Layers): void {
  const hq = $derived.by(() => {
    const stack = hand.picked ? [hand.picked] : (match.stacks.get(hand.hex ?? "") ?? []).map((unit) => unit.id);
    return stack.find((id) => (match.pieces.get(id)?.range ?? 0) > 0) ?? null;
  });
  $effect(() => {
    void [match.moment, layers.on, hq];
    untrack(() => void layers.refresh(hq));
  });

  const looked = $derived(hand.picked ?? match.stacks.get(hand.hex ?? "")?.at(-1)?.id ?? null);
  $effect(() => {
    void [match.moment, layers.on, looked];
    untrack(() => void layers.trace(looked));
  });

  const post = $derived(hand.hex ?? hand.hovered);
  $effect(() => {
    void [match.moment, layers.on, post];
    untrack(() => void layers.look(post));
  });
  $effect(() => {
    const hidden = layers.sight?.hidden[hand.hovered ?? ""];
    if (hidden) hand.why = hidden;
  });
}
