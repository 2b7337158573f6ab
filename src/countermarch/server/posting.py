"""How a message leaves the server: by e-mail, to a webhook, to a browser's push service.

Addresses come from strangers, so only those of the open internet are called, at the very address that was checked.
"""

from __future__ import annotations

import json
import smtplib
import socket
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

PATIENCE = 10.0  # seconds for a mail server or a hook to answer
KEPT = 24 * 3600  # seconds a push service keeps a message for a browser that is off
HOOKS = ("discord", "slack", "json")
GONE = (404, 410)
WORLD = ip_network("2000::/3")  # what of the addresses of six parts leads out; others may lead to ones of four parts
CLOSED = (ip_network("192.0.0.0/24"), ip_network("192.88.99.0/24"))  # for machines that lead to others


class NotSent(Exception):
    """It did not arrive; the message holds no secret. `gone`: nor will any other."""

    def __init__(self, why: str, gone: bool = False) -> None:
        self.gone = gone
        super().__init__(why)


class WrongAddress(ValueError):
    """Nobody can be called there, or may be; by the name of the text that says why."""


@dataclass(frozen=True, slots=True)
class Message:
    """What is said, whatever it goes by: a line, a few more, where it leads, and where it is put off."""

    title: str
    body: str
    link: str
    off: str
    leave: str  # what the link that puts it off is called
    facts: dict[str, Any]  # for programs

    @property
    def text(self) -> str:
        return f"{self.title}\n\n{self.body}\n\n{self.link}\n\n{self.leave}: {self.off}"


# e-mail


@dataclass(frozen=True, slots=True)
class Mailer:
    """A mail server, as `serve --smtp` names it: smtp://user:password@host:587?from=table@example.org."""

    host: str
    port: int
    encrypted: bool
    user: str
    password: str
    sender: str

    @classmethod
    def of(cls, url: str) -> Mailer:
        parts = urlsplit(url)
        sender = parse_qs(parts.query).get("from", [""])[0] or unquote(parts.username or "")
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
            raise ValueError("--smtp takes such as smtp://user:password@mail.example.org:587?from=table@example.org")
        encrypted = parts.scheme == "smtps"
        port = parts.port or (465 if encrypted else 587)
        return cls(
            parts.hostname, port, encrypted, unquote(parts.username or ""), unquote(parts.password or ""), sender
        )

    def send(self, to: str, message: Message, one_click: str = "") -> None:
        try:
            with self._line() as line:
                line.send_message(self._letter(to, message, one_click))
        except (smtplib.SMTPException, OSError) as error:
            raise NotSent(f"the mail server did not take it: {type(error).__name__}") from None

    def _line(self) -> smtplib.SMTP:
        """A password goes over an encrypted line, or not at all."""
        if self.encrypted:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=PATIENCE, context=ssl.create_default_context()
            )
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=ssl.create_default_context())
            elif self.password:
                line.close()
                raise NotSent("the mail server offers no encryption, so it is not told the password")
        if self.password:
            line.login(self.user, self.password)
        return line

    def _letter(self, to: str, message: Message, one_click: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, message.title
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        if one_click:
            letter["List-Unsubscribe"] = f"<{one_click}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(message.text)
        return letter


# hooks


def check_url(url: str, private: bool) -> None:
    """Whether it is an address a stranger may have us call."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise WrongAddress("call_https") from None
    usual = port in (None, 80, 443, 8443) or private
    if parts.scheme not in (("https", "http") if private else ("https",)) or not parts.hostname or not usual:
        raise WrongAddress("call_https")
    if parts.username or parts.password:
        raise WrongAddress("call_https")
    _open_address(parts.hostname, port or 443, private)


def _open_address(host: str, port: int, private: bool) -> str:
    """Where a name leads to, if every address it has is one of the open internet."""
    try:
        found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise WrongAddress("call_unknown") from None
    if not found or not (private or all(_is_open(address) for address in found)):
        raise WrongAddress("call_private")
    return found[0]


def _is_open(address: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    if any(ip in net for net in CLOSED) or (ip.version == 6 and ip not in WORLD):
        return False
    inner = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None) or getattr(ip, "teredo", None)
    return ip.is_global and not ip.is_multicast and inner is None


def post(url: str, body: bytes, headers: dict[str, str], private: bool) -> None:
    """To the very address that was checked, following nobody elsewhere."""
    try:
        check_url(url, private)
        status = _posted(url, body, headers, private)
    except (OSError, HTTPException, WrongAddress) as error:
        raise NotSent(f"nobody answered: {type(error).__name__}") from None
    if not 200 <= status < 300:
        raise NotSent(f"it was answered with {status}", gone=status in GONE)


def _posted(url: str, body: bytes, headers: dict[str, str], private: bool) -> int:
    parts = urlsplit(url)
    host, encrypted = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if encrypted else 80)
    line = HTTPConnection(host, port, timeout=PATIENCE)
    line.sock = socket.create_connection((_open_address(host, port, private), port), timeout=PATIENCE)
    try:
        if encrypted:
            line.sock = ssl.create_default_context().wrap_socket(line.sock, server_hostname=host)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        named = parts.netloc.rpartition("@")[2]
        line.request("POST", path, body, {"Host": named, "User-Agent": "Countermarch", **headers})
        return line.getresponse().status
    finally:
        line.close()


def hook_body(kind: str, message: Message) -> bytes:
    """As each kind of hook wants it; nobody is shouted at by a name that was chosen for it."""
    said = f"{message.title}\n{message.body}"
    tail = f"\n{message.link}\n{message.leave}: {message.off}"
    if kind == "discord":
        return json.dumps({"content": (said + tail)[:1900], "allowed_mentions": {"parse": []}}).encode()
    if kind == "slack":
        plain = (said + tail).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return json.dumps({"text": plain[:3000]}).encode()
    told = {"title": message.title, "text": message.body, "link": message.link, "off": message.off, **message.facts}
    return json.dumps(told).encode()


# push


def can_push() -> bool:
    return find_spec("pywebpush") is not None


def fresh_push_key() -> str:
    """A key by which push services know this server again."""
    from py_vapid import Vapid02

    key = Vapid02()
    key.generate_keys()
    return str(key.private_pem().decode())


def public_push_key(pem: str) -> str:
    """What a browser is to be told of it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02
    from py_vapid.utils import b64urlencode

    key = Vapid02.from_pem(pem.encode())
    return str(b64urlencode(key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def push(subscription: dict[str, Any], message: Message, pem: str, contact: str, private: bool) -> None:
    """Encrypted for one browser, signed by this server."""
    from py_vapid import Vapid02, VapidException
    from pywebpush import WebPusher, WebPushException

    told = {"title": message.title, "body": message.body, "url": message.link, "tag": message.facts.get("match", "")}
    endpoint = urlsplit(subscription["endpoint"])
    try:
        body = WebPusher(subscription).encode(json.dumps(told).encode(), "aes128gcm")["body"]
    except (WebPushException, ValueError, KeyError, TypeError):
        raise NotSent("this browser's keys cannot be read", gone=True) from None
    claims = {"aud": f"{endpoint.scheme}://{endpoint.netloc}", "sub": contact}
    try:
        signed: dict[str, str] = Vapid02.from_pem(pem.encode()).sign(claims)
    except VapidException:
        raise NotSent("this push service cannot be signed for", gone=True) from None
    headers = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(KEPT), **signed}
    post(subscription["endpoint"], body, headers, private)
