import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { begin, Refused, Seat, Unreachable } from "./client";

const seat = new Seat("m", "german");
let asked: { method: string; body: unknown }[] = [];

/** The server answers so, one after the other; a word is a line that falls. */
function answering(...answers: (Response | string)[]): void {
  asked = [];
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    asked.push({ method: method!, body: body === undefined ? undefined : JSON.parse(String(body)) });
    const answer = answers.shift()!;
    if (typeof answer === "string") throw new TypeError(answer);
    return answer;
  });
}

const says = (status: number, said: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(said), { status, headers: { "content-type": "application/json", ...headers } });

/** What comes of it, however long one would have to wait. */
async function outcome<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  await vi.runAllTimersAsync();
  return promise;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { origin: "http://here" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("while nobody answers", () => {
  it("an action is sent again, for the same moment", async () => {
    answering("reset", says(502, null), says(503, null), says(200, { serial: 8 }));
    expect(await outcome(seat.act("done", 7))).toEqual({ serial: 8 });
    expect(asked).toHaveLength(4);
    for (const one of asked) expect(one).toEqual(asked[0]);
    expect(asked[0]!.body).toMatchObject({ action: "done", serial: 7 });
  });

  it("a question is asked again", async () => {
    answering("reset", says(200, ["0101"]));
    expect(await outcome(seat.zones("german"))).toEqual(["0101"]);
  });

  it("what would be done twice is not", async () => {
    answering("reset");
    await expect(outcome(begin({ game: "bridgehead" } as never))).rejects.toBeInstanceOf(Unreachable);
    answering(says(503, null));
    await expect(outcome(seat.say("hello"))).rejects.toBeInstanceOf(Unreachable);
    expect(asked).toHaveLength(1);
  });

  it("it is given up in the end", async () => {
    answering(...Array<string>(20).fill("reset"));
    await expect(outcome(seat.act("done", 7))).rejects.toBeInstanceOf(Unreachable);
    expect(asked.length).toBeGreaterThan(3);
  });

  it("is waited for as long as is asked, within bounds", async () => {
    answering(says(503, null, { "retry-after": "2" }), says(200, []));
    let done = false;
    void seat.zones("german").then(() => (done = true));
    await vi.advanceTimersByTimeAsync(1900);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(done).toBe(true);
    answering(says(503, null, { "retry-after": "3600" }), says(200, []));
    expect(await outcome(seat.zones("german"))).toEqual([]);
  });
});

describe("what was done, though the answer was lost", () => {
  it("is known when it is sent again", async () => {
    answering("reset", says(409, { error: { message: "stale" }, view: { serial: 8 }, done: true }));
    const refused = await outcome(seat.act("done", 7)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect((refused as Refused).done).toBe(true);
  });
});
