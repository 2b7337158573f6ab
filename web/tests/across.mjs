// Across the world: a desk and a phone, English and Spanish, play a live turn of every game by link, with clocks, talk,
// a takeback, a line that is lost and comes back, and a white flag.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, sitting } from "./table.mjs";

const GAMES = ["bridgehead", "koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula"];
const CLOSING = ["propose", "fill", "resolve", "done", "go-on", "wait", "pass"]; // what brings a turn to its end
const LONGEST = 60; // decisions of a turn
const MISSED = 3; // decisions while the phone is off the line

/** Lines of a page pass through here, and are cut while `down`; so is everything else it asks for. */
async function cable(table) {
  const lines = new Set();
  const held = { down: false };
  await table.page.routeWebSocket(/\/live\?/, (line) => {
    if (held.down) return line.close();
    const server = line.connectToServer();
    lines.add({ line, server });
  });
  return {
    async cut() {
      held.down = true;
      await table.page.context().setOffline(true);
      for (const { line, server } of lines) await Promise.all([line.close(), server.close()]);
      lines.clear();
    },
    async mend() {
      held.down = false;
      await table.page.context().setOffline(false);
    },
  };
}

/** A new live match whose second seat is a friend's; the link to it. */
async function invite(host, game) {
  await host.home();
  await host.act(`game ${game}`);
  const side = await host.page.$$eval("[data-action^='seat ']", (all) => all[1].dataset.action.slice(5));
  await host.page.selectOption(`[data-action="seat ${side}"]`, "link");
  await host.page.selectOption("[data-action=pace]", "live");
  await host.page.fill('[data-action="pace minutes"]', "45");
  await host.page.fill('[data-action="pace increment"]', "0");
  await host.settle(); // what else can be chosen then makes the form longer
  await host.act("begin");
  await host.screen("waiting");
  await host.page.fill("[data-action=name]", "Ada");
  await host.page.press("[data-action=name]", "Tab");
  await host.settle();
  return host.page.inputValue(`[data-link="${side}"]`);
}

async function take(friend, link) {
  await friend.page.goto(link);
  await friend.screen("join");
  const told = await friend.page.textContent("main");
  assert.match(told, /Ada/);
  assert.match(told, /45 minutos por bando/);
  await friend.page.fill("[data-action=name]", "Íñigo");
  await friend.act("take-seat");
  await friend.shown();
}

class Match {
  constructor(host, friend) {
    this.tables = [host, friend];
    this.played = 0;
  }

  async meet() {
    const standing = await Promise.all(this.tables.map((one) => one.standing()));
    assert.equal(standing[0].id, standing[1].id);
    assert.notEqual(standing[0].seat, standing[1].seat);
    this.id = standing[0].id;
    this.at = Object.fromEntries(standing.map(({ seat }, index) => [seat, this.tables[index]]));
    await this.look();
  }

  /** How it stands, as the side to act is told. */
  async look() {
    for (const [seat, table] of Object.entries(this.at)) {
      const answer = await table.page.request.get(`/api/matches/${this.id}/view?seat=${seat}`);
      assert.ok(answer.ok(), await answer.text());
      this.view = await answer.json();
      if (!this.view.decision || this.view.decision.side === seat) return;
    }
  }

  get mover() {
    return this.at[this.view.decision.side];
  }
  get other() {
    return this.tables.find((one) => one !== this.mover);
  }

  /** Whoever is to act does something that is offered; with his own cookie, as the page would. */
  async decide() {
    const { side } = this.view.decision,
      texts = this.view.legal.actions.map(({ text }) => text);
    const closing = this.played++ % 3 ? CLOSING.find((text) => texts.includes(text)) : undefined;
    const data = { seat: side, serial: this.view.serial, action: closing ?? texts.at(-1) };
    const answer = await this.mover.page.request.post(`/api/matches/${this.id}/actions`, { data });
    assert.ok(answer.ok(), `${JSON.stringify(data)}: ${await answer.text()}`);
    await this.look();
  }

  async play(number) {
    for (let count = 0; count < number && this.view.decision; count++) await this.decide();
  }

