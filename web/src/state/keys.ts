// What each key does at the table.
import { type Cell, type Plane, UNIT } from "../board/plane";
import type { Hand } from "./hand.svelte";
import type { Layers } from "./layers.svelte";
import type { MatchState } from "./match.svelte";

interface BoardControls {
  fit(): void;
  centre(hex: string): void;
  reveal(hex: string): void;
  zoomBy(factor: number): void;
}

export interface Desk {
  match: MatchState;
  hand: Hand;
  layers: Layers;
  board: BoardControls;
  help: () => void;
  notation: () => void;
  close: () => void;
}

const ARROWS: Record<string, number> = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

export function pressKey(event: KeyboardEvent, desk: Desk): void {
  const at = event.target as HTMLElement;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    at.closest("input:not([type=checkbox]), select, textarea, dialog")
  )
    return;
  if (at.closest("[role=tablist]") && (event.key in ARROWS || READ.includes(event.key))) return; // the tabs' own
  if (event.key in ARROWS && !at.closest("[role=tabpanel], [data-panel]")) {
    event.preventDefault();
    return step(desk, ARROWS[event.key]!);
  }
  const act = COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (desk.match.playback.outcome && READ.includes(event.key)) return read(event, desk);
  if (!act || (READ.includes(event.key) && at.closest("button, a, summary, input"))) return; // it is pressed
  event.preventDefault();
  act(desk);
}

const READ = ["Enter", " "];

/** An outcome has been read; a key that is held down is not an answer, nor one that presses a button. */
function read(event: KeyboardEvent, { match }: Desk): void {
  if ((event.target as HTMLElement).closest("button:not([data-act=continue]), a, summary")) return;
  event.preventDefault();
  if (!event.repeat) match.playback.goOn();
}

/** The hex cursor; where no neighbour lies straight ahead, steps alternate between the two beside. */
function step({ hand, match, board }: Desk, angle: number): void {
  const { plane } = match;
  const from = plane.byNumber.get(hand.hex ?? "") ?? plane.byNumber.get(first(match, hand) ?? "") ?? plane.cells[0];
  if (!from) return;
  hand.fan = null;
  (document.activeElement as HTMLElement | null)?.blur(); // keys are the map's from here on
  const lean = (odd(plane, from, angle) ? 30 : -30) * (angle < 180 ? 1 : -1);
  const next = [0, lean, -lean].map((by) => plane.towards(from, angle + by, 0.2)).find(Boolean);
  if (!hand.hex) hand.hex = from.n;
  else if (next) hand.hex = next.n;
  void hand.point(hand.hex);
  board.reveal(hand.hex!);
}

/** Whether a hex lies in an odd row or column, counted along the arrow. */
function odd(plane: Plane, cell: Cell, angle: number): boolean {
  const axis = angle % 180 ? 1 : 0,
    count = (cell.centre[axis] - plane.cells[0]!.centre[axis]) / (UNIT * Math.sqrt(0.75));
  return Math.abs(Math.round(count)) % 2 === 1;
}

function first(match: MatchState, hand: Hand): string | null {
  return match.units.get(hand.next() ?? "")?.hex ?? [...hand.lit.keys()][0] ?? [...match.stacks.keys()][0] ?? null;
}

/** The main button. */
function close(): void {
  document.querySelector<HTMLButtonElement>("footer .close")?.click();
}

async function enter({ hand, match }: Desk): Promise<void> {
  const hex = hand.hex;
  if (match.mine && match.decision?.kind === "done") return close();
  if (hand.picked && !match.units.get(hand.picked)?.hex && hand.direct.length) return hand.confirm(); // in the air
  if (!hex) return;
  if (hand.lit.has(hex)) return hand.press(hex);
  const able = (match.stacks.get(hex) ?? []).map((unit) => unit.id).filter((id) => hand.able.has(id));
  const here = able.indexOf(hand.picked ?? "");
  if (here >= 0 && (able.length === 1 || hand.direct.length)) return hand.confirm();
  if (able.length > 1)
    [hand.keyed, hand.fan] = [true, hex]; // which of them is asked
  else if (able.length) await hand.pick(able[0]!);
  else await hand.press(hex);
}

function jump({ hand, match, board }: Desk, by: number): void {
  const id = hand.next(by);
  if (!id) return;
  void hand.pick(id);
  const hex = match.units.get(id)?.hex;
  if (hex) board.reveal(hex);
}

/** Everyone in the hex who can do something. */
function stack({ hand, match }: Desk): void {
  const able = (match.stacks.get(hand.hex ?? "") ?? []).map((unit) => unit.id).filter((id) => hand.able.has(id));
  if (!able.length) return;
  hand.fan = null; // all of it is in the hand: nothing is left to choose
  void hand.pickAll(able);
}

const COMMANDS: Record<string, (desk: Desk) => void> = {
  Enter: (desk) => void enter(desk),
  " ": (desk) => void enter(desk),
  n: (desk) => jump(desk, 1),
  p: (desk) => jump(desk, -1),
  u: ({ match }) => void (match.moment.can_undo && match.mine && match.undo()),
  d: close,
  m: ({ hand }) => {
    const keys = hand.manners.map(([key]) => key);
    if (keys.length > 1) void hand.setManner(keys[(keys.indexOf(hand.manner) + 1) % keys.length]!);
  },
  a: (desk) => stack(desk),
  Escape: ({ hand, match, close }) => {
    if (match.playback.running || match.playback.outcome) match.playback.skip();
    hand.clear();
    close();
  },
  "+": ({ board }) => board.zoomBy(1.3),
  "=": ({ board }) => board.zoomBy(1.3),
  "-": ({ board }) => board.zoomBy(1 / 1.3),
  "0": ({ board }) => board.fit(),
  c: ({ hand, board }) => hand.hex && board.centre(hand.hex),
  h: ({ layers }) => (layers.hideCounters = true),
  ":": ({ notation }) => notation(),
  "?": ({ help }) => help(),
};
