"""`python -m tests.golden` renews the stored games after a rule has changed on purpose; `--check N` compares."""

from __future__ import annotations

import argparse
import sys

from tests.golden.games import SEEDS, difference, renew

parser = argparse.ArgumentParser(description="Renew the golden games, or compare with them.")
parser.add_argument("--check", type=int, metavar="N", help="compare the first N marks of the first game")
asked = parser.parse_args()
if asked.check is None:
    renew()
else:
    sys.exit(difference(SEEDS[0], asked.check))
