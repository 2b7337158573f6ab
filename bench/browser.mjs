// The table in a browser, measured: node bench/browser.mjs (after make setup); with --reach only the click to painted
// reach, in every game.
// First board, click to painted reach, main-thread work per frame of a pan, sizes on the wire.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("..", import.meta.url)), PYTHON = join(ROOT, ".venv/bin/python");
const STATIC = join(ROOT, "src/countermarch/server/static");
const PICKS = 100, PAN = 5000;

const port = await new Promise((found) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => found(port));
  });
});
const folder = mkdtempSync(join(tmpdir(), "countermarch-bench-"));
process.env.COUNTERMARCH_SERVER = `http://127.0.0.1:${port}`;
const server = spawn(PYTHON, ["-m", "countermarch.cli", "serve", "--port", String(port), "--database", `sqlite:///${folder}/matches.sqlite`], { cwd: ROOT, stdio: "ignore" });
const { SERVER, ask, sitting } = await import("../web/tests/table.mjs");

const rank = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = (value) => `${value.toFixed(1)} ms`;

async function started() {
  for (;;) {
    const answer = await fetch(`${SERVER}/api/games`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** A match that stands as the browser tests know it. */
async function match(position) {
  const script = `from tests.browser import positions; print(positions.${position}.save())`;
  const { stdout: save } = await promisify(execFile)(PYTHON, ["-c", script], { cwd: ROOT, maxBuffer: 1 << 24 });
  return (await ask("/matches/import", { save, seats: {} })).id;
}

/** Milliseconds until the map is first seen, and until the last of its tiles is up and painted. */
function watchBoard() {
  const look = () => {
    const world = document.querySelector("[data-waiting]");
    if (world?.querySelector("canvas")) window.drawn ??= performance.now();
    if (world?.dataset.waiting !== "0") window.painted = null;
    else window.painted ??= performance.now();
    if (performance.now() < 30_000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function firstBoard(id) {
  const times = [];
  for (let k = 0; k < 5; k++)
    await sitting(async ({ page }) => {
      await page.goto(`/#/match/${id}`);
      await page.waitForFunction(() => window.painted && performance.now() - window.painted > 700, null, { polling: 100 });
      times.push(await page.evaluate(() => [window.drawn, window.painted]));
    }, { init: watchBoard });
  console.log(`first board: ${ms(rank(times.map(([drawn]) => drawn), 0.5))} to the first picture, ${ms(rank(times.map(([, painted]) => painted), 0.5))} to the last tile (median of 5, cold browser)`);
}

/** From the event of a click to the frame that shows the lit hexes, taken in the page itself. */
function watchReach() {
  let clicked = 0;
  addEventListener("click", (event) => ((clicked = event.timeStamp), (window.lit = null)), true);
  new MutationObserver((changes) => {
    const light = changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.classList?.contains("light")));
    if (!light || !clicked) return;
    const from = clicked;
    clicked = 0;
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.lit = performance.now() - from;
        performance.mark("reach clicked", { startTime: from });
        performance.mark("reach lit");
      }),
    );
  }).observe(document, { childList: true, subtree: true });
}

/** What the browser's own trace holds of `play`. */
async function traced(page, play) {
  const session = await page.context().newCDPSession(page), events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const includedCategories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await play();
  const done = new Promise((end) => session.once("Tracing.tracingComplete", end));
  await session.send("Tracing.end");
  await done;
  return events;
}

/** Processor time of the main thread from each click to its painted reach. */
function worked(events) {
  const marks = (name) => events.filter((one) => one.name === name).sort((a, b) => a.ts - b.ts);
  const clicks = marks("reach clicked"), lit = marks("reach lit"), { pid, tid } = lit[0];
  const tasks = events.filter((one) => one.name === "RunTask" && one.pid === pid && one.tid === tid && one.dur);
  return lit.map(({ ts: end }, k) =>
    tasks.filter(({ ts, dur }) => ts + dur > clicks[k].ts && ts < end).reduce((sum, { dur, tdur }) => sum + (tdur ?? dur) / 1000, 0),
  );
}

/** What is clicked, and whether the server has told beforehand where all may go, or is asked at the click. */
async function reach(table, name, foreseen) {
  const times = [], { page } = table, { legal } = await table.current();
  const units = [...new Set(legal.actions.filter(({ verb, joint }) => verb === "move" && !joint).map(({ units }) => units[0]))];
  if (!foreseen) {
    await page.route("**/reaches?*", (route) => route.fulfill({ json: {} }));
    await page.reload();
    await table.shown();
  }
  await page.keyboard.press("0");
  await table.settle();
  const events = await traced(page, async () => {
    for (let k = 0; times.length < PICKS; k++) {
      const id = units[(k * 37) % units.length];
      await page.keyboard.press("Escape");
      await table.settle();
      await table.pick(id);
      await page.waitForFunction(() => window.lit, null, { timeout: 3000 }).catch(() => null);
      const time = await page.evaluate(() => window.lit);
      if (time) times.push(time);
      else if (k > 3 * PICKS) throw new Error("too few units light anything");
    }
  });
  const work = worked(events);
  console.log(`click to painted reach, ${name}, ${PICKS} clicks on ${units.length} units${foreseen ? "" : ", the server asked at the click"}: median ${ms(rank(times, 0.5))}, 95th percentile ${ms(rank(times, 0.95))}; of the main thread's processor time ${ms(rank(work, 0.5))}, ${ms(rank(work, 0.95))}`);
}

const counters = ({ view }) => view.units.filter((unit) => unit.hex).length;

/** Main-thread work between one frame and the next, from the browser's own trace; processor time, so that a busy machine does not count. */
async function pan(table) {
  const { page } = table;
  for (let k = 0; k < 3; k++) await page.keyboard.press("+");
  await page.waitForTimeout(3000); // tiles of the new zoom are drawn
  const box = await page.locator("[data-board]").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const events = await traced(page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let begun = Date.now(), k = 0; Date.now() - begun < PAN; k++) await page.mouse.move(x + 220 * Math.sin(k / 25), y + 140 * Math.cos(k / 18));
    await page.mouse.up();
  });
  report(frames(events), counters(await table.current()));
}

