"""A sensible player of either side of Vistula-Oder-Berlin, who plans a phase at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from countermarch.bots.campaign import HELPERS, CampaignSituation
from countermarch.bots.doctrine import doctrine
from countermarch.bots.garrisons import ON_FOOT
from countermarch.bots.logistics import Quartermaster, most_needy
from countermarch.bots.marching import Concentration, stand_score
from countermarch.bots.offensive import Breakthrough, advance_score
from countermarch.bots.situation import Piece
from countermarch.bots.thinker import Handler, Thinker, asked, fallback, offers
from countermarch.bots.weights import CampaignDoctrine
from countermarch.games.base import Preview
from countermarch.games.vistula.verbs import REGULAR, STRATEGIC
from countermarch.match import Match
from countermarch.notation import Action
from countermarch.pieces import Unit

Decide = Callable[[Match, CampaignSituation, list[Action]], str | None]
Reach = dict[int, str]  # hex a unit can be in -> the verb that takes it there
Reaches = dict[str, Reach]

MOST_MARKERS, MOST_COLUMNS = 2, 3  # more change nothing
BY_TRAIN = "strategic"
AROUND_AN_HQ = 2  # hexes between columns of the same one, at most
HOPELESS = ("6:1", "7:1", "8:1+")


class Marshal(Thinker):
    holds = CampaignDoctrine

    def handlers(self) -> Iterable[tuple[str, Handler]]:
        for verb, decide in (
            ("fill", self._fill),
            ("assault", self._assault),
            ("move", self._march),
            ("follow", self._follow),
            ("attack", self._attack),
            ("with", self._join),
            ("resolve", self._resolve),
            ("column", self._commit),
            ("fire", self._commit),
            ("announce", self._announce),
            ("markers", self._markers),
            ("stand", self._stand),
            ("lose", self._lose),
            ("excess", self._lose),
            ("advance", self._advance),
            ("exploit", self._exploit),
            ("to", self._go),
            ("place", self._place),
            ("refit", self._refit),
            ("rebuild", self._refit),
            ("assign", self._assign),
            ("remove", self._remove),
            ("interdict", self._interdict),
        ):
            yield verb, partial(self._look, decide)

    def _look(self, decide: Decide, table: Match, side: str, legal: list[Action]) -> str | None:
        held = doctrine(self.holds, table.game.key, side, self.style)
        return decide(table, CampaignSituation(table, side, self.ground(table), held), legal)

    def _fill(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """As proposed, but a defender's line is one of stacks, and an attacker's columns lie with every front."""
        laid: list[int] = []
        if not look.attacking:
            self._stack_up(table, look)
        while look.attacking:
            places = [a for a in table.legal() if a.verb == "place" and look.units[a.units[0]].kind == "lc"]
            if not places:
                break
            best = min(places, key=lambda a: (self._crowd(look, laid, a), look.approach[look.ground.index[a.hexes[0]]]))
            laid.append(look.ground.index[best.hexes[0]])
            self.note(table, str(best))
        return "fill"

    def _stack_up(self, table: Match, look: CampaignSituation) -> None:
        """Losses beyond the steps in a hex open the front: few strong stacks, their zones touching, bar it best."""
        hexes: defaultdict[str, list[str]] = defaultdict(list)
        for action in table.legal():
            if action.verb == "place" and look.units[action.units[0]].kind != "lc":
                hexes[action.units[0]].append(action.hexes[0])
        for line, ids in by_line(hexes).items():
            if len(line) <= look.doctrine.stretch:
                laid = {hex: len(look.friends_at.get(look.ground.index[hex], ())) for hex in line}
                seats = stacks_on(look, line, len(ids) + sum(laid.values()))
                for id in sorted(ids, key=lambda id: (-hold(look, look.units[id]), id)):
                    seat = min(seats, key=lambda hex: (laid[hex], seats.index(hex)))
                    if table.game.parse(f"place {id} {seat}") in table.legal():
                        self.note(table, f"place {id} {seat}")
                        laid[seat] += 1

    def _crowd(self, look: CampaignSituation, laid: Sequence[int], place: Action) -> int:
        """Columns laid with or around the same HQ."""
        around = look.ground.apart(look.ground.index[place.hexes[0]])
        return sum(around[h] <= AROUND_AN_HQ for h in laid)

    # moving

    def _march(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str | None:
        """Mobile attacks first, then attackers into place, the others, columns and guns after them, HQs last."""
        strike = None if look.attacking else self._mobile_attack(table, look)
        if strike is not None:
            return strike
        movers = sorted({action.units[0] for action in legal if action.verb == "move" and len(action.units) == 1})
        movers = [id for id in movers if id in look.own and look.units[id].kind != "naval"]
        self._sail(table, look)
        reaches = {id: reach_of(table, look, id) for id in movers}
        quartermaster = Quartermaster(look, reaches)
        garrisons = {} if look.attacking else quartermaster.garrisons()
        stations = quartermaster.plan()
        posts = {id: station.hex for station in stations for id in station.escort}
        for id in quartermaster.garrison.sent_out:
            reach = reach_of(table, look, id)
            self._send(table, look, id, best_hex(look, id, reach, away=True), reach)
            reaches.pop(id, None)
        for id, h in {**posts, **(garrisons or quartermaster.garrisons())}.items():
            self._send(table, look, id, h)
            reaches.pop(id, None)
        for station in stations:
            reaches.pop(station.hq, None)
        gathers = Breakthrough if look.attacking else Concentration
        for id, h in gathers(look, attack_reaches(look, reaches)).plan().items():
            self._send(table, look, id, h)
            reaches.pop(id, None)
        for id in sorted(reaches, key=lambda id: march_order(look, look.own[id])):
            reach = reach_of(table, look, id)
            self._send(table, look, id, best_hex(look, id, reach), reach)
        for station in stations:
            self._send(table, look, station.hq, station.hex)
        return "done" if offers(table, "done") else self.noted_or(legal)

    def _sail(self, table: Match, look: CampaignSituation) -> None:
        """8.10: ships go where a besieged city is in the greatest need."""
        ships = [a for a in table.legal() if a.verb == "move" and look.units[a.units[0]].kind == "naval"]
        cities = [h for h in look.held if look.besieged(h)]
        if not ships or not cities:
            return
        self.note(table, str(ships[0]))

        def helped(action: Action) -> float:
            around = look.ground.apart(look.ground.index[action.hexes[0]])
            return max((self._need_of(look, h) for h in cities if around[h] <= 1), default=0.0)

        self.note(table, str(max((a for a in table.legal() if a.verb == "to"), key=helped)))

    def _need_of(self, look: CampaignSituation, h: int) -> float:
        """How much stronger the enemy around a city is than its garrison, by what it counts."""
        garrison = sum(piece.defence for piece in look.friends_at.get(h, ()) if piece.fights)
        return look.points.get(h, 1) * look.raid[h] / max(garrison, 1) if garrison else 0.0

    def _send(self, table: Match, look: CampaignSituation, id: str, h: int, reach: Reach | None = None) -> None:
        """Move a unit there if it still can."""
        if h == look.own[id].hex or not offers(table, "done"):
            return
        verb = (reach_of(table, look, id) if reach is None else reach).get(h)
        if verb is None:
            return
        self.note(table, f"{verb} {id}")
        if offers(table, "to"):
            self.note(table, f"to {look.ground.number[h]}")
        if offers(table, "assault"):
            self.note(table, "done")
        look.move(id, h)

    def _mobile_attack(self, table: Match, look: CampaignSituation) -> str | None:
        """7.3: armour that stands together next to a weak enemy; a garrison stays."""
        for h, pieces in sorted(look.friends_at.items()):
            if h in look.held:
                continue
            armour = [p.unit.id for p in pieces if p.is_mobile_arm and p.fights and not look.survey.moved[p.unit.index]]
            targets = [n for n in look.ground.around[h] if look.standing(n)]
            group = f"move {'+'.join(sorted(armour, key=lambda id: look.units[id].index))}"
            if len(armour) < 2 or not targets or table.game.parse(group) not in table.legal():
                continue
            there = table.copy()
            there.play(group)
            if offers(there, "assault") and self._assault(there, look, list(there.legal())) != "done":
                return group
        return None

    def _assault(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        armour = [id for id in asked(table).units if id in look.own and look.own[id].is_mobile_arm]

        def worth(action: Action) -> float:
            hex = action.hexes[0]
            return look.gain(hex, table.preview(hex, armour, kind="mobile"))

        strikes = [action for action in legal if action.verb == "assault" and armour]
        best = max(strikes, key=worth, default=None)
        if best is not None and worth(best) >= look.doctrine.mobile_gain:
            return str(best)
        return "done" if offers(table, "done") else self._go(table, look, legal)

    def _go(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """A destination without the plan that led to it."""
        ways = [action for action in legal if action.verb == "to"]
        ids = [id for id in asked(table).units if id in look.own]
        if not ids or not ways:
            return str(min(ways, key=lambda a: look.approach[look.ground.index[a.hexes[0]]])) if ways else "done"
        piece = look.own[ids[0]]
        if offers(table, "done") and not may_leave(look, piece):
            return "done"
        score = scorer(look, piece)
        best = min(ways, key=lambda action: score(look.ground.index[action.hexes[0]]))
        stays = offers(table, "done") and score(piece.hex) <= score(look.ground.index[best.hexes[0]])
        return "done" if stays else str(best)

    # fighting

    def _attack(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str | None:
        """The most promising attack, if one is worth making."""
        hexes = [action.hexes[0] for action in legal if action.verb == "attack"]
        most = look.doctrine.looked_at // (2 if self.quick else 1)
        hexes = sorted(hexes, key=lambda hex: (-promise(look, hex), hex))[:most]
        plans = [self._force(table, look, hex) for hex in hexes]
        worth, hex, units = max(plans, key=lambda plan: (plan[0], plan[1]))
        if worth < look.doctrine.least_gain and offers(table, "done"):
            return "done"
        self.note(table, f"attack {hex}")
        for id in units:
            if offers(table, "with") and table.game.parse(f"with {id}") in table.legal():
                self.note(table, f"with {id}")
        return "resolve" if offers(table, "resolve") else None

    def _force(self, table: Match, look: CampaignSituation, hex: str) -> tuple[float, str, list[str]]:
        """The strongest together, as many as make the attack better, and what could be thrown in for them."""
        pool = free_around(look, look.ground.index[hex])
        close = [id for id in pool if not look.survey.extended(look.units[id].index)]
        pools = [pool, close] if 0 < len(close) < len(pool) and not self.quick else [pool]
        worth, units = max(self._best_of(table, look, hex, pool) for pool in pools)
        return worth, hex, units

    def _best_of(self, table: Match, look: CampaignSituation, hex: str, pool: list[str]) -> tuple[float, list[str]]:
        chosen: list[str] = []
        best: tuple[float, list[str]] = (-99.0, [])
        for id in pool:
            preview = table.preview(hex, [*chosen, id])
            if preview.refusal is not None:
                continue
            chosen = [*chosen, id]
            worth = self._worth(table, look, hex, chosen, preview) if preview.results else look.doctrine.taken
            if worth > best[0]:
                best = worth, chosen
        return best

    def _worth(self, table: Match, look: CampaignSituation, hex: str, units: list[str], bare: Preview) -> float:
        """What an attack promises, bare or with columns and aircraft at their price, each good for a shift."""
        columns = min(MOST_COLUMNS, len(look.columns_near(units)))
        markers = min(MOST_MARKERS, look.markers)
        at = look.column(bare)
        if not at and columns + markers:  # how far before the first column the odds are, the bare attack does not tell
            at = look.column(table.preview(hex, units, look.support({"lc": columns, "air": markers}, {})))
            at -= columns + markers
        price = self._price_of_columns(look)
        several = {(0, 0), (columns, 0), (0, markers), (columns, markers)}
        marker = look.doctrine.marker
        return max(look.gain_in(hex, at + lc + air, units) - lc * price - air * marker for lc, air in several)

    def _join(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        joins = [action for action in legal if action.verb == "with"]
        if any(action.verb == "resolve" for action in legal):
            return "resolve"
        return str(max(joins, key=lambda action: look.own[action.units[0]].attack))

    def _resolve(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        return "resolve"

    def _commit(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """A column or a corps of artillery, if it changes enough."""
        fires = [action for action in legal if action.verb == "fire"]
        for action in fires:
            if self._change(table, look, gun=action.units[0]) >= look.doctrine.guns:
                return str(action)
        columns = [action for action in legal if action.verb == "column"]
        price = self._price_of_columns(look)
        several = range(1, min(MOST_COLUMNS - look.columns_used, len(columns)) + 1)
        if any(self._change(table, look, columns=number) >= number * price for number in several):
            return str(columns[0])
        return "done"

    def _price_of_columns(self, look: CampaignSituation) -> float:
        """The more there are, the less must come of one; who stands keeps them for his cities."""
        if not look.attacking and (look.fight is None or look.fight["side"] == look.side):
            return look.doctrine.hoarded
        return max(look.doctrine.column - look.doctrine.plenty * len(look.columns), look.doctrine.cheap)

    def _change(
        self, table: Match, look: CampaignSituation, columns: int = 0, markers: int = 0, gun: str | None = None
    ) -> float:
        """How much better for us the attack becomes by what is added to our side of it."""
        fight = look.fight
        assert fight is not None
        ours = 0 if fight["side"] == look.side else 1
        sides = [{"lc": fight["columns"][at], "air": fight["air"][at]} for at in (0, 1)]
        guns = look.guns
        before = look.gain(fight["target"], self._preview(table, look, sides, guns), fight["attackers"])
        sides[ours] = {"lc": sides[ours]["lc"] + columns, "air": sides[ours]["air"] + markers}
        then = self._preview(table, look, sides, [*guns, gun] if gun else guns)
        after = look.gain(fight["target"], then, fight["attackers"])
        return after - before if not ours else before - after

    def _preview(
        self, table: Match, look: CampaignSituation, sides: Sequence[dict[str, int]], guns: Sequence[str]
    ) -> Preview:
        fight = look.fight
        assert fight is not None
        support = look.support(sides[0], sides[1], guns)
        return table.preview(fight["target"], fight["attackers"], support, fight["kind"])

    def _announce(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """Ships fire for nothing; aircraft where they change enough."""
        number = min(MOST_MARKERS, look.markers)
        air = number > 0 and self._change(table, look, markers=number) >= look.doctrine.marker * number
        said = {action.words[0]: str(action) for action in legal if action.verb == "announce"}
        naval = "naval" in said
        wanted = ("both" if naval else "air") if air else ("naval" if naval else "none")
        return said.get(wanted, str(legal[0]))

    def _markers(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        return str(legal[min(MOST_MARKERS, len(legal)) - 1])

    def _stand(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """Back to the second line where the first is hopeless."""
        fight = look.fight
        back = [action for action in legal if action.verb == "withdraw"]
        if fight is None or not back or look.ground.index[fight["target"]] in look.held:
            return "stand"
        sides = [{"lc": fight["columns"][at], "air": fight["air"][at]} for at in (0, 1)]
        support = look.support(sides[0], sides[1], look.guns)
        column = table.preview(fight["target"], fight["attackers"], support).column
        return str(back[0]) if column in HOPELESS else "stand"

    def _follow(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        attacks = [action for action in legal if action.verb == "attack"]
        joins = [action for action in legal if action.verb == "follow"]
        if joins:
            return str(max(joins, key=lambda action: look.own[action.units[0]].attack))
        return str(attacks[0]) if attacks else str(fallback(legal))

    def _lose(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        return str(min(legal, key=lambda action: loss(look, look.own[action.units[0]])))

    def _advance(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """Forward if it is better there than here."""
        target = look.ground.index[asked(table).hexes[0]]
        ways = [action for action in legal if action.verb == "advance"]

        def better(action: Action) -> float:
            piece = look.own[action.units[0]]
            score = scorer(look, piece)
            return score(target) - score(piece.hex)

        best = min(ways, key=better, default=None)
        return str(best) if best is not None and (look.attacking or better(best) < 0) else "done"

    def _exploit(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """Reserves that get nearer to an objective."""
        for action in legal:
            if action.verb == "exploit":
                piece = look.own[action.units[0]]
                there = table.copy()
                there.play(action)
                ends = [a.hexes[0] for a in there.legal() if a.verb == "to"]
                score = scorer(look, piece)
                least = score(piece.hex) - look.doctrine.exploit
                if any(score(look.ground.index[hex]) < least for hex in ends):
                    return str(action)
        return "done"

    # coming onto the map

    def _place(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """Columns where they help, others where the way is short, an empty objective first."""
        places = [action for action in legal if action.verb == "place"]

        def score(action: Action) -> tuple[float, ...]:
            h = look.ground.index[action.hexes[0]]
            unit = look.units[action.units[0]]
            if unit.kind == "lc" and look.attacking:
                return (look.columns_about(h), look.approach[h])
            if unit.kind == "lc":
                return (helper_score(look, Piece(unit, h, 1), h),)
            if unit.kind == "hq" and not look.attacking:
                return (not empty_citadel(look, h), mean_way(look, h))
            empty = h in look.held and not look.guarded(h)
            return (not empty, look.goal[h] if look.attacking else look.approach[h])

        return str(min(places, key=score))

    def _refit(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """What brings back the most strength."""

        def strength(action: Action) -> tuple[float, float]:
            if action.verb not in ("refit", "rebuild"):
                return (0.0, 0.0)
            faces = look.units[action.units[0]].faces
            near = -look.wanting[look.ground.index[action.hexes[0]]] if action.hexes else 0.0
            if action.verb == "refit":
                h = look.own[action.units[0]].hex
                besieged = look.points.get(h, 0) if look.besieged(h) else 0
                gained = float(sum(faces[-1].values[:2]) - sum(faces[1].values[:2]))
                return (gained + look.doctrine.refit_garrison * besieged, 0.0)
            steps = min(int(action.choice[2]), len(faces) - 1)
            return (look.doctrine.rebuilt * sum(faces[steps].values[:2]), near)

        return str(max(legal, key=strength))

    def _assign(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str | None:
        """Where HQs cannot supply everybody, those first who need it most."""
        if self.quick or offers(table, "slot") or not self._somebody_starves(table, look):
            return AUTO
        self.note(table, "assign each")
        for id in most_needy(look):
            slots = [action for action in table.legal() if action.verb == "slot" and action.units[0] == id]
            if slots:
                self.note(table, str(min(slots, key=lambda action: look.between(*action.units))))
        return AUTO if offers(table, "assign") else None

    def _somebody_starves(self, table: Match, look: CampaignSituation) -> bool:
        """Whether sharing out by itself would leave a unit that matters without."""
        shared = table.copy()
        shared.play(AUTO)
        needy = set(most_needy(look))
        units = shared.view(look.side)["units"]
        return any(unit["id"] in needy and unit["supply"] == "out_of_supply" for unit in units)

    def _remove(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        named = [action for action in legal if action.verb == "remove"]
        return str(min(named, key=lambda action: strength_of(look, action.units[0])))

    def _interdict(self, table: Match, look: CampaignSituation, legal: list[Action]) -> str:
        """Two markers together against a full stack."""
        strikes = [action for action in legal if action.verb == "interdict"]
        crowds = {a.hexes[0]: len(look.enemies_at[look.ground.index[a.hexes[0]]]) for a in strikes}
        best = max(strikes, key=lambda action: (crowds[action.hexes[0]], action.choice[2]), default=None)
        return str(best) if best is not None and crowds[best.hexes[0]] >= look.doctrine.crowded else "done"


AUTO = "assign auto"


# setting up


def by_line(hexes: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], list[str]]:
    """Units by the hexes they may be laid in."""
    found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for id, where in hexes.items():
        found[tuple(sorted(where))].append(id)
    return dict(found)


def stacks_on(look: CampaignSituation, line: Sequence[str], number: int) -> list[str]:
    """Hexes of a line for so many units: evenly spaced, and an objective among them."""
    several = min(-(-number // look.doctrine.stacked), len(line))
    seats = [line[round((at + 0.5) * len(line) / several - 0.5)] for at in range(several)]
    cities = [hex for hex in line if look.ground.index[hex] in look.held and hex not in seats]
    return [*cities, *seats[len(cities) :]]


def hold(look: CampaignSituation, unit: Unit) -> float:
    """What a unit is worth in a place that is to be held."""
    return unit.faces[-1].defence + look.doctrine.steps_hold * unit.steps


# where to go


def scorer(look: CampaignSituation, piece: Piece) -> Callable[[int], float]:
    """How good it is for a piece to stand in a hex; lower is better."""
    if piece.unit.kind in HELPERS:
        return lambda h: helper_score(look, piece, h)
    if look.attacking:
        return lambda h: advance_score(look, piece, h)
    return lambda h: stand_score(look, piece, h)


def helper_score(look: CampaignSituation, piece: Piece, h: int) -> float:
    """Columns and guns: with the troops that need them and have none, never alone in front."""
    held = look.doctrine
    if not look.attacking:
        return garrison_help(look, piece, h)
    alone = not look.guarded_by_troops(h) and look.approach[h] < held.near
    help = look.helps(h) / (1 + look.helpers_near(h, piece))
    return -held.help * help + (held.unescorted if alone else 0) + held.helper_onward * look.goal[h]


def garrison_help(look: CampaignSituation, piece: Piece, h: int) -> float:
    """A defender's column: in a city that is besieged and has none, or on the way there."""
    held = look.doctrine
    if not look.besieged(h) or not look.guarded_by_troops(h):
        ways = [look.ground.field_to(city)[h] for city in look.held if look.besieged(city)]
        return held.helper_onward * min(ways, default=0) + (held.unescorted if look.approach[h] < held.near else 0)
    return -held.beside * look.points.get(h, 1) / (1 + look.helpers_near(h, piece))


