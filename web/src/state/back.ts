// What lies over the table goes when one goes back, as on a phone one does by a button or a swipe.

/**
 * While something lies open, going back closes it and leaves the page where it is; closed in another way, the place it
 * took in the history goes too. Gives what undoes it, for an effect.
 */
export function backCloses(close: () => void): () => void {
  const depth = depthNow() + 1;
  history.pushState({ ...(history.state as object | null), depth }, "");
  const gone = () => depthNow() < depth && close();
  addEventListener("popstate", gone);
  return () => {
    removeEventListener("popstate", gone);
    if (depthNow() === depth) history.back();
  };
}

const depthNow = () => (history.state as { depth?: number } | null)?.depth ?? 0;
