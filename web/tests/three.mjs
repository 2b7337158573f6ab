// A game for three (Königsberg 2.1.4): two people lead the Soviets, each a front of his own, one of them on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, sitting } from "./table.mjs";

const [SECOND, THIRD] = ["soviet.2BF", "soviet.3BF"];

/** A new match whose two fronts are led by others; their links. */
async function invite(host) {
  await host.home();
  await host.act("game koenigsberg");
  assert.equal(await host.page.locator("[data-action^='seat ']").count(), 2);
  await host.act("divide soviet");
  const seats = await host.page.$$eval("[data-action^='seat ']", (all) =>
    all.map((one) => [one.dataset.action.slice(5), one.value]),
  );
  assert.deepEqual(seats, [
    ["german", "me"],
    [SECOND, "link"],
    [THIRD, "link"],
  ]);
  await host.page.selectOption("[data-action=pace]", "live");
  await host.settle();
  assert.equal(await host.page.locator("[data-action=duplicate]").count(), 0, "that is for two");
  assert.deepEqual(await barriers(host.page), []);
  await host.act("begin");
  await host.screen("waiting");
  await host.page.fill("[data-action=name]", "Ada");
  await host.page.press("[data-action=name]", "Tab");
  await host.settle();
  assert.match(await host.page.textContent("main"), /Link for the 2nd Belorussian Front/);
  return Promise.all([SECOND, THIRD].map((seat) => host.page.inputValue(`[data-link="${seat}"]`)));
}

async function take(friend, link, name, told) {
  await friend.page.goto(link);
  await friend.screen("join");
  assert.match(await friend.page.textContent("[data-screen=join]"), told);
  assert.deepEqual(await barriers(friend.page), []);
  await friend.page.fill("[data-action=name]", name);
  await friend.act("take-seat");
}

/** Ada is German, Bea and Cor lead the fronts; each has a screen of his own. */
const together = (play) =>
  sitting((ada) =>
    sitting(
      (bea) =>
        sitting(async (cor) => {
          const [second, third] = await invite(ada);
          await take(bea, second, "Bea", /2\.º Frente Bielorruso.*partida a tres/s);
          await bea.screen("waiting");
          await take(cor, third, "Cor", /3rd Belorussian Front.*Bea.*game for three/s);
          const all = { german: ada, [SECOND]: bea, [THIRD]: cor };
          for (const one of Object.values(all)) {
            await one.shown();
            await one.page.waitForSelector("[data-company]");
          }
          await play(all);
        }),
      { ...PHONE, locale: "es-ES" },
    ),
  );

const words = (table, selector) => table.page.textContent(selector);

/** All screens show the same moment. */
async function abreast(all, serial) {
  for (const one of Object.values(all)) {
    await one.page.waitForFunction(
      (at) => Number(document.querySelector("[data-serial]")?.dataset.serial) >= at,
      serial,
    );
    await one.settle();
  }
}

/** Who is asked does as little as he may. */
async function least(all) {
  const { decision } = await all.german.view();
  const table = all[decision.asked[0]],
    { legal, serial } = await table.view();
  const texts = legal.actions.map(({ text }) => text);
  const action = texts.find((text) => text === "done" || text === "go-on") ?? texts[0];
  const { id, seat } = await table.standing();
  const answer = await table.page.request.post(`/api/matches/${id}/actions`, { data: { seat, serial, action } });
  assert.ok(answer.ok(), await answer.text());
  return answer.json();
}

/** Until one seat alone is asked. */
async function until(all, seat) {
  for (let tries = 0; tries < 60; tries++) {
    const { decision, serial } = await all.german.view();
    if (decision.asked.length === 1 && decision.asked[0] === seat) return abreast(all, serial);
    await least(all);
  }
  throw new Error(`${seat} is never asked`);
}

test("three browsers play a live turn, each asked for his own front", () =>
  together(async (all) => {
    const { german: ada, [SECOND]: bea, [THIRD]: cor } = all;
    assert.match(await words(bea, "header .seat"), /2\.º Frente Bielorruso/);
    assert.match(await words(cor, "header .seat"), /3rd Belorussian Front/);
    for (const one of [ada, bea, cor]) {
      assert.equal(await one.page.locator("[data-company] i.here").count(), 3);
      assert.equal(await one.page.locator("[data-clock]").count(), 2, "those who share a side have one clock");
    }
    await until(all, THIRD);
    assert.match(await words(cor, "header .seat"), /your move/);
    assert.match(await words(bea, "header .seat"), /3\.er Frente Bielorruso \(Cor\)/);
    assert.match(await words(bea, "footer .say"), /3\.er Frente Bielorruso \(Cor\)/);
    assert.match(await words(ada, "header .seat"), /3rd Belorussian Front \(Cor\) to act/);
    assert.equal(await bea.page.locator("footer .close:enabled").count(), 0);
    for (const one of [ada, bea, cor]) assert.deepEqual(await barriers(one.page), []);
    const before = await cor.standing();
    await cor.end(); // by its button; the others' screens follow
    await abreast(all, before.serial + 1);

    let view = await ada.view();
    const acted = new Set();
    while (view.view.turn === 1) {
      acted.add(view.decision.asked.join());
      view = await least(all);
    }
    acted.delete(`${SECOND},${THIRD}`); // an event of both fronts, if the dice bring one
    assert.deepEqual([...acted].sort(), ["german", SECOND, THIRD].sort());
    await abreast(all, view.serial);
    await bea.page.reload();
    await bea.shown();
    assert.equal((await bea.standing()).seat, SECOND, "the browser holds the seat");
  }));

test("commanders talk, and give up only together", () =>
  together(async (all) => {
    const { german: ada, [SECOND]: bea, [THIRD]: cor } = all;
    await bea.act("offer");
    await bea.act("resign");
    await bea.page.waitForSelector("[data-action=sure]");
    await bea.act("sure");
    await cor.page.waitForSelector("[data-offer=resign]");
    assert.match(await words(cor, "[data-offer=resign]"), /Bea wants to resign/);
    assert.equal(await ada.page.locator("[data-offer]").count(), 0, "the enemy does not hear of it");
    await cor.act("decline");
    await bea.page.waitForSelector("[data-offer]", { state: "detached" });
    await cor.act("offer");
    await cor.act("resign");
    await cor.act("sure");
    await bea.page.waitForSelector("[data-offer=resign]");
    await bea.act("accept");
    for (const one of [ada, bea, cor]) await one.screen("result");
  }));
