import { keepShare, pledge, shareOf } from "../meet/fair";
import type {
  Account,
  Analysis,
  BoardData,
  Briefing,
  Changed,
  Chronicle,
  Command,
  Consent,
  Created,
  Example,
  GameInfo,
  Guesses,
  Hint,
  Invitation,
  Joined,
  Lesson,
  LessonRow,
  Lobby,
  MadeTable,
  MatchInfo,
  Message,
  Moment,
  NewMatch,
  Outlook,
  Preview,
  Proof,
  Refusal,
  Replay,
  Rulebook,
  Saved,
  Sight,
  Spot,
  Stale,
  Step,
  Supply,
  Threat,
  Together,
  ValuePlace,
  Values,
  ValueSet,
  Verified,
  Why,
  Watched,
  WatchList,
  Words,
} from "./types";

/** An answer that says no: `citation` names the rule, `moment` is how things stand if ours was stale,
 * `place` a wrong value, `done` that it had been done before. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly citation: string | null,
    readonly moment: Moment | null = null,
    readonly place: ValuePlace | null = null,
    readonly done = false,
  ) {
    super(message);
  }
}

/** Nobody answers; `after` so many milliseconds somebody will, if that was told. */
export class Unreachable extends Error {
  constructor(readonly after = 0) {
    super();
  }
}

const PAUSES = [250, 500, 1000, 2000, 3000]; // milliseconds; a worker that dies has a successor long before
const LONGEST = 5000;
const pause = (time: number) => new Promise((done) => setTimeout(done, time));
const wished = (answer: Response) => Math.min(LONGEST, 1000 * (Number(answer.headers.get("retry-after")) || 0));

type Query = Record<string, string | number | undefined>;

let language = "en";
export function speak(lang: string): void {
  language = lang;
}

function address(path: string, query: Query): string {
  const url = new URL(`/api${path}`, location.origin);
  for (const [key, value] of Object.entries({ lang: language, ...query }))
    if (value !== undefined && value !== "") url.searchParams.set(key, String(value));
  return url.toString();
}

/** A question is asked again while nobody answers, and so is what names its moment: that is done once. */
async function ask<T>(
  method: string,
  path: string,
  query: Query = {},
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const safe = method === "GET" || typeof (body as { serial?: unknown } | undefined)?.serial === "number";
  for (const time of safe ? PAUSES : [])
    try {
      return await askOnce<T>(method, path, query, body, signal);
    } catch (error) {
      if (!(error instanceof Unreachable) || signal?.aborted) throw error;
      await pause(Math.max(time, error.after));
    }
  return askOnce<T>(method, path, query, body, signal);
}

