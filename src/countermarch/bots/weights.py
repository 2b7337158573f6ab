"""What captains of armies hold things to be worth; the data of a game may say otherwise for a side or a style."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MarchDoctrine:
    """Marching and standing, in the ground's thirds of a movement point: what is far or bad counts for more."""

    zone_toll: float = 12.0  # what an enemy zone costs a march
    enemy_toll: float = 24.0
    garrison_price: float = 2.0  # a defended objective is as much farther for each point of its defence
    last_patience: float = 0.4  # how much strength matters in the last turn
    patience: float = 0.2  # and more for each turn before it
    heavy: float = 2.0  # an objective worth two units

    cut_off: float = 30.0  # ending where no way leads back
    crowd: float = 2.0  # a second unit in the hex
    astray: float = 6.0  # for each hex beyond where the HQ can follow
    hq_leap: int = 3
    astray_guard: float = 3.0
    weak_in_zone: float = 6.0  # a brigade or reduced unit next to the enemy
    strong: int = 4
    prize: float = 90.0  # entering an objective

    guard: float = 60.0  # an objective without a garrison of its own
    on_the_way: float = 24.0
    covered: float = 5.0  # for each friend already next to the hex
    good_ground: float = 5.0
    exposed: float = 1.2  # for each point by which the enemy near is stronger than three times the defence
    stay: float = 3.0
    detour: float = 6.0  # thirds of a point off the enemy's shortest way count as half as much
    threat: float = 60.0  # an objective is threatened from so far

    left_behind: float = 8.0  # a unit out of its HQ's range
    hq_trail: int = 2  # hexes an HQ stays behind its units
    hq_danger: float = 20.0
    hq_onward: float = 0.05  # how much it matters where the front goes

    odds: float = 3.0  # an attack is worth preparing
    sheltered_odds: float = 4.0
    most_odds: float = 6.0


@dataclass(frozen=True, slots=True)
class ChitDoctrine(MarchDoctrine):
    """Attacks and decisions of a chit-pull game, in points of strength."""

    enemy_step: float = 2.0
    own_step: float = 1.8
    ground_won: float = 1.0
    fall_back: float = 0.7
    takes_objective: float = 4.0
    opens_way: float = 0.08  # for each third of a point by which the hex is nearer to an objective than the attackers
    least_gain: float = 0.4  # an attack that promises less is not made
    least_odds: float = 0.7  # below that no attack is looked at
    joining: float = 0.05  # what each attacker must add: it could attack elsewhere
    normal_sortie: float = 0.5  # what flying costs: a normal attack is back next turn
    full_sortie: float = 1.0  # and a full one later

    off_the_way: float = 0.03  # for each third of a point by which an attacker could be nearer to an objective
    slack: float = 9.0  # so much does not matter
    no_way_back: float = 1.0  # a defender where no way leads back
    out_of_command: float = 0.2  # for each hex

    last_step: float = 4.0  # losing a unit altogether, beside its strength
    worth_shelling: float = 0.3
    shelled_strength: float = 0.1  # for each point of defence under fire
    full_hex: float = 20.0  # retreating where there is no room
    shelter: float = 3.0  # retreating into a town
    calm: float = 30.0  # an enemy so far away lets a garrison go
    rebuilt: float = 0.9  # a unit brought back, beside a step
    chit_to_come: float = 0.7  # an HQ that will be activated anyhow
    decides: float = 2.5  # a hex that ends the game
    stranded: float = 12.0  # who must leave: for each hex beyond the range of its HQ