function frames(events) {
  const paints = events.filter(({ name }) => name === "Commit");
  const count = new Map();
  for (const { pid, tid } of paints) count.set(`${pid}/${tid}`, (count.get(`${pid}/${tid}`) ?? 0) + 1);
  const [busiest] = [...count].sort((a, b) => b[1] - a[1])[0];
  const main = events.filter(({ pid, tid }) => `${pid}/${tid}` === busiest);
  const tasks = main.filter(({ name, dur }) => dur && name === "RunTask").sort((a, b) => a.ts - b.ts);
  const ends = main.filter(({ name }) => name === "Commit").map(({ ts, dur = 0 }) => ts + dur).sort((a, b) => a - b);
  return ends.slice(1).map((end, k) => tasks.filter(({ ts }) => ts >= ends[k] && ts < end).reduce((sum, { dur, tdur }) => sum + (tdur ?? dur) / 1000, 0));
}

function report(work, on) {
  console.log(`pan, ${on} counters, ${work.length} frames in ${PAN / 1000} s: main thread median ${ms(rank(work, 0.5))}, 95th percentile ${ms(rank(work, 0.95))} per frame`);
}

async function sizes() {
  const files = readdirSync(STATIC, { recursive: true, withFileTypes: true }).filter((file) => file.isFile() && !/\.woff2?$/.test(file.name));
  const client = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(file.parentPath ?? file.path, file.name)), { level: 9 }).length, 0);
  const board = gzipSync(Buffer.from(await (await fetch(`${SERVER}/api/games/koenigsberg/board`)).arrayBuffer()), { level: 9 }).length;
  console.log(`compressed: client ${(client / 1000).toFixed(1)} kB without fonts, board data ${(board / 1000).toFixed(1)} kB`);
}

/** In every game, at the first movement. */
async function reaches() {
  for (const { key } of await ask("/games")) {
    const id = await match(`moving("${key}")`);
    await sitting(async (table) => {
      await table.open(id);
      await reach(table, key, true);
      await reach(table, key, false);
    }, { init: watchReach });
  }
}

async function all() {
  const id = await match("all_active()"), crowd = await match("crowded()");
  await sizes();
  await firstBoard(id);
  for (const one of [id, crowd])
    await sitting(async (table) => {
      await table.open(one);
      await pan(table);
    });
  await reaches();
}

try {
  await started();
  await (process.argv.includes("--reach") ? reaches() : all());
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
