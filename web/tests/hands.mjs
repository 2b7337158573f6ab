// The same activation without a mouse: by keys alone, and by fingers on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, ask, sitting } from "./table.mjs";

async function assault(table) {
  const { id } = await ask("/matches/import", { save: await readFile(join(SAVES, "assault.json"), "utf8"), seats: {} });
  await table.open(id);
  return table.current();
}

// keys

const key = async (table, name) => {
  await table.page.keyboard.press(name);
  await table.settle();
};

const cursor = (table) => table.page.getAttribute("[data-cursor]", "data-cursor");

/** Walk the hex cursor to a hex by arrows, on a map of any direction: each arrow is kept that leads no farther off. */
async function walk(table, grid, hex) {
  const far = (n) => apart(grid, n, hex);
  const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"],
    back = (k) => arrows[(k + 2) % 4];
  for (let steps = 0, k = 0; (await cursor(table)) !== hex; steps++) {
    assert.ok(steps < 120, `the cursor never comes to ${hex}, but to ${await cursor(table)}`);
    const before = far(await cursor(table));
    await key(table, arrows[k]);
    const gained = before - far(await cursor(table));
    if (gained > 0.01) continue;
    if (gained < -0.01) await key(table, back(k));
    k = (k + 1) % 4;
  }
}

const apart = (grid, a, b) => Math.hypot(grid.get(a).x - grid.get(b).x, grid.get(a).y - grid.get(b).y);

test("a whole activation by keyboard only", () =>
  sitting(async (table) => {
    const before = await assault(table);
    await key(table, "n");
    const goals = await table.lit();
    assert.ok(goals.length, "n picks a unit and its goals light");
    const mover = before.legal.actions[0].units[0];
    const start = table.unit(before, mover).hex;
    const grid = new Map((await ask("/games/koenigsberg/board")).grid.hexes.map((hex) => [hex.n, hex]));
    const free = goals.filter((hex) => hex !== start && !before.view.units.some((unit) => unit.hex === hex));
    await walk(table, grid, free.sort((a, b) => apart(grid, a, start) - apart(grid, b, start))[0]);
    assert.match(await table.page.textContent("[data-cursor]"), /^\d{4}: .*\w/, "the cursor is announced");
    await key(table, "Enter");
    const moved = await table.current();
    assert.notEqual(table.unit(moved, mover).hex, start, `${mover} has moved`);
    await key(table, "u");
    assert.equal((await table.current()).fingerprint, before.fingerprint, "u takes the move back");

    await key(table, "d");
    if ((await table.view()).serial === moved.serial + 2) await key(table, "d");
    await table.page.waitForFunction(() => document.querySelector("[data-action='attack 0637']"));
    await key(table, "Shift+:");
    await table.page.keyboard.type("attack 0637");
    await key(table, "Enter");
    assert.equal((await table.current()).decision.kind, "assign");
    await table.page.keyboard.type("with");
    await key(table, "ArrowDown");
    await key(table, "Enter");
    await key(table, "Escape");
    assert.ok((await table.current()).actions > before.actions + 2);
    for (let k = 0; k < 12; k++) {
      const view = await table.current();
      if (view.view.drawn.length > before.view.drawn.length || view.decision.kind === "hex") break;
      await key(table, "Shift+:");
      await table.page.keyboard.type(preferred(view));
      await key(table, "Enter");
      await key(table, "Escape");
    }
    await key(table, "d");
    const ended = await table.current();
    assert.ok(
      ended.view.drawn.length > before.view.drawn.length || ended.decision.side !== before.decision.side,
      "the activation has ended",
    );
  }));

const preferred = ({ legal: { actions } }) =>
  (actions.find(({ verb }) => verb === "with") ?? actions.find(({ verb }) => verb === "resolve") ?? actions[0]).text;

test("focus brings a hex into sight and leaves overlay and map together", () =>
  sitting(async (table) => {
    await assault(table);
    for (let k = 0; k < 4; k++) await key(table, "+");
    for (let k = 0; k < 12; k++) {
      await key(table, "Tab");
      const seen = await table.page.evaluate(() => {
        const at = document.activeElement,
          frame = document.querySelector("[data-board]"),
          box = at.getBoundingClientRect(),
          room = frame.getBoundingClientRect();
        const inside =
          box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
        return { scrolled: [frame.scrollLeft, frame.scrollTop], inside: !at.matches(".pile, .light") || inside };
      });
      assert.deepEqual(seen, { scrolled: [0, 0], inside: true });
    }
  }));

test("whoever comes next is not hidden under the minimap or the buttons", () =>
  sitting(async (table) => {
    await assault(table);
    for (let k = 0; k < 4; k++) await key(table, "+");
    const still = () => table.page.locator(".minimap").boundingBox();
    const picked = () => table.page.locator(".pile.picked").boundingBox();
    await key(table, "n");
    const before = await picked(),
      corner = await still();
    await table.page.mouse.move(700, 300);
    await table.page.mouse.down();
    await table.page.mouse.move(
      700 + corner.x + corner.width / 2 - before.x - before.width / 2,
      300 + corner.y + corner.height / 2 - before.y - before.height / 2,
      { steps: 8 },
    );
    await table.page.mouse.up();
    const under = await picked();
    assert.ok(
      under.x < corner.x + corner.width && under.y + under.height > corner.y,
      "the map was moved until the unit lay under the minimap",
    );
    await key(table, "Escape");
    for (let k = 0; k < 12; k++) {
      await key(table, "n");
      const covered = await table.page.evaluate(() => {
        const box = document.querySelector(".pile.picked").getBoundingClientRect();
        return Boolean(
          document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("[data-still]"),
        );
      });
      assert.equal(covered, false);
    }
  }));

// fingers

test("a whole activation by touch at 390 px", () =>
  sitting(async (table) => {
    const before = await assault(table),
      { page } = table;
    const unit = "39A-152",
      from = table.unit(before, unit).hex;
    await table.pick(unit);
    const goal = (await table.lit()).find((hex) => hex !== from);
    await table.press(`[data-board] .light[data-hex="${goal}"]`);
    if ((await table.view()).serial === before.serial) await table.press(`[data-board] .light[data-hex="${goal}"]`);
    assert.equal(table.unit(await table.current(), unit).hex, goal);
    await table.act("undo");
    assert.equal((await table.current()).fingerprint, before.fingerprint);

    await table.end();
    await table.press('[data-board] .light[data-hex="0637"]');
    await table.act("attack 0637");
    await table.act("resolve");
    assert.notEqual((await table.current()).decision.kind, "assign");
    const small = await page.$$eval("button, a, select, summary", (all) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest(".overlay") && !one.matches(".rule"))
        .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
        .map(([html, box]) => `${html} ${box.width}×${box.height}`),
    );
    assert.deepEqual(small, [], "fingers need 44 px");
  }, PHONE));
