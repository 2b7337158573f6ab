"""Accounts: nobody needs one; who has one finds his games on every device. And what one may ask of one's own data."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from countermarch.server import account_models as am
from countermarch.server.accountstore import Account
from countermarch.server.asked import Door, Hall, Lang, Who
from countermarch.server.credentials import hash_of, is_right
from countermarch.server.letters import Letter
from countermarch.server.matches import REFUSALS
from countermarch.server.people import Asker, fresh_token, hashed
from countermarch.server.problems import problem
from countermarch.server.tables import Keeper
from countermarch.texts import say

router = APIRouter(prefix="/api/account", responses={**REFUSALS, 409: REFUSALS[422], 429: REFUSALS[422]})


async def _told(hall: Keeper, person: str | None) -> am.AccountOut:
    account = await asyncio.to_thread(hall.accounts.of, person)
    names = {} if person is None else await asyncio.to_thread(hall.store.names, [person])
    return am.AccountOut(
        offered=hall.guarded or person is not None,
        name=names.get(person or ""),
        email=None if account is None else account.email,
        confirmed=account is not None and account.confirmed,
        mail=hall.mailer is not None,
    )


@router.get("")
async def account(hall: Hall, asker: Who) -> am.AccountOut:
    """Who one is here."""
    return await _told(hall, asker.person)


@router.post("", status_code=201)
async def register(asked: am.AccountAsked, lang: Lang, hall: Hall, door: Door) -> am.AccountOut:
    """An account for whoever this browser is: what he plays here he finds on every device."""
    email, code = asked.email.lower(), fresh_token()
    await hall.tries.count(email, door.asker.address)
    if await asyncio.to_thread(hall.accounts.by_email, email) is not None:
        raise problem(409, "email_taken")
    hall.limits.spend("accounts", door.asker)
    person = await asyncio.to_thread(door.person, asked.name)
    if await asyncio.to_thread(hall.accounts.of, person) is not None:
        raise problem(409, "has_account")
    made = Account(person, email, await hash_of(asked.password), confirmed=hall.mailer is None)
    if not await asyncio.to_thread(hall.accounts.add, made, hashed(code)):
        raise problem(409, "email_taken")
    await asyncio.to_thread(door.enter, person)
    hall.letters.ask(email, lambda: _letter(hall, "confirm", code, lang))
    return await _told(hall, person)


def _letter(hall: Keeper, what: str, code: str, language: str) -> Letter:
    """With a link that is good once."""
    title, body = (say(f"server.account.{what}_{part}").render(language) for part in ("subject", "text"))
    return Letter(title, body, hall.caller.address(f"/#/account/{what}/{code}"), off="", leave="", facts={})


@router.post("/login")
async def login(asked: am.LoginAsked, hall: Hall, asker: Who, door: Door) -> am.AccountOut:
    """Be known here by one's account; what this browser played without one goes along."""
    email, address = asked.email.lower(), asker.address
    await hall.tries.count(email, address)
    found = await asyncio.to_thread(hall.accounts.by_email, email)
    right = await is_right(None if found is None else found.password, asked.password)
    if found is None or not right:
        raise problem(403, "login")
    await hall.tries.forgive(email, address)
    if not found.confirmed:
        raise problem(403, "unconfirmed")
    before = asker.person
    guest = before not in (None, found.person) and await asyncio.to_thread(hall.accounts.of, before) is None
    if guest and await asyncio.to_thread(hall.accounts.partners, str(before), found.person):
        raise problem(409, "login_partner")
    await asyncio.to_thread(door.enter, found.person)
    if before is not None:
        hall.persons.hang_up(before)
    if guest:
        await hall.persons.becomes(str(before), found.person)
    return await _told(hall, found.person)


@router.post("/logout", status_code=204)
async def logout(hall: Hall, asker: Who, door: Door) -> None:
    """This browser is nobody's; without an account one's seats would be lost, so that is refused."""
    account = await _own(hall, asker.person)
    await asyncio.to_thread(door.leave)
    hall.persons.hang_up(account.person)


@router.post("/logout-everywhere", status_code=204)
async def logout_everywhere(hall: Hall, asker: Who, door: Door) -> None:
    """Nor is any other."""
    account = await _own(hall, asker.person)
    await asyncio.to_thread(hall.accounts.close_sessions, account.person)
    hall.register.forget(account.person)
    await asyncio.to_thread(door.leave)
    hall.persons.hang_up(account.person)


