"""The mutation tester, on a game of a few lines: what it changes, draws, notices, keeps and leaves alone."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.changes import changed, changes
from tests.mutants.policies import Fact, off
from tests.mutants.population import mutants, population, sample
from tests.mutants.results import absent, equivalents, facts, is_absent

TOOL = Path(__file__).parent / "mutants"

RULES = '''"""A game of one road."""

from __future__ import annotations

from functools import cache

LIMIT = 3


@cache
def prices() -> dict[str, int]:
    return {"road": 1, "wood": 2}


def may_enter(load: int) -> bool:
    return load < LIMIT


def cost(terrain: str, tired: bool) -> int:
    if tired:
        return 5
    return prices()[terrain]


def climb(height: int) -> int:
    steps = 0
    while height > 0:
        steps, height = steps + 1, height - 2
    return steps


def larger(a: int, b: int) -> int:
    return a if a > b else b
'''

TESTS = """from countermarch.games.toy.road import climb, cost, larger, may_enter, prices


def test_two_may_be_joined_and_three_not() -> None:
    assert may_enter(2) and not may_enter(3)


def test_a_road_costs_one() -> None:
    assert cost("road", False) == 1


def test_a_wood_is_looked_up_in_the_same_table() -> None:
    assert prices()["wood"] == 2


def test_a_climb_takes_a_step_for_two_levels() -> None:
    assert [climb(height) for height in (4, 3, 1, 0)] == [2, 2, 1, 0]


def test_the_larger_of_two() -> None:
    assert larger(1, 2) == 2 and larger(2, 1) == 2
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A working tree with the tool and a game called toy."""
    games = tmp_path / "src" / "countermarch" / "games"
    (games / "toy").mkdir(parents=True)
    for package in (games.parent, games, games / "toy"):
        (package / "__init__.py").touch()
    (games / "toy" / "road.py").write_text(RULES)
    rules = tmp_path / "tests" / "rules" / "toy"
    rules.mkdir(parents=True)
    (rules / "test_road.py").write_text(TESTS)
    shutil.copytree(TOOL, tmp_path / "tests" / "mutants", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\npythonpath = ["."]\n'
    )
    (tmp_path / "docs").mkdir()
    return tmp_path


def start(project: Path, *more: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tests.mutants", "--game", "toy", "--patience", "1", *more]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COUNTERMARCH"))}
    return subprocess.Popen(words, cwd=project, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def run(project: Path, *more: str) -> str:
    process = start(project, "--sample", "1000", *more)
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 0, output
    return output


def survivors(output: str) -> list[tuple[str, str]]:
    """What was there and what stood in its place, of every survivor."""
    lines = [line.strip() for line in output.splitlines() if line.startswith("    ")]
    gone = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
    come = [line.removeprefix("+ ") for line in lines if line.startswith("+ ")]
    return list(zip(gone, come, strict=True))


def tree(project: Path) -> dict[str, bytes]:
    """Every file but the caches."""
    files = [path for path in project.rglob("*") if path.is_file() and not {".mutants", "__pycache__"} & {*path.parts}]
    return {path.relative_to(project).as_posix(): path.read_bytes() for path in files}


def source(project: Path) -> Path:
    return project / "src" / "countermarch" / "games" / "toy" / "road.py"


# the run

LEFT = [("tired", "False"), ("return 5", "return 6"), ("return a if a > b else b", "return a if a >= b else b")]


def test_survivors_are_named_and_what_a_list_explains_is_counted_apart(project: Path) -> None:
    """The line of `larger` runs in a test, that of the tired never, those of LIMIT and of the prices once for all."""
    before = tree(project)
    output = run(project)
    assert survivors(output) == LEFT
    assert "toy/road.py:21 cost [constant, " in output and output.count("(no test comes by)") == 1
    found = len(mutants(source(project), "toy/road.py"))
    told = f"{found - 3} of {found} noticed"
    assert told in output and "0 listed as equivalent" in output and "3 survivors, 1 of them where" in output
    assert tree(project) == before and not list((project / ".mutants").glob("tree-*"))

    line = "- `toy/road.py` `larger` `{}` → `{}`: two that are equal are the same.".format(*LEFT[2])
    (project / "docs" / "mutants.md").write_text(f"# toy\n{line}\n")
    output = run(project)
    assert f"{found} chosen, 0 to run" in output  # a page is neither source nor test
    assert told in output and "1 listed as equivalent" in output and "2 survivors" in output
    assert "(equivalent)" in output and "two that are equal are the same." in output

    (kept,) = (project / ".mutants").glob("*.jsonl")  # as if killed while it wrote
    kept.write_text(kept.read_text()[:-70])
    again = run(project)
    assert f"{found} chosen, 2 to run" in again and again.splitlines()[-12:] == output.splitlines()[-12:]

    tests = project / "tests" / "rules" / "toy" / "test_road.py"
    tests.write_text(tests.read_text() + "\n\ndef test_the_tired() -> None:\n    assert cost('wood', True) == 5\n")
    mended = run(project, "--survivors")
    assert "3 chosen, 3 to run" in mended and survivors(mended) == LEFT[2:]


def test_the_same_seed_finds_the_same_and_another_something_else(project: Path) -> None:
    first, second, other = (run(project, "--sample", "4", *more) for more in ((), (), ("--seed", "2")))
    assert first.splitlines()[-1] == second.splitlines()[-1] and "4 chosen, 0 to run" in second
    shutil.rmtree(project / ".mutants")
    assert run(project, "--sample", "4", "--jobs", "1").splitlines()[-3:] == first.splitlines()[-3:]
    assert "4 chosen, 4 to run" in other


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped(project: Path, number: signal.Signals) -> None:
    process = start(project, "--sample", "1000")
    assert process.stdout is not None
    while "Running the tests" not in process.stdout.readline():
        pass
    process.send_signal(number)
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 130 and "the same command goes on from here" in output
    assert not list((project / ".mutants").glob("tree-*"))


def test_red_tests_say_so(project: Path) -> None:
    tests = project / "tests" / "rules" / "toy" / "test_road.py"
    tests.write_text(tests.read_text().replace("== 1", "== 7"))
    process = start(project)
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 1 and "test_a_road_costs_one" in output


# changes


@pytest.mark.parametrize(
    "source, expected",
    [
        ("def f(a, b):\n    return a < b", ["return not a < b", "return a <= b"]),
        ("def f(a):\n    return a + 1", ["return None", "return a - 1", "return a + 2"]),
        ("def f(a):\n    return g(a)", ["return None"]),
        ("def f(a):\n    a.b = True", ["pass", "a.b = False"]),
        ("def f(a):\n    g(a)", ["pass"]),
        ("def f(a):\n    a += b", ["pass", "a -= b"]),
        ("def f(a):\n    if a and not b:\n        g()", ["True", "False", "a or not b", "a and (not not b)", "pass"]),
        ("def f(a):\n    b = [c for c in a if c]", ["True", "False"]),
        ("def f(a):\n    for b in a:\n        break", ["continue"]),
        ("def f(a):\n    b = min(a)", ["b = max(a)"]),
        ("def f(a):\n    b = -a", ["b = --a"]),
        ("A = 1", ["A = 2"]),
        ("def f(a):\n    a.b = 1", ["pass", "a.b = 0"]),
        ("def f(h):\n    b = h >= 0", ["b = h < 0"]),
        ("def f(p):\n    a = p('9.1')\n    b = p('9.2')", ["a = p('9.2')", "b = p('9.1')"]),
    ],
)
def test_what_is_changed(source: str, expected: list[str]) -> None:
    assert [change.after for change in changes(ast.parse(source))] == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""Says 1."""',
        "from a import b",
        "A, B = range(2)",
        "def f(a: int = b) -> int: ...",
        "def f(a):\n    assert a > 1",
        "def f(a):\n    if a > 1:\n        raise GameError(say('x', a=1))",
        "def f(a):\n    b = say('x', a=1)",
        "def f(a):\n    b = zip(a, c, strict=True)",
        "class A:\n    b: int",
        "class A:\n    def __repr__(self):\n        return 1 + 2",
        "if TYPE_CHECKING:\n    A = 1",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert list(changes(ast.parse(source))) == []


