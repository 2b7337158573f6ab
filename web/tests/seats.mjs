// Two people at one screen with fog of war: a curtain between them, and nothing hidden comes over the wire.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SAVES, ask, sitting } from "./table.mjs";

/** Everything said to each seat, with what it could not know at that moment. */
class Wire {
  heard = { german: [], soviet: [] };
  seat = null;

  constructor(page, id) {
    page.on("response", async (answer) => {
      if (!answer.url().includes(`/api/matches/${id}/`)) return;
      const said =
        new URL(answer.url()).searchParams.get("seat") ?? JSON.parse(answer.request().postData() ?? "{}").seat;
      if (said) this.heard[said].push({ url: answer.url(), text: await answer.text().catch(() => "") });
    });
    page.on("websocket", (line) => {
      const seat = new URL(line.url()).searchParams.get("seat");
      line.on("framereceived", ({ payload }) => this.heard[seat].push({ url: line.url(), text: String(payload) }));
    });
  }

  take(seat) {
    return this.heard[seat].splice(0);
  }
}

/** The units a seat cannot see, found by what the other seat sees and this one does not. */
async function hiddenFrom(id, seat) {
  const [german, soviet] = await Promise.all(
    ["german", "soviet"].map((side) => ask(`/matches/${id}/view?seat=${side}`)),
  );
  const [mine, theirs] = seat === "german" ? [german, soviet] : [soviet, german];
  const seen = new Set(mine.view.units.map((unit) => unit.id));
  return theirs.view.units.map((unit) => unit.id).filter((unit) => !seen.has(unit));
}

function expectNothing(hidden, heard) {
  for (const unit of hidden)
    for (const { url, text } of heard) {
      const at = text.search(new RegExp(`(?<![\\w-])${unit}(?![\\w-])`));
      assert.equal(at, -1, `${url} names ${unit}: …${text.slice(Math.max(0, at - 150), at + 60)}…`);
    }
}

test("the screen is handed over behind a curtain, and nothing hidden is sent", () =>
  sitting(async (table) => {
    const { page } = table;
    const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "fog.json"), "utf8"), seats: {} });
    const wire = new Wire(page, id);
    await table.open(id);
    assert.equal((await table.standing()).seat, "soviet");
    const hidden = await hiddenFrom(id, "soviet");
    assert.ok(hidden.includes("9K-561") || hidden.includes("9K-548"), "the lower counter of a stack is hidden");
    expectNothing(hidden, wire.take("soviet"));
    expectNothing(hidden, [{ url: "screen", text: await page.content() }]);

    await table.end();
    await table.press('[data-board] .light[data-hex="0637"]');
    await table.act("attack 0637");
    await table.act("announce");
    await table.act("resolve");
    await page.waitForSelector('[data-action="hand-over"]');
    assert.deepEqual(wire.heard.german, [], "the other seat is asked only after the screen was handed over");
    const covered = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 3, innerHeight / 2)?.closest(".curtain") !== null,
    );
    assert.ok(covered, "the curtain covers the map");
    expectNothing(await hiddenFrom(id, "soviet"), wire.take("soviet"));

    const before = await hiddenFrom(id, "german");
    await table.act("hand-over");
    await page.waitForSelector('[data-seat="german"]');
    await table.settle();
    assert.ok(before.length, "fog hides something from the other side too");
    expectNothing(before, wire.take("german"));
    assert.equal((await table.view()).decision.side, "german");
  }));
