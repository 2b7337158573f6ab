// An attack under fog of war: named, announced, only then seen, and let go if it does not come to 1-2.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, SAVES, sitting } from "./table.mjs";

const STACK = ["9K-561", "9K-548"],
  WEAK = "39A-152";

const verbs = ({ legal: { actions } }) => [...new Set(actions.map(({ verb }) => verb))];
const seen = (table, view) => STACK.filter((id) => table.unit(view, id)?.hex === "0637");

/** The combat segment of the attackers, with the weakest of them named against the stack. */
async function named(table) {
  await table.home();
  await table.bringIn(join(SAVES, "fog.json"));
  await table.end();
  await table.press('[data-board] .light[data-hex="0637"]');
  if (table.touch)
    assert.match(
      await table.page.textContent("footer .odds"),
      /at worst.*at best/,
      "what may come of it is told without the panel",
    );
  await table.act("only attack 0637");
  if (table.touch) await table.act("sheet");
  await table.act(`with ${WEAK}`);
  if (table.touch) await table.act("sheet");
  const view = await table.current();
  assert.deepEqual([verbs(view), seen(table, view).length, view.can_undo], [["with", "announce"], 1, true]);
}

async function lapsed(table) {
  const view = await table.current();
  assert.ok(view.log > 0 && !verbs(view).includes("resolve"));
  assert.ok(!(await table.lit()).includes("0637"), "nobody tries that hex again");
}

async function played(table, close) {
  await named(table);
  await close();
  const shown = await table.current();
  assert.deepEqual(
    [seen(table, shown).length, shown.can_undo],
    [2, false],
    "the stack is shown, and nothing is taken back",
  );
  assert.ok(
    verbs(shown).includes("done") && !verbs(shown).includes("with"),
    "it does not come to 1-2, and nobody joins",
  );
  await close();
  await lapsed(table);
}

test("by mouse", () => sitting((table) => played(table, () => table.press("footer .close"))));

test("by key", () =>
  sitting((table) =>
    played(table, async () => {
      await table.page.keyboard.press("d");
      await table.settle();
    }),
  ));

test("by touch", () => sitting((table) => played(table, () => table.press("footer .close")), PHONE));

/** In the first edition: all are named, the attack is announced, and only then aircraft are given to it. */
async function supported(table, { name, announce, add }) {
  await table.home();
  await table.bringIn(join(SAVES, "winter.json"));
  await table.end();
  await name();
  let view = await table.current();
  assert.deepEqual([verbs(view), view.view.attack.attackers.length], [["announce"], 4], "aircraft wait");
  await announce();
  view = await table.current();
  assert.deepEqual([verbs(view), seen(table, view).length], [["air", "resolve"], 2]);
  await add();
  view = await table.current();
  assert.deepEqual(view.view.attack.support, { "1AA-1": "full" });
  assert.ok((await table.spot("footer .close")).free, "the way on is in sight");
  await table.press("footer .close");
  assert.equal((await table.current()).view.attack, null);
}

const close = (table) => () => table.press("footer .close");

test("aircraft join an attack that is announced, by mouse", () =>
  sitting((table) =>
    supported(table, {
      name: async () => {
        await table.press('[data-board] .light[data-hex="0637"]');
        await table.act("attack 0637");
      },
      announce: close(table),
      add: () => table.act("air 1AA-1 full"),
    }),
  ));

test("by touch: with the panel open, and with the buttons below the map", () =>
  sitting(
    (table) =>
      supported(table, {
        name: async () => {
          await table.press('[data-board] .light[data-hex="0637"]');
          await table.act("attack 0637");
          await table.act("sheet");
          await table.act("sheet");
          const light = await table.spot('[data-board] .pile[data-hex="0637"]');
          assert.ok(light?.free, "the map stays where it was while the panel is open");
        },
        announce: close(table),
        add: async () => {
          await table.act("sheet");
          assert.ok((await table.spot("footer .close")).free, "the panel leaves room for the way on");
          await table.act("sheet");
          await table.press('footer [data-action="air 1AA-1 full"]');
        },
      }),
    PHONE,
  ));

test("by key alone", () =>
  sitting(async (table) => {
    const press = async (...keys) => {
      for (const key of keys) {
        await table.page.keyboard.press(key);
        await table.settle();
      }
    };
    await supported(table, {
      name: () => press("ArrowDown", "Enter", "Enter", ...Array(4).fill(["n", "Enter"]).flat()),
      announce: () => press("d"),
      add: () => press("n", "m", "Enter"),
    });
  }));
