// Counters: cardboard with a band, a symbol, an id, steps and values, in three forms.
import type { Look, Piece, UnitState } from "../api/types";
import { type Canvas2D, SANS } from "./pen";
import type { Symbols } from "./symbols";

export const SIZE = 58;
export type Form = "far" | "middle" | "close";

export function formAt(zoom: number): Form {
  return zoom < 0.55 ? "far" : zoom < 1.16 ? "middle" : "close";
}

const SIZES: Record<string, string> = {
  battery: "I",
  company: "I",
  battalion: "II",
  regiment: "III",
  brigade: "X",
  division: "XX",
  corps: "XXX",
  army: "XXXX",
  front: "XXXXX",
};

export function sizeSign(size: string): string {
  return SIZES[size] ?? size;
}

export function paint(look: Look, piece: Piece): { fill: string; ink: string; band: string | null } {
  const tried = [piece.kind, ...(piece.independent ? [`${piece.side}_independent`] : []), piece.front, piece.side];
  const key = tried.find((name) => name !== null && name in look.counters);
  const colours = look.counters[key ?? ""] ?? { fill: "#8b938b", ink: "#1d211d" };
  return { ...colours, band: piece.band ? (look.bands[piece.band] ?? piece.band) : null };
}

/** What is printed below the symbol: the values in order, or an HQ's range and movement. */
export function valuesOf(piece: Piece, steps: number): string {
  const face = piece.faces[steps] ?? piece.faces.at(-1) ?? [];
  if (piece.range) return `[${piece.range}]-${face.at(-1)}`;
  if (!face.slice(1).some(Boolean)) return face[0] ? String(face[0]) : "";
  return face.join("-");
}

export function markersOf(look: Look, unit: UnitState): string[] {
  return Object.entries(unit).flatMap(([key, value]) =>
    value ? (look.markers[typeof value === "string" ? value : key] ?? []) : [],
  );
}

export interface Face {
  piece: Piece;
  steps: number;
  markers: string[];
  dim: boolean;
}

export function drawCounter(c: Canvas2D, face: Face, look: Look, symbols: Symbols, form: Form, zoom: number): void {
  const { fill, ink, band } = paint(look, face.piece);
  card(c, fill, ink, band, face, form);
  if (form === "far") far(c, face, symbols, ink, zoom);
  else if (form === "middle") middle(c, face, symbols, ink, zoom);
  else close(c, face, symbols, ink);
  if (face.dim) veil(c);
  pills(c, face.markers, form);
}

function plate(c: Canvas2D): void {
  c.beginPath();
  c.roundRect(0, 0, SIZE, SIZE, 6);
}

function card(c: Canvas2D, fill: string, ink: string, band: string | null, face: Face, form: Form): void {
  c.save();
  c.shadowColor = "rgba(59,50,34,0.5)";
  const m = c.getTransform().a;
  c.shadowBlur = 3.2 * m;
  c.shadowOffsetX = 1.5 * m;
  c.shadowOffsetY = 2 * m;
  c.fillStyle = fill;
  plate(c);
  c.fill();
  c.restore();
  if (face.steps < face.piece.steps) {
    c.fillStyle = "rgba(255,255,255,0.26)";
    c.beginPath();
    c.roundRect(0, 37, SIZE, 21, [0, 0, 6, 6]);
    c.fill();
  }
  c.strokeStyle = "rgba(255,255,255,0.35)";
  c.lineWidth = 1;
  c.beginPath();
  c.moveTo(1.4, SIZE - 7);
  c.arcTo(1.4, 1.4, SIZE - 7, 1.4, 5);
  c.lineTo(SIZE - 7, 1.4);
  c.stroke();
  c.strokeStyle = "rgba(28,26,21,0.75)";
  c.lineWidth = form === "far" ? 2 : 1;
  plate(c);
  c.stroke();
  if (!band) return;
  c.fillStyle = band;
  c.strokeStyle = ink;
  c.lineWidth = 0.6;
  c.beginPath();
  c.roundRect(4, 3.4, SIZE - 8, form === "far" ? 7 : 5, 2);
  c.fill();
  c.stroke();
}

