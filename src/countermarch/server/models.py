"""What goes over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel

from countermarch.server.fair_models import FairOut, Promise
from countermarch.server.people import plain_name
from countermarch.server.shapes import Described, ViewShape
from countermarch.server.talk_models import Again, Pace, Talk, TogetherOut
from countermarch.server.twin_models import TwinLine, TwinOut

Name = Annotated[str, Field(max_length=200)]
Seats = Annotated[
    dict[Name, Name],
    Field(description='by side: "me", "link" or "open" for somebody elsewhere, or a bot such as "bot:captain"'),
]


class Asked(BaseModel):
    """What a client sends; a field we do not know is a mistake worth telling."""

    model_config = ConfigDict(extra="forbid")


# errors


class ValuePlace(BaseModel):
    """A cell of a set of values."""

    table: str
    row: Annotated[int, Field(description="of the rows that were sent for the table, the first is 1")]
    column: str | None


class Fault(BaseModel):
    message: str
    citation: str | None = None
    place: ValuePlace | None = None


class Refused(BaseModel):
    error: Fault


# games


class Titled(BaseModel):
    key: str
    title: str


class Scenario(Titled):
    turns: int


class OptionOut(Titled):
    values: list[Titled]
    default: str
    rule: str


class IntroductionOut(BaseModel):
    """What stands on the lid of the box."""

    what: str
    edition: str
    differs: Annotated[str, Field(description="from its sister")]
    credit: Annotated[str, Field(description="designer and publisher of the printed game, as far as they are named")]
    centre: Annotated[str, Field(description="the hex in the middle of its picture; empty: anywhere")]


class DivisionOut(BaseModel):
    """A side several people may share: `seats` names its commands in place of the side."""

    side: str
    seats: list[str]
    rule: str


class GameOut(Titled):
    sides: list[str]
    side_titles: Annotated[dict[str, str], Field(description="of sides, and of the commands they may be divided into")]
    divisions: list[DivisionOut]
    scenarios: list[Scenario]
    options: list[OptionOut]
    bots: list[str]
    minutes: int | None
    complexity: int | None
    version: str
    introduction: IntroductionOut | None
    reconstructed: Annotated[bool, Field(description="some of its values are, and can be overwritten by one's own")]
    tuned: Annotated[bool, Field(description="there is a set of values, tuned, that people are offered first")]


# matches


VALUES = 'a set of values, such as "tuned"; "": as they first were; left out: the usual ones'


class NewMatch(Asked):
    game: Name
    scenario: Name | None = None
    options: Annotated[dict[Name, Name], Field(max_length=100)] = {}
    seats: Seats = {}
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    values: Annotated[str | None, Field(max_length=60, description=VALUES)] = None
    aids: Annotated[bool, Field(description="whether people who play each other agree to be advised")] = False
    promise: Promise = None
    pace: Annotated[Pace | None, Field(description="of people who play apart; null: nobody's time is counted")] = None
    duplicate: Annotated[
        bool, Field(description="two games of two people apart, sides exchanged, with the same dice")
    ] = False


class ImportedMatch(Asked):
    save: Annotated[str, Field(max_length=20_000_000)]
    seats: Seats = {}
    promise: Promise = None


class Branch(Asked):
    index: Annotated[int, Field(ge=0, lt=2**31)]
    seats: Seats = {}
    promise: Promise = None


Whole = Annotated[bool, Field(description="every legal action, not only the first of very many")]


class SeatAsked(Asked):
    seat: Name
    whole: Whole = False


class ActionAsked(SeatAsked):
    action: Annotated[str, Field(max_length=2000)]
    serial: Annotated[int | None, Field(strict=True)] = None
    patch: Annotated[
        bool, Field(description="answer what has changed, as the line tells it, instead of the whole table")
    ] = False


class UndoAsked(SeatAsked):
    serial: Annotated[
        int | None,
        Field(strict=True, description="of the view looked at; may be left out where everyone is trusted"),
    ] = None
    times: Annotated[int, Field(ge=1, lt=2**31, description="how many actions, as far as they can be taken back")] = 1


class BotsAsked(Asked):
    run: bool


class Created(BaseModel):
    id: str
    seats: Annotated[list[str], Field(description='one\'s own: those given to "me"')]
    links: Annotated[dict[str, str], Field(description='where each seat given to "link" is taken, once')] = {}
    promise: Annotated[str | None, Field(description="a hash of the server's secret, if people sit by links")] = None
    twin: Annotated[str | None, Field(description="the other game of a duplicate match")] = None


Called = Annotated[
    str,
    Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$", description="the name one goes by"),
    AfterValidator(plain_name),
]


class JoinAsked(Asked):
    name: Called = ""
    accepts: Annotated[bool, Field(description="that the match does not begin by a scenario, if it does not")] = False
    promise: Promise = None


class Joined(BaseModel):
    id: str
    seat: str


class Invitation(BaseModel):
    """What a link is for."""

    id: str
    game: str
    title: str
    scenario: str
    seat: str
    seats: dict[str, str]
    players: Annotated[dict[str, str], Field(description="the names of those who sit, by side")]
    options: dict[str, str]
    values: str | None
    pace: Pace | None
    edited: Annotated[bool, Field(description="whether it begins from a save, which is to be accepted")]
    fair: FairOut | None
    duplicate: Annotated[bool, Field(description="whether it takes a seat of each of two games")] = False
    taken: bool
    yours: bool


class LinkAsked(Asked):
    seat: Name


class LinkOut(BaseModel):
    link: str


class NameAsked(Asked):
    name: Annotated[Called, Field(min_length=1)]


class PersonOut(BaseModel):
    name: str | None


class MatchRow(BaseModel):
    id: str
    game: str
    scenario: str | None
    turn: int
    to_act: str | None
    over: bool
    winner: Annotated[str | None, Field(description="the side that won; null while it goes on, and if nobody did")]
    verdict: Annotated[str | None, Field(description="how it ended, in words; null while it goes on")]
    seats: Seats
    values: Annotated[str | None, Field(description="the name of the values it is played by; null: ours")]
    actions: int
    created: str
    updated: str
    version: str
    old: str | None  # in words: of other rules than those of today, or damaged
    opens: Annotated[bool, Field(description="whether it can be looked at")] = True
    sandbox: Annotated[str | None, Field(description="the match it is a private copy of")] = None
    twin: Annotated[str | None, Field(description="the other game of a duplicate match")] = None


class Saved(BaseModel):
    save: str


class BotsOut(BaseModel):
    run: bool
    message: str | None = None


# the table as a seat sees it


class Cited(BaseModel):
    text: str
    citation: str | None = None


class PartOut(Cited):
    value: float
    of: Annotated[str, Field(description='what the value counts: "columns" of the table, the "die", else points')] = ""


class SufferingOut(BaseModel):
    """The chance that a side loses steps or ground."""

    attacker: float
    defender: float


class FaceOut(BaseModel):
    """A face of the die as it is read: the row of the table, by the die printed there, and the result."""

    row: int
    result: str


class PreviewOut(BaseModel):
    attack: float
    defence: float
    parts: list[PartOut]
    column: str | None
    results: Annotated[dict[str, float], Field(description="the chance of each result, by the code printed")]
    outcomes: Annotated[dict[str, dict[str, Any]], Field(description="what each code means, in the game's own terms")]
    suffering: SufferingOut
    spared: Annotated[list[int], Field(description="steps and hexes of a result that the defender's place cancels")]
    refusal: Cited | None
    modifier: Annotated[int, Field(description="to the die")]
    table: Annotated[str, Field(description="the chart it is read on; empty: none")]
    faces: Annotated[list[FaceOut], Field(description="what each face of the die comes to, the one first")]
    by: Annotated[list[str], Field(description="who is in the attack shown for a target that is offered")]
    support: Annotated[dict[str, str], Field(description="and what supports it, and how")]


class AssaultOut(BaseModel):
    """An attack as it stood when its die was cast, and the die."""

    side: str
    kind: str
    target: str
    attackers: list[str]
    support: dict[str, str]
    preview: PreviewOut
    die: Annotated[int, Field(description="as it fell")]
    hit: Annotated[
        FaceOut | None, Field(description="the row of the modified die, and its result; none without a table")
    ]


class EventOut(Cited):
    index: int
    key: str
    params: dict[str, Any]
    hexes: list[str]
    units: list[str]
    done: Annotated[int, Field(description="how many things had been done: events of one action have the same number")]
    assault: Annotated[AssaultOut | None, Field(description="what the die was cast for, as reckoned")] = None


class DecisionOut(BaseModel):
    kind: str
    side: str
    asked: Annotated[list[str], Field(description="the seats that may answer: the side's, or those of its commands")]
    prompt: str
    actor: Annotated[str | None, Field(description="in whose name the side acts: a headquarters")] = None
    citations: list[str]
    units: Annotated[list[str], Field(description="whom it is about, as far as the seat sees them")]
    hexes: Annotated[list[str], Field(description="where")]


class ActionOut(BaseModel):
    text: str
    verb: str
    units: list[str]
    joint: Annotated[bool, Field(description="whether its units act as one, not one upon the other")]
    hexes: list[str]
    mode: Annotated[str, Field(description="what it says beside verb, units and hexes")]
    gait: Annotated[
        str, Field(description="the mode of movement to ask reach, path and why for; empty: the regular one")
    ]
    closes: Annotated[bool, Field(description="whether it ends or resolves what is asked")]
    label: Annotated[
        str | None,
        Field(description="in words, if it names neither unit nor hex, or these would not say what is meant"),
    ]


class LegalOut(BaseModel):
    count: int
    actions: list[ActionOut]


class ResultOut(BaseModel):
    winner: str | None
    level: str
    points: dict[str, int]
    text: str
    closed: Annotated[str | None, Field(description="how people ended it, if its rules did not")] = None


class AidsOut(BaseModel):
    """What advice there is at a table."""

    allowed: Annotated[bool, Field(description="false while people play each other who did not agree to it")]
    hints: Annotated[bool, Field(description="whether a general knows the game")]
    outlook: Annotated[bool, Field(description="whether chances to win have been fitted for the scenario")]


class StrandedOut(BaseModel):
    """A match of older rules, which say otherwise what happened in it."""

    said: str
    changes: Annotated[list[str], Field(description="what has changed since its rules")]
    agreed: Annotated[list[str], Field(description="the seats that want to go on by the rules of today")]
    goes_on: Annotated[bool, Field(description="whether it can, if all agree")]


class Moment(BaseModel):
    """What may be otherwise after every action."""

    id: str
    serial: int
    actions: int
    log: Annotated[int, Field(description="how many events there are so far")]
    since: Annotated[int, Field(description="how many there were after the seat's last decision")]
    decision: DecisionOut | None
    result: ResultOut | None
    summary: list[tuple[str, str]]
    legal: LegalOut | None
    can_undo: bool
    undo_points: Annotated[list[int], Field(description="the length of the log after undoing once, twice and so on")]
    seats: Seats
    players: Annotated[dict[str, str], Field(description="the names of people who took their seats")]
    waiting: Annotated[list[str], Field(description="seats nobody has taken yet; the match begins when all sit")]
    sandbox: Annotated[str | None, Field(description="the match it is a private copy of")] = None
    twin: Annotated[TwinOut | None, Field(description="the other game of a duplicate match")] = None
    stranded: Annotated[StrandedOut | None, Field(description="by a change of rules")] = None
    again: Annotated[str | None, Field(description="a rematch somebody has asked for")] = None
    fair: FairOut | None
    listed: Annotated[bool, Field(description="whether anybody may take a seat that is free")] = False
    invites: Annotated[bool, Field(description="whether one has made the table, and gives out its links")] = True
    bots: BotsOut
    aids: AidsOut
    together: Annotated[TogetherOut | None, Field(description="null at a table of one person, or at one screen")]
    dice_key: str | None


class ViewOut(Moment):
    game: str
    seat: str
    view: Annotated[dict[str, Any], Described(ViewShape)]
    commitment: str
    fingerprint: str
    events: Annotated[list[EventOut], Field(description="the end of the log: what was asked for, or brought about")]


class Stale(Refused):
    view: ViewOut
    done: Annotated[bool, Field(description="whether what is asked was done then: it was sent twice")]


class TableOut(BaseModel):
    """A table as whoever made it may know it, though he sits nowhere."""

    id: str
    title: str
    scenario: str
    side_titles: dict[str, str]
    seats: Seats
    players: Annotated[dict[str, str], Field(description="the names of people who took their seats")]
    waiting: Annotated[list[str], Field(description="seats nobody has taken yet; the match begins when all sit")]
    asked: Annotated[list[str], Field(description="seats of those who were asked to a rematch and have not come")]
    listed: Annotated[bool, Field(description="whether anybody may take a seat that is free")]
    watched: Annotated[bool, Field(description="whether all who sit allow others to look on")]
    turn: int
    result: ResultOut | None
    first: Annotated[str | None, Field(description="the first game of a duplicate match, at which the links are")]


class LogOut(BaseModel):
    events: list[EventOut]
    next: int


class BotsRun(BaseModel):
    run: bool


class DifferenceOut(BaseModel):
    """How what a side sees has changed."""

    set: Annotated[dict[str, Any], Field(description="what is new or otherwise, but for units")]
    gone: Annotated[list[str], Field(description="what is not there any more")]
    units: Annotated[list[dict[str, Any]], Field(description="those that are new or otherwise, each one whole")]
    order: Annotated[list[str] | None, Field(description="the ids of all that are seen now; null: the same as before")]


class PatchOut(Moment):
    """The table now, for who has it as it was."""

    base: Annotated[int, Field(description="the serial of the view it is to be applied to")]
    view: DifferenceOut


class ChangedOut(LogOut):
    """What the live line tells a seat: the match has gone on."""

    type: Literal["changed"] = "changed"
    serial: int
    bots: BotsRun
    table: Annotated[
        PatchOut | None, Field(description="how the table has changed, for who asked to be told, if it is known")
    ] = None


class EndedOut(BaseModel):
    """The last that the live line tells: the match was deleted, or is to be asked for anew."""

    type: Literal["removed", "closed"]


class Beside(RootModel[Talk | TwinLine | Again]):
    """What the live line tells of what is beside the game."""


class Line(RootModel[ChangedOut | Beside | EndedOut]):
    """What the live line may tell."""


class StepOut(BaseModel):
    index: int
    side: str
    action: Annotated[str | None, Field(description="null if it names what the seat may not see")]
    events: list[EventOut]
    fingerprint: Annotated[
        str | None, Field(description="of what the seat sees; null where that is not the same for all")
    ]


class ReplayOut(BaseModel):
    start: str | None
    steps: list[StepOut]


# how it stands


class LevelOut(BaseModel):
    key: str
    winner: str | None
    title: str
    takes: str
    citation: str
    turn: Annotated[int | None, Field(description="after which it is judged; null: any")]
    now: Annotated[bool, Field(description="whether it would be the verdict as things stand")]


class ObjectiveOut(BaseModel):
    hex: str | None
    unit: str | None
    name: Annotated[str, Field(description="in words of its own, its unit's, its place's, or the number of its hex")]
    note: str | None
    worth: int | None
    holder: str | None


class StandingOut(BaseModel):
    """How the game would be judged if it ended now."""

    levels: list[LevelOut]
    objectives: list[ObjectiveOut]
    points: dict[str, int]
    counts: Annotated[str | None, Field(description="the side whose points decide; null if there are none")]
    measure: Annotated[str | None, Field(description="what the points are called")]
    parts: list[PartOut]


# the story of a match; moments are counted in actions played


class TurnOut(BaseModel):
    turn: int
    index: int


class ScoreOut(TurnOut):
    points: dict[str, int]
    total: int | None
    level: str | None


class LossOut(TurnOut):
    side: str
    unit: str
    hex: str
    steps: int
    gone: bool


class MarkOut(TurnOut):
    kind: Literal["objective", "hq", "unit"]
    side: Annotated[str | None, Field(description="the new holder of an objective, the owner of what was lost")]
    hex: str | None
    unit: str | None
    name: str | None
    event: Annotated[int | None, Field(description="where the log tells of it")]


Steps = Annotated[tuple[float, float], Field(description="of who casts the die, of the other")]


class RollOut(TurnOut):
    event: int
    side: str
    kind: str
    hex: str
    column: str | None
    die: int
    result: str
    luck: Annotated[float, Field(description="of who casts the die, from -1/2 to 1/2")]
    expected: Steps
    rolled: Steps


class FortuneOut(BaseModel):
    """The attacks of a side, and its luck in all dice."""

    dice: int
    luck: float
    whole: Annotated[float, Field(description="with the dice cast against it")]
    expected: Steps
    rolled: Steps


class MomentOut(TurnOut):
    """A turning point."""

    hex: str | None
    swing: int
    losses: dict[str, int]
    marks: list[MarkOut]


class ChronicleOut(BaseModel):
    actions: int
    turns: list[TurnOut]
    scores: list[ScoreOut]
    losses: list[LossOut]
    marks: list[MarkOut]
    rolls: list[RollOut]
    uncounted: Annotated[int, Field(description="dice nobody can say to have been good or bad")]
    fortunes: dict[str, FortuneOut]
    moments: list[MomentOut]
    standing: StandingOut | None
    result: ResultOut | None


class Rematch(Asked):
    exchanged: Annotated[bool, Field(description="whether who plays change sides")] = False
    promise: Promise = None


# answers to questions


class RoomOut(Cited):
    used: int
    limit: int


class SpotOut(BaseModel):
    rooms: list[RoomOut]
    worth: PartOut | None
    ground: Annotated[list[Cited], Field(description="what the weather makes of it")]


class PathStep(BaseModel):
    hex: str
    cost: float
    parts: list[PartOut]


# advice


class HintAsked(Asked):
    seat: Name
    seconds: Annotated[float, Field(ge=0.2, le=30, description="of thinking")] = 3
    rollouts: Annotated[
        int | None, Field(ge=1, le=5000, description="plans to play on, instead of seconds: the same answer each time")
    ] = None


class HintStep(BaseModel):
    """One thing to do, said in one action or several."""

    actions: Annotated[list[ActionOut], Field(description="each as it is offered when it is due")]
    text: Annotated[str | None, Field(description="null: the actions say it")]
    reason: str | None
    units: list[str]
    start: Annotated[str | None, Field(description="where its units stand before")]
    end: Annotated[str | None, Field(description="where they stand after; null if they do not move")]
    target: Annotated[str | None, Field(description="what is attacked")]
    odds: str | None
    falls: Annotated[float | None, Field(description="the chance that the target is left or destroyed")]


class HintOut(BaseModel):
    """What a general would do now, as far as it can be told."""

    serial: Annotated[int, Field(description="of the moment it is for")]
    steps: list[HintStep]
    plans: Annotated[int, Field(description="how many were compared")]
    over_nothing: Annotated[
        float | None, Field(description="chance to win gained over ending here; null if nobody can say")
    ]
    over_captain: Annotated[float | None, Field(description="and over what first comes to mind")]


class PlannedStep(HintStep):
    """One thing that was done, or that would have been."""

    shared: Annotated[bool, Field(description="whether what was played and what was better have it in common")]


class MotivePart(BaseModel):
    """One plan of an activation: a march, or an attack."""

    index: Annotated[int, Field(description="after how many actions it was begun")]
    steps: list[PlannedStep]
    gain: Annotated[
        float | None,
        Field(description="chance to win gained over ending there, 0 if that is not sure; null if nobody can say"),
    ]


class WhyOut(BaseModel):
    """What a bot had in mind in its last activation, as far as the seat that asks may know."""

    serial: Annotated[int, Field(description="of the moment it was asked at")]
    side: str
    name: Annotated[str | None, Field(description="who was activated, if somebody was")]
    veiled: Annotated[bool, Field(description="whether something was left out that the seat cannot see")]
    parts: list[MotivePart]


class ThreatOut(BaseModel):
    """What could come upon a hex in the enemy's next move, strength against strength."""

    odds: Annotated[str, Field(description="at most, before ground and support")]
    attack: int
    defence: int
    by: Annotated[list[str], Field(description="who would be in it, as far as the seat sees them")]


