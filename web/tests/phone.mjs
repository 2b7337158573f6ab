// The table in one hand: the map stays where one left it, fingers do what fingers do, and a phone may lie on its side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, begin, sitting } from "./table.mjs";

const open = async (table) => {
  await table.open(await begin({ game: "koenigsberg45", seats: { soviet: "bot:random" }, seed: 5 }), "german");
  await table.current();
};
const camera = (table) => table.page.$eval("[data-board] .world", ({ style }) => style.transform + style.cssText);
const shut = (table) => table.page.waitForSelector("aside:not(.open)");
const rested = (table) => table.page.waitForTimeout(600); // the panel slides

test("the panel comes and goes by its grip, by pulling and by going back, and the map stays where it was", () =>
  sitting(async (table) => {
    const { page } = table;
    await open(table);
    const before = await camera(table);
    for (const away of [
      () => table.act("sheet"),
      () => page.goBack(),
      async () => {
        const grip = await page.locator(".grip").boundingBox();
        await table.swipe({ x: 195, y: grip.y + 20 }, { x: 195, y: grip.y + 220 });
      },
    ]) {
      const { y } = await page.locator(".grip").boundingBox();
      await table.swipe({ x: 195, y: y + 20 }, { x: 195, y: y - 200 });
      await page.waitForSelector("aside.open");
      await rested(table);
      await away();
      await shut(table);
      await rested(table);
      assert.equal(await camera(table), before);
    }
    assert.match(page.url(), /#\/match\//, "one is still at the table");
  }, PHONE));

test("going back closes the rules and leaves the table", () =>
  sitting(async (table) => {
    const { page } = table;
    await table.home();
    await open(table);
    const address = page.url();
    await table.act("menu");
    await table.act("rules");
    await page.waitForSelector(".drawer");
    await page.goBack();
    await page.waitForSelector(".drawer", { state: "detached" });
    assert.equal(page.url(), address);
    await page.goBack();
    await page.waitForSelector("main[data-screen=home]");
  }, PHONE));

test("the whole map lies free of the buttons, and those are large enough", () =>
  sitting(async (table) => {
    const { page } = table;
    await open(table);
    await page.locator(".tools button").last().tap();
    await table.settle();
    const covered = await page.$$eval(".pile", (all) => {
      const box = document.querySelector(".tools").getBoundingClientRect();
      return all.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return right > box.left && left < box.right && bottom > box.top && top < box.bottom;
      }).length;
    });
    assert.equal(covered, 0);
    const small = await page.$$eval(".tools button, footer button, header button, .grip", (all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width < 44 || height < 44)
        .map(({ width, height }) => `${width} x ${height}`),
    );
    assert.deepEqual(small, []);
  }, PHONE));

test("two taps on the ground come closer, and a finger that rests on a counter asks who stands there", () =>
  sitting(async (table) => {
    const { page } = table;
    await open(table);
    const free = await page.evaluate(() => {
      const room = document.querySelector("[data-board]").getBoundingClientRect();
      for (let y = room.top + 20; y < room.bottom - 80; y += 12)
        for (let x = 20; x < room.right - 20; x += 12)
          if (!document.elementFromPoint(x, y).closest("button, [data-still]")) return { x, y };
    });
    const before = await camera(table);
    await page.touchscreen.tap(free.x, free.y);
    await page.touchscreen.tap(free.x, free.y);
    await table.settle();
    assert.notEqual(await camera(table), before, "the map is closer");

    const spot = await table.reachable(".pile");
    const session = await page.context().newCDPSession(page);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [spot] });
    await page.waitForSelector("aside.open");
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.equal(await page.locator(".pile.picked").count(), 0, "nobody is picked by that");
  }, PHONE));

test("shots that cost nothing are not thrown away by one tap", () =>
  sitting(async (table) => {
    await open(table);
    const { serial } = await table.standing();
    await table.press("footer .close");
    assert.equal((await table.standing()).serial, serial);
    await table.page.waitForSelector("footer .close.sure");
  }, PHONE));

test("on its side the map has the larger part, and what is asked stands beside it", () =>
  sitting(
    async (table) => {
      const { page } = table;
      await open(table);
      const board = await page.locator("section.board").boundingBox(),
        asked = await page.locator("footer").boundingBox();
      assert.ok(board.width > 0.6 * 844 && board.height > 0.8 * 390, JSON.stringify(board));
      assert.ok(asked.x >= board.x + board.width - 1, "the question is beside the map");
      assert.equal(await page.locator(".minimap").isVisible(), false);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0);
    },
    { ...PHONE, viewport: { width: 844, height: 390 } },
  ));
