"""Words are data: a text is a key with parameters, rendered from the catalogue of a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from countermarch import shelf

LANGUAGES = ("en", "es")


@dataclass(frozen=True, slots=True)
class Text:
    """What is said, before it is said in a language; parameters are ids, hex numbers, numbers or texts."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)

    def render(self, language: str = "en") -> str:
        words = {name: _word(value, language) for name, value in self.params.items()}
        return _told(self.key, language).format(**words)

    def __str__(self) -> str:
        return self.render()

    def to_json(self) -> dict[str, object]:
        return {"key": self.key, "params": {name: _plain(value) for name, value in self.params.items()}}


def say(key: str, **params: object) -> Text:
    return Text(key, params)


def words_of(values: Iterable[object]) -> list[str]:
    """Every word among the parameters of a text, in order, those of texts and rows among them included."""
    found: list[str] = []
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, (tuple, list)):
            found += words_of(value)
        elif isinstance(value, Text):
            found += words_of(value.params.values())
    return found


class SaidError(ValueError):
    """An error that can be told in every language; as a string it is English."""

    def __init__(self, said: Text | str) -> None:
        self.said = said
        super().__init__(str(said))


MUCH = 120  # letters of a value that was not ours to choose


class ForeignError(SaidError):
    """Something from outside is wrong; it is quoted only so far as it can be recognised."""

    def __init__(self, said: Text | str) -> None:
        super().__init__(clipped(said))


def clipped(said: Text | str) -> Text | str:
    if isinstance(said, str):
        return shortened(said)
    return Text(said.key, {name: _clipped(value) for name, value in said.params.items()})


def _clipped(value: object) -> object:
    if isinstance(value, Text | str):
        return clipped(value)
    return shortened(str(value)) if isinstance(value, list | dict) and len(str(value)) > MUCH else value


def shortened(text: str) -> str:
    """Its beginning, in letters that can be written."""
    told = text if len(text) <= MUCH else f"{text[:MUCH]} ..."
    return told if told.isascii() else told.encode(errors="replace").decode()


PYTHONS = (TypeError, AttributeError, KeyError, IndexError, RecursionError, AssertionError, ZeroDivisionError)


def reason(error: Exception) -> Text | str:
    """What an error says, to be told as part of another text; what Python says of itself is no word for a player."""
    if type(error) in PYTHONS:
        return say("engine.error.kind")
    return error.said if isinstance(error, SaidError) else str(error)


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language, from the files of its folder and those of the games; keys are `file.section.name`."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no catalogue for {language!r}; choose one of {', '.join(LANGUAGES)}")
    found: dict[str, str] = {}
    for file in sorted(files(__name__).joinpath(language).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            _collect(found, file.name.removesuffix(".toml"), shelf.read_toml(file))
    for game in shelf.games():
        with suppress(ModuleNotFoundError, shelf.FileError):  # it is told of when it is to be loaded
            _collect(found, game, own_texts(game, language))
    return found


def own_texts(game: str, language: str) -> Mapping[str, object]:
    """What a game brings with it, beside its data; in English where it does not speak the language."""
    files = [shelf.data_of(game) / f"texts.{spoken}.toml" for spoken in (language, LANGUAGES[0])]
    file = next((file for file in files if file.is_file()), None)
    return {} if file is None else shelf.read_toml(file)


class MissingText(KeyError):
    """Somebody says what no catalogue has; the message names the file it belongs to."""

    def __str__(self) -> str:
        return str(self.args[0])


def _told(key: str, language: str) -> str:
    found = catalogue(language).get(key)
    if found is None:
        room, _, rest = key.partition(".")
        family, _, name = rest.rpartition(".")
        file = f"texts.{language}.toml" if room in shelf.games() else f"{language}/{room}.toml"
        raise MissingText(f"there is no text {key!r}: write {name} under [{family}] in {file}")
    return found


@cache
def section(name: str, rooms: tuple[str, ...], language: str) -> dict[str, str]:
    """The words of one kind, such as verbs: those all games share, and over them those of these catalogues."""
    words: dict[str, str] = {}
    for room in ("table", *reversed(rooms)):
        start = f"{room}.{name}."
        words |= {key.removeprefix(start): text for key, text in catalogue(language).items() if key.startswith(start)}
    return words


def _collect(found: dict[str, str], prefix: str, tree: Mapping[str, object]) -> None:
    for name, value in tree.items():
        key = f"{prefix}.{name}"
        if isinstance(value, Mapping):
            _collect(found, key, value)
        else:
            found[key] = str(value)


def _word(value: object, language: str) -> object:
    if isinstance(value, Text):
        return value.render(language)
    if isinstance(value, (tuple, list)):
        return ", ".join(str(_word(item, language)) for item in value)
    return _number(value, language) if isinstance(value, float) else value


class _Number(str):
    """A number as it is said; unlike other words it is never quoted."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _number(value: float, language: str) -> str:
    """Whole numbers without a fraction: movement points come in halves."""
    said = f"{value:g}"
    return _Number(said.replace(".", ",") if language == "es" else said)


def _plain(value: object) -> object:
    if isinstance(value, Text):
        return value.to_json()
    return list(value) if isinstance(value, tuple) else value
