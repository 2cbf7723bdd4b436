"""baseline stays as it is: every later bot is measured against it (benchmarks/README.md).

Games of one kind share its weights, so a later game needs no entry.
"""

import hashlib
from random import Random

import pytest

from nardy.bots.baseline.bot import BaselineBot
from nardy.core import acts
from nardy.core.dice import Roll
from nardy.core.game import opening_situation
from nardy.core.situation import Phase
from nardy.games import find_game

TURNS = 40
CHOICES = {
    "backgammon": "9cbca3594795e61f",
    "nackgammon": "c9c4410dad72f9f7",
    "hypergammon": "0308a3c7dd4c93b7",
    "longgammon": "b569e01e75e1e828",
    "sudden-death": "6e1f24b905acd682",
    "nuclear": "8d96cc4b755db97d",
    "caucasian": "71ffc7a66abe4801",
    "portes": "abd11ab3a9e86a8e",
    "tavla": "3667d2ad8b2ebb78",
    "plakoto": "679600f8244f259a",
    "tapa": "6ce507d7c46d2179",
    "mahbusa": "03a8cd54f075f72c",
    "long-nardy": "58a962d8efa8fbae",
    "gul-bara": "451d0d92ba910e7c",
    "mad-gulbar": "66c546b0d4a65763",
    "fevga": "979e70636c211887",
    "moultezim": "a41e71506a0ef0bb",
}


def choices(game: str) -> str:
    """A hash of the positions that baseline leaves in one game against itself."""
    rng, bot, digest = Random(game), BaselineBot(), hashlib.sha256()
    situation = acts.open_game(opening_situation(find_game(game)), 6, 4)
    for _ in range(TURNS):
        if situation.phase is Phase.ROLL:
            situation = acts.roll_dice(situation, Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
        if situation.phase is not Phase.TURN:
            break
        final, moves = bot.choose(situation)
        digest.update(f"{final.player} {final.opponent}\n".encode())
        situation = acts.end_turn(situation, final, len(moves))
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("game", CHOICES)
def test_baseline_chooses_what_it_chose(game: str) -> None:
    assert choices(game) == CHOICES[game]