def empty_citadel(look: CampaignSituation, h: int) -> bool:
    return h in look.citadels and not any(piece.unit.kind == "hq" for piece in look.friends_at[h])


def mean_way(look: CampaignSituation, h: int) -> float:
    """How far it is to what we hold, by what it counts."""
    return sum(look.points.get(city, 1) * look.ground.distance(h, city) for city in look.held)


def march_order(look: CampaignSituation, piece: Piece) -> tuple[object, ...]:
    """Fast units first, those ahead before those behind; then guns and columns."""
    kind = piece.unit.kind
    field = look.goal if look.attacking else look.approach
    return kind in HELPERS, not piece.is_mobile_arm, field[piece.hex], piece.unit.index


def may_leave(look: CampaignSituation, piece: Piece) -> bool:
    """The last unit in an objective stays while the enemy could come."""
    friends = look.friends_at[piece.hex]
    if not piece.fights or piece.hex not in look.held or look.approach[piece.hex] > look.doctrine.struck:
        return True
    return sum(p.fights and p.unit.kind not in HELPERS for p in friends) > 1


def best_hex(look: CampaignSituation, id: str, hexes: Iterable[int], away: bool = False) -> int:
    piece = look.own[id]
    if not away and not may_leave(look, piece):
        return piece.hex
    score = scorer(look, piece)
    others = [h for h in hexes if h != piece.hex]
    stays = [] if away and others else [piece.hex]
    return min([*stays, *others], key=lambda h: (score(h), h))