class OutlookOut(BaseModel):
    """What may be expected, from many games played before."""

    win: Annotated[dict[str, float], Field(description="the chance of each side")]
    draw: float
    points: Annotated[float | None, Field(description="as they are counted at the end; null if none are")]
    measure: Annotated[str | None, Field(description="what the points are called")]


# a match understood afterwards; chances are between 0 and 1


class StudyAsked(Asked):
    seat: Name
    rollouts: Annotated[
        int | None, Field(ge=2, le=1000, description="how often a plan that is looked at closely is played on")
    ] = None


class SwingOut(BaseModel):
    """A moment that mattered."""

    index: Annotated[int, Field(description="after how many actions it is to be looked at")]
    turn: int
    side: Annotated[str, Field(description="whose chance it is")]
    by: Annotated[Literal["luck", "choice"], Field(description="the die, or what was chosen")]
    stood: Annotated[float, Field(description="the chance before; before a die, what was to be expected")]
    change: float
    hex: str | None
    told: Annotated[list[str], Field(description="what happened, if it was the die")]
    played: list[PlannedStep]
    better: Annotated[list[PlannedStep], Field(description="the best plan found, if it was a choice")]


class CourseOut(BaseModel):
    """A turn: the first side's chance at its end, and what moved it."""

    turn: int
    index: Annotated[int, Field(description="after how many actions it ended")]
    chance: float
    luck: Annotated[float, Field(description="of the first side; the other's is the opposite")]
    choice: Annotated[dict[str, float], Field(description="of each side, against the best plans found")]


class ReportOut(BaseModel):
    """Luck and choice in a match."""

    sides: Annotated[list[str], Field(description="the curve is the first one's")]
    start: Annotated[float, Field(description="its chance at the beginning")]
    curve: Annotated[list[tuple[int, float]], Field(description="after how many actions its chance became what")]
    actions: int
    turns: list[CourseOut]
    luck: Annotated[dict[str, float], Field(description="what the dice did to each side's chance")]
    choice: Annotated[dict[str, float], Field(description="what its plans cost it against the best found")]
    plans: Annotated[int, Field(description="there were")]
    closely: Annotated[int, Field(description="of these were compared with the best that could be found")]
    moments: list[SwingOut]


class AnalysisOut(BaseModel):
    """Both null: nobody has asked for it yet."""

    part: Annotated[float | None, Field(description="how much is done, while it is under way")]
    report: ReportOut | None


# before the first decision


class BriefingOut(BaseModel):
    """What a seat is told before its first decision."""

    title: Annotated[str, Field(description="of the scenario")]
    fresh: Annotated[bool, Field(description="whether the match began by a scenario and the seat has not acted yet")]
    situation: list[str]
    who: str
    want: str
    win: str
    turn: list[str]
    special: list[str]
    standing: StandingOut | None
