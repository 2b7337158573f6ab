// A duplicate match: two games by one link, one on a phone; one rests while the other goes; scored together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, sitting } from "./table.mjs";

/** A turn of a game is played for both by what is legal first. */
async function playTurn(host, friend, id, seats) {
  const ask = async (one, seat) => (await one.page.request.get(`/api/matches/${id}/view?seat=${seat}`)).json();
  const { turn } = (await ask(host, seats[0])).view;
  for (;;) {
    const view = await ask(host, seats[0]);
    if (!view.decision || view.view.turn !== turn) return;
    const [one, seat] = view.decision.side === seats[0] ? [host, seats[0]] : [friend, seats[1]];
    const { serial, legal } = await ask(one, seat);
    const data = { seat, serial, action: legal.actions[0].text };
    const answer = await one.page.request.post(`/api/matches/${id}/actions`, { data });
    assert.equal(answer.status(), 200, await answer.text());
  }
}

async function resign(table) {
  await table.page.waitForSelector("[data-company]");
  await table.act("offer");
  await table.act("resign");
  await table.act("sure");
  await table.screen("result");
}

test("one link takes both games; they go one after the other and are scored together", () =>
  sitting((host) =>
    sitting(async (friend) => {
      await host.home();
      await host.act("game bridgehead");
      await host.page.selectOption(`[data-action="seat soviet"]`, "link");
      await host.settle();
      await host.page.check("[data-action=duplicate]");
      assert.deepEqual(await barriers(host.page), []);
      await host.act("begin");
      await host.screen("waiting");
      assert.match(await host.page.textContent("main"), /each of the two games/);
      await host.page.fill("[data-action=name]", "Ada");
      await host.page.press("[data-action=name]", "Tab");
      await friend.page.goto(await host.page.inputValue(`[data-link="soviet"]`));
      await friend.page.waitForSelector("[data-part=duplicate]");
      assert.deepEqual(await barriers(friend.page), []);
      await friend.page.fill("[data-action=name]", "Grace");
      await friend.act("take-seat");
      await friend.shown();
      await host.shown();
      const { id } = await host.standing();
      await host.page.waitForSelector("[data-rests=false]");
      await playTurn(host, friend, id, ["german", "soviet"]);
      for (const one of [host, friend]) await one.page.waitForSelector("[data-rests=true]");
      assert.deepEqual(await barriers(friend.page), []);
      await host.act("twin");
      await host.page.waitForSelector(`[data-twin="${id}"][data-rests=false]`);
      assert.equal((await host.standing()).seat, "soviet", "sides are exchanged");
      await resign(host);
      assert.match(await host.page.textContent("[data-pair]"), /game 2/, "the other game goes on");
      assert.equal(await host.page.locator("[data-act=verify]").count(), 0, "the key is not told yet");
      await friend.page.waitForSelector("[data-rests=false]");
      await host.act("twin");
      await resign(host);
      assert.match(await host.page.textContent("[data-pair]"), /Grace wins the duplicate match, 2 to 0/);
      assert.equal(await host.page.locator("[data-act=verify]").count(), 1);
      await friend.page.waitForSelector("[data-pair]");
      assert.deepEqual(await barriers(friend.page), []);
    }, PHONE),
  ));
