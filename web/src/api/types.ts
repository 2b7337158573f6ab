// What the server sends. Texts arrive in the language that was asked for.

export interface Words {
  text: string;
  citation: string | null;
}

export interface OptionInfo {
  key: string;
  title: string;
  values: { key: string; title: string }[];
  default: string;
  rule: string | null;
}

export interface GameInfo {
  key: string;
  title: string;
  sides: string[];
  scenarios: { key: string; title: string; turns: number }[];
  options: OptionInfo[];
  bots: string[];
  minutes: number | null;
  complexity: number | null;
  side_titles: Record<string, string>;
}

/** A hex: where it lies, and a word for every layer of the map that says something of it. */
export interface HexInfo {
  n: string;
  x: number;
  y: number;
  name?: string;
  flags: string[];
  [layer: string]: unknown;
}

/** A hexside: the same. */
export interface SideInfo {
  a: string;
  b: string;
  protects?: string;
  river_name?: string;
  [layer: string]: unknown;
}

/** How a word of a layer is drawn and called. */
export interface Style {
  on: "hex" | "side";
  layer: string;
  word: string;
  title: string;
  draw: "area" | "water" | "place" | "course" | "wall" | "way" | "bridge";
  also?: string[];
  fill?: string;
  edge?: string;
  mark?: "tree" | "reed" | "hill" | "peak";
  ink?: string;
  lettering?: string;
  colour?: string;
  width?: number;
  size?: number;
  text?: number;
  strokes?: [colour: string, width: number, dash?: number[]][];
  glow?: string;
}

export type Point = [number, number];

export interface Outlines {
  north: Point;
  hex_km: number;
  sea: Point[][];
  lakes: Point[][];
  rivers: Point[][];
  labels: [string, string, number, number][];
}

export interface Piece {
  id: string;
  side: string;
  front: string;
  formation: string;
  band: string | null;
  printed: string;
  name: string;
  kind: string;
  size: string;
  steps: number;
  faces: number[][]; // by steps left; what the values are is `printed`
  range: number;
  independent: boolean;
  zone: boolean;
  arrives?: string;
  entry?: string;
  placement?: string; // the group of the set-up it belongs to
}

export interface Look {
  counters: Record<string, { fill: string; ink: string }>;
  bands: Record<string, string>;
  markers: Record<string, string>;
  lights?: Record<string, string>; // what lies over the ground at dusk, at night
}

export interface Mark {
  flags: string[];
  colours: string[];
  text: string;
  legend: string;
}

export interface Drawing {
  styles: Style[];
  objective?: string;
  out_of_play?: string;
  frontier?: string; // the flag of what one side holds at the start
  marks?: Mark[];
}

export interface Rule {
  id: string;
  title: string;
  gist: string;
}

export interface Chart {
  columns: string[];
  rows: string[][];
}

/** What the server has words for. */
export type Family =
  | "sides"
  | "boxes"
  | "terrain"
  | "kinds"
  | "phases"
  | "groups"
  | "chits"
  | "marks"
  | "charts"
  | "columns"
  | "values"
  | "verbs"
  | "modes"
  | "markers"
  | "sizes"
  | "results";

export interface BoardData {
  grid: { hexes: HexInfo[]; size: number; flat: boolean };
  sides: SideInfo[];
  outlines: Outlines | null;
  look: Look;
  pieces: Piece[];
  sight: boolean; // whether one can ask what is seen from a hex
  printed: string[]; // what the values on a counter are called, in order
  symbols: { viewBox: string; symbols: Record<string, string> };
  charts: Record<string, Chart>;
  rules: Rule[];
  sources?: unknown;
  drawing: Drawing;
  title: string;
  credits: string | null;
  words: Partial<Record<Family, Record<string, string>>>; // of what the game has
  phases: string[];
  chits: { id: string; name: string; side: string; front: string }[];
  formations: { key: string; name: string; side: string; front: string; colour: string }[];
}

export interface UnitState {
  id: string;
  side: string;
  kind: string;
  hex: string | null;
  where: string | null;
  level: number;
  steps: number;
  moved?: number;
  [state: string]: unknown; // supplied, activated, disrupted ... as the game has it
}

export interface Limit {
  limit: number;
  used: number;
  lost: number;
  left: number;
}

/** What a side sees. Only units, turn and side are certain; a game shows more of what it has. */
export interface View {
  game: string;
  turn: number;
  phase?: string;
  light?: string;
  side: string;
  to_act: string | null;
  units: UnitState[];
  hidden?: Record<string, number>;
  control?: Record<string, string>;
  cup?: string[];
  drawn?: string[];
  void?: string[];
  activations?: Record<string, Limit>;
  effects?: Record<string, number>;
  options?: Record<string, string>;
  attack?: Assault | null;
}

export interface Assault {
  target: string;
  attackers: string[];
  support: Record<string, string>;
  kind?: string; // attack, if it is not said
  preview?: { target: string; attackers: string[] }; // what it is weighed by, if not by all of it
}

export interface Action {
  text: string;
  verb: string;
  units: string[];
  hexes: string[];
  mode: string; // what it says beside verb, units and hexes
  gait: string; // the mode of movement to ask reach and path for
  closes: boolean; // whether it ends or resolves what is asked
  label: string | null; // in words, if it names neither unit nor hex
}

export interface Decision {
  kind: string;
  side: string;
  prompt: string;
  citations: string[];
}

export interface Result {
  winner: string | null;
  level: string;
  points: Record<string, number>;
  text: string;
}

export interface GameEvent {
  index: number;
  text: string;
  citation: string | null;
  key: string;
  params: Record<string, unknown>;
  hexes: string[];
  units: string[];
  assault?: Fought | null; // what a die was cast for
}

/** An attack as it stood when its die was cast. */
export interface Fought {
  kind: string;
  target: string;
  attackers: string[];
  support: Record<string, string>;
  preview: Preview;
}

export interface Moment {
  seat?: string;
  serial: number;
  view: View;
  decision: Decision | null;
  result: Result | null;
  summary: [string, string][];
  legal: { count: number; actions: Action[] } | null;
  can_undo: boolean;
  undo_points?: number[]; // how long the log would be after undoing once, twice and so on
  seats: Record<string, string>;
  commitment: string;
  dice_key: string | null;
  events?: GameEvent[];
  log?: number;
  since?: number; // how long the log was after my last decision
  actions?: number;
  fingerprint?: string;
  bots?: { run: boolean; message: string | null };
}

export interface Part {
  text: string;
  value: number;
  citation: string | null;
}

export interface Preview {
  attack: number;
  defence: number;
  parts: Part[];
  column: string | null;
  results: Record<string, number>;
  refusal?: Words | null;
}

/** A hex as it is now: how much of what may stand there does, and what it is worth. */
export interface Spot {
  rooms: (Words & { used: number; limit: number })[];
  worth: Part | null;
}

export interface Step {
  hex: string;
  cost: number;
  parts: Part[];
}

export interface MatchInfo {
  id: string;
  game: string;
  turn: number;
  to_act: string | null;
  seats: Record<string, string>;
  updated: string;
  over?: boolean;
  actions?: number;
  /** Why it cannot be opened: it was played by other rules. */
  old?: string | null;
}

export interface ReplayStep {
  index: number;
  side: string;
  action: string | null;
  events: GameEvent[];
  fingerprint?: string;
}

/** What can be seen from a hex, and of every other hex what hides it. */
export interface Sight {
  hex: string;
  visible: string[];
  hidden: Record<string, { by: string[]; text: string; citation: string }>;
}
