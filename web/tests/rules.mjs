// The rules: contents, search in both languages, links, the editions side by side; and beside the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, begin, sitting } from "./table.mjs";

async function read(table, address) {
  await table.page.goto(`/#/rules/${address}`);
  await table.page.waitForSelector("main[data-screen=rules] [data-chapter], [data-compare]");
  await table.settle();
}

/** Whether an element is at the top of what can be seen. */
const atTop = (page, selector) =>
  page.$eval(selector, (one) => {
    const { top } = one.getBoundingClientRect();
    return top >= -2 && top < innerHeight / 2;
  });

const type = async (table, words) => {
  await table.page.fill("[data-action=rules-search]", words);
  await table.settle();
  return table.page.$$eval("[data-found-rule]", (all) => all.map((one) => one.dataset.foundRule));
};

for (const [name, size] of Object.entries({ "1440 px": {}, "390 px": PHONE }))
  test(`contents, search and links at ${name}`, () =>
    sitting(async (table) => {
      const { page } = table;
      await read(table, "koenigsberg");
      assert.equal(await page.textContent("h1"), "Königsberg: East Prussia 1945");
      if (table.touch) await table.act("rules-contents");
      await table.act("chapter 9");
      assert.ok(await atTop(page, "[data-chapter='9']"), "the chapter comes to the top");

      assert.deepEqual((await type(table, "9.5.3"))[0], "9.5.3", "a number is found");
      assert.ok((await type(table, "advance mechanised")).includes("9.6.3"), "all words, wherever they stand");
      assert.ok((await type(table, "retirada niebla")).length === 0);
      const spanish = await type(table, "apilamiento");
      assert.ok(spanish.includes("7.0"), `Spanish is found while English is read: ${spanish}`);
      assert.match(await page.textContent(".found mark >> nth=0"), /^apilamiento$/i);
      await table.press("[data-found-rule='7.0']");
      assert.match(page.url(), /#\/rules\/koenigsberg\/7\.0$/);
      assert.ok(await atTop(page, "[data-rule='7.0'].marked"), "what was found is opened at its place");

      await read(table, "koenigsberg/5.0");
      await table.press("[data-rule='5.0'] .gist a");
      assert.match(page.url(), /\/5\.2$/, "a rule named in a text is a link");
      await page.goBack();
      await table.settle();
      assert.ok(await atTop(page, "[data-rule='5.0'].marked"), "and there is a way back");
    }, size));

test("permanent links of all kinds of numbers, tables and options", () =>
  sitting(async (table) => {
    const { page } = table;
    for (const [game, rule] of [
      ["seelow", "7.73"],
      ["seelow", "Example A"],
      ["vistula", "8.2#2"],
      ["koenigsberg45", "2.2e-2"],
      ["stargard", "8.7(1)"],
      ["bridgehead", "7.3"],
    ]) {
      await read(table, `${game}/${encodeURIComponent(rule)}`);
      await page.waitForSelector(`.marked[data-rule="${rule}"]`);
      assert.ok(await atTop(page, `.marked[data-rule="${rule}"]`), `${game} ${rule}`);
    }
    await read(table, "koenigsberg/2.2.3");
    await table.press("[data-chart=combat] summary");
    assert.match(
      await page.textContent("[data-chart=combat]"),
      /°.*reconstructed/s,
      "a table says what is not printed",
    );
    assert.match(await page.textContent("[data-rule='2.1.3'] .option"), /Fog of war.*off · on/s);
    await read(table, "koenigsberg/99.9");
    assert.match(await page.textContent("[role=alert]"), /99\.9/);
  }));

test("the two Königsbergs side by side", () =>
  sitting(async (table) => {
    await read(table, "koenigsberg45");
    await table.act("compare koenigsberg");
    await table.page.waitForSelector("[data-compare=koenigsberg] .row");
    const few = await table.page.locator(".row").count();
    await table.act("compare-all");
    assert.ok((await table.page.locator(".row").count()) > few && few > 25);
    await table.press(".row .pair > div:last-child a");
    assert.match(table.page.url(), /#\/rules\/koenigsberg\//, "a rule of the other book opens there");
  }));

test("a citation opens the book beside the board, and the table stays", () =>
  sitting(async (table) => {
    const { page } = table;
    await table.open(await begin());
    const cited = await page.textContent("footer .rule"),
      before = await table.standing();
    await table.press("footer .rule");
    await page.waitForSelector(`[data-panel=rules] .marked[data-rule="${cited}"]`);
    assert.ok(await atTop(page, `[data-rule="${cited}"]`));
    const [board, book] = [
      await page.locator("[data-board]").boundingBox(),
      await page.locator("[data-panel=rules]").boundingBox(),
    ];
    assert.ok(board.x + board.width <= book.x + 1 && board.width > 500, "beside, not over");
    await table.press('[data-panel=rules] [data-rule="2.5.1"] .more a');
    await table.act("rules-back");
    assert.ok(await atTop(page, `.marked[data-rule="${cited}"]`), "back to where one was");
    await table.press("[data-board] .light[data-hex]");
    assert.deepEqual(await table.standing(), before, "one may go on playing meanwhile");
    await page.keyboard.press("Escape");
    if (await page.locator("[data-panel=rules]").count()) await page.keyboard.press("Escape");
    assert.equal(await page.locator("[data-panel=rules]").count(), 0);
  }));

test("on a phone the book is a sheet over the table", () =>
  sitting(async (table) => {
    await table.open(await begin());
    await table.act("menu");
    await table.act("rules");
    const book = await table.page.locator("[data-panel=rules]").boundingBox();
    assert.deepEqual([book.x, book.width], [0, 390]);
    await table.page.waitForSelector("[data-panel=rules] [data-chapter]");
    await table.press("[data-panel=rules] [data-action=close]");
    assert.equal(await table.page.locator("[data-panel=rules]").count(), 0);
  }, PHONE));

test("on paper there are all chapters and tables, and no buttons", () =>
  sitting(async (table) => {
    const { page } = table;
    await read(table, "bridgehead");
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await table.settle();
    const shown = await page.evaluate(() => ({
      buttons: [...document.querySelectorAll("button, select, input, nav")].filter((one) => one.checkVisibility())
        .length,
      chapters: document.querySelectorAll("[data-chapter]").length,
      folded: document.querySelectorAll("details:not([open])").length,
    }));
    assert.deepEqual(shown, { buttons: 0, chapters: 8, folded: 0 });
  }));

for (const [name, size] of Object.entries({ "1440 px": {}, "390 px": PHONE }))
  test(`a rule is tried at the table, step by step, and played on, at ${name}`, () =>
    sitting(async (table) => {
      const { page } = table;
      await read(table, "bridgehead/6.6");
      await table.press("[data-action='try 6.6']");
      await table.shown();
      await page.waitForSelector("[data-trial='6.6']");
      assert.equal(await page.locator("[data-screen=briefing]").count(), 0, "nobody is briefed for an example");
      const steps = async () => Number(await page.getAttribute("[data-trial]", "data-at"));
      for (let k = 0; k < 30 && (await page.locator("[data-action=trial-next]").count()); k++) {
        const before = await steps();
        await page.waitForSelector("[data-action=trial-next]:enabled");
        await table.press("[data-action=trial-next]");
        while (await page.locator("[data-act=continue]").count()) await table.press("[data-act=continue]");
        assert.equal(await steps(), before + 1);
      }
      const { actions, decision } = await table.current();
      assert.ok(actions > 0 && decision, "what the example does has been done, and the game goes on");
      assert.ok((await page.textContent("[data-trial]")).includes("6.6"), "the rule is named");
      await table.act("trial-again");
      await page.waitForSelector("[data-trial][data-at='0']");
      assert.equal((await table.current()).actions, 0, "it can be seen again from the beginning");
      await table.act("trial-leave");
      await page.waitForSelector("main[data-screen=rules] .marked[data-rule='6.6']");
    }, size));
