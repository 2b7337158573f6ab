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
    ring: float = 0.0  # whether attackers are seated around the enemy rather than side by side
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
    tried_hqs: int = 3  # so many HQs are looked at closely when one is to be chosen
    sheer_force: float = 0.1  # what it counts that an HQ has much to lead, beside what its attacks promise
    decides: float = 2.5  # a hex that ends the game
    marches: float = 0.5  # who holds no more than this part of the objectives has to take
    lure: float = 0.0  # by how much farther every objective is than one that weighs one more
    fortress: float = 0.0  # what a garrison without end is worth in an objective
    half_fortress: float = 4.0  # points of defence that are worth half of it
    worthy: float = 5.0  # a weaker unit takes no place in a hex that decides the game, if somebody is there
    far_threat: float = 60.0  # an enemy so far away makes it worth half as much
    call_turn: int = 4  # from which units may be called away
    called: float = 1.0  # who may be: for each third of a point beyond a march from the exit
    in_call: float = 20.0  # so far is a march
    errand_range: float = 27.0  # from how far armour sets out for who is cut off, and for places that count for a while
    road_turn: int = 3  # from which the road to Küstrin is thought of
    errand_lure: float = 12.0  # by how much farther a place is than one that weighs one more
    pull: float = 1.0  # how much it matters to such a unit to be nearer
    truant: float = 0.1  # for each third of a point by which it could be nearer, attacking elsewhere
    corridor: float = 60.0  # standing in a hex that keeps a way open to who is cut off
    doubled: float = 0.4  # a second unit there
    longest_corridor: int = 12
    relieves: float = 5.0  # winning such a hex
    stranded: float = 12.0  # who must leave: for each hex beyond the range of its HQ


@dataclass(frozen=True, slots=True)
class CampaignDoctrine(MarchDoctrine):
    """Attacks, columns, HQs and garrisons of a campaign; strength in factors, ways in thirds of a movement point."""

    enemy_step: float = 2.0
    own_step: float = 1.7
    siege: float = 1.0  # more for each step in an objective, for each point it counts
    cleared: float = 0.8
    surplus: float = 0.5  # each point of movement after a breakthrough
    takes_objective: float = 5.0
    emptied: float = 1.0  # what a hex is worth that no armour is left to enter
    opens_way: float = 0.05  # for each third of a point the hex is nearer to an objective than the attackers
    least_gain: float = 0.75  # an attack that promises less is not made
    mobile_gain: float = 1.5
    looked_at: int = 6  # attacks weighed closely at a time
    taken: float = 3.0  # an HQ or column that falls without a die
    column: float = 0.9  # what a column must add
    plenty: float = 0.04  # so much less for each column in stock
    cheap: float = 0.25  # down to this
    hoarded: float = 3.0  # what a defender's must add when he attacks
    guns: float = 1.2  # what artillery must add
    marker: float = 0.5  # what an air marker must add
    crowded: int = 4  # units in a hex that make an air strike worth it
    last_step: float = 4.0  # losing a unit altogether, beside its strength
    rebuilt: float = 0.9  # a unit brought back, beside a step

    ring: int = 4  # hexes around an objective within which troops are there for it
    enough: float = 5.0  # attack factors it takes for each of defence
    served: float = 40.0  # how much farther an objective is when there are twice as many
    lure: float = 6.0  # and for each point that another counts more
    most_served: float = 120.0

    near: float = 15.0  # within which the enemy is a danger
    struck: float = 40.0  # and within which armour could come in a turn
    exploit: float = 6.0  # what a reserve must win
    reserve: float = 6.0  # armour that does not attack, next to the enemy: it may not go through a gap
    far_back: float = 20.0  # from the enemy: worth a train
    front_width: int = 8  # hexes about an HQ in which its columns are
    help: float = 2.0  # for each factor that columns and guns help
    helper_onward: float = 0.2  # how much it matters to them where the front is
    unescorted: float = 40.0  # a column or guns alone near the enemy
    armour_comes: int = 8  # hexes
    infantry_comes: int = 4

    stranger: float = 0.6  # supplying a unit of another front or army
    stretched: float = 0.5  # one beyond the length of a line
    at_the_front: float = 30.0  # from the enemy
    behind: float = 0.5  # supplying a unit farther back
    by_source: float = 0.1  # one that a source supplies
    needy: float = 1.0
    railed: float = 6.0  # an HQ on a railway, by which columns and replacements come
    close: float = 3.6  # an advancing HQ, for each hex to its spearheads
    away: float = 0.2  # a defending one, for each third of a point from the enemy
    in_time: float = 60.0  # from which a garrison is made strong, for each point
    day: float = 36.0  # what armour marches in a turn
    stopped: float = 12.0  # what a zone costs the enemy, and the troops in it as much again
    steps_hold: float = 2.0  # a step in a garrison, in factors
    stays: float = 1.0  # that it is there already
    manned: float = 12.0  # how much farther from new troops a step in it makes an objective of one point
    stretch: int = 6  # hexes a line has at most
    stacked: int = 3  # units in a stack of it
    late: float = 4.0  # for each turn it comes later
    hq_steps: float = 6.0  # what an HQ marches in a turn
    homing: float = 0.7  # an HQ on its way to a city, for each third of a point
    beside: float = 30.0  # a column with a garrison that may need it
    refit_garrison: float = 3.0  # a step given back in an objective, for each point it counts
    token: int = 1  # and while the enemy is far
    comes: float = 60.0  # from which a unit is sent for
    raided: float = 40.0  # within which armour could come in a turn
    lost_hq: float = 30.0
    heavy_blow: float = 36.0  # attack factors in one place
    holds: float = 2.0  # an escort holds against so many times its defence
    most_escorts: int = 3
    turns_back: float = 999.0  # so much farther from its aim armour goes for an attack, no more


