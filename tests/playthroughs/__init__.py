"""One game of every kind as a text: what the rule book says and does at each step.

`python -m tests.playthroughs` writes them anew; a change in them is a change of behaviour.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.moments import random_act

from nardy.core.canonical import legal_turns
from nardy.core.events import event_to_json
from nardy.core.game import Game
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.errors import TooManyTurns

FOLDER = Path(__file__).parent
SHOWN = 3
"""Legal turns that are shown of each roll."""
MOST_TURNS = 300
MOST_ACTS = 60


def options(game: Game) -> Iterator[str]:
    """How many legal turns there are, and the first of them."""
    situation = game.situation
    assert situation.dice is not None
    try:
        turns = legal_turns(situation.rules, situation.position, situation.dice, MOST_TURNS)
    except TooManyTurns as error:
        moves = game.draft().legal_moves
        yield f"  more than {error.limit} turns, {len(moves)} first moves"
    else:
        yield f"  {len(turns)} turns"
        yield from (f"    {turn}" for turn in sorted(map(str, turns))[:SHOWN])


def playthrough(rules: Rules, seed: str) -> str:
    """The text of one game by random acts."""
    game, rng = Game(rules, seed=seed), Random(seed)
    lines = [f"# {rules.name}: a game by random acts, seed {seed!r}", str(game)]
    while game.phase is not Phase.OVER and len(game.events) <= MOST_ACTS:
        known = len(game.events)
        if game.phase is Phase.TURN:
            lines += options(game)
        random_act(game, rng, boldness=0.1)
        acts = (event_to_json(event) for event in game.events[known:])
        lines += [f"  {json.dumps(act)}" for act in acts]
        lines.append(str(game))
    lines.append(f"  {game.phase}: {game.points:g} points" if game.outcome else "  and so on")
    return "\n".join(lines) + "\n"