function words(c: Canvas2D, text: string, x: number, y: number, size: number, room: number, ink: string): void {
  c.fillStyle = ink;
  c.textAlign = "center";
  c.font = `700 ${size}px ${SANS}`;
  c.fillText(text, x, y, room);
}

/** One strength: attack, or what an HQ can reach. */
function strength(face: Face): string {
  const printed = face.piece.faces[face.steps] ?? face.piece.faces.at(-1);
  return face.piece.range ? "" : String(printed?.[0] || "");
}

function far(c: Canvas2D, face: Face, symbols: Symbols, ink: string, zoom: number): void {
  const value = 32 * zoom >= 11 ? strength(face) : "";
  symbols.draw(c, face.piece.kind, value ? 15 : 7, value ? 10 : 13, value ? 28 : 44);
  if (value) words(c, value, SIZE / 2, 55.5, 32, 50, ink);
}

const NAMED = 0.75; // so close who it is can be read at its side

function middle(c: Canvas2D, face: Face, symbols: Symbols, ink: string, zoom: number): void {
  const named = zoom >= NAMED;
  symbols.draw(c, face.piece.kind, named ? 14.5 : 12, named ? 11 : 9.5, named ? 31 : 34);
  if (named) aside(c, face, ink, 11.2, 24, 11.5, 26);
  steps(c, face, ink, 52, 23);
  words(c, valuesOf(face.piece, face.steps), SIZE / 2, 53, 21, 54, ink);
}

function close(c: Canvas2D, face: Face, symbols: Symbols, ink: string): void {
  words(c, sizeSign(face.piece.size), SIZE / 2, 17.2, 9.6, 40, ink);
  symbols.draw(c, face.piece.kind, 16.5, 18.4, 26);
  aside(c, face, ink, 12.6, 25.6, 10.5, 25);
  steps(c, face, ink, 50.5, 28);
  words(c, valuesOf(face.piece, face.steps), SIZE / 2, 53, 18, 52, ink);
}

/** Who it is, up its side. */
function aside(c: Canvas2D, face: Face, ink: string, x: number, y: number, size: number, room: number): void {
  c.save();
  c.translate(x, y);
  c.rotate(-Math.PI / 2);
  words(c, face.piece.printed || face.piece.id, 0, 0, size, room, ink);
  c.restore();
}

function steps(c: Canvas2D, face: Face, ink: string, x: number, y: number): void {
  const full = face.piece.steps;
  c.strokeStyle = c.fillStyle = ink;
  c.lineWidth = 1.1;
  for (let k = 0; k < full; k++) {
    c.beginPath();
    c.arc(x, y + (k - (full - 1) / 2) * 7.6, 2.6, 0, 2 * Math.PI);
    if (k >= full - face.steps) c.fill();
    c.stroke();
  }
}

/** Who has moved is paler, but for the numbers: they count on in defence. */
function veil(c: Canvas2D): void {
  c.fillStyle = "rgba(236,227,203,0.6)";
  c.beginPath();
  c.roundRect(0, 0, SIZE, 36.5, [6, 6, 0, 0]);
  c.fill();
}

/** What is wrong with a unit: in a word if it can be read, else as a sign. */
function pills(c: Canvas2D, markers: string[], form: Form): void {
  if (form !== "close") return markers.length ? alarm(c) : undefined;
  markers.forEach((text, k) => {
    c.font = `700 10.5px ${SANS}`;
    const width = c.measureText(text).width + 9,
      height = 13,
      x = SIZE - width + 6,
      y = -6 + 13 * k;
    c.beginPath();
    c.roundRect(x, y, width, height, height / 2);
    redden(c);
    c.fillStyle = "#fff";
    c.textAlign = "center";
    c.fillText(text, x + width / 2, y + height - 3);
  });
}

function redden(c: Canvas2D): void {
  c.fillStyle = "#c02626";
  c.strokeStyle = "#fff";
  c.lineWidth = 1.2;
  c.fill();
  c.stroke();
}

function alarm(c: Canvas2D): void {
  c.beginPath();
  c.arc(SIZE - 4, 4, 9, 0, 2 * Math.PI);
  redden(c);
  c.fillStyle = "#fff";
  c.fillRect(SIZE - 5.3, -1.5, 2.6, 6.5);
  c.fillRect(SIZE - 5.3, 6.5, 2.6, 2.6);
}