@dataclass(frozen=True, slots=True)
class FieldDoctrine(MarchDoctrine):
    """Attacks, fire and ground of a battle, in points of strength."""

    step: float = 3.0
    driven_back: float = 2.0
    own_step: float = 2.7
    fall_back: float = 1.8
    ground_won: float = 1.0
    takes_objective: float = 5.0
    least_gain: float = 0.8  # an attack that promises less is not made
    ring: float = 0.0  # whether attackers are seated around the enemy rather than side by side
    joining: float = 0.0  # what each attacker must add: it could attack elsewhere
    bounty: float = 0.0  # a unit whose loss counts a point
    storm: float = 1.0  # by how much an attacker minds his losses less
    hunt: float = 0.0  # antitank strength brought against each lone tank at least; none: they are left alone
    most_hunters: float = 13.0  # and at most
    more_guns: float = 0.3  # what another gun must add to a barrage
    worth_shelling: float = 0.25
    assault: float = 1.5  # a barrage of a hex that can be attacked afterwards
    last_step: float = 6.0  # losing a unit altogether, beside its strength
    hold: float = 4.0  # what a hex must be worth to lose a step for it
    shelter: float = 3.0  # a village is

    height: float = 4.0  # standing above the enemy
    bank: float = 8.0  # behind a stream
    forward: int = 8  # hexes a unit thinks of going to: those nearest to where it should be
    gap: float = 2.0  # a hex in front that nobody else bars
    front: float = 9.0  # beyond so many thirds of a point from the enemy
    rear: float = 1.2  # a unit is of less and less use
    early: float = 15.0  # an objective is not yet guarded while the enemy is so far, in thirds of a point
    shaken_near: float = 12.0  # disrupted and next to the enemy
    in_the_open: float = 10.0  # guns next to the enemy
    behind: int = 5  # hexes a gun keeps from the enemy
    misplaced: float = 6.0  # for each hex it does not
    gun_onward: float = 0.1  # how much it matters to it where the front goes
    safety: float = 6.0  # retreating, for each hex from the enemy
    cover: float = 2.0  # into a village
    homeward: float = 0.02  # for each third of a point from supply
