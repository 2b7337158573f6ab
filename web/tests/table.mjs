// A person at the table: a browser, what it shows, and hands that press only what can be seen and hit.
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";

export const SERVER = process.env.COUNTERMARCH_SERVER ?? "http://127.0.0.1:8123";
export const SAVES = process.env.COUNTERMARCH_SAVES ?? "saves";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];
export const OUTSIDE = "outside the screen";
const OWED = 120_000; // ms after which what the server owes is not waited for any more
const DESK = { width: 1440, height: 900 };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const launch = () => chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });

/** The tests of a file share a browser, since starting one takes as long as many a test; measuring gets a fresh one. */
const shared = process.env.NODE_TEST_CONTEXT ? await launch() : null;
if (shared) after(() => shared.close());

/** Runs `play` with a browser that remembers nothing; whatever the page complained about fails the test. */
export async function sitting(play, { settings = {}, init, ...asked } = {}) {
  const browser = shared ?? (await launch());
  const context = await browser.newContext({
    viewport: DESK,
    locale: "en-GB",
    baseURL: SERVER,
    reducedMotion: "reduce",
    ...asked,
  });
  try {
    await context.addInitScript(
      (kept) => localStorage.getItem("countermarch.settings") ?? localStorage.setItem("countermarch.settings", kept),
      JSON.stringify({ speed: "instant", outcome: "never", briefings: false, ...settings }),
    );
    if (init) await context.addInitScript(init);
    const table = new Table(await context.newPage());
    await play(table).catch((error) => {
      if (table.complaints.length) error.message += `\nThe page complained: ${table.complaints.join("\n")}`;
      throw error;
    });
    assert.deepEqual(table.complaints, [], `the page complained; the server refused:\n${table.refusals.join("\n")}`);
  } finally {
    await context.close();
    if (!shared) await browser.close();
  }
}

