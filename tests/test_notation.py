"""Actions as text, both ways, and what is said of a text that is no action."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import countermarch as cm
from countermarch.notation import Action, Choice, Grammar, NotationError

WORDS = Grammar(
    {
        "done": (),
        "move": ("unit", ("", "fast")),
        "air": ("unit", ("low", "high")),
        "to": ("hex", "via"),
        "apart": ("units",),
        "retreat": ("path",),
        "rebuild": ("unit", "number", "hex"),
        "upon": ("unit", "unit"),
    },
    {"unit": ["A-1", "A-2", "B-1"], "hex": ["0101", "0102", "0103"]},
)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("done", (0,)),
        ("move A-1", (1, 0, 0)),
        ("move A-2 fast", (1, 1, 1)),
        ("air B-1 high", (2, 2, 1)),
        ("to 0102", (3, 1)),
        ("to 0103 via 0101-0102", (3, 2, 0, 1)),
        ("apart A-1+B-1", (4, 0, 2)),
        ("retreat 0101-0102-0103", (5, 0, 1, 2)),
        ("rebuild A-1 2 0103", (6, 0, 2, 2)),
    ],
)
def test_text_and_choice_are_inverses(text: str, choice: Choice) -> None:
    assert WORDS.read(text) == choice and WORDS.write(choice) == text
    assert str(Action(choice, WORDS)) == text


def test_space_around_words_does_not_matter() -> None:
    assert WORDS.read("  move   A-2\tfast ") == WORDS.read("move A-2 fast")


def test_units_together_are_a_set() -> None:
    assert WORDS.read("apart B-1+A-1") == WORDS.read("apart A-1+B-1")


@pytest.mark.parametrize(
    ("text", "joint"), [("apart A-1+B-1", True), ("apart A-1", False), ("upon A-1 B-1", False), ("done", False)]
)
def test_an_action_is_joint_if_several_units_act_as_one(text: str, joint: bool) -> None:
    assert Action(WORDS.read(text), WORDS).joint is joint


@pytest.mark.parametrize(
    ("text", "wrong", "remedy"),
    [
        ("", "empty text", "begin with one of: done, move"),
        ("mvoe A-1", "'mvoe'", "did you mean move"),
        ("xyzzy", "'xyzzy'", "known are done, move"),
        ("move", "something is missing", "write 'move UNIT [fast]'"),
        ("move A-3", "no unit 'A-3'", "did you mean A-"),
        ("move Q", "no unit 'Q'", "known are A-1, A-2, B-1"),
        ("move A-1 slowly", "'slowly'", "'move UNIT [fast]'"),
        ("air A-1 deep", "'deep' is none of: low, high", "write 'air UNIT low|high'"),
        ("air A-1", "something is missing, one of: low, high", "write 'air UNIT low|high'"),
        ("to 0104", "no hex '0104'", "did you mean 0103"),
        ("to 0101 via", "after 'via'", "as in 'via 0101-0102'"),
        ("to 0101 via 0102-9", "no hex '9'", "known are 0101"),
        ("to 0101 by 0102", "'by 0102'", "'to HEX [via HEX-HEX]'"),
        ("apart A-1+A-1", "names a unit twice", "name each once"),
        ("apart A-1+", "no unit ''", "known are A-1"),
        ("retreat 0101-", "no hex ''", "known are 0101"),
        ("rebuild A-1 two 0101", "'two' is not a whole number", "write such as 2"),
        ("rebuild A-1 -1 0101", "'-1' is not a whole number", "write such as 2"),
        ("done done", "'done'", "more words than 'done'"),
    ],
)
def test_a_text_that_is_no_action_is_told_the_wrong_word_and_a_remedy(text: str, wrong: str, remedy: str) -> None:
    with pytest.raises(NotationError) as caught:
        WORDS.read(text)
    assert wrong in str(caught.value) and remedy in str(caught.value)


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        choice = WORDS.read(text)
    except NotationError as error:
        assert str(error)
    else:
        assert WORDS.read(WORDS.write(choice)) == choice


@pytest.mark.parametrize(
    ("kind", "names"),
    [("unit", ["A 1"]), ("unit", [""]), ("unit", ["A", "A"]), ("unit", ["A+B"]), ("hex", ["01-01"])],
)
def test_names_that_could_not_be_read_back_are_refused(kind: str, names: list[str]) -> None:
    with pytest.raises(ValueError, match="cannot name a"):
        Grammar({}, {kind: names})


def test_an_action_tells_its_verb_units_and_hexes() -> None:
    action = Action(WORDS.read("to 0103 via 0101-0102"), WORDS)
    assert action.verb == "to" and action.units == () and action.hexes == ("0103", "0101", "0102")
    together = Action(WORDS.read("apart A-1+B-1"), WORDS)
    assert together.units == ("A-1", "B-1") and together.hexes == ()
    assert Action(WORDS.read("rebuild A-1 2 0103"), WORDS).hexes == ("0103",)


def test_actions_are_equal_by_what_they_say_in_the_same_game() -> None:
    game = cm.load("koenigsberg")
    assert game.parse("move 5A-72") == game.parse("move  5A-72") != game.parse("move 5A-65")
    assert len({game.parse("done"), game.parse("done")}) == 1
    assert Action((0,), WORDS) != game.parse("done") and game.parse("done") != "done"
    assert repr(game.parse("done")) == "<Action done>"


def test_an_action_of_another_grammar_is_taken_by_its_words() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    foreign = Action((0,), Grammar({"done": ()}, {}))
    assert foreign not in match.legal()
    match.play(foreign)
    assert str(match.actions[0]) == "done"


def test_every_action_of_a_game_reads_back() -> None:
    game = cm.load("koenigsberg")
    match = game.start(seed=5)
    verbs = set()
    for turn in range(400):
        for action in match.legal():
            assert game.parse(str(action)) == action
            verbs.add(action.verb)
        match.play(match.legal()[turn * 7 % len(match.legal())])
    assert {"move", "to", "attack", "done", "place"} <= verbs


def test_unit_ids_are_plain_words() -> None:
    ids = [unit["id"] for unit in cm.load("koenigsberg").start(seed=1).position()["units"]]
    assert all(id.isascii() and " " not in id for id in ids) and len(set(ids)) == len(ids)
