"""`countermarch admin`: for whoever runs a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

admin = typer.Typer(no_args_is_help=True, help="for whoever runs a server: its matches, its people, copies; rounds")
out = Console()
Database = Annotated[str | None, typer.Option(help="where matches are kept, as an SQLAlchemy URL; ours if left out")]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]
Yes = Annotated[bool, typer.Option("--yes", help="do not ask")]
Id = Annotated[str, typer.Argument(metavar="MATCH")]
Days = typer.Option(min=0, metavar="DAYS")


class State(StrEnum):
    going = "going"
    waiting = "waiting"
    over = "over"
    sandbox = "sandbox"
    stranded = "stranded"


def _part(name: str = "admin") -> ModuleType:
    """A part of the server, if what it needs is installed."""
    from importlib import import_module

    try:
        return import_module(f"countermarch.server.{name}")
    except ModuleNotFoundError as error:
        raise ValueError(f"the table needs {error.name}; pip install 'countermarch[table]' brings it") from None


def _print(value: Any) -> None:
    print(json.dumps(value, indent=1, ensure_ascii=False))


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    table = Table()
    for name in columns:
        table.add_column(name, no_wrap=name == "id")
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    out.print(table)


def list_matches(
    state: Annotated[State | None, typer.Option(help="only those")] = None,
    game: Annotated[str | None, typer.Option(help="of one game")] = None,
    person: Annotated[str | None, typer.Option(metavar="ID", help="whom somebody made or sits at")] = None,
    limit: Annotated[int, typer.Option(min=1, help="so many, the latest first")] = 50,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List matches, the latest first."""
    part = _part()
    with part.opened(database) as store:
        rows = part.matches(store, state, game, person, limit)
    if as_json:
        _print(rows)
        return
    shown = ("id", "game", "state", "turn", "actions", "version")
    _table(
        (*shown, "seats", "updated"), [[*(row[name] for name in shown), _seats(row), row["updated"]] for row in rows]
    )


def _seats(row: dict[str, Any]) -> str:
    return ", ".join(f"{side}: {one['name'] or one['person'] or one['who']}" for side, one in row["seats"].items())


def inspect(match: Id, database: Database = None, as_json: Json = False) -> None:
    """Show all there is to know of a match, but what is hidden in it."""
    part = _part()
    with part.opened(database) as store:
        found = part.inspect(store, match)
    if as_json:
        _print(found)
        return
    for name, value in found.items():
        out.print(f"[bold]{name:>10}[/]  {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")


def close(
    match: Id,
    winner: Annotated[str | None, typer.Option(metavar="SIDE", help="who has won, or draw; nobody if left out")] = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """End a match; a server that runs does it within seconds, and tells all who sit there."""
    part = _part()
    with part.opened(database) as store:
        done = part.close(store, match, winner)
    if as_json:
        _print(done)
    else:
        out.print(f"match {match} is closed as soon as the server has heard of it")


Whom = Annotated[str, typer.Argument(metavar="WHOM", help="a person's id or e-mail address, an address or a network")]


def ban(
    whom: Whom,
    reason: Annotated[str, typer.Option(help="what he is told")] = "",
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Keep somebody out, by who he is or where he comes from; he is told so. A running server knows within seconds."""
    part = _part()
    with part.opened(database) as store:
        made = part.ban(store, whom, reason).document()
    if as_json:
        _print(made)
    else:
        out.print(f"the {made['kind']} {made['whom']} is banned")


def unban(whom: Whom, database: Database = None, as_json: Json = False) -> None:
    """Let somebody in again."""
    part = _part()
    with part.opened(database) as store:
        lifted = part.unban(store, whom)
    if as_json:
        _print(lifted)
    else:
        out.print(f"the {lifted['kind']} {lifted['whom']} may come again")


def bans(database: Database = None, as_json: Json = False) -> None:
    """List who is kept out."""
    part = _part()
    with part.opened(database) as store:
        found = [one.document() for one in part.BanStore(store.engine).all()]
    if as_json:
        _print(found)
    else:
        _table(("kind", "whom", "reason", "created"), [list(one.values()) for one in found])


def prune(
    sandboxes: Annotated[float | None, Days] = None,
    finished: Annotated[float | None, Days] = None,
    abandoned: Annotated[float | None, Days] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only say what would go")] = False,
    yes: Yes = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Delete matches nobody has touched for so many days: private copies, those that are over, those that go on."""
    part = _part()
    if sandboxes is None and finished is None and abandoned is None:
        raise ValueError("name what may go: --sandboxes 1, --finished 90, --abandoned 180")
    with part.opened(database) as store:
        rows = part.prunable(store, part.Old(sandboxes, finished, abandoned))
        if not as_json:
            _table(
                ("id", "game", "why", "updated"),
                [[row[name] for name in ("id", "game", "why", "updated")] for row in rows],
            )
        if rows and not dry_run and not yes:
            typer.confirm(f"Delete these {len(rows)} matches?", abort=True, err=True)
        gone = 0 if dry_run else part.prune(store, rows)
    if as_json:
        _print({"found": rows, "deleted": gone})
    else:
        out.print(f"{len(rows)} found, {gone} deleted")


def back_up(
    file: Annotated[Path | None, typer.Argument(dir_okay=False, help="named after the time if left out")] = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Copy the database, while the server runs; a file that is there is replaced when the copy is whole."""
    url = _part("databases").default_url() if database is None else database
    target = file or Path(f"countermarch-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup")
    number = _part("backups").back_up(url, target)
    if as_json:
        _print({"file": str(target), "matches": number, "bytes": target.stat().st_size})
    else:
        out.print(f"{number} matches are in {target} ({target.stat().st_size:,} bytes)")


def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    yes: Yes = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Put a copy in the database's place; no server may use it meanwhile."""
    url = _part("databases").default_url() if database is None else database
    part = _part("backups")
    lost = part.held(url)
    if lost != 0 and not yes:
        there = "What is there now cannot be read, and" if lost is None else f"The {lost} matches that are there now"
        typer.confirm(f"{there} will be gone. Go on?", abort=True, err=True)
    number = part.restore(url, file)
    if as_json:
        _print({"matches": number, "replaced": lost})
    else:
        out.print(f"{number} matches are back")


COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_matches,
    "inspect": inspect,
    "close": close,
    "ban": ban,
    "unban": unban,
    "bans": bans,
    "prune": prune,
    "back-up": back_up,
    "restore": restore,
}