async function askOnce<T>(
  method: string,
  path: string,
  query: Query,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<T> {
  const headers: Record<string, string> = { "accept-language": language };
  if (body !== undefined) headers["content-type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (signal) init.signal = signal;
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(address(path, query), init).catch(() => {
    throw new Unreachable();
  });
  if (answer.status >= 502 && answer.status <= 504) throw new Unreachable(wished(answer));
  if (answer.ok && /^(image\/svg|text\/html)/.test(answer.headers.get("content-type") ?? ""))
    return (await answer.text()) as T;
  const said = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw refusal(answer.status, said);
  return said as T;
}

function refusal(status: number, said: unknown): Refused {
  const answer = (said ?? {}) as Partial<Refusal & Stale>;
  const moment = answer.view ?? null;
  const { message = `HTTP ${status}`, citation = null, place = null } = answer.error ?? {};
  return new Refused(status, message, citation, moment, place, answer.done);
}

/** What other parts of the client ask for. */
export const send = <T>(method: string, path: string, body?: unknown) => ask<T>(method, path, {}, body);
export const games = () => ask<GameInfo[]>("GET", "/games");
export const board = (key: string) => ask<BoardData>("GET", `/games/${key}/board`);
/** The board of a match: that of its game, with the values it is played by. */
export const boardOf = ({ id, game, values }: MatchInfo) =>
  values ? ask<BoardData>("GET", `/matches/${id}/board`) : board(game);
const called = (game: string, name: string) => `/values/${game}/${encodeURIComponent(name)}`;
/** What is reconstructed in a game, and sets of one's own values by name. */
export const guesses = (game: string) => ask<Guesses>("GET", `/games/${game}/values`);
export const valueSets = (game: string) => ask<ValueSet[]>("GET", `/values/${game}`);
export const values = (game: string, name: string) => ask<Values>("GET", called(game, name));
export const keepValues = (game: string, name: string, tables: Values["tables"]) =>
  ask<ValueSet>("PUT", called(game, name), {}, { tables });
export const importValues = (game: string, document: unknown) => ask<ValueSet>("POST", `/values/${game}`, {}, document);
export const removeValues = (game: string, name: string) => ask<unknown>("DELETE", called(game, name));
export const rulebook = (key: string, lang: string) => ask<Rulebook>("GET", `/games/${key}/rules`, { lang });
export const lessons = () => ask<LessonRow[]>("GET", "/lessons");
export const lesson = (key: string) => ask<Lesson>("GET", `/games/${key}/lesson`);
export const example = (game: string, rule: string) =>
  ask<Example>("GET", `/games/${game}/examples/${encodeURIComponent(rule)}`);
/** A table at the example of a rule, and whose seats are ours. */
export async function tryRule(game: string, rule: string): Promise<{ id: string; sides: string[] }> {
  const begun = await ask<Created>("POST", `/games/${game}/examples/${encodeURIComponent(rule)}`);
  return { id: begun.id, sides: begun.seats };
}
/** The latest matches, from one on; a page of them. */
export const PAGE = 200;
export const matches = (start = 0) => ask<MatchInfo[]>("GET", "/matches", { start, limit: PAGE });
export const matchCalled = async (id: string) => (await ask<MatchInfo[]>("GET", "/matches", { id }))[0];

/** Links to seats are told once; this browser keeps them until they are taken. */
function remember(begun: Created, share: string | null = null): string {
  for (const [side, link] of Object.entries(begun.links ?? {})) keepLink(begun.id, side, link);
  if (begun.promise) keepShare(begun.id, { share, told: begun.promise });
  return begun.id;
}
/** A match is made; with a seat for somebody elsewhere, one promises a share in its dice. */
async function make<T extends { seats?: Record<string, string> }>(path: string, body: T): Promise<string> {
  const apart = Object.values(body.seats ?? {}).some((who) => who === "link" || who === "open");
  const own = apart ? await pledge() : null;
  const asked = own ? { ...body, promise: own.promise } : body;
  return remember(await ask<Created>("POST", path, {}, asked), own?.share ?? null);
}
const linkKey = (match: string, side: string) => `countermarch.link.${match}.${side}`;
export const keepLink = (match: string, side: string, link: string) => localStorage.setItem(linkKey(match, side), link);
export const linkOf = (match: string, side: string) => localStorage.getItem(linkKey(match, side));
export const forgetLink = (match: string, side: string) => localStorage.removeItem(linkKey(match, side));
export async function renewLink(match: string, side: string): Promise<string> {
  const { link } = await ask<{ link: string }>("POST", `/matches/${match}/links`, {}, { seat: side });
  keepLink(match, side, link);
  return link;
}
/** A table one has made, though one sits nowhere; and whether it stands in the lobby. */
export const madeTable = (id: string) => ask<MadeTable>("GET", `/matches/${id}/table`);
export const listTable = (id: string, listed: boolean) => ask<unknown>("POST", `/matches/${id}/listed`, {}, { listed });
/** What a link is for, and taking the seat by it. */
export const invitation = (token: string) => ask<Invitation>("GET", `/join/${token}`);
/** Whoever sits down promises a share in the dice. */
async function sit(path: string, name: string, accepts: boolean, told: string | null): Promise<Joined> {
  const own = await pledge();
  const joined = await ask<Joined>("POST", path, {}, { name, accepts, promise: own?.promise ?? null });
  keepShare(joined.id, { share: own?.share ?? null, told });
  return joined;
}
export const join = (token: string, name: string, accepts: boolean, told: string | null) =>
  sit(`/join/${token}`, name, accepts, told);
/** Tables anybody may sit down at, a page of them. */
export const openTables = (start: number) => ask<Lobby>("GET", "/lobby", { start });
export const openTable = (id: string) => ask<Invitation>("GET", `/lobby/${id}`);
export const sitDown = (id: string, name: string, accepts: boolean, told: string | null) =>
  sit(`/lobby/${id}`, name, accepts, told);
/** What is known of the dice of a match that is over, and whether a file holds. */
export const proof = (match: string) => ask<Proof>("GET", `/matches/${match}/proof`);
export const verify = (file: string) => ask<Verified>("POST", "/verify", {}, { file });
/** Matches whose players let others look on, a page of them. */
export const watchable = (start: number) => ask<WatchList>("GET", "/watch", { start });
/** A match as all may know it, and who allows others to look on. */
export const watch = (id: string) => ask<Watched>("GET", `/watch/${id}`);
export const watchedMap = (id: string) => ask<string>("GET", `/watch/${id}/map.svg`);
export const consent = (id: string, seat: string) => ask<Consent>("GET", `/matches/${id}/watch`, { seat });
export const allowWatching = (id: string, wish: { seat: string; allowed: boolean; minutes: number; actions: number }) =>
  ask<Consent>("PUT", `/matches/${id}/watch`, {}, wish);
/** Who one is here, and what one may ask of one's account and data. */
export const account = () => ask<Account>("GET", "/account");
export const register = (email: string, password: string, name: string) =>
  ask<Account>("POST", "/account", {}, { email, password, name });
export const logIn = (email: string, password: string) =>
  ask<Account>("POST", "/account/login", {}, { email, password });
export const logOut = (everywhere: boolean) =>
  ask<unknown>("POST", everywhere ? "/account/logout-everywhere" : "/account/logout");
export const confirmAddress = (code: string) => ask<Account>("POST", "/account/confirm", {}, { code });
export const forgotPassword = (email: string) => ask<unknown>("POST", "/account/forgot", {}, { email });
export const resetPassword = (code: string, password: string) =>
  ask<unknown>("POST", "/account/reset", {}, { code, password });
export const changePassword = (old: string, fresh: string) =>
  ask<unknown>("PUT", "/account/password", {}, { old, new: fresh });
export const exportData = () => ask<unknown>("GET", "/account/export");
export const deleteData = (password: string) => ask<unknown>("POST", "/account/delete", {}, { password });
/** The name one goes by; null for who has none yet. */
export const myName = async () => (await ask<{ name: string | null }>("GET", "/me")).name;
export const callMe = (name: string) => ask<unknown>("PUT", "/me", {}, { name });

const made = new Set<string>(); // since this page was loaded
export const isNew = (id: string) => made.has(id);

export async function begin(wanted: NewMatch): Promise<string> {
  const id = await make("/matches", wanted);
  made.add(id);
  return id;
}
export const takeLesson = async (key: string) => remember(await ask<Created>("POST", `/games/${key}/lesson`));
export const importSave = (save: string, seats: Record<string, string>) => make("/matches/import", { save, seats });
export const savedText = async (id: string) => (await ask<Saved>("GET", `/matches/${id}/save`)).save;
export const remove = (id: string) => ask<unknown>("DELETE", `/matches/${id}`);

/** The side of a seat, be it that of the whole side or of a command. */
export const sideOf = (seat: string) => seat.split(".")[0]!;

/** One seat of one match. */
export class Seat {
  /** After how many actions the table is looked at; as it stands if nothing is said. */
  then: number | undefined = undefined;

  readonly side: string;

  /** Of a side, or of one of its commands: "soviet", "soviet.2BF". */
  constructor(
    readonly match: string,
    readonly key: string,
  ) {
    this.side = sideOf(key);
  }

  private get<T>(what: string, query: Query = {}): Promise<T> {
    return ask<T>("GET", `/matches/${this.match}/${what}`, { seat: this.key, at: this.then, ...query });
  }
  private post<T>(what: string, body: Record<string, unknown>): Promise<T> {
    return ask<T>("POST", `/matches/${this.match}/${what}`, {}, { seat: this.key, ...body });
  }

  /** The table as it stands, and what has happened from an event on, if that is asked. */
  view = (since?: number) => this.get<Moment>("view", { since, whole: "true" });
  /** Answers like the line: what has happened, and how the table has changed. */
  act = (action: string, serial: number) => this.post<Changed>("actions", { action, serial, patch: true });
  undo = (times: number, serial: number) => this.post<Moment>("undo", { times, serial, whole: true });
  /** What the seat is told before its first decision; null in a game that has nothing to tell. */
  briefing = () => this.get<Briefing | null>("briefing");
  reach = (units: string[], mode: string) => this.get<Record<string, number>>("reach", { unit: units.join(","), mode });
  reaches = () => this.get<Record<string, Record<string, number>>>("reaches");
  path = (units: string[], hex: string, mode: string) => this.get<Step[]>("path", { unit: units.join(","), hex, mode });
  why = (units: string[], hex: string, mode: string) =>
    this.get<Words | null>("why", { unit: units.join(","), hex, mode });
  targets = () => this.get<Record<string, Preview>>("targets");
  zones = (side: string) => this.get<string[]>("zones", { side });
  supply = (of: string) => this.get<Supply>("supply", { of });
  command = (hq: string) => this.get<Command>("command", { hq });
  spot = (hex: string) => this.get<Spot>("spot", { hex });
  sight = (hex: string) => this.get<Sight>("sight", { hex });
  /** The whole match, for all at the table: a seat alone would not get it. */
  save = async () => (await ask<Saved>("GET", `/matches/${this.match}/save`)).save;
  map = () => ask<string>("GET", `/matches/${this.match}/map.svg`, { seat: this.key });
  replay = () => this.get<Replay>("replay");
  /** The story of the match; null while it goes on and something is hidden. */
  chronicle = () => this.get<Chronicle | null>("chronicle");
  at = (index: number) => this.get<Moment>(`at/${index}`);
  /** The other is asked to come; both promise a share in the dice. */
  async rematch(exchanged: boolean): Promise<string> {
    const own = await pledge();
    const asked = { exchanged, promise: own?.promise ?? null };
    return remember(await ask<Created>("POST", `/matches/${this.match}/rematch`, {}, asked), own?.share ?? null);
  }
  async come(told: string | null): Promise<void> {
    const own = await pledge();
    await this.post<unknown>("come", { promise: own?.promise ?? null });
    keepShare(this.match, { share: own?.share ?? null, told });
  }
  branch = (index: number, seats: Record<string, string>) => make(`/matches/${this.match}/branch`, { index, seats });
  /** The share in the dice this browser had promised, if it is waited for. */
  async giveShare(due: string[]): Promise<void> {
    const own = due.includes(this.key) ? shareOf(this.match)?.share : null;
    if (own) await this.post<unknown>("share", { share: own });
  }
  /** What a general would do now; whoever no longer wants to know says so. */
  hint = (seconds: number, signal: AbortSignal) =>
    ask<Hint>("POST", `/matches/${this.match}/hint`, {}, { seat: this.key, seconds }, signal);
  /** What a bot had in mind in its last activation; stopped like a hint. */
  motive = (seconds: number, signal: AbortSignal) =>
    ask<Why>("POST", `/matches/${this.match}/why`, {}, { seat: this.key, seconds }, signal);
  unhint = () => ask<unknown>("DELETE", `/matches/${this.match}/hint`, { seat: this.key });
  /** Luck and choice in a match that is over: what is known of them, to be looked for, or no longer. */
  analysis = () => ask<Analysis>("GET", `/matches/${this.match}/analysis`, { seat: this.key });
  analyse = () => this.post<Analysis>("analysis", {});
  unanalyse = () => ask<unknown>("DELETE", `/matches/${this.match}/analysis`, { seat: this.key });
  analysisFile = <T>(kind: "json" | "html") =>
    ask<T>("GET", `/matches/${this.match}/analysis.${kind}`, { seat: this.key });
  /** Each side's chance to win; null where nobody knows. */
  outlook = () => this.get<Outlook | null>("outlook");
  /** What the enemy could bring against a hex. */
  threats = () => this.get<Record<string, Threat>>("threats");
  /** What people who play apart say to each other, and what one notes for oneself. */
  talk = () => this.get<Message[]>("talk");
  say = (text: string) => this.post<Message>("talk", { text });
  notes = async () => (await this.get<{ text: string }>("notes")).text;
  note = (text: string) => ask<unknown>("PUT", `/matches/${this.match}/notes`, {}, { seat: this.key, text });
  /** Go on by the rules of today, if all agree. */
  goOn = (agree: boolean) => this.post<Moment>("go-on", { agree });
  resign = () => this.post<Moment>("resign", {});
  claim = () => this.post<Moment>("claim", {});
  resume = () => this.post<Together>("resume", {});
  offer = (kind: "draw" | "takeback" | "adjourn") => this.post<Together>("offers", { kind });
  answer = (kind: string, accept: boolean) => this.post<Together>("offers/answer", { kind, accept });
  bots = (run: boolean) => ask<Moment["bots"]>("POST", `/matches/${this.match}/bots`, {}, { run });

  preview(target: string, attackers: string[], support: Record<string, string>, kind?: string): Promise<Preview> {
    const strikes = Object.entries(support).map(([id, strike]) => `${id}:${strike}`);
    return this.get<Preview>("preview", {
      target,
      attackers: attackers.join(","),
      support: strikes.join(","),
      kind,
    });
  }

  live(): WebSocket {
    const url = new URL(address(`/matches/${this.match}/live`, { seat: this.key, patch: "true" }));
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url);
  }
}
