"""The command line. What a program may read comes as JSON with --json; errors are one line and exit code 2."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from countermarch import match as face
from countermarch.bots import arena, check_bot
from countermarch.games.base import GameInfo
from countermarch.lab import balancing, inquiry, tuning_commands
from countermarch.lab import commands as lab_commands
from countermarch.match import Match
from countermarch.rulebook import rules_of
from countermarch.server import office
from countermarch.shelf import OURS, packages
from countermarch.texts import LANGUAGES, Text, say

if TYPE_CHECKING:
    from countermarch.bots.analysis import Analysis, Swing
    from countermarch.verify import Findings

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)
out = Console()
err = Console(stderr=True)

P = ParamSpec("P")
T = TypeVar("T")

Json = Annotated[bool, typer.Option("--json", help="print JSON")]
Data = Annotated[Path | None, typer.Option("--data", help="a folder with your own values laid over ours, or: tuned")]


def plain_errors(command: Callable[P, T]) -> Callable[P, T]:
    """A wrong name, file or value is told in one line; it never ends in a traceback."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            result = command(*args, **kwargs)
            if sys.stdout is not None:  # it may be closed
                sys.stdout.flush()
            return result
        except BrokenPipeError:
            raise _unheard() from None
        except (ValueError, OSError) as error:
            if _in_a_strangers_game(error):
                raise
            said = " ".join(str(error).split())
            err.print("[red]countermarch:[/]", escape(said), highlight=False, soft_wrap=True)
            raise typer.Exit(2) from None

    return wrapped


def _in_a_strangers_game(error: Exception) -> bool:
    """Who writes a game wants to see where it broke."""
    theirs = {package.partition(".")[0] for key, package in packages().items() if key not in OURS}
    *_, (frame, _) = walk_tb(error.__traceback__)
    return frame.f_globals.get("__name__", "").partition(".")[0] in theirs


def _unheard() -> typer.Exit:
    """Whoever read what is printed has left, as `head` does: that is no error to tell."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return typer.Exit(1)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{file} is not a save: it is not text") from None


def _check_folder(file: Path | None) -> None:
    """Before long work: a map that could not be written at the end."""
    if file is not None and not file.absolute().parent.is_dir():
        raise ValueError(f"{file} cannot be written: there is no folder {file.absolute().parent}")


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=1, ensure_ascii=False))


@app.command()
@plain_errors
def games(as_json: Json = False) -> None:
    """List the games with their scenarios and options."""
    infos = face.games_info()
    if as_json:
        _print_json([_game_json(info) for info in infos])
        return
    for info in infos:
        out.print(f"[bold]{info.key}[/]  {info.title}  ({', '.join(info.sides)})")
        for scenario in info.scenarios:
            out.print(f"    scenario {scenario.key}: {scenario.title}, {scenario.turns} turns", highlight=False)
        for option in info.options:
            out.print(
                f"    {option.key} = {' | '.join(option.values)}   {option.title} ({option.rule})", highlight=False
            )


def _game_json(info: GameInfo) -> dict[str, Any]:
    return {
        "key": info.key,
        "title": info.title,
        "sides": info.sides,
        "version": info.version,
        "scenarios": [{"key": s.key, "title": s.title, "turns": s.turns} for s in info.scenarios],
        "options": [
            {"key": o.key, "values": o.values, "default": o.default, "rule": str(o.rule)} for o in info.options
        ],
    }


@app.command()
@plain_errors
def show(
    game: str,
    svg: Annotated[Path | None, typer.Option(help="write the map with the set-up to this file")] = None,
    sources: Annotated[bool, typer.Option("--sources", help="print where every value comes from")] = False,
    save: Annotated[Path | None, typer.Option(help="show this saved match instead of the set-up")] = None,
    scenario: Annotated[str | None, typer.Option(help="whose set-up to show, default the first")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Draw a game's map, or print where its values come from."""
    loaded = face.load(game, data)
    if sources:
        _print_sources(loaded, as_json)
        return
    if svg is None:
        raise ValueError("say what to show: --svg FILE draws the map, --sources prints where values come from")
    from countermarch.atlas.table import draw_match

    match = face.resume(_read(save), data) if save else _set_up(loaded, scenario)
    if match.game.key != loaded.key:
        raise ValueError(f"{save} is a match of {match.game.key}; show that game, not {loaded.key}")
    svg.write_text(draw_match(match), encoding="utf-8")
    err.print(f"wrote {svg}", highlight=False)


def _set_up(loaded: face.Game, scenario: str | None) -> face.Match:
    """A match about to begin; where players set up freely, as the game proposes."""
    match = loaded.start(scenario, seed=0, pauses=False)
    while match.decision is not None and match.decision.kind == "place":
        proposed = next((action for action in match.legal() if len(action.choice) == 1), None)
        if proposed is None:
            break
        match.play(proposed)
    return match