def reach_of(table: Match, look: CampaignSituation, id: str) -> Reach:
    """Where a unit can go now, and with which verb; by train where the enemy is far."""
    piece = look.own[id]
    found = dict.fromkeys(look.survey.ends(piece.unit.index, REGULAR), ON_FOOT)
    if look.attacking and look.approach[piece.hex] > look.doctrine.far_back and piece.unit.kind != "hq":
        for h in look.survey.ends(piece.unit.index, STRATEGIC):
            found.setdefault(h, BY_TRAIN)
    return found


def attack_reaches(look: CampaignSituation, reaches: Reaches) -> Reaches:
    """Who may be used in attacks, and from where: a defender's infantry attacks from where it stands."""
    found: Reaches = {}
    for id, reach in reaches.items():
        piece = look.own[id]
        if piece.fights and piece.attack:
            free = (look.attacking or piece.is_mobile_arm) and may_leave(look, piece)
            walked = {h: verb for h, verb in reach.items() if verb == ON_FOOT}
            found[id] = {**(walked if free else {}), piece.hex: ""}
    return found


# whom to fight


def free_around(look: CampaignSituation, h: int) -> list[str]:
    """Units next to a hex that have not attacked, the strongest first; a garrison keeps its steps for its city."""
    seats = [n for n in look.ground.around[h] if look.attacking or not look.besieged(n)]
    near = [p for n in seats for p in look.friends_at.get(n, ()) if p.attack and p.fights]
    attacked = look.survey.attacked
    fresh = [p for p in near if not attacked[p.unit.index]]
    return [p.unit.id for p in sorted(fresh, key=lambda p: (-p.attack, p.unit.index))]


def promise(look: CampaignSituation, hex: str) -> float:
    """A first guess at an attack."""
    h = look.ground.index[hex]
    force = sum(look.own[id].attack for id in free_around(look, h))
    shelter = 1 + look.ground.rough[h] + look.ground.settled[h]
    return min(force / (look.defence_of(h) + 1) / shelter, 8.0) + look.prize(h)


def strength_of(look: CampaignSituation, id: str) -> float:
    piece = look.own.get(id)
    return float(piece.attack + piece.defence) if piece else 0.0


def loss(look: CampaignSituation, piece: Piece) -> float:
    """What losing a step costs."""
    strength = float(piece.attack + piece.defence)
    if piece.steps <= 1:
        return strength + look.doctrine.last_step
    less = piece.unit.faces[piece.steps - 1]
    return strength - less.attack - less.defence
