// A game by mail: days a move, standing orders, and one who is away is told by letter, by hook and by his own browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers } from "./axe.mjs";
import { hookServer, mailServer } from "./post.mjs";
import { PHONE, SERVER, sitting } from "./table.mjs";

const ADDRESS = "inigo@example.org";

/** A match of days a move, whose German is a friend; the link to his seat. */
async function invite(host) {
  await host.home();
  await host.act("game bridgehead");
  await host.page.selectOption('[data-action="seat german"]', "link");
  await host.page.selectOption('[data-action="seat soviet"]', "me");
  await host.page.selectOption("[data-action=pace]", "days");
  await host.page.fill('[data-action="pace days"]', "2");
  await host.page.fill('[data-action="pace vacation"]', "5");
  await host.settle();
  await host.act("begin");
  await host.screen("waiting");
  await host.page.fill("[data-action=name]", "Ada");
  await host.page.press("[data-action=name]", "Tab");
  await host.settle();
  return host.page.inputValue('[data-link="german"]');
}

async function take(friend, link) {
  await friend.page.goto(link);
  await friend.screen("join");
  assert.match(await friend.page.textContent("dl"), /2 días por jugada, 5 días de vacaciones/);
  await friend.page.fill("[data-action=name]", "Íñigo");
  await friend.act("take-seat");
  await friend.shown();
}

async function tell(table, kind, address) {
  if (!table.page.url().endsWith("#/tell")) await table.page.goto("/#/tell");
  await table.page.waitForSelector("[data-action=kind]");
  await table.page.selectOption("[data-action=kind]", kind);
  if (address) await table.page.fill("[data-action=address]", address);
  await table.act("add");
  await table.page.waitForSelector(`[data-channel="${kind}"]`);
}

/** There is no push service here: this browser is subscribed at ours, with keys we know. All else is its own. */
const subscribed = (subscription) =>
  `PushManager.prototype.subscribe = async function (asked) {
    if (!asked.userVisibleOnly || asked.applicationServerKey.length !== 87) throw new Error("no key of the server");
    return { toJSON: () => (${JSON.stringify(subscription)}) };
  };`;