  /** The screens show what the server has. */
  async caughtUp(...tables) {
    for (const table of tables.length ? tables : this.tables)
      await table.page.waitForFunction(
        (serial) => Number(document.querySelector("[data-serial]")?.dataset.serial) === serial,
        this.view.serial,
      );
  }
}

const clock = (table, side) => table.page.textContent(`[data-clock="${side}"]`);
const seconds = (face) => face.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
const reads = (table, words) =>
  table.page.waitForFunction((said) => document.querySelector("[data-talk] ol")?.textContent.includes(said), words);

async function say(table, words) {
  await table.page.fill("[data-action=message]", words);
  await table.act("send");
}

for (const game of GAMES)
  test(`a live turn of ${game} by link`, () =>
    sitting((host) =>
      sitting(
        async (friend) => {
          const line = await cable(friend);
          await take(friend, await invite(host, game));
          await host.shown();
          const match = new Match(host, friend);
          await match.meet();

          // clocks run for whoever is to act, on both screens
          const running = match.view.decision.side;
          const begun = await Promise.all(match.tables.map((one) => clock(one, running)));
          for (const face of begun) assert.match(face, /^(45:00|44:\d\d)$/);

          // they talk
          await host.act("talk");
          await say(host, "Good luck, <i>Íñigo</i>!");
          await friend.page.waitForSelector("[data-unread]");
          await friend.act("talk");
          await reads(friend, "<i>Íñigo</i>!");
          await say(friend, "¡Igualmente!");
          await reads(host, "¡Igualmente!");
          await friend.act("close-talk");

          // some of the turn, then one step of it back, by agreement
          await match.play(MISSED);
          await match.caughtUp();
          const asked = await asker(match),
            before = match.view.actions;
          await asked.act("offer");
          await asked.act("offer takeback");
          await asked.act("sure");
          const answers = match.tables.find((one) => one !== asked);
          await answers.page.waitForSelector("[data-offer=takeback] [data-action=accept]");
          await answers.act("accept");
          await asked.page.waitForSelector("[data-offer]", { state: "detached" });
          await match.look();
          assert.ok(match.view.actions < before, "taken back");
          await match.caughtUp();

          // the phone loses the line, misses some of it, and comes back by itself
          const { serial } = match.view,
            head = () => friend.page.locator("header").first().boundingBox();
          const whole = await head();
          await line.cut();
          await friend.page.waitForSelector(".offline");
          assert.deepEqual(await head(), whole, "that it is lost takes no room from the rest");
          await host.page.waitForFunction(() => document.querySelectorAll("[data-company] i.here").length === 1);
          await say(host, "Are you there?");
          await match.play(MISSED);
          await match.caughtUp(host);
          assert.equal((await friend.standing()).serial, serial, "what it was not told it cannot show");
          await line.mend();
          await match.caughtUp();
          await host.page.waitForFunction(() => document.querySelectorAll("[data-company] i.here").length === 2);
          await friend.page.waitForSelector("[data-unread]");
          await friend.act("talk");
          await reads(friend, "Are you there?");
          await friend.act("close-talk");
          friend.complaints.length = 0; // that nothing could be loaded meanwhile

          // to the end of the turn; both see the same table
          for (let count = 0; match.view.decision && match.view.view.turn === 1; count++) {
            assert.ok(count < LONGEST, "the turn does not end");
            await match.decide();
          }
          await match.caughtUp();
          const left = await Promise.all(match.tables.map((one) => clock(one, running)));
          assert.ok(seconds(left[0]) < seconds(begun[0]) && seconds(left[1]) < seconds(begun[1]), `${begun} ${left}`);

          // the phone resigns
          await friend.act("offer");
          await friend.act("resign");
          await friend.act("sure");
          for (const [table, words] of [
            [host, /have resigned/],
            [friend, /^Se rinden: /],
          ]) {
            await table.screen("result");
            assert.match(await table.page.textContent("h1"), words);
          }
        },
        { ...PHONE, locale: "es-ES" },
      ),
    ));

/** Somebody who has acted, so that he may ask to take it back. */
async function asker(match) {
  for (const table of match.tables) if ((await table.view()).together.may.includes("takeback")) return table;
  throw new Error("nobody has acted");
}
