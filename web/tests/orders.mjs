// By mail: two who are seldom at the table together; one leaves standing orders, both are told, one tries things out.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { ask, PHONE, SAVES, SERVER, sitting } from "./table.mjs";

/** Takes what is posted to it. */
async function hook() {
  const taken = [];
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      taken.push(JSON.parse(body));
      answer.writeHead(204).end();
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { taken, address: `http://127.0.0.1:${server.address().port}/hook`, close: () => server.close() };
}

/** The Soviet is about to resolve an attack; the German takes his seat by a link. */
async function seated(host, friend) {
  await host.home();
  const save = await readFile(`${SAVES}/strike.json`, "utf8");
  const made = await host.page.request.post("/api/matches/import", {
    data: { save, seats: { german: "link", soviet: "me" } },
  });
  assert.ok(made.ok(), await made.text());
  const { id, links } = await made.json();
  await friend.home();
  const token = links.german.split("/").pop();
  const taken = await friend.page.request.post(`/api/join/${token}`, { data: { name: "Ada", accepts: true } });
  assert.ok(taken.ok(), await taken.text());
  return id;
}

async function menu(table, action) {
  await table.act("menu");
  await table.page.waitForSelector(`[data-action="${action}"]`);
  await table.act(action);
}

async function told(page, path) {
  const answer = await page.request.get(path);
  assert.ok(answer.ok(), `${path}: ${await answer.text()}`);
  return answer.json();
}

for (const [lang, words] of [
  ["en", { title: "Standing orders", given: "The orders are given.", turn: "Your turn" }],
  ["es", { title: "Órdenes permanentes", given: "Las órdenes están dadas.", turn: "Te toca" }],
])
  test(`a correspondence game with standing orders, ${lang}`, async () => {
    const post = await hook();
    const locale = lang === "es" ? "es-ES" : "en-GB";
    try {
      await sitting(
        (host) =>
          sitting(
            async (friend) => {
              const id = await seated(host, friend);
              await friend.page.goto("/#/tell");
              await friend.screen("tell");
              await friend.page.selectOption('[data-action="kind"]', "json");
              await friend.page.fill('[data-action="address"]', post.address);
              await friend.act("add");
              await friend.page.waitForSelector('[data-channel="json"]');
              await friend.act("try json");
              await friend.page.waitForFunction(() => document.querySelector("[data-said]").textContent);
              assert.equal(post.taken.length, 1, "the test message came");
              assert.deepEqual(await barriers(friend.page), []);

              await friend.open(id, "german");
              await menu(friend, "orders");
              await friend.page.waitForSelector('[data-action="order losses"]');
              assert.match(await friend.page.textContent("dialog h2"), new RegExp(words.title));
              await friend.page.selectOption('[data-action="order losses"]', "weakest");
              await friend.page.selectOption('[data-action="order retreat"]', "shortest");
              await friend.act("orders-give");
              await friend.page.waitForFunction(
                (said) => document.querySelector("dialog [data-said]").textContent === said,
                words.given,
              );
              assert.deepEqual(await barriers(friend.page), []);
              await friend.act("close");

              // off turn: what is tried in the sandbox touches nothing
              await menu(friend, "sandbox");
              await friend.page.waitForSelector('[data-action="leave-sandbox"]');
              await friend.shown();
              const box = await friend.standing();
              assert.notEqual(box.id, id);
              assert.equal(box.seat, "soviet", "one sits for whoever is to act");
              const view = await friend.view();
              const { seat, serial } = await friend.standing();
              const data = { seat, serial, action: view.legal.actions[0].text };
              const tried = await friend.page.request.post(`/api/matches/${box.id}/actions`, { data });
              assert.ok(tried.ok(), await tried.text());
              assert.equal((await told(host.page, `/api/matches/${id}/view?seat=soviet`)).serial, 0);
              await friend.act("leave-sandbox");
              await friend.page.waitForFunction((id) => location.hash.includes(id), id);
              await friend.shown();
              const left = async () =>
                (await friend.page.request.get(`/api/matches/${box.id}/view?seat=german`)).status();
              const late = Date.now() + 10_000;
              while ((await left()) !== 404) assert.ok(Date.now() < late, "it is gone when it is left");

              // he goes away; the blow falls, and his orders answer it
              await friend.page.goto("/#/");
              await friend.screen("home");
              await host.open(id, "soviet");
              let now = await host.view();
              for (let count = 0; count < 40 && now.decision.side === "soviet"; count++) {
                const texts = now.legal.actions.map(({ text }) => text);
                const chosen = ["resolve", "done", "go-on"].find((text) => texts.includes(text)) ?? texts[0];
                const data = { seat: "soviet", serial: now.serial, action: chosen };
                const played = await host.page.request.post(`/api/matches/${id}/actions`, { data });
                assert.ok(played.ok(), await played.text());
                now = await told(host.page, `/api/matches/${id}/view?seat=soviet`);
              }
              const orders = await told(friend.page, `/api/matches/${id}/orders?seat=german`);
              assert.equal(orders.orders.losses, "weakest");
              const { legal } = await told(friend.page, `/api/matches/${id}/view?seat=german`);
              assert.ok(
                legal.actions.some(({ verb }) => verb !== "lose" && verb !== "retreat"),
                "it was answered",
              );
              const end = Date.now() + 15_000;
              while (post.taken.length < 2 && Date.now() < end) await new Promise((done) => setTimeout(done, 100));
              const call = post.taken.at(-1);
              assert.match(call.title, new RegExp(`^${words.turn}: `));
              assert.equal(call.link, `${SERVER}/#/match/${id}/german`);

              // one click, and no more of it
              await friend.page.goto(`/#/off/${call.off.split("/").pop()}`);
              await friend.page.waitForSelector('[data-stands="off"]');
              assert.deepEqual(await barriers(friend.page), []);
              const { channels } = await told(friend.page, "/api/channels");
              assert.equal(channels[0].on, false);
            },
            { ...PHONE, locale },
          ),
        { locale },
      );
    } finally {
      post.close();
    }
  });

test("at one screen nothing of it is seen", () =>
  sitting(async (table) => {
    const { id } = await ask("/matches", { game: "bridgehead", seats: {} });
    await table.open(id);
    await table.act("menu");
    assert.equal(await table.page.locator('[data-action="orders"], [data-action="tell"]').count(), 0);
  }));
