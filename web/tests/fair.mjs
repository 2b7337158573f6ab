// Dice that both have a part in: promised and given without a word, and checked when the match is over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, sitting } from "./table.mjs";

/** Plays the match to its end for both, by what is legal first. */
async function playOut(host, friend, id, seats) {
  for (;;) {
    const over = await Promise.all(
      [host, friend].map((one, index) =>
        one.page.evaluate(
          async ({ id, seat }) => {
            for (;;) {
              const view = await (await fetch(`/api/matches/${id}/view?seat=${seat}`)).json();
              if (!view.decision) return true;
              if (view.decision.side !== seat) return false;
              const body = JSON.stringify({ seat, serial: view.serial, action: view.legal.actions[0].text });
              const headers = { "content-type": "application/json" };
              await fetch(`/api/matches/${id}/actions`, { method: "POST", headers, body });
            }
          },
          { id, seat: seats[index] },
        ),
      ),
    );
    if (over.every(Boolean)) return;
  }
}

test("both have a share in the dice, and the proof holds on a phone", () =>
  sitting((host) =>
    sitting(async (friend) => {
      await host.home();
      await host.act("game bridgehead");
      await host.page.selectOption(`[data-action="seat soviet"]`, "link");
      await host.settle();
      await host.act("begin");
      await host.screen("waiting");
      await friend.page.goto(await host.page.inputValue(`[data-link="soviet"]`));
      await friend.screen("join");
      assert.match(await friend.page.textContent("main"), /server knows the key/);
      await friend.page.fill("[data-action=name]", "Grace");
      await friend.act("take-seat");
      await friend.shown();
      await host.shown();
      const { id } = await host.standing();
      await host.page.goto("/#/");
      await friend.page.goto("/#/");
      await playOut(host, friend, id, ["german", "soviet"]);
      await friend.page.goto(`/#/verify/${id}`);
      await friend.page.waitForSelector("[data-good=true]");
      const said = await friend.page.textContent("[data-good]");
      for (const part of ["german gave", "soviet gave", "reckoned the key", "own share", "told before"])
        assert.ok(said.includes(part), `${part}: ${said}`);
    }, PHONE),
  ));

test("a file that was changed is found out", () =>
  sitting(async (table) => {
    await table.page.goto("/#/verify");
    await table.screen("verify");
    const { id } = await table.page.evaluate(async () => {
      const body = JSON.stringify({ game: "bridgehead", seats: {} });
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/matches", { method: "POST", headers, body })).json();
    });
    const { save } = await table.page.evaluate(async (id) => (await fetch(`/api/matches/${id}/save`)).json(), id);
    const file = (value) => ({
      name: "f.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(value)),
    });
    await table.page.setInputFiles("[data-action=file]", file(JSON.parse(save)));
    await table.page.waitForSelector("[data-good=true]");
    const proof = { proof: 1, match: id, save, commitment: "0".repeat(64), secret: null, promise: null };
    const parts = { commitments: {}, shares: {}, passed: [], edited: false };
    await table.page.setInputFiles("[data-action=file]", file({ ...proof, ...parts }));
    await table.page.waitForSelector("[data-good=false]");
    assert.match(await table.page.textContent("[data-good]"), /it was exchanged/);
  }));
