"""Teaches the cadet: first a captain beside him says what he would do, then he fights recruits and keeps what wins.

`python -m cadet.train --minutes 10` writes the weights, and with `--curve FILE` draws what he won. Advice comes first
because ten minutes of one core are too few for policy gradients to find a plan from nothing. He leaves the course with
what he knew when he won more: after the advice, or after the fights.
"""

from __future__ import annotations

import argparse
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time

import numpy as np
import torch
from torch import Tensor, nn

import countermarch as cm
from cadet import PARTS, WEIGHTS, Eyes, Floats
from cadet.curve import draw_curve
from countermarch.bots import bot
from countermarch.envs import CountermarchDuel, duel
from countermarch.envs.scoring import won

GAME, TEACHER, ENEMY = "bridgehead", "captain", "recruit"
HIDDEN = 128
ADVISED = 0.4  # of the time
FIRST_SEED = 10_000
SHOWN = 60  # games in which he only does as advised
GAMES, LESSONS, BATCH = 20, 30, 256  # how many he plays, and how much he learns from them and all before
KEPT = 60_000  # decisions he remembers
TABLES, ROUND = 32, 64  # duels side by side, and decisions at each of them between two lessons
PASSES = 3
RESOLUTE = 2.0  # how much more of what he likes best he does once nobody advises him
DISCOUNT, TRACE, CLIP, CALM = 0.997, 0.95, 0.2, 0.001
WINDOW, EXAM = 200, 200  # games the curve is taken over, and the exam
Note = tuple[Floats, int, float]  # every action as it looked, which was advised, how it ended


class Net(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.liking = nn.Sequential(
            nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1)
        )
        self.hope = nn.Linear(HIDDEN, 1)

    def forward(self, looks: list[Floats]) -> tuple[Tensor, Tensor, Tensor]:
        """Of several decisions at once: the logarithm of each action's chance, whose it is, and the value of each."""
        rows = torch.arange(len(looks)).repeat_interleave(torch.tensor([len(look) for look in looks]))
        *trunk, last = self.liking
        x = torch.from_numpy(np.concatenate(looks)).float()
        for layer in trunk:
            x = layer(x)
        number = torch.bincount(rows).unsqueeze(1)
        mean = torch.zeros(len(looks), HIDDEN).index_add(0, rows, x) / number
        return chances(last(x).squeeze(1), rows, len(looks)), rows, torch.tanh(self.hope(mean)).squeeze(1)


def chances(likings: Tensor, rows: Tensor, decisions: int) -> Tensor:
    """Logarithms of chances that come to one for each decision."""
    top = torch.full((decisions,), -torch.inf).scatter_reduce(0, rows, likings.detach(), "amax")
    likings = likings - top[rows]
    return likings - torch.zeros(decisions).index_add(0, rows, likings.exp()).log()[rows]


def firsts(looks: list[Floats]) -> Tensor:
    """Where the actions of each decision begin."""
    return torch.tensor([0, *(len(look) for look in looks[:-1])]).cumsum(0)


@dataclass
class Course:
    """How far he is: minutes of the core, and the share of games he won."""

    seconds: float
    start: float = field(default_factory=process_time)
    won: deque[float] = field(default_factory=lambda: deque(maxlen=WINDOW))
    curve: list[tuple[float, float]] = field(default_factory=list)

    def spent(self) -> float:
        return process_time() - self.start

    def record(self, reward: float) -> None:
        self.won.append((reward + 1) / 2)
        if len(self.won) == WINDOW:
            self.curve.append((self.spent() / 60, self.share()))

    def share(self) -> float:
        return sum(self.won) / max(len(self.won), 1)


# learning by advice


def advised(net: Net, eyes: Eyes, seed: int, alone: bool) -> tuple[list[Note], float]:
    """A game against a recruit: what he saw, what a captain beside him advised, and how it ended.

    Alone he does what he thinks best, and so learns what to do where his own mistakes lead; else he does as advised.
    """
    match = cm.load(GAME).start(seed=seed, pauses=False)
    side, teacher, enemy = match.game.info.sides[seed % 2], bot(TEACHER, seed), bot(ENEMY, seed)
    noted = []
    while match.to_act is not None:
        if match.to_act != side:
            match.play(enemy.choose(match))
            continue
        advice, look, choices = teacher.choose(match), eyes.look(match), match.legal().choices
        if advice.choice in choices:  # not by another way
            noted.append((look, list(choices).index(advice.choice)))
        match.play(match.legal()[best(net, look)] if alone else advice)
    reward = won(match)[side]
    return [(*note, reward) for note in noted], reward


def best(net: Net, look: Floats) -> int:
    with torch.no_grad():
        return int(net([look])[0].argmax())


def be_advised(net: Net, eyes: Eyes, course: Course, until: float) -> None:
    """Alternately play a few games and learn from all that is remembered: advice, and what came of it."""
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    notes: deque[Note] = deque(maxlen=KEPT)
    random, seed = Random(1), FIRST_SEED
    while course.spent() < until:
        for seed in range(seed + 1, seed + 1 + GAMES):  # noqa: B020
            noted, reward = advised(net, eyes, seed, alone := seed > FIRST_SEED + SHOWN)
            notes.extend(noted)
            if alone:
                course.record(reward)
        for _ in range(LESSONS):
            alike = follow([notes[random.randrange(len(notes))] for _ in range(BATCH)], net, optimiser)
        print(
            f"{course.spent():4.0f} s  {seed - FIRST_SEED} games, as advised {alike:.0%}, won {course.share():.0%}",
            flush=True,
        )