def _print_sources(loaded: face.Game, as_json: bool) -> None:
    rows = [{"what": what, "of": of, "source": source} for what, of, source in loaded.rules.sources()]
    if as_json:
        _print_json(rows)
        return
    for row in rows:
        mark = "reconstructed" if "reconstructed" in row["source"] else "             "
        print(f"{mark}  {row['what']}: {row['source']}")


@app.command()
@plain_errors
def rules(
    game: str,
    rule: Annotated[str | None, typer.Argument(help="a rule's number")] = None,
    language: Annotated[str, typer.Option(help=" or ".join(LANGUAGES))] = "en",
    as_json: Json = False,
) -> None:
    """Print a game's rules in our own words, or one of them."""
    face.load(game)
    _check_language(language)
    index = rules_of(game, language)
    if rule is not None and rule not in index:
        raise ValueError(f"{game} has no rule {rule!r}; `countermarch rules {game}` lists them")
    chosen = [index[rule]] if rule is not None else list(index.values())
    if as_json:
        _print_json([{"id": r.id, "title": r.title, "gist": r.gist, "kind": r.kind, "book": r.book} for r in chosen])
        return
    for entry in chosen:
        name = entry.id if entry.book == game else f"{entry.book} {entry.id}"
        out.print(f"[bold]{name}[/]  {escape(entry.title)}\n    {escape(entry.gist)}", highlight=False)


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; choose one of: {', '.join(LANGUAGES)}")


