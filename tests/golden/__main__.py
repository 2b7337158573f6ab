"""`python -m tests.golden GAME` renews its stored games after a rule has changed on purpose; `--check N` compares."""

from __future__ import annotations

import argparse
import sys

from tests.golden.games import SEEDS, difference, renew

parser = argparse.ArgumentParser(description="Renew the golden games, or compare with them.")
parser.add_argument("game", nargs="*", choices=[[], *SEEDS], help="all of them if none is named")
parser.add_argument("--check", type=int, metavar="N", help="compare the first N marks of the first game of each")
asked = parser.parse_args()
found = None
for game in asked.game or SEEDS:
    if asked.check is None:
        renew(game)
    else:
        found = found or difference(game, SEEDS[game][0], asked.check)
sys.exit(found)