export async function ask(path, body) {
  const init =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${SERVER}/api${path}`, init);
  assert.ok(answer.ok, `${path}: ${answer.status} ${answer.ok ? "" : await answer.text()}`);
  return answer.json();
}

/** A new match of two people at one screen, or as asked. */
export async function begin(asked = {}) {
  const { id } = await ask("/matches", { game: "koenigsberg", seats: {}, seed: 7, ...asked });
  return id;
}

export class Table {
  complaints = [];
  refusals = []; // what the server said no to, to make a complaint plain
  pending = new Set();

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(20_000);
    page.on(
      "console",
      (said) => said.type() === "error" && this.complaints.push(`${said.text()} ${said.location().url}`),
    );
    page.on(
      "response",
      (answer) =>
        answer.status() >= 400 &&
        answer.text().then(
          (said) => this.refusals.push(`${answer.url()} ${answer.request().postData() ?? ""}: ${said}`),
          () => {},
        ),
    );
    page.on("pageerror", (error) => this.complaints.push(String(error.stack ?? error)));
    page.on("request", (request) => request.url().includes("/api/") && this.pending.add(request));
    for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => this.pending.delete(request));
  }

  // looking

  /** Until the server owes nothing, nobody's move is being shown, and the screen has been painted. */
  async settle() {
    const end = Date.now() + OWED;
    for (let calm = 0; calm < 2;) {
      await this.page.waitForFunction(() => !document.querySelector("[data-busy=true]"));
      await this.page.waitForFunction(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
      );
      calm = this.pending.size ? 0 : calm + 1;
      assert.ok(calm || Date.now() < end, `still unanswered: ${[...this.pending].map((one) => one.url())}`);
    }
  }

  /** Until that screen is there, or a part of it, with all it asked the server for. */
  async screen(name, part = "") {
    await this.page.waitForSelector(`[data-screen=${name}] ${part}`.trim());
    await this.settle();
  }

  async home() {
    await this.page.goto("/#/");
    await this.page.waitForSelector("[data-action^='game ']");
    await this.settle();
  }

  async open(id, seat = "") {
    await this.page.goto(`/#/match/${id}/${seat}`);
    await this.shown();
  }

  /** Import a save on the home page, with people in all seats or as they are given out. */
  async bringIn(file, seats = {}) {
    await this.page.setInputFiles('[data-action="import"] input', file);
    for (const [side, who] of Object.entries(seats)) await this.page.selectOption(`[data-action="take ${side}"]`, who);
    await this.act("seats-begin");
    await this.shown();
  }

  /** Until a board is on the screen. */
  async shown() {
    await this.page.waitForSelector("[data-board] canvas", { state: "attached" });
    await this.settle();
  }

  async standing() {
    return this.page.$eval("[data-serial]", ({ dataset }) => ({
      id: dataset.match,
      seat: dataset.seat,
      serial: Number(dataset.serial),
    }));
  }

  /** How far the table is on the screen; beyond any once the result has taken its place. */
  async serial() {
    const said = await this.page.evaluate(() => document.querySelector("[data-serial]")?.dataset.serial);
    return Number(said ?? Infinity);
  }

  /** What the server says of the match on the screen, to the seat at the screen. */
  async view(standing) {
    const { id, seat } = standing ?? (await this.standing());
    const answer = await this.page.request.get(`/api/matches/${id}/view?seat=${seat}`);
    assert.ok(answer.ok(), `${id}, ${seat}: ${answer.status()}`);
    return answer.json();
  }

  /** Until the screen shows what the server has: after a bot, or after one's own action. */
  async current() {
    for (let tries = 0; tries < 200; tries++) {
      await this.settle();
      const [{ serial }, view] = [await this.standing(), await this.view()];
      const waiting = view.decision?.asked.every((seat) => view.seats[seat].startsWith("bot:"));
      if (serial === view.serial && !waiting) return view;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("the screen never caught up with the server");
  }

  unit(view, id) {
    return view.view.units.find((unit) => unit.id === id);
  }

  // pressing

  /** Where the middle of an element is, if that is where a finger would hit it. */
  async spot(selector) {
    return this.page.evaluate(
      ([selector, outside]) => {
        const found = [...document.querySelectorAll(selector)].filter((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        );
        const reports = found.map((one) => {
          const box = one.getBoundingClientRect(),
            x = box.left + box.width / 2,
            y = box.top + box.height / 2;
          const hit = document.elementFromPoint(x, y);
          return { x, y, free: hit === one || one.contains(hit), over: hit ? hit.outerHTML.slice(0, 120) : outside };
        });
        return reports.find((one) => one.free) ?? reports[0] ?? null;
      },
      [selector, OUTSIDE],
    );
  }

  async press(selector) {
    const spot = await this.reachable(selector);
    if (this.touch) await this.page.touchscreen.tap(spot.x, spot.y);
    else await this.page.mouse.click(spot.x, spot.y);
    await this.settle();
  }

  async reachable(selector) {
    await this.page.waitForSelector(selector, { state: "attached" });
    let spot = await this.spot(selector);
    if (!spot?.free) {
      await this.page
        .locator(selector)
        .first()
        .evaluate((one) => one.closest("[data-board]") ?? one.scrollIntoView({ block: "center" }));
      if (await this.onBoard(selector)) await this.bring(selector);
      spot = await this.spot(selector);
    }
    assert.ok(spot?.free, `${selector} is covered by ${spot?.over}`);
    return spot;
  }

  onBoard(selector) {
    return this.page
      .locator(selector)
      .first()
      .evaluate((one) => Boolean(one.closest("[data-board]")));
  }

  /** Drag the map until the element lies in the middle of it. */
  async bring(selector) {
    const frame = await this.page.locator("[data-board]").boundingBox();
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    for (let tries = 0; tries < 12; tries++) {
      const spot = await this.spot(selector);
      if (spot.free) return;
      const limit = (value, most) => Math.max(-most, Math.min(most, value));
      await this.drag(middle, {
        x: middle.x + limit(middle.x - spot.x, frame.width * 0.4),
        y: middle.y + limit(middle.y - spot.y, frame.height * 0.4),
      });
    }
  }

  async drag(from, to) {
    if (this.touch) return this.swipe(from, to);
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
    await this.settle();
  }

  async swipe(from, to) {
    const session = await this.page.context().newCDPSession(this.page);
    const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", [from]);
    for (let k = 1; k <= 4; k++)
      await send("touchMove", [{ x: from.x + ((to.x - from.x) * k) / 4, y: from.y + ((to.y - from.y) * k) / 4 }]);
    await send("touchEnd", []);
    await session.detach();
    await this.settle();
  }

  get touch() {
    return (this.page.viewportSize()?.width ?? 1440) < 500;
  }

  /** Pick a unit on the map, out of its stack if it lies in one. */
  async pick(id) {
    const { hex } = this.unit(await this.view(), id);
    await this.press(`[data-board] [data-unit][data-hex="${hex}"]`);
    const fanned = `[role=group] [data-unit="${id}"]`;
    if (await this.page.locator(fanned).count()) await this.press(fanned);
  }

  act(text) {
    return this.press(`[data-action="${text}"]`);
  }

  /** The main button, and once more if it asks whether that is meant. */
  async end() {
    const serial = await this.serial();
    await this.press("footer .close");
    if ((await this.serial()) === serial) await this.press("footer .close.sure");
  }

  /** Lets what was done stand, if that is all that is asked; the table as it is then. */
  async goOn() {
    const view = await this.current();
    if (view.legal?.actions[0]?.verb !== "go-on") return view;
    await this.press('footer .close[data-action="go-on"]');
    return this.current();
  }

  /** Everything that can be folded lies open. */
  async unfold() {
    await this.page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    await this.settle();
  }

  lit() {
    return this.page.$$eval("[data-board] .light", (all) => all.map((one) => one.dataset.hex));
  }
}