@app.command()
@plain_errors
def sim(
    game: str,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 1,
    bots: Annotated[str, typer.Option(help="one bot a side, in the order of the sides")] = "random,random",
    seed: Annotated[int, typer.Option(min=0, help="the first game's seed; the others follow")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="processes")] = 1,
    scenario: Annotated[str | None, typer.Option()] = None,
    option: Annotated[list[str] | None, typer.Option(help="key=value, as `countermarch games` lists them")] = None,
    swap: Annotated[bool, typer.Option("--swap", help="exchange the seats in every second game")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="play one game with a live summary of the turn")] = False,
    svg: Annotated[Path | None, typer.Option(help="with --watch: write the final map to this file")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Play games of bots against bots."""
    if svg is not None and not watch:
        raise ValueError("--svg draws the end of the one game that is watched: add --watch")
    if watch and (as_json or games > 1):
        raise ValueError("--watch shows one game on the screen: leave out --json and --games")
    _check_folder(svg)
    loaded = face.load(game, data)
    names = bots.split(",")
    if len(names) != len(loaded.info.sides):
        raise ValueError(f"name {len(loaded.info.sides)} bots, one for each of {', '.join(loaded.info.sides)}")
    for name in names:
        check_bot(name, game)
    chosen = _options(option or [])
    loaded.start(scenario, 0, chosen)
    todo = arena.pairings(game, names, games, seed, swap=swap, scenario=scenario, options=chosen, data=data)
    if watch:
        _watch(todo[0], svg)
        return
    with Progress(console=err, disable=not err.is_terminal) as progress:
        records = list(progress.track(arena.series(todo, jobs), total=len(todo), description="games"))
    report = {"games": [record.to_json() for record in records], "summary": arena.summary(records)}
    if as_json:
        _print_json(report)
    else:
        _print_summary(records)


def _options(pairs: list[str]) -> dict[str, str]:
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise ValueError(f"write an option as key=value, not {wrong[0]!r}")
    return dict(pair.split("=", 1) for pair in pairs)


def _print_summary(records: list[arena.Record]) -> None:
    for key, value in arena.summary(records).items():
        out.print(f"{key}: {value}", highlight=False)


def _watch(pairing: arena.Pairing, svg: Path | None) -> None:
    match = arena.begin(pairing)
    with Live(_summary(match, pairing), console=out, refresh_per_second=8) as live:
        arena.finish(match, pairing, lambda m: live.update(_summary(m, pairing)))
    assert match.result is not None
    out.print(f"[bold]{match.result.text}[/]")
    if svg is not None:
        from countermarch.atlas.table import draw_match

        svg.write_text(draw_match(match), encoding="utf-8")
        out.print(f"The final map is in {svg}.", highlight=False)


def _summary(match: Match, pairing: arena.Pairing) -> Table:
    """The turn so far: chits, objectives, and the last things that happened."""
    seats = zip(match.game.info.sides, pairing.bots, strict=True)
    table = Table(title=f"{match.game.info.title}: {', '.join(f'{side} {name}' for side, name in seats)}")
    table.add_column("")
    table.add_column("", min_width=70)
    for label, text in match.summary():
        table.add_row(str(label), str(text))
    for event in match.log[-6:]:
        table.add_row("", str(event))
    return table


@app.command()
@plain_errors
def replay(
    file: Path,
    language: Annotated[str, typer.Option(help=" or ".join(LANGUAGES))] = "en",
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Replay a saved match, check it, and print what happened."""
    _check_language(language)
    match = face.resume(_read(file), data)
    if as_json:
        result = match.result
        _print_json(
            {
                "game": match.game.key,
                "fingerprint": match.fingerprint(),
                "actions": [str(action) for action in match.actions],
                "log": [event.to_json() for event in match.log],
                "result": None
                if result is None
                else {"winner": result.winner, "level": result.level, "points": dict(result.points)},
            }
        )
        return
    for event in match.log:
        cited = f"  [{event.citation.rule}]" if event.citation else ""
        print(event.text.render(language) + cited)


@app.command()
@plain_errors
def verify(
    file: Path,
    told: Annotated[str | None, typer.Option(help="the promise or hash you were told before the match")] = None,
    rolls: Annotated[bool, typer.Option("--rolls", help="print every roll with its purpose")] = False,
    language: Annotated[str, typer.Option(help=" or ".join(LANGUAGES))] = "en",
    as_json: Json = False,
) -> None:
    """Check the dice of a match: of a proof what was promised, the key and every roll; of a save the rolls.

    Ends with 0 if all holds, with 1 if something fails, with 2 if the file cannot be checked.
    """
    from countermarch.verify import verify as look

    _check_language(language)
    found = look(_read(file), told)
    checks = [{"good": check.good, "said": check.said.render(language)} for check in found.checks]
    each = [{"purpose": r.purpose, "sides": r.sides, "value": r.value, "good": good} for r, good in found.rolls]
    if as_json:
        _print_json({"good": found.good, "checks": checks, "rolls": each})
    else:
        _print_checks(checks, each if rolls else [], _verdict(found), language)
    if not found.good:
        raise typer.Exit(1)


def _print_checks(checks: list[dict[str, Any]], rolls: list[dict[str, Any]], verdict: Text, language: str) -> None:
    marks = {True: say("fair.line.holds").render(language), False: say("fair.line.fails").render(language)}
    for roll in rolls:
        shown = say("fair.line.purpose", purpose=roll["purpose"], value=roll["value"], sides=roll["sides"])
        print(f"{marks[roll['good']]:6} {shown.render(language)}")
    for check in checks:
        print(f"{marks[check['good']]:6} {check['said']}")
    print(verdict.render(language))


def _verdict(found: Findings) -> Text:
    if not found.good:
        return say("fair.line.unfair")
    return say("fair.line.fair_if", count=found.takebacks) if found.takebacks else say("fair.line.fair")


@app.command()
@plain_errors
def analyse(
    file: Path,
    rollouts: Annotated[
        int | None, typer.Option(min=2, help="how often a plan that is looked at closely is played on")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="write a page with curve, maps and words to this file")] = None,
    language: Annotated[str, typer.Option(help=" or ".join(LANGUAGES))] = "en",
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Tell luck from choice in a match that is over: how the chances ran, and the moments that mattered."""
    from countermarch.bots.analysis import ROLLOUTS, Analyst

    _check_language(language)
    _check_folder(html)
    page = _table("countermarch.server.page").page if html else None
    match = face.resume(_read(file), data)
    analyst = Analyst(match, rollouts or ROLLOUTS)
    with Progress(console=err, disable=not err.is_terminal) as progress:
        task = progress.add_task("analysis", total=1.0)
        for done in analyst.run():
            progress.update(task, completed=done)
    if html is not None and page is not None:
        html.write_text(page(match, analyst.found, language), encoding="utf-8")
        err.print(f"wrote {html}", highlight=False)
    if as_json:
        _print_json(analyst.found.to_json())
    elif html is None:
        _print_analysis(analyst.found, language)


def _print_analysis(found: Analysis, language: str) -> None:
    for side in found.sides:
        out.print(f"[bold]{side}[/]: luck {found.luck(side):+.0%}, choices {found.choice(side):+.0%}", highlight=False)
    for swing in found.moments:
        out.print(f"turn {swing.turn}, {swing.side}, {swing.by} {swing.change:+.1%}", highlight=False)
        for line in _told(swing, language):
            out.print(f"    {escape(line)}", highlight=False)


def _told(swing: Swing, language: str) -> list[str]:
    """What was played, and what happened or would have been better."""
    lines = [" · ".join(swing.played), *(text.render(language) for text in swing.told)]
    return [*lines, f"better: {' · '.join(swing.better)}"] if swing.better else lines


@app.command()
@plain_errors
def bench(
    game: Annotated[str, typer.Argument(help="the game's key")] = "koenigsberg",
    seconds: Annotated[float, typer.Option(min=0.2, help="how long each measure runs")] = 10.0,
    bots: Annotated[
        bool, typer.Option("--bots", help="measure the game's captains beside random play instead")
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="how many games each captain plays")] = 3,
    plans: Annotated[
        list[float] | None,
        typer.Option(
            "--plan", min=0.05, max=600, help="measure instead what a plan takes a general of so many seconds"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the engine beside its peers, captains beside random play, or generals at their settings, in one run."""
    from countermarch import bench

    if plans:
        figures, table = bench.measure_plans(game, plans), bench.plans_table
    elif bots:
        figures, table = bench.measure_bots(game, games), bench.bots_table
    else:
        figures, table = bench.measure(game, seconds), bench.table
    if as_json:
        _print_json(figures)
    else:
        out.print(table(figures))


House = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        help="your own values for new matches: a sub-folder of tables for each game (FOLDER/koenigsberg/units.csv), "
        "or a file exported at the table (FOLDER/koenigsberg.json)",
    ),
]
Database = Annotated[str | None, typer.Option(help="where matches are kept, as an SQLAlchemy URL; ours if left out")]


