// A match that a change of rules has stranded: two on phones, in English and in Spanish, read what changed and go on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { PHONE, SERVER, sitting } from "./table.mjs";

const { id, cookies } = JSON.parse(process.env.COUNTERMARCH_STRANDED); // the match, and by seat who sits there
const LINE = "[data-stranded]";

async function takeSeat(table, seat) {
  await table.page.context().addCookies([{ name: "countermarch", value: cookies[seat], url: SERVER }]);
  await table.open(id, seat);
  await table.page.waitForSelector(LINE);
}

/** What is read there, unfolded; nothing of it lies beside the screen. */
async function read(table, lang) {
  const { page } = table;
  const text = await page.locator(`${LINE} p`).first().textContent();
  await page.locator(`${LINE} summary`).click();
  const changes = await page.locator(`${LINE} li`).allTextContents();
  assert.ok(changes.length && changes.every((one) => one.length > 20), "what changed is told in words");
  assert.deepEqual(await barriers(page), []);
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(beside <= 0, `${beside} pixels lie beside the screen`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/stranded-${lang}.png` });
  return text;
}

const rests = (table) =>
  table.page.locator("[data-board] .light, footer .choices [data-action], footer .close").count();

test("both read what changed, and go on from the present position when both agree", () =>
  sitting(
    (host) =>
      sitting(
        async (friend) => {
          await takeSeat(host, "german");
          await takeSeat(friend, "soviet");
          const stood = await host.view();
          assert.match(await read(host, "en"), /rules/);
          assert.match(await read(friend, "es"), /reglas/);
          for (const table of [host, friend]) assert.equal(await rests(table), 0, "nothing can be played meanwhile");

          await host.act("go-on");
          await host.page.waitForSelector(`${LINE} [data-action=stay]`);
          await friend.page.waitForSelector('[data-stranded="german"]');
          assert.match(await friend.page.locator(LINE).textContent(), /Quieren seguir/);
          if (process.env.SHOTS) await friend.page.screenshot({ path: `${process.env.SHOTS}/stranded-agreed.png` });

          await friend.act("go-on");
          for (const table of [host, friend]) await table.page.waitForSelector(LINE, { state: "detached" });
          const now = await host.current();
          assert.deepEqual(now.view.units, stood.view.units, "every counter stands where it stood");
          assert.equal(now.view.turn, stood.view.turn);
          const mover = now.decision.side === "german" ? host : friend,
            { serial } = await mover.standing();
          assert.ok((await rests(mover)) > 0, "whoever is to act may act");
          const { legal } = await mover.current();
          const data = { seat: now.decision.side, serial, action: legal.actions[0].text };
          const answer = await mover.page.request.post(`/api/matches/${id}/actions`, { data });
          assert.ok(answer.ok(), await answer.text());
          for (const table of [host, friend])
            await table.page.waitForFunction(
              (before) => Number(document.querySelector("[data-serial]").dataset.serial) > before,
              serial,
            );
        },
        { ...PHONE, locale: "es-ES" },
      ),
    PHONE,
  ));
