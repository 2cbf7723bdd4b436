"""Moments for tests of the coach: turns chosen at random in games of every kind."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.oracle import game_of
from tests.oracle.random_positions import reachable

from nardy.core.acts import end_turn
from nardy.core.canonical import legal_turns
from nardy.core.dice import ROLLS
from nardy.core.situation import Phase, Situation
from nardy.formats import position_text

GAMES = (
    "backgammon",
    "long-nardy",
    "plakoto",
    "fevga",
    "portes",
    "moultezim",
    "hypergammon",
    "gul-bara",
)


def moments(game: str, seed: int, count: int) -> Iterator[Situation]:
    """Moments of random play with a roll that leaves a choice."""
    rng = Random(f"coach {game} {seed}")
    for text in reachable(game_of(game), seed, count):
        situation = position_text.loads(text)
        if situation.phase is not Phase.ROLL:
            continue
        rolled = replace(situation, roll=rng.choice(ROLLS))
        dice = rolled.dice
        assert dice is not None
        if len(dice.numbers) <= 4 and len(legal_turns(rolled.rules, rolled.position, dice)) > 1:
            yield rolled


def afters(situation: Situation, most: int = 2) -> list[Situation]:
    """Situations after some turns of the moment, with the opponent to roll."""
    dice = situation.dice
    assert dice is not None
    found = []
    for turn, final in legal_turns(situation.rules, situation.position, dice).items():
        after = end_turn(situation, final, len(turn.moves))
        if after.phase is Phase.ROLL:
            found.append(after)
    return found[:: max(1, len(found) // most)][:most]