class LogForm(StrEnum):
    text = "text"
    json = "json"


for experiment in (*balancing.COMMANDS, *inquiry.COMMANDS, *lab_commands.COMMANDS, *tuning_commands.COMMANDS):
    lab_commands.lab.command()(plain_errors(experiment))
app.add_typer(lab_commands.lab, name="lab")


@app.command()
@plain_errors
def serve(
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8123,
    database: Database = None,
    data: House = None,
    public: Annotated[
        str | None,
        typer.Option(metavar="URL", help="the address people know it by, such as https://wargames.example.org"),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="COUNTERMARCH_SMTP",
            help="the mail server by which players are told that it is their turn: smtp://user:password@host:587?from=...",
        ),
    ] = None,
    private_hooks: Annotated[
        bool, typer.Option("--private-hooks", help="call webhooks in private networks, too; for trials")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="a proxy before the server, which is believed about who asks"),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS:PORT", help="where Prometheus may ask for /metrics, such as 127.0.0.1:9123"),
    ] = None,
    log: Annotated[
        LogForm, typer.Option(help="lines for people, or JSON with a line for every request")
    ] = LogForm.text,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="processes that share the tables; several take a PostgreSQL database")
    ] = 1,
    inner: Annotated[
        str, typer.Option(metavar="ADDRESS", help="where workers on other hosts of the same database reach these")
    ] = "127.0.0.1",
    bots: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="processes bots think in, shared out among the workers; as many as cores"),
    ] = None,
) -> None:
    """Serve the table; beyond this machine, or with a public address, a seat is its holder's alone."""
    told = {"smtp": smtp, "private": private_hooks, "proxies": proxy or (), "metrics": metrics, "log": log.value}
    many = {"workers": workers, "inner": inner, "bots": bots}
    _table().serve_at(host, port, database, opens=False, data=data, public=public, **many, **told)


@app.command()
@plain_errors
def play(database: Database = None, data: House = None) -> None:
    """Serve the table on this machine and open it in the browser."""
    _table().serve_at("127.0.0.1", _table().free_port(), database, opens=True, data=data)


for name, duty in office.COMMANDS.items():
    office.admin.command(name)(plain_errors(duty))
app.add_typer(office.admin, name="admin")
Rows = Annotated[Path, typer.Argument(metavar="FILE.csv", exists=True, dir_okay=False)]


@office.admin.command()
@plain_errors
def series(
    file: Rows,
    database: Database = None,
    public: Annotated[
        str, typer.Option(metavar="URL", help="the address the links begin with")
    ] = "http://localhost:8123",
) -> None:
    """Make a table for each row (columns: game, scenario, options, one for each side); writes the links as CSV."""
    _table("countermarch.server.series").make_round(file, sys.stdout, database, public)


@office.admin.command()
@plain_errors
def results(file: Rows, database: Database = None) -> None:
    """How the matches of a round ended, from the file with the links; a column "adjudged" ends those that go on."""
    _table("countermarch.server.series").collect(file, sys.stdout, database)


def _table(part: str = "countermarch.server.run") -> ModuleType:
    """The server or a part of it, if what it needs is installed."""
    try:
        return import_module(part)
    except ModuleNotFoundError as error:
        raise ValueError(f"the table needs {error.name}; pip install 'countermarch[table]' brings it") from None


def main() -> None:
    sys.exit(app())


if __name__ == "__main__":
    main()
