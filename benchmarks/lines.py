"""Lines a second of `nardy turns --jsonl`, by process CPU time, once the kernel is loaded.

    python benchmarks/lines.py [GAME ...]

The positions are those of random games, each with a roll, none seen before.
"""

import io
import json
import sys
import time
from random import Random

from nardy.bots.random_bot import RandomBot
from nardy.cli.turns import answer_lines
from nardy.core import acts
from nardy.core.dice import Roll
from nardy.core.game import opening_situation
from nardy.core.situation import Phase
from nardy.core.text import situation_text
from nardy.games import find_game

LINES = 3_000


def main() -> None:
    """One line a game: the first thousand lines, and those after them."""
    for game in sys.argv[1:] or ["backgammon", "long-nardy", "plakoto"]:
        lines = positions(game)
        # Not timed: the first lines load the kernel.
        answer_lines(lines[:20], io.StringIO(), find_game)
        first, later = (rate(part) for part in (lines[20:1020], lines[1020:]))
        print(f"{game:<12} first 1,000: {first:6,.0f} lines/s, then {later:6,.0f}")


def rate(lines: list[str]) -> float:
    """Lines a second of CPU time."""
    began = time.process_time()
    answer_lines(lines, io.StringIO(), find_game)
    return len(lines) / (time.process_time() - began)


def positions(game: str) -> list[str]:
    """Lines of random play."""
    rules, rng = find_game(game), Random(5)
    bot, lines = RandomBot(6), list[str]()
    while len(lines) < LINES:
        situation = acts.open_game(opening_situation(rules), 5, 4)
        while situation.phase is not Phase.OVER and len(lines) < LINES:
            if situation.phase is Phase.ROLL:
                situation = acts.roll_dice(situation, Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
            lines.append(json.dumps({"position": situation_text(situation)}))
            final, moves = bot.choose(situation)
            situation = acts.end_turn(situation, final, len(moves))
    return lines


if __name__ == "__main__":
    main()
