import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backCloses } from "./back";

/** A browser that goes back at once. */
class Past extends EventTarget {
  entries: unknown[] = [null];
  get state(): unknown {
    return this.entries.at(-1);
  }
  pushState(state: unknown): void {
    this.entries.push(state);
  }
  back(): void {
    this.entries.pop();
    this.dispatchEvent(new Event("popstate"));
  }
}

describe("what lies over the table", () => {
  let past: Past;
  beforeEach(() => {
    past = new Past();
    vi.stubGlobal("history", past);
    vi.stubGlobal("addEventListener", past.addEventListener.bind(past));
    vi.stubGlobal("removeEventListener", past.removeEventListener.bind(past));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("closes when one goes back, and leaves no trace", () => {
    const close = vi.fn();
    const undo = backCloses(close);
    past.back();
    undo(); // as the effect does when it has closed
    expect(close).toHaveBeenCalledOnce();
    expect(past.entries).toEqual([null]);
  });

  it("closed by its button, takes its place in the history with it", () => {
    const close = vi.fn();
    backCloses(close)();
    expect(close).not.toHaveBeenCalled();
    expect(past.entries).toEqual([null]);
  });

  it("closes one after the other, the uppermost first", () => {
    const panel = vi.fn(),
      reader = vi.fn();
    backCloses(panel);
    const undo = backCloses(reader);
    past.back();
    undo();
    expect([panel.mock.calls.length, reader.mock.calls.length]).toEqual([0, 1]);
    past.back();
    expect(panel).toHaveBeenCalledOnce();
  });

  it("leaves the history alone when one has gone elsewhere meanwhile", () => {
    const undo = backCloses(vi.fn());
    past.pushState(null); // another page
    undo();
    expect(past.entries).toHaveLength(3);
  });
});
