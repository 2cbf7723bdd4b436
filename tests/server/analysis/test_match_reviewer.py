"""The program that reviews uploaded matches."""

import io
import json
import pickle
import subprocess
import sys

import pytest

from nardy.analysis.game_review import review
from nardy.bots.neural import NeuralBot
from nardy.core.events import event_to_json
from nardy.core.game import Game
from nardy.games import find_game
from nardy.kernel import is_available
from nardy.server.analysis import match_reviewer
from nardy.server.analysis.uploaded_reviews import FOLDER


def told(asked: dict[str, object]) -> list[object]:
    command = [sys.executable, "-I", match_reviewer.__file__, FOLDER]
    data = json.dumps(asked).encode() + b"\n"
    stream = io.BytesIO(subprocess.run(command, input=data, capture_output=True, check=True).stdout)
    unpickler, found = pickle.Unpickler(stream), list[object]()  # noqa: S301 (our own program)
    while stream.tell() < len(stream.getvalue()):
        found.append(unpickler.load())
    return found


def test_it_tells_what_a_review_in_this_process_tells() -> None:
    if not is_available():
        pytest.skip("there is no kernel")
    game = Game(find_game("hypergammon"), seed=5)
    for _ in range(6):
        game.roll()
        game.play(next(iter(game.legal_turns)))
    events = [event_to_json(event) for event in game.events]
    found = told({"events": events, "game": "hypergammon", "guessed": [], "plies": 0})
    assert found == list(review(game, bot=NeuralBot(0)))
    asked = {"events": events, "game": "hypergammon", "plies": 0}
    assert told({**asked, "guessed": [len(events) - 1]}) == found[:-1]


def test_a_reason_takes_the_place_of_decisions() -> None:
    (reason,) = told({"events": [], "game": "chess", "guessed": [], "plies": 0})
    assert str(reason).startswith("expected a game")
