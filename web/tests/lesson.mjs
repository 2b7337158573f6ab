// Lessons at the table: followed step by step by mouse and by finger, left and resumed, skipped, and not followed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, ask, begin, sitting } from "./table.mjs";

const READ = { settings: { outcome: "mine" } };
const like = (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

class Pupil {
  constructor(table, lesson) {
    [this.table, this.page, this.lesson] = [table, table.page, lesson];
  }

  at() {
    return this.page.getAttribute("[data-coach]", "data-coach");
  }

  async meets(key) {
    await this.page.waitForSelector(`[data-coach="${key}"]`);
    await this.table.settle();
    const step = this.lesson.steps.find((one) => one.key === key);
    assert.ok((await this.page.innerText("[data-coach]")).includes(step.say), key);
    const point = await this.page.getAttribute("main", "data-point");
    assert.equal(point ?? "", step.point.parts.join(" "), `${key} points`);
    return step;
  }

  /** Whatever a step asks, by what can be pressed; the coach is at another step then. */
  async does(key) {
    const step = await this.meets(key);
    for (let k = 0; k < 30 && (await this.at()) === key; k++) await this.act(step);
    assert.notEqual(await this.at(), key);
  }

  async act(step) {
    const { table, page } = this;
    for (const way of ["coach-next", "continue"])
      if (await page.locator(`[data-act=${way}]`).count()) return table.press(`[data-act=${way}]`);
    if (step.until.undone) return table.act("undo");
    if (step.until.picked.length) return table.pick(step.until.picked[0]);
    const { legal, decision } = await table.current();
    if ((await this.at()) !== step.key || (await page.locator("[data-card=outcome]").count())) return;
    const offered = legal.actions.map(({ text }) => text);
    const wanted = [...step.do, "go-on"].map((one) => offered.find((text) => like(one).test(text))).find(Boolean);
    assert.ok(wanted, `${step.key}: none of ${step.do} is offered, but ${offered}`);
    await this.play(wanted, step, decision);
  }

  /** An action by the hands: a unit and its goal on the map, an enemy and then its button, else the button. */
  async play(text, step) {
    const { table } = this,
      [verb, name] = text.split(" ");
    if (verb === "move") {
      if (!(await table.page.locator(`.pile.picked[data-unit="${name}"]`).count())) await table.pick(name);
      const goals = step.do.filter((one) => one.startsWith("to "));
      const lit = (await table.lit()).find((hex) => goals.some((one) => like(one).test(`to ${hex}`)));
      assert.ok(lit, `${name} can go to ${goals}`);
      const { serial } = await table.standing();
      for (let tries = 0; tries < 2 && (await table.standing()).serial === serial; tries++)
        await table.press(`[data-board] .light[data-hex="${lit}"]`);
    } else if (verb === "attack" || verb === "barrage") {
      await table.press(`[data-board] .light[data-hex="${name}"]`);
      await table.act(text);
    } else if (verb === "with") await table.pick(name);
    else if (verb === "resolve")
      await table.press("footer .close"); // the card may wait to be read
    else if (["done", "go-on"].includes(verb)) await table.end();
    else await table.act(text);
  }
}

async function taking(table, game, lang) {
  const lesson = await ask(`/games/${game}/lesson?lang=${lang}`);
  await table.page.goto("/#/learn");
  await table.page.waitForSelector(`[data-lesson=${game}]`);
  return new Pupil(table, lesson);
}

async function nothingCovered(page) {
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll("footer button, footer a")]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map((box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
      .filter((hit) => !hit?.closest("footer"))
      .map((hit) => hit?.outerHTML.slice(0, 90)),
  );
  assert.deepEqual(covered, [], "the coach covers nothing that is to be pressed");
}

test("Bridgehead by mouse, every step of it, and the lesson is done", () =>
  sitting(async (table) => {
    const { page } = table,
      pupil = await taking(table, "bridgehead", "en");
    assert.deepEqual(await barriers(page), []);
    assert.equal(await page.locator("[data-lesson]").first().getAttribute("data-lesson"), "bridgehead");
    await page.click('[data-act="lesson bridgehead"]');
    await table.shown();
    assert.deepEqual(await barriers(page), []);
    for (const { key } of pupil.lesson.steps) {
      await pupil.does(key);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/en-${key}.png` });
    }
    assert.equal(await pupil.at(), "done");
    await page.click("[data-act=coach-play]");
    assert.equal(await page.locator("[data-coach]").count(), 0, "the match goes on alone");
    assert.equal((await table.current()).view.turn, 2);
    await page.goto("/#/learn");
    await page.waitForSelector("[data-lesson=bridgehead][data-state=done]");
  }, READ));

test("Bridgehead by finger, in Spanish, left and resumed", () =>
  sitting(
    async (table) => {
      const { page } = table,
        pupil = await taking(table, "bridgehead", "es");
      await table.press('[data-act="lesson bridgehead"]');
      await table.shown();
      for (const { key } of pupil.lesson.steps.slice(0, 7)) {
        await pupil.does(key);
        await nothingCovered(page);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/es-${key}.png` });
      }
      const { id } = await table.standing();
      await table.press("[data-act=coach-leave]");
      assert.equal(await page.locator("[data-coach]").count(), 0);
      await page.reload();
      await table.shown();
      assert.equal(await page.locator("[data-coach]").count(), 0, "whoever left it is not followed");
      await page.goto("/#/learn");
      await page.waitForSelector("[data-lesson=bridgehead][data-state=begun]");
      await page.goto("/#/learn/bridgehead");
      await pupil.meets("moved");
      assert.equal((await table.standing()).id, id, "the same match");
      for (const key of ["moved", "attack", "odds"]) {
        await pupil.does(key);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/es-${key}.png` });
      }
      await table.press("[data-act=continue]");
      await pupil.meets("advance");
    },
    { ...READ, ...PHONE, locale: "es-ES" },
  ));

test("what is not followed does not block, and steps can be skipped and read again", () =>
  sitting(async (table) => {
    const { page } = table,
      pupil = await taking(table, "bridgehead", "en");
    await page.goto("/#/learn/bridgehead");
    await pupil.does("map");
    await pupil.does("counter");
    await pupil.meets("pick");
    await pupil.play("move MC", { do: ["to 1102"] });
    await page.waitForSelector("[data-coach=pick] .note"); // kindly noted, and still open
    await page.click("[data-act=coach-back]");
    await pupil.meets("counter");
    await page.click("[data-act=coach-next]");
    await pupil.meets("pick");
    await page.click("[data-act=coach-skip]");
    await pupil.meets("move");
    await pupil.play("move 71T", { do: ["to 1105"] });
    await pupil.meets("zones");
    assert.match(await page.innerText("[data-coach] .note"), /1004/, "it cannot be done any more, and is not asked");
    await pupil.does("zones");
    await page.click("[data-act=coach-skip]");
    await pupil.meets("gather");
    await table.end();
    await pupil.meets("attack");
    await table.end();
    await page.waitForSelector("[data-coach=bridge]");
    assert.equal((await table.current()).decision.side, "soviet");
  }, READ));

test("Seelow from where it begins: guns, morale, movement, an attack", () =>
  sitting(async (table) => {
    const pupil = new Pupil(table, await ask("/games/seelow/lesson?lang=en"));
    await table.page.goto("/#/learn/seelow");
    await table.shown();
    for (const { key } of pupil.lesson.steps) await pupil.does(key);
    assert.equal(await pupil.at(), "done");
  }, READ));

test("no coach in a match of one's own", () =>
  sitting(async (table) => {
    await table.open(await begin({ game: "bridgehead" }));
    assert.equal(await table.page.locator("[data-coach]").count(), 0);
  }));
