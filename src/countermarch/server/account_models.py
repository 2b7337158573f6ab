"""What is told of an account, and asked of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from countermarch.server.match_models import Called
from countermarch.server.models import Asked

PLAIN = r"[^\s@<>,;:\"()\[\]\\\x00-\x1f\x7f]+"  # letters of an address; none that a name or a list is set off by
Email = Annotated[str, Field(max_length=254, pattern=rf"^{PLAIN}@{PLAIN}\.{PLAIN}$")]
Password = Annotated[str, Field(min_length=8, max_length=200)]
AnyPassword = Annotated[str, Field(max_length=200)]
Code = Annotated[str, Field(max_length=100, description="from the letter that was sent")]


class AccountOut(BaseModel):
    """Who one is here; no account is needed to play."""

    offered: Annotated[bool, Field(description="whether this server is one that several devices reach, or knows one")]
    name: str | None
    email: Annotated[str | None, Field(description="null: no account")]
    confirmed: Annotated[bool, Field(description="whether one can log in elsewhere: the letter was answered")]
    mail: Annotated[bool, Field(description="whether the server sends letters")]


class AccountAsked(Asked):
    email: Email
    password: Password
    name: Called = ""


class LoginAsked(Asked):
    email: Email
    password: AnyPassword


class CodeAsked(Asked):
    code: Code


class ForgotAsked(Asked):
    email: Email


class ResetAsked(Asked):
    code: Code
    password: Password


class PasswordAsked(Asked):
    old: AnyPassword
    new: Password


class DeleteAsked(Asked):
    password: Annotated[AnyPassword, Field(description="of the account, if one has one")] = ""


class ExportOut(BaseModel):
    """All that is kept of somebody."""

    name: str
    created: str
    email: str | None
    devices: Annotated[list[str], Field(description="since when each browser is known")]
    matches: list[dict[str, Any]]
    messages: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    orders: list[dict[str, Any]]
    channels: list[dict[str, Any]]
    values: list[dict[str, Any]]