def test_every_change_is_made_by_itself_and_undone() -> None:
    tree = ast.parse(RULES)
    count = sum(1 for _ in changes(tree))
    assert ast.dump(tree) == ast.dump(ast.parse(RULES))
    made = {ast.unparse(changed(RULES, number)[0]) for number in range(count)}
    assert len(made) == count and ast.unparse(ast.parse(RULES)) not in made


# policies

EDITION = """
def f(play, a):
    if play.edition.fog:
        g(1)
    elif not play.edition.rail:
        g(2)
        return 2
    b = play.edition.fog and h(3)
    c = g(4) if play.edition.kind == "first" else g(5)
    if a and play.edition.fog:
        g(6)
    if play.edition.rail and a:
        g(7)
    if play.edition.rail:
        return g(8)
    g(9)
"""


def test_what_an_edition_switches_off_is_not_its_code() -> None:
    """With rail and without fog: the numbers in what may still be carried out."""
    switched_off = off(ast.parse(EDITION), {"fog": False, "rail": True, "kind": "first"})
    left = [change for change in changes(ast.parse(EDITION)) if change not in switched_off]
    assert [change.before for change in left if change.kind == "constant"] == [
        "g(4) if play.edition.kind == 'first' else g(5)",
        "g(7)",
        "return g(8)",
    ]
    forced = [(change.before, change.after) for change in left if change.kind == "condition"]
    assert ("play.edition.fog", "True") in forced and ("play.edition.fog", "False") not in forced
    assert ("play.edition.rail and a", "True") in forced and ("play.edition.rail and a", "False") in forced
    unsettled = [change for change in changes(ast.parse(EDITION)) if change not in off(ast.parse(EDITION), {})]
    assert len(unsettled) == sum(1 for _ in changes(ast.parse(EDITION)))


