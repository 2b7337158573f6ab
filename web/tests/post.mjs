// Those who take messages, on this machine: a mail server, a hook, and a push service with the keys of one browser.
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer as createHttp } from "node:http";
import { createServer as createTcp } from "node:net";

const LONG = 20_000; // milliseconds until a message must have come
const listening = (server, port) => new Promise((ready) => server.listen(port, "127.0.0.1", ready));

/** What has come so far. */
class Box {
  taken = [];

  async wait(number) {
    for (const end = Date.now() + LONG; this.taken.length < number;) {
      assert.ok(Date.now() < end, `${this.taken.length} came, not ${number}: ${JSON.stringify(this.taken)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    return this.taken[number - 1];
  }
}

/** As much of SMTP as a letter needs; each is read by its headers and its text. */
export async function mailServer(port) {
  const box = new Box();
  const server = createTcp((line) => {
    let [kept, reading] = ["", false];
    line.setEncoding("utf8").on("error", () => {});
    line.write("220 here\r\n");
    line.on("data", (part) => {
      kept += part;
      for (let end; (end = kept.indexOf(reading ? "\r\n.\r\n" : "\r\n")) >= 0;) {
        const said = kept.slice(0, end);
        kept = kept.slice(end + (reading ? 5 : 2));
        if (reading) box.taken.push(letter(said.replace(/^\.\./gm, ".")));
        reading = !reading && /^DATA/i.test(said);
        line.write(reading ? "354 go on\r\n" : /^QUIT/i.test(said) ? "221 bye\r\n" : "250 good\r\n");
      }
    });
  });
  await listening(server, port);
  return { box, close: () => server.close() };
}

function letter(source) {
  const [head, ...rest] = source.split("\r\n\r\n");
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const body = rest.join("\r\n\r\n");
  const plain = /base64/.test(headers["content-transfer-encoding"] ?? "")
    ? Buffer.from(body, "base64").toString()
    : /quoted/.test(headers["content-transfer-encoding"] ?? "")
      ? quoted(body.replace(/=\r\n/g, ""))
      : body;
  return { to: headers.to, subject: words(headers.subject), headers, text: plain };
}

const quoted = (text) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16))),
    "latin1",
  ).toString();
/** A header as it is read: its parts may be packed. */
const words = (text) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, packed) => quoted(packed.replaceAll("_", " ")))
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, packed) => Buffer.from(packed, "base64").toString());

/** Takes what is posted to it: JSON at /hook, what is encrypted for one browser at /push. */
export async function hookServer() {
  const hooks = new Box(),
    pushes = new Box(),
    browser = new Browser();
  const server = createHttp((request, answer) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      if (request.url === "/push") pushes.taken.push({ headers: request.headers, said: browser.read(body) });
      else hooks.taken.push(JSON.parse(body));
      answer.writeHead(201).end();
    });
  });
  await listening(server, 0);
  const address = `http://127.0.0.1:${server.address().port}`;
  const subscription = { endpoint: `${address}/push`, keys: browser.keys };
  return { hooks, pushes, hook: `${address}/hook`, subscription, close: () => server.close() };
}

/** The keys a browser gives to whoever may push to it, and what it reads with them (RFC 8291). */
class Browser {
  own = createECDH("prime256v1");
  secret = randomBytes(16);

  constructor() {
    this.own.generateKeys();
  }

  get keys() {
    return { p256dh: this.own.getPublicKey("base64url"), auth: this.secret.toString("base64url") };
  }

  read(body) {
    const salt = body.subarray(0, 16),
      sender = body.subarray(21, 21 + body[20]),
      sealed = body.subarray(21 + body[20]);
    const derive = (key, with_, info, length) => Buffer.from(hkdfSync("sha256", key, with_, info, length));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.own.getPublicKey(), sender]);
    const shared = derive(this.own.computeSecret(sender), this.secret, info, 32);
    const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16),
      nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
    const opened = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