async def _own(hall: Keeper, person: str | None) -> Account:
    account = await asyncio.to_thread(hall.accounts.of, person)
    if account is None:
        raise problem(409, "no_account")
    return account


@router.post("/confirm")
async def confirm(asked: am.CodeAsked, hall: Hall, asker: Who) -> am.AccountOut:
    """The letter arrived: the address is one's own."""
    await _known_code(hall, hashed(asked.code), asker)
    await asyncio.to_thread(hall.accounts.answer, hashed(asked.code))
    return await _told(hall, asker.person)


async def _known_code(hall: Keeper, code: str, asker: Asker) -> None:
    """Before anything is done for it; who tries many is stopped."""
    hall.limits.check("links", asker)
    if not await asyncio.to_thread(hall.accounts.sent, code):
        hall.limits.spend("links", asker)
        raise problem(404, "code")


@router.post("/forgot", status_code=204)
async def forgot(asked: am.ForgotAsked, lang: Lang, hall: Hall, asker: Who) -> None:
    """A letter by which a new password is chosen; whether there is such an account is not told."""
    if hall.mailer is None:
        raise problem(409, "no_mail")
    email = asked.email.lower()
    await hall.tries.count(email, asker.address)
    hall.letters.ask(email, lambda: _reset_letter(hall, email, lang))


def _reset_letter(hall: Keeper, email: str, language: str) -> Letter | None:
    """Looked for where nobody waits for it: how long it takes would tell whether there is such an account."""
    found = hall.accounts.by_email(email)
    if found is None:
        return None
    code = fresh_token()
    hall.accounts.keep_code(found.person, hashed(code))
    return _letter(hall, "reset", code, language)


@router.post("/reset", status_code=204)
async def reset(asked: am.ResetAsked, hall: Hall, asker: Who) -> None:
    """A new password: whoever was logged in with the old one is so no longer, nor told anything."""
    code = hashed(asked.code)
    await _known_code(hall, code, asker)
    password = await hash_of(asked.password)
    person = await asyncio.to_thread(lambda: hall.accounts.answer(code, password=password))
    if person is None:
        raise problem(404, "code")
    await asyncio.to_thread(hall.accounts.close_sessions, person)
    await asyncio.to_thread(hall.mail.put_off, person)
    hall.register.forget(person)
    hall.persons.hang_up(person)


@router.put("/password", status_code=204)
async def change(asked: am.PasswordAsked, lang: Lang, hall: Hall, asker: Who, door: Door) -> None:
    """Another password; other browsers have to log in again, and no earlier link leads anywhere."""
    account = await _own(hall, asker.person)
    await _check_password(hall, account, asked.old, asker.address)
    code = None if account.confirmed else fresh_token()
    kept = None if code is None else hashed(code)
    await asyncio.to_thread(hall.accounts.keep_password, account.person, await hash_of(asked.new), kept)
    if code is not None:
        hall.letters.ask(account.email, lambda: _letter(hall, "confirm", code, lang))
    await asyncio.to_thread(hall.accounts.close_sessions, account.person)
    hall.register.forget(account.person)
    hall.persons.hang_up(account.person)
    await asyncio.to_thread(door.enter, account.person)


async def _check_password(hall: Keeper, account: Account, password: str, address: str) -> None:
    await hall.tries.count(account.email, address)
    if not await is_right(account.password, password):
        raise problem(403, "login")
    await hall.tries.forgive(account.email, address)


# one's own data


@router.get("/export")
async def export(hall: Hall, asker: Who) -> am.ExportOut:
    """All that is kept of oneself."""
    if asker.person is None:
        raise problem(404, "nobody")
    return am.ExportOut(**await asyncio.to_thread(hall.accounts.export, asker.person))


@router.post("/delete", status_code=204)
async def forget_me(asked: am.DeleteAsked, hall: Hall, asker: Who, door: Door) -> None:
    """Delete all that is kept of oneself; matches with others stay, played by somebody."""
    person = asker.person
    if person is None:
        raise problem(404, "nobody")
    account = await asyncio.to_thread(hall.accounts.of, person)
    if account is not None:
        await _check_password(hall, account, asked.password, asker.address)
    await hall.persons.forget(person)
    await asyncio.to_thread(door.leave)
