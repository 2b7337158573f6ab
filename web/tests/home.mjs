// Home: where to begin, what each game is, how the matches stand, and a new match without scrolling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, ask, begin, sitting } from "./table.mjs";

const nobodyPlayed = (page) => page.route("**/api/matches?*", (route) => route.fulfill({ json: [] }));

for (const [name, size] of Object.entries({ "1440 px": {}, "390 px": PHONE })) {
  test(`at ${name} newcomers are led to the lesson first`, () =>
    sitting(
      async (table) => {
        const { page } = table;
        await nobodyPlayed(page);
        await table.home();
        assert.equal(await page.locator("main[data-screen=home]").count(), 1);
        const actions = await page.$$eval("main a, main button", (all) =>
          all.map(({ dataset }) => dataset.act ?? dataset.action),
        );
        assert.equal(actions[0], "learn");
        const box = await page.locator("[data-act=learn]").boundingBox();
        assert.ok(box.y + box.height <= page.viewportSize().height, "it is in sight");
        assert.deepEqual(await barriers(page), []);
        await page.unroute("**/api/matches?*");
        await page.click("[data-act=learn]");
        await page.waitForSelector("main[data-screen=learn] [data-lesson=bridgehead]");
      },
      { ...size, settings: { briefings: true } },
    ));

  test(`at ${name} a game once chosen is begun without scrolling`, () =>
    sitting(async (table) => {
      const { page } = table;
      await table.home();
      await table.act("game vistula");
      const all = ["label:not(.option) select", "summary", '[data-action="begin"]'].map((one) =>
        page.locator(`dialog ${one}`),
      );
      for (const one of (await Promise.all(all.map((found) => found.all()))).flat()) {
        const box = await one.boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= page.viewportSize().height, await one.innerHTML());
      }
      assert.equal(
        await page.locator("dialog select").count(),
        3 + (await options("vistula")) + ((await tuned("vistula")) ? 1 : 0),
        "scenario, sides, values, options",
      );
      assert.deepEqual(await barriers(page), []);
      await table.act("begin");
      await table.shown();
      assert.equal((await table.view()).view.scenario, "red_storm");
    }, size));
}

const tuned = async (key) => (await ask("/games")).find((game) => game.key === key).tuned;
const options = async (key) => (await ask("/games")).find((game) => game.key === key).options.length;

test("every game says what it is, which edition, whose; the list says who plays, whose turn it is, who won", () =>
  sitting(async (table) => {
    const { page } = table;
    const going = await begin({ game: "seelow", scenario: "seelow", seats: { german: "bot:captain" } });
    const ended = await begin({ game: "bridgehead" });
    for (;;) {
      const { decision } = await ask(`/matches/${ended}/view?seat=german`);
      if (!decision) break;
      const { actions } = await ask(`/matches/${ended}/legal?seat=${decision.side}`);
      const { text } = actions.find(({ closes }) => closes) ?? actions[0];
      await ask(`/matches/${ended}/actions`, { seat: decision.side, action: text });
    }
    await table.home();
    const text = await page.innerText("main");
    for (const { introduction, scenarios } of await ask("/games")) {
      for (const said of [introduction.what, introduction.edition, introduction.differs, introduction.credit])
        assert.ok(text.includes(said), said);
      if (scenarios.length > 1) for (const { title } of scenarios) assert.ok(text.includes(title), title);
    }
    const row = (id) => page.innerText(`[data-action="resume ${id}"]`);
    assert.match(
      await row(going),
      /▶[^]*Seelow & Küstrin 1945[^]*Seelow Heights 1945[^]*Soviets to act[^]*Captain[^]*Me/,
    );
    const [{ verdict }] = (await ask("/matches")).filter(({ id }) => id === ended);
    assert.ok(verdict && (await row(ended)).toLowerCase().includes(verdict.toLowerCase()), verdict);
    assert.equal(await page.getAttribute(`[data-action="replay ${going}"]`, "title"), "Watch the replay");
  }));