def follow(notes: list[Note], net: Net, optimiser: torch.optim.Optimizer) -> float:
    looks, places, rewards = (list(column) for column in zip(*notes, strict=True))
    logs, _, values = net(looks)
    taken = logs[firsts(looks) + torch.tensor(places)]
    step(-taken.mean() + 0.5 * (values - torch.tensor(rewards)).square().mean(), net, optimiser)
    return float((taken.exp() > 0.5).float().mean())


def step(loss: Tensor, net: Net, optimiser: torch.optim.Optimizer) -> None:
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    optimiser.step()


# fighting


@dataclass
class Lesson:
    """What was seen, done and earned at all tables since the last lesson."""

    looks: list[list[Floats]] = field(default_factory=list)
    places: list[Tensor] = field(default_factory=list)
    logs: list[Tensor] = field(default_factory=list)
    values: list[Tensor] = field(default_factory=list)
    rewards: list[Tensor] = field(default_factory=list)
    going_on: list[Tensor] = field(default_factory=list)

    def advantages(self, after: Tensor) -> tuple[Tensor, Tensor]:
        """How much better it went than expected, and what should have been expected."""
        found, trace = [], torch.zeros(TABLES)
        for value, reward, alive in zip(
            *(reversed(row) for row in (self.values, self.rewards, self.going_on)), strict=True
        ):
            surprise = reward + DISCOUNT * alive * after - value
            trace = surprise + DISCOUNT * TRACE * alive * trace
            found.append(trace)
            after = value
        gained = torch.stack(found[::-1])
        return gained.flatten(), (gained + torch.stack(self.values)).flatten()


def fight(net: Net, eyes: Eyes, course: Course) -> None:
    """Proximal policy optimisation: rounds at all tables, then a lesson."""
    with torch.no_grad():
        net.liking[-1].weight *= RESOLUTE
    optimiser = torch.optim.Adam(net.parameters(), lr=2e-4)
    tables = [duel(GAME, opponent=ENEMY, parts=PARTS) for _ in range(TABLES)]
    looks = [eyes.look_at(table.reset(seed=seed)[0], table.match.legal().choices) for seed, table in enumerate(tables)]
    while course.spent() < course.seconds:
        lesson = Lesson()
        for _ in range(ROUND):
            looks = play_round(net, eyes, tables, looks, lesson, course)
        with torch.no_grad():
            after = net(looks)[2]
        learn(net, optimiser, lesson, after)
        print(f"{course.spent():4.0f} s  wins {course.share():.0%} of games", flush=True)


def play_round(
    net: Net, eyes: Eyes, tables: list[CountermarchDuel], looks: list[Floats], lesson: Lesson, course: Course
) -> list[Floats]:
    """One decision at every table."""
    with torch.no_grad():
        logs, _, values = net(looks)
    places = torch.tensor([int(part.exp().multinomial(1)) for part in logs.split([len(look) for look in looks])])
    lesson.looks.append(looks)
    lesson.places.append(places)
    lesson.logs.append(logs[firsts(looks) + places])
    lesson.values.append(values)
    earned, going_on, now = [], [], []
    for table, place in zip(tables, places.tolist(), strict=True):
        seen, reward, over, _, _ = table.step(table.encode(table.match.legal()[place]))
        if over:
            course.record(reward)
            seen = table.reset()[0]
        earned.append(reward)
        going_on.append(0.0 if over else 1.0)
        now.append(eyes.look_at(seen, table.match.legal().choices))
    lesson.rewards.append(torch.tensor(earned))
    lesson.going_on.append(torch.tensor(going_on))
    return now


def learn(net: Net, optimiser: torch.optim.Optimizer, lesson: Lesson, after: Tensor) -> None:
    advantages, returns = lesson.advantages(after)
    looks = [look for round in lesson.looks for look in round]
    places, before = torch.cat(lesson.places), torch.cat(lesson.logs)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    for _ in range(PASSES):
        for part in torch.randperm(len(looks)).split(BATCH):
            some = [looks[at] for at in part.tolist()]
            logs, _, values = net(some)
            ratio = (logs[firsts(some) + places[part]] - before[part]).exp()
            gain = torch.min(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part]).mean()
            calm = -(logs.exp() * logs).sum() / len(some)
            step(0.5 * (values - returns[part]).square().mean() - gain - CALM * calm, net, optimiser)


# the course


def examine(net: Net, eyes: Eyes) -> float:
    """The share of games he wins when he does what he thinks best, on both sides."""
    return sum((1 + advised(net, eyes, seed, alone=True)[1]) / 2 for seed in range(EXAM)) / EXAM


def attend(course: Course, net: Net, eyes: Eyes) -> None:
    """The whole course; he ends it as he was at his best."""
    be_advised(net, eyes, course, ADVISED * course.seconds)
    before, known = examine(net, eyes), {name: part.clone() for name, part in net.state_dict().items()}
    print(f"exam: {before:.1%} won after the advice", flush=True)
    fight(net, eyes, course)
    after = examine(net, eyes)
    print(f"exam: {after:.1%} won after the fights")
    if before > after:
        net.load_state_dict(known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="of one core")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / WEIGHTS)
    parser.add_argument("--curve", type=Path, help="draw the share of games won to this file")
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    game = cm.load(GAME)
    eyes, course = Eyes(game, game.info.scenarios[0].key), Course(60 * asked.minutes)
    net = Net(eyes.inputs)
    attend(course, net, eyes)
    learned = {name: part.numpy().astype(np.float16) for name, part in net.liking.state_dict().items()}
    np.savez_compressed(asked.out, **learned)
    if asked.curve is not None:
        asked.curve.write_text(draw_curve(course.curve, ADVISED * asked.minutes, asked.minutes), encoding="utf-8")


if __name__ == "__main__":
    main()
