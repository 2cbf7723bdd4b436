"""Bots play whole games through `Game`, which refuses what is illegal."""

from collections.abc import Callable

import pytest
from tests.bots.playing import moments, play
from tests.effort import some

from nardy.bots import load_bot
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.games import BACKGAMMON, GAMES, find_game


@pytest.mark.parametrize("game", some(GAMES, 6))
def test_bots_play_whole_games_legally(game: str) -> None:
    over = play(GAMES[game], load_bot("baseline", 1), load_bot("random", 2), seed=3)
    assert over.phase is Phase.OVER


@pytest.mark.parametrize(
    "game",
    some(
        [
            "long-nardy@draw",
            "long-nardy@run",
            "caucasian@strict",
            "nuclear,bomb_hits=opponent",
            "mad-gulbar@four",
            "plakoto,mother=off,pinned_bearoff=forbid",
            "backgammon,raccoons=on",
        ],
        4,
    ),
)
def test_bots_play_readings_of_games(game: str) -> None:
    over = play(find_game(game), load_bot("random", 1), load_bot("baseline"), seed=4)
    assert over.phase is Phase.OVER


@pytest.mark.parametrize("game", ["backgammon", "plakoto", "long-nardy", "mad-gulbar"])
def test_the_same_seed_plays_the_same_game(game: str) -> None:
    once, again = (
        play(GAMES[game], load_bot("random", 5), load_bot("baseline"), seed=6, most=60)
        for _ in range(2)
    )
    assert once.events == again.events


@pytest.mark.parametrize(
    "game", some(["backgammon", "tapa", "long-nardy", "fevga", "mad-gulbar"], 3)
)
@pytest.mark.parametrize("bot", [BaselineBot, lambda: RandomBot(7)], ids=["baseline", "random"])
def test_the_rule_book_alone_gives_the_same_choices(
    game: str, bot: Callable[[], BaselineBot | RandomBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list(moments(GAMES[game], bot(), seed=8))
    monkeypatch.setattr("nardy.bots.turns.is_available", lambda: False)
    assert list(moments(GAMES[game], bot(), seed=8)) == played


def test_a_bot_of_many_checkers_needs_no_kernel() -> None:
    """The kernel counts to 127 checkers a side; the rule book has no limit."""
    start = BACKGAMMON.start.of({24: 100, 6: 50})
    crowd = BACKGAMMON.replace(id="crowd", start=start)
    assert len(play(crowd, load_bot("baseline"), load_bot("random", 1), 1, most=12).events) > 6


def test_every_seat_is_played() -> None:
    game = play(GAMES["hypergammon"], load_bot("random", 1), load_bot("baseline"), seed=2)
    assert {event.player for event in game.events if hasattr(event, "player")} == set(Player)
