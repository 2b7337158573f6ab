"""3.1 What belongs to another phase, and the rule that keeps it there."""

from __future__ import annotations

from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import FIRE_MODE
from countermarch.games.seelow.verbs import ADVANCE, ATTACK, BARRAGE, ENGAGE, ENTER, FIRE, MOVE, SET_MODE
from countermarch.games.seelow.ways import stand_refusal
from countermarch.notation import Choice
from countermarch.rulebook import Refusal

PHASES = {  # what a player may want to do: the rule that gives it a phase, and how it is said
    BARRAGE: ("8.17", "barrage_phase"),
    MOVE: ("5.0", "movement_phase"),
    ENTER: ("9.11", "movement_phase"),
    ENGAGE: ("6.0", "fire_phase"),
    FIRE: ("6.0", "fire_phase"),
    ATTACK: ("7.0", "combat_phase"),
    ADVANCE: ("7.77", "advance_at_once"),
}
AT_NIGHT = {  # 10.2: phases that pass by, since nobody may do what they are for
    BARRAGE: ("8.0", "night_fire"),
    ENGAGE: ("10.25", "night_fire"),
    FIRE: ("10.25", "night_fire"),
    ATTACK: ("7.17", "night_attack"),
}


def out_of_phase(play: SeelowPlay, choice: Choice) -> Refusal | None:
    """Why something cannot be done in the phase that is being played."""
    verb = choice[0]
    if verb == MOVE and play.on_map(choice[1]):
        refusal = stand_refusal(play, choice[1])  # who may not move this turn, whatever the phase
        if refusal is not None:
            return refusal
    if verb == SET_MODE:
        if choice[2] == FIRE_MODE:
            return play.no("8.35", "not_to_fire_mode", unit=play.id(choice[1]))
        return play.no("8.32", "mode_phase", unit=play.id(choice[1]))
    found = AT_NIGHT.get(verb) if play.night else None
    found = found or PHASES.get(verb)
    return None if found is None else play.no(*found)
