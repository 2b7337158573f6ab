"""What each version of a game's rules changed, for people whose match was begun by an older one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from countermarch.shelf import data_of, read_toml
from countermarch.texts import LANGUAGES


def changes(game: str, since: str, language: str) -> list[str]:
    """What has changed after a version, the oldest first; nothing where it was not written down."""
    told = _told(game, language)
    later = sorted((version for version in told if _number(version) > _number(since)), key=_number)
    return [told[version] for version in later]


def _number(version: str) -> int:
    """A word that is no number is older than all."""
    return int(version) if version.isdecimal() else -1


@cache
def _told(game: str, language: str) -> Mapping[str, str]:
    """Where it is not told in the language, in English."""
    files = [data_of(game) / f"history.{spoken}.toml" for spoken in (language, LANGUAGES[0])]
    file = next((file for file in files if file.is_file()), None)
    return {} if file is None else read_toml(file)
