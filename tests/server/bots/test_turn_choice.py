import json

import msgspec
import pytest
from tests.effort import each

from nardy.core.draft import Draft
from nardy.core.game import Game
from nardy.core.situation import Phase, Situation
from nardy.games import GAMES, find_game
from nardy.kernel import is_available
from nardy.server.bots.turn_choice import (
    SUBSTITUTE,
    BotChoice,
    choice_of,
    substitute_choice,
    turn_found,
    turn_order,
)
from nardy.server.games.related_games import as_related_game


def situations(game: str, count: int) -> list[Situation]:
    """Moments of a game by baseline's play."""
    playing, found = Game(find_game(game), seed=3), list[Situation]()
    playing.roll()
    while len(found) < count:
        found.append(as_related_game(playing.situation))
        if playing.phase is Phase.ROLL:
            playing.roll()
            continue
        draft = Draft(playing.situation)
        for move in substitute_choice(playing.situation).moves:
            draft.move(move.origin, move.to)
        playing.play(str(draft.turn()))
    return found


@each("game", sorted(GAMES))
def test_a_worker_finds_what_the_club_would(game: str) -> None:
    spec = "nardy:0" if is_available() else "baseline"
    for situation in situations(game, 6):
        order = turn_order(situation, spec, 0)
        assert order is not None
        payload = json.loads(json.dumps(order.payload))
        assert set(map(type, payload.values())) == {str}
        told = msgspec.json.encode(turn_found(payload))
        assert msgspec.json.decode(told, type=BotChoice) == choice_of(situation, spec)


def test_a_bot_without_its_network_is_replaced_and_named() -> None:
    (_, situation, *_) = situations("backgammon", 4)
    found = choice_of(situation, "nardy:0:none.npz")
    assert found == substitute_choice(situation)
    assert found.bot == SUBSTITUTE


def test_a_game_whose_laws_no_text_can_tell_stays_with_the_club(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nardy.server.jobs.orders.told", lambda _: None)
    (_, situation, *_) = situations("backgammon", 4)
    assert turn_order(situation, "nardy:0", 0) is None
