"""Saves for the browser to play on from, with a die that brings about what a test wants to see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

import countermarch as cm
from countermarch.bots import bot
from countermarch.bots.random import RandomBot
from countermarch.chronicle import chronicle_of
from countermarch.games.vistula import aviation
from countermarch.match import Match
from countermarch.notation import CLOSING
from tests.rules.vistula.table import Table

ATTACKERS = {"39A-5G": "0636", "39A-94": "0636", "39A-HQ": "0636", "39A-113": "0538", "39A-152": "0538"}
DEFENDERS = {"9K-561": "0637", "9K-548": "0637"}
TARGET = "0637"
WANTED = {"lose", "retreat", "advance"}
AFTERMATH = {*WANTED, "together", "apart", "go-on"}


def texts(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def verbs(match: Match) -> set[str]:
    return {text.split()[0] for text in texts(match)}


def set_up(match: Match, proposed: str) -> None:
    """Side after side as the game proposes."""
    while verbs(match) & {proposed, "go-on"}:
        match.play("go-on" if match.paused else proposed)


def activated(game: str = "koenigsberg", **options: str) -> Match:
    """The first turn, the army of the attackers activated and about to move, the enemy before it."""
    match = cm.load(game).start(seed=1, options=options)
    match.next_draw("39A")
    while "move" not in verbs(match):
        match.play("done" if "done" in texts(match) else texts(match)[0])
    position = match.position()
    places = {**ATTACKERS, **DEFENDERS}
    for unit in position["units"]:
        if unit["id"] in places:
            unit["hex"], unit["where"] = places[unit["id"]], None
    for hex in places.values():
        stack = [unit for unit in position["units"] if unit["hex"] == hex]
        for level, unit in enumerate(stack):
            unit["level"] = level
    return match.game.from_position(position)


def ended() -> Match:
    """A match of Bridgehead played by chance, in which much happened and of which the last word was an end."""
    for seed in count():
        match, pick = cm.load("bridgehead").start(seed=seed), Random(seed)
        while match.to_act is not None:
            match.play(match.legal()[pick.randrange(len(match.legal()))])
        kinds = {mark.kind for mark in chronicle_of(match).marks}
        if match.actions[-1].verb in CLOSING and kinds >= {"objective", "unit"}:
            return match
    raise AssertionError("there are always more seeds")


def blundered() -> Match:
    """The last two turns of Bridgehead, played at random on both sides: soon analysed, and much was amiss."""
    match = cm.load("bridgehead").start(seed=5, pauses=False)
    captain, chance = bot("captain", 5), RandomBot(5)
    while match.turn < 5:
        match.play(captain.choose(match))
    match = match.with_new_dice(5)
    while match.to_act is not None:
        match.play(chance.choose(match))
    return match


def nearly_over() -> Match:
    """The same before its last word."""
    over = ended()
    match = over.beginning()
    for action in over.actions[:-1]:
        match.play(action)
    return match


def asked_after(match: Match, die: int) -> set[str]:
    """What is asked for when all have attacked with this die."""
    match.next_dice(die)
    match.play("done")
    match.play(f"attack {TARGET}")
    while joining := [text for text in texts(match) if text.startswith("with ")]:
        match.play(joining[0])
    if "announce" in texts(match):
        match.play("announce")
    match.play("resolve")
    asked: set[str] = set()
    while match.to_act and verbs(match) & AFTERMATH:
        asked |= verbs(match)
        match.play(next(text for text in texts(match) if text != "done"))
    return asked


def assault(**options: str) -> Match:
    """An activation whose attack, made without moving, costs the enemy a step, his hex and an advance."""
    match = activated(**options)
    die = next(die for die in range(1, 7) if asked_after(match.copy(), die) >= WANTED)
    match.next_dice(die)
    return match


def all_active() -> Match:
    """Every unit of the side to act may move: to measure, not to play."""
    return everybody(activated())


def everybody(match: Match) -> Match:
    """The same with all units of the side to act active."""
    position = match.position()
    for unit in position["units"]:
        unit["active"] = int(unit["side"] == match.to_act and unit["hex"] is not None)
    return match.game.from_position(position)


def moving(game: str) -> Match:
    """A movement of the first turn, with as many units to move as the game has: to measure."""
    if game == "vistula":
        return crowded()
    if game == "seelow":
        return oderbruch("movement_1", {})
    match = cm.load(game).start(seed=1)
    while "move" not in verbs(match):
        match.play("done" if "done" in texts(match) else texts(match)[0])
    return match if game == "bridgehead" else everybody(match)


def interception() -> Match:
    """An army of the first edition about to move, with refugees on the road beside its HQ."""
    match = cm.load("koenigsberg45").start(seed=1, options={"fog_of_war": "off"})
    match.next_draw("39A")
    while "move" not in verbs(match):
        match.play("done" if "done" in texts(match) else texts(match)[0])
    position = match.position()
    refugees = next(unit for unit in position["units"] if unit["id"] == "Refugees-1")
    refugees.update(hex="1143", where=None)
    return match.game.from_position(position)


# Stargard


def pomerania(chit: str, places: dict[str, str], **effects: int) -> Match:
    """Turn 7, these counters in these hexes, and the HQ of a chit activated with units about to move."""
    game = cm.load("stargard")
    position = game.start(seed=1).position()
    del position["flow"]
    position.update(turn=7, phase="command", cup=[chit], drawn=[], draw_order=[], draws=0, void=[])
    position["effects"].update(effects)
    for level, unit in enumerate(position["units"]):
        if unit["id"] in places:
            unit.update(hex=places[unit["id"]], where=None, level=level)
        elif unit["hex"] is not None:
            unit.update(hex=None, where="eliminated" if unit["steps"] else "removed", steps=0)
    match = game.from_position(position)
    while "done" not in texts(match):
        match.play(texts(match)[0])
    return match


def pinned() -> Match:
    """A division pinned beside one that is not."""
    match = pomerania("61", {"61-HQ": "16.22", "12G": "16.23", "75G": "15.24", "48/23SS": "30.20", "3SS-HQ": "30.20"})
    position = match.position()
    for unit in position["units"]:
        if unit["id"] == "12G":
            unit.update(pinned=1, active=0)
    return match.game.from_position(position)


def reich() -> Match:
    """Frundsberg must leave, and stands on the railway to Stettin."""
    places = {"StellII-HQ": "08.10", "1/DEN": "08.11", "39Pz-HQ": "17.12", "II/10SS": "18.13", "12G": "30.06"}
    return pomerania("StellII", places, reich=6)


# Seelow


def oderbruch(phase: str, places: dict[str, str], *dice: int, turn: int = 2, shaken: Sequence[str] = ()) -> Match:
    """The proposed deployment with some units elsewhere, some disrupted, and the next dice, as a phase begins."""
    game = cm.load("seelow")
    match = game.start(seed=1, scenario="seelow")
    set_up(match, "propose")
    position = match.position()
    del position["flow"]
    position.update(turn=turn, phase=phase)
    for unit in position["units"]:
        unit["hex"] = places.get(unit["id"], unit["hex"])
        unit["disrupted"] = int(unit["id"] in shaken)
    match = game.from_position(position)
    if dice:
        match.next_dice(*dice)
    return match


def barrage() -> Match:
    """Dawn: the battalion under the guns fails its check."""
    return oderbruch("barrage_1", {}, 6, 6, turn=1)


def duel() -> Match:
    """A tank brigade has driven up to two companies of assault guns; it loses a step and fails its check."""
    return oderbruch("reaction_1", {"11GT-40": "2511", "920-1": "2412", "920-2": "2412"}, 2, 6)


def storm() -> Match:
    """Two regiments beside a battalion in the open, which loses a step and has to go."""
    return oderbruch("combat_1", {"27-74": "2409", "27-76": "2410"}, 1)


def rout() -> Match:
    """The same battalion with a tank company, which may go with it when it has to go."""
    return oderbruch("combat_1", {"27-74": "2409", "27-76": "2410", "303-I300": "2309", "MUN-Pz-1": "2309"}, 1)


def rally() -> Match:
    """The last combat phase of a turn; one of the disrupted will come round, one will not."""
    return oderbruch("combat_2", {"27-76": "2410"}, 1, 6, shaken=("27-74", "303-I302"))


# Vistula-Oder-Berlin


def front(places: dict[str, str], reduced: tuple[str, ...] = (), starved: tuple[str, ...] = ()) -> Table:
    """Turn 3, these counters in these hexes and nothing else on the map."""
    table = Table()
    for id, hex in places.items():
        steps, supply = 1 if id in reduced else None, "out_of_supply" if id in starved else "supplied"
        table.put(id, hex, steps, supply)
    return table


BOXES = {"air": "used", "lc": "pool", "naval": "pool"}  # where those are that never leave the game


def begun(table: Table, phase: str) -> Match:
    """The same as a phase begins, with the turn it belongs to."""
    position = table.match().position()
    del position["flow"]
    position["phase"] = phase
    for unit in position["units"]:
        if unit["where"] == "removed":
            unit["where"] = BOXES.get(unit["kind"], "removed")
    return table.game.from_position(position)


def crowded() -> Match:
    """Both sides set up as proposed: the fullest map of all games."""
    match = cm.load("vistula").start(seed=1)
    set_up(match, "fill")
    return match


def breakthrough() -> Match:
    """The example of 8.5: three corps before two weak divisions, a tank corps behind them, and a die of 5."""
    corps = dict.fromkeys(("8GMK", "6GMK", "12GTK"), "0402")
    table = front({**corps, "1ID": "0502", "69ID": "0502", "9TK": "0301", "5Pz": "0604"}, ("1ID",), ("1ID", "69ID"))
    match = begun(table, "allied_combat")
    match.next_dice(5)
    return match


def mobile_attack() -> Match:
    """The example of 7.3 with a stack of four, and a die that clears the hex; a neighbour's zone covers the step in."""
    stack = dict.fromkeys(("5Pz", "7Pz", "16Pz", "17Pz"), "1316")
    match = begun(front({**stack, "113RC": "1213", "65RC": "1113"}, ("113RC",)), "german_movement")
    match.next_dice(6)
    return match


def interdiction() -> Match:
    """The first Allied move of the war, with German aircraft above it, and a die of 6."""
    match = cm.load("vistula").start(seed=1, options={"interdiction": "on"})
    set_up(match, "fill")
    match.next_dice(6)
    return match


def committed() -> Match:
    """An attack that columns and air markers of both sides can be brought to."""
    table = front({"9TK": "1611", "11TK": "1611", "A-LC1": "1611", "1ID": "1612", "G-LC1": "1612"})
    aviation.refresh(table.play)
    match = begun(table, "allied_combat")
    match.next_dice(1)
    return match


def strike() -> Match:
    """Bridgehead: the Soviet resolves an attack after which, but for one face of the die, the German must answer."""
    match, pick = cm.load("bridgehead").start(seed=42, pauses=False), Random(42)
    for _ in range(10):
        match.play(match.legal()[int(pick.random() * len(match.legal()))])
    assert match.to_act == "soviet" and "resolve" in verbs(match)
    return match