FACTS = """
class Edition:
    rail: bool = False
    fog: bool = False

def f(play, guns):
    if play.held(guns) is not None and g(1):
        g(2)
    a = [h for h in b if g(3) and h not in play.crowd]
    for ship in ships(play):
        g(4)
    b = [ship for ship in ships(play) if ship > 4]
    return g(5) if guns[0] else 6
"""


def test_what_is_always_so_in_a_game_switches_off_too() -> None:
    """Nobody is held, there are no ships and no guns; the edition has rail."""
    facts = [Fact("play.held(*) is not None", False), Fact("ships(*)", False), Fact("guns[0]", False)]
    tree = ast.parse(FACTS)
    left = [change for change in changes(ast.parse(FACTS)) if change not in off(tree, {"rail": True}, facts)]
    assert [change.before for change in left if change.kind == "constant"] == [
        "fog: bool = False",
        "g(3) and h not in play.crowd",
        "return g(5) if guns[0] else 6",
        "return g(5) if guns[0] else 6",
    ]
    forced = [(change.before, change.after) for change in left if change.kind == "condition"]
    assert ("guns[0]", "True") in forced and ("guns[0]", "False") not in forced
    crowd = Fact("g(3) and h not in play.crowd", True)
    settled = [change for change in changes(ast.parse(FACTS)) if change in off(tree, {}, [crowd])]
    assert [(change.before, change.after) for change in settled] == [("g(3) and h not in play.crowd", "True")]


def test_a_citation_that_is_the_same_rule_in_a_book_is_no_change(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("".join(f"def f(play):\n    return play.no('{rule}')\n" for rule in ("6.1", "6.2", "7.0")))

    def cited(values: dict[str, object]) -> list[str]:
        return [mutant.change.after for mutant in mutants(file, "a.py", values) if mutant.change.kind == "citation"]

    others = [f"return play.no('{rule}')" for rule in ("6.2", "7.0", "6.1")]
    names: dict[str, object] = {"concordance": {"6.1": "5.1", "6.2": "5.1"}}
    assert cited({}) == others and cited(names) == others[1:]
    chosen = ast.parse("def f(a):\n    return '6.1' if a > 1 else '6.2'")
    kinds = [change.kind for change in changes(chosen) if change not in off(chosen, names)]
    assert kinds == ["return", "citation", "citation"]


def test_facts_stand_under_the_game_by_file(tmp_path: Path) -> None:
    page = tmp_path / "mutants.md"
    own = "### toy\n- `a.py, b.py` never `f(*)`: none.\n- `a.py` always `g`: so.\n"
    page.write_text(own + "### other\n- `a.py` never `h`: no.\n")
    never, always = Fact("f(*)", False), Fact("g", True)
    assert facts(page, "toy") == [("a.py", never), ("b.py", never), ("a.py", always)]


# samples


def test_a_mutant_keeps_its_lot_when_other_functions_change(project: Path) -> None:
    games = source(project).parents[1]
    before = population(games, "toy")
    source(project).write_text("# a line more\n" + RULES.replace("height - 2", "height - 3"))
    after = population(games, "toy")
    stayed = {mutant.id for mutant in before} & {mutant.id for mutant in after}
    assert len(stayed) > len(before) - 6
    drawn = [{mutant.id for mutant in sample(found, 10, 1)} & stayed for found in (before, after)]
    assert len(drawn[0] ^ drawn[1]) <= 4


def test_a_sample_is_drawn_by_seed_and_weight(project: Path) -> None:
    found = population(source(project).parents[1], "toy")
    assert sample(found, 9, 1) == sample(list(reversed(found)), 9, 1) != sample(found, 9, 2)
    assert sample(found, len(found), 3) == sorted(found, key=lambda mutant: (mutant.file, mutant.number))


def test_equivalents_stand_under_the_game_or_its_family(tmp_path: Path) -> None:
    page = tmp_path / "mutants.md"
    page.write_text(
        "## chitpull\n- `chitpull/a.py` `f` `a > b` → `a >= b`: never equal.\n"
        "## stargard\n- `stargard/b.py` `` `A = 1` → `A = 2`: not read.\nSome words.\n"
    )
    family = {("chitpull/a.py", "f", "a > b", "a >= b"): "never equal."}
    assert equivalents(page, "koenigsberg") == family and equivalents(page, "seelow") == {}
    assert equivalents(page, "stargard") == {**family, ("stargard/b.py", "", "A = 1", "A = 2"): "not read."}


def test_what_a_game_never_calls_of_its_family_is_not_drawn(project: Path) -> None:
    page = project / "page.md"
    page.write_text("### chitpull\n- `toy/road.py` `larger`: of all.\n### toy\n- `toy/road.py` `climb, may_*`: no.\n")
    rows = absent(page, "toy")
    assert rows == [("toy/road.py", "climb"), ("toy/road.py", "may_*")]
    found = population(source(project).parents[1], "toy")
    left = {mutant.change.function for mutant in found if not is_absent(mutant, rows)}
    assert left == {mutant.change.function for mutant in found} - {"climb", "may_enter"}