/** What a push does to the page's own worker: the notifications it shows then. */
async function pushed(page, said) {
  const session = await page.context().newCDPSession(page);
  const known = new Promise((found) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${SERVER}/` && !isDeleted);
      if (ours) found(ours.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await known;
  const push = () => session.send("ServiceWorker.deliverPushMessage", { origin: SERVER, registrationId, data: said });
  await push();
  const shown = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.getRegistration();
      const found = await (await navigator.serviceWorker.getRegistration()).getNotifications();
      return active && found.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
    });
  for (let tries = 1; !(await shown()).length; tries++) {
    assert.ok(tries < 600, "nothing was shown");
    await page.waitForTimeout(50);
    if (tries % 100 === 0) await push(); // one for a worker that is just starting may be lost
  }
  await session.detach();
  return shown();
}

/** Where a press on the notification leads; no window is touched without a finger, so the worker's hand is watched. */
async function pressed(page) {
  const [worker] = page.context().serviceWorkers();
  return worker.evaluate(async () => {
    const opened = [],
      focused = [];
    self.clients.openWindow = async (url) => void opened.push(url);
    WindowClient.prototype.focus = async () => focused.push("here");
    const [notification] = await self.registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    const waits = [];
    event.waitUntil = (done) => waits.push(done);
    self.dispatchEvent(event);
    await Promise.all(waits);
    return { opened, focused, left: (await self.registration.getNotifications()).length };
  });
}

async function done(table, id, seat, phases) {
  for (let count = 0; count < phases; count++) {
    const view = await (await table.page.request.get(`/api/matches/${id}/view?seat=${seat}`)).json();
    const data = { seat, serial: view.serial, action: "done" };
    const answer = await table.page.request.post(`/api/matches/${id}/actions`, { data });
    assert.ok(answer.ok(), await answer.text());
  }
}

test("a correspondence game: told by letter, hook and push, each in the receiver's language", async () => {
  const letters = await mailServer(Number(process.env.COUNTERMARCH_SMTP)),
    post = await hookServer();
  try {
    await sitting((host) =>
      sitting(
        async (friend) => {
          await friend.page.context().grantPermissions(["notifications"], { origin: SERVER });
          await take(friend, await invite(host));
          const { id, seat } = await friend.standing();
          assert.equal(seat, "german");
          for (const one of [host, friend])
            assert.match(await one.page.textContent("[data-clock=german]"), /^(2 d 0 h|1 d 23 h)$/);

          // an address is one's own before anything is sent there
          await tell(friend, "email", ADDRESS);
          const asked = await letters.box.wait(1);
          assert.equal(asked.to, ADDRESS);
          assert.equal(asked.subject, "¿Es esta tu dirección?");
          await tell(friend, "json", post.hook);
          await tell(friend, "push");
          await friend.act("try push");
          const trial = await post.pushes.wait(1);
          assert.match(trial.headers.authorization, /^vapid t=/);
          assert.equal(JSON.parse(trial.said).title, "Aquí se te avisará");
          await friend.page.setViewportSize({ width: 390, height: 844 });
          assert.deepEqual(await barriers(friend.page), []);
          await friend.page.goto(asked.text.match(/https?:\S*\/#\/confirm\/\S+/)[0]);
          await friend.page.waitForSelector("[data-stands=confirmed]");
          await tell(host, "json", post.hook);

          // attacks are declined by order, even before his eyes
          await friend.open(id, seat);
          await friend.act("menu");
          await friend.act("orders");
          await friend.page.check('[data-action="decline attack"]');
          await friend.page.uncheck('[data-action="order away"]');
          await friend.act("orders-give");
          await friend.act("close");
          await friend.page.goto("/#/");
          await friend.screen("home");

          // the other plays, and he is told in three ways
          await done(host, id, "soviet", 2);
          const link = `${SERVER}/#/match/${id}/german`;
          const [called, letter, push] = await Promise.all([
            post.hooks.wait(1),
            letters.box.wait(2),
            post.pushes.wait(2),
          ]);
          const words = /Turno 1, .*Se te pide: Elige una unidad que mover/;
          assert.match(called.title, /^Te toca: /);
          assert.match(called.text, words);
          assert.deepEqual(
            [called.type, called.match, called.seat, called.turn, called.link],
            ["turn", id, seat, "1", link],
          );
          assert.equal(letter.subject, called.title);
          assert.match(letter.text.replace(/\s+/g, " "), words);
          assert.ok(letter.text.includes(link));
          assert.equal(letter.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
          const said = JSON.parse(push.said);
          assert.deepEqual(said, { title: called.title, body: called.text, url: link, tag: id });

          // his browser shows it, and a press opens the table
          const [shown, ...others] = await pushed(friend.page, push.said);
          assert.deepEqual([shown, others], [{ title: said.title, body: said.body, tag: id, url: link }, []]);
          assert.deepEqual(await pressed(friend.page), { opened: [link], focused: [], left: 0 });
          await friend.page.goto(link);
          await friend.shown();
          assert.equal((await friend.current()).decision.side, seat);
          await pushed(friend.page, push.said);
          assert.deepEqual(await pressed(friend.page), { opened: [], focused: ["here"], left: 0 }, "it is there");

          // he moves; his order declines the attacks, and the other is told, in his own language
          await done(friend, id, seat, 1);
          const back = await post.hooks.wait(2);
          assert.match(back.title, /^Your turn: /);
          assert.match(back.text, /^Turn 2, .*Asked of you: /);
          assert.equal(back.seat, "soviet");
          const view = await friend.current();
          assert.deepEqual([view.view.turn, view.decision.side, view.actions], [2, "soviet", 4]);
          const orders = await (await friend.page.request.get(`/api/matches/${id}/orders?seat=german`)).json();
          assert.equal(orders.used, 1);
          const { events } = await (await friend.page.request.get(`/api/matches/${id}/log?seat=german&lang=es`)).json();
          assert.ok(events.some(({ text }) => text === "Por tus órdenes permanentes: se renuncia"));
          const { events: theirs } = await (await host.page.request.get(`/api/matches/${id}/log?seat=soviet`)).json();
          assert.ok(!theirs.some(({ text }) => /orders/.test(text)), "nobody else is told of his orders");

          // one click in the letter, and no more letters
          await friend.page.goto(letter.text.match(/https?:\S*\/#\/off\/\S+/)[0]);
          await friend.page.waitForSelector("[data-stands=off]");
          await done(host, id, "soviet", 2);
          await Promise.all([post.hooks.wait(3), post.pushes.wait(3)]);
          assert.equal(letters.box.taken.length, 2);
        },
        { ...PHONE, locale: "es-ES", init: subscribed(post.subscription) },
      ),
    );
  } finally {
    letters.close();
    post.close();
  }
});
