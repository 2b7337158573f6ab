/** A game of the size of ours for boardgame.io's own server: 181 counters on 1,620 hexes, moved one at a time.
 *
 * It checks how far a counter may go and that no enemy stands there, and nothing else: no zones, no supply, no dice,
 * no list of what may be done. It is the server that is looked at, not the game. States are sent whole, as boardgame.io
 * does by default: its patches (deltaState) were slower in a short trial with lists of this length.
 * Run where boardgame.io is installed: node boardgame.cjs PORT
 */
const { createRequire } = require("node:module");
const here = createRequire(`${process.cwd()}/`);
const { Server, Origins } = here("boardgame.io/server");

const [COLUMNS, ROWS, COUNTERS, REACH, MOVES] = [45, 36, 181, 6, 20];

const cube = (hex) => {
  const [column, row] = [hex % COLUMNS, Math.floor(hex / COLUMNS)];
  const r = row - (column - (column & 1)) / 2;
  return [column, r, -column - r];
};
const distance = (one, other) => {
  const [a, b] = [cube(one), cube(other)];
  return Math.max(...a.map((value, at) => Math.abs(value - b[at])));
};

const counter = (_, id) => ({
  id: `counter-${id}`,
  side: String(id % 2),
  hex: (id * 8) % (COLUMNS * ROWS),
  steps: 2,
  moved: false,
  supplied: true,
  markers: [],
});

const game = {
  name: "counters",
  disableUndo: true,
  setup: () => ({
    turn: 1,
    counters: Array.from({ length: COUNTERS }, counter),
    control: Array.from({ length: COLUMNS * ROWS }, (_, hex) => hex % 2),
  }),
  turn: { minMoves: MOVES, maxMoves: MOVES },
  moves: {
    move: ({ G, playerID }, id, hex) => {
      const counter = G.counters[id];
      const blocked = G.counters.some((other) => other.hex === hex && other.side !== playerID);
      if (!counter || counter.side !== playerID || blocked || distance(counter.hex, hex) > REACH) return "INVALID_MOVE";
      counter.hex = hex;
      counter.moved = true;
      G.control[hex] = Number(playerID);
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
