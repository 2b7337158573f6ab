"""The tables of a round: made from a file, taken by links, and their results collected."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countermarch.cli import app
from countermarch.server.adjudging import settle
from countermarch.server.store import Standing, Store, Verdict
from tests.server.post_office import until
from tests.server.sitting import Sitting, stranger, visit


def run(*words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.stdout, done.stderr


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'm.sqlite'}"


def made(tmp_path: Path, database: str, text: str) -> tuple[Path, list[dict[str, str]]]:
    file, handed = tmp_path / "round.csv", tmp_path / "links.csv"
    file.write_text(text)
    code, out, said = run("admin", "series", file, "--database", database, "--public", "https://play.example/")
    assert code == 0, said
    handed.write_text(out)
    return handed, rows(out)


def test_a_round_is_made_and_its_seats_are_taken_by_the_links(tmp_path: Path, database: str) -> None:
    text = "table,game,scenario,german,soviet\n1,bridgehead,,Ada,Grace\n2,seelow,,bot:captain,Edsger\n"
    _, (first, second) = made(tmp_path, database, text)
    assert (first["table"], first["german"], second["link german"]) == ("1", "Ada", "")
    assert first["link german"].startswith("https://play.example/join/") and second["link soviet"]
    with visit(database, guarded=True) as client:
        for side in ("german", "soviet"):
            link = first[f"link {side}"].removeprefix("https://play.example")
            answer = stranger(client).post(f"/api{link}", json={"name": first[side]})
            assert answer.json() == {"id": first["match"], "seat": side}
        assert client.get("/api/lobby").json()["tables"] == []


def test_a_round_has_tables_for_two_and_for_three(tmp_path: Path, database: str) -> None:
    text = "game,german,soviet,soviet.2BF,soviet.3BF\nkoenigsberg,Ada,Grace,,\nkoenigsberg,Ada,,Bea,Cor\n"
    _, (two, three) = made(tmp_path, database, text)
    links = [{key for key in row if key.startswith("link ") and row[key]} for row in (two, three)]
    assert links == [{"link german", "link soviet"}, {"link german", "link soviet.2BF", "link soviet.3BF"}]


def test_results_are_collected_and_adjudged(tmp_path: Path, database: str) -> None:
    text = "game,german,soviet\n" + "bridgehead,a,b\n" * 3
    handed, (first, second, third) = made(tmp_path, database, text)
    store = Store(database)
    kept = store.find(second["match"])
    assert kept is not None
    store.begin({kept.id: (kept.header, Standing(6, None, Verdict("german", {"en": "won", "es": "ganó"})))}, None)
    store.close()
    lines = handed.read_text().splitlines()
    handed.write_text("\n".join([lines[0] + ",adjudged", lines[1] + ",", lines[2] + ",", lines[3] + ",draw"]) + "\n")
    code, out, said = run("admin", "results", handed, "--database", database)
    assert code == 0, said
    told = [(row["state"], row["winner"]) for row in rows(out)]
    assert told == [("waiting", ""), ("over", "german"), ("adjudged", "draw")]
    assert [row["match"] for row in rows(out)] == [first["match"], second["match"], third["match"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game,german,soviet\n", "no rows"),
        ("german,soviet\na,b\n", "line 2: the column 'game' is missing"),
        ("game\nbridgehead\nnothing\n", "line 3"),
        ("game,soviet,soviet.2BF\nkoenigsberg,Ada,Bea\n", "not both"),
    ],
)
def test_a_wrong_file_makes_no_table_at_all(tmp_path: Path, database: str, text: str, words: str) -> None:
    file = tmp_path / "round.csv"
    file.write_text(text)
    code, out, said = run("admin", "series", file, "--database", database)
    assert code != 0 and not out and words in said
    assert not (tmp_path / "m.sqlite").exists()


def test_a_word_that_is_no_side_is_not_adjudged(tmp_path: Path, database: str) -> None:
    handed, _ = made(tmp_path, database, "game,adjudged\nbridgehead,french\n")
    code, _, said = run("admin", "results", handed, "--database", database)
    assert code != 0 and "french" in said


def adjudge(handed: Path, database: str, word: str) -> None:
    lines = handed.read_text().splitlines()
    handed.write_text("\n".join([lines[0] + ",adjudged", *(line + f",{word}" for line in lines[1:])]) + "\n")
    code, _, said = run("admin", "results", handed, "--database", database)
    assert code == 0, said


@pytest.mark.parametrize(
    ("word", "winner", "said"),
    [("soviet", "soviet", "organiser: the Soviets have won"), ("draw", None, "organiser: a draw")],
)
def test_what_is_adjudged_ends_the_match_and_all_are_told(
    tmp_path: Path, database: str, word: str, winner: str | None, said: str
) -> None:
    handed, (row,) = made(tmp_path, database, "game,german,soviet\nbridgehead,Ada,Grace\n")
    with visit(database, guarded=True) as client:
        people = {side: stranger(client) for side in ("german", "soviet")}
        for side, person in people.items():
            person.post(f"/api{row[f'link {side}'].removeprefix('https://play.example')}", json={"name": side})
        hall, id = client.app.state.tables, row["match"]  # type: ignore[attr-defined]
        with people["german"].websocket_connect(f"/api/matches/{id}/live?seat=german") as line:
            line.receive_json()
            adjudge(handed, database, word)
            assert client.portal is not None
            client.portal.call(settle, hall)
            while (told := line.receive_json())["type"] != "changed":
                pass
        assert said in told["events"][-1]["text"]
        for side, person in people.items():
            view = Sitting(person, id).view(side, since=0)
            assert view["result"]["winner"] == winner and view["result"]["closed"] == "adjudged"
            assert said in view["events"][-1]["text"] and view["decision"] is None
        assert hall.store.adjudged() == []
    _, out, _ = run("admin", "results", handed, "--database", database)
    assert rows(out)[0]["winner"] == word


def test_what_is_adjudged_while_the_server_is_down_is_heard_when_it_starts(tmp_path: Path, database: str) -> None:
    handed, (row,) = made(tmp_path, database, "game,german,soviet\nbridgehead,Ada,Grace\n")
    adjudge(handed, database, "german")
    with visit(database, guarded=True) as client:
        until(lambda: not client.app.state.tables.store.adjudged())  # type: ignore[attr-defined]
        link = row["link soviet"].removeprefix("https://play.example")
        assert stranger(client).post(f"/api{link}", json={"name": "Grace"}).status_code == 409  # nobody begins it now
        kept = client.app.state.tables.store.find(row["match"])  # type: ignore[attr-defined]
    assert kept.standing.verdict.winner == "german" and kept.standing.to_act is None
