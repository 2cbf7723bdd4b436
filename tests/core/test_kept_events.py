"""Turns that are taken back: the log keeps them, and the game goes on from before them."""

import pytest
from tests.effort import each

from nardy.core.events import Played, Rolled, TakenBack, event_from_json, event_to_json
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import EventsError, NardyError
from nardy.games import GAMES, find_game


def played(game: Game, turns: int) -> Game:
    """Any legal turns."""
    while turns and game.phase is not Phase.OVER:
        if game.phase in (Phase.OPENING, Phase.ROLL):
            game.roll()
            continue
        game.play(next(iter(game.legal_turns)))
        turns -= 1
    return game


@each("name", GAMES)
def test_a_turn_taken_back_leaves_its_dice_and_a_replay_comes_to_the_same(name: str) -> None:
    game = played(Game(GAMES[name], seed=3), 6)
    if game.phase is Phase.OVER:
        return
    turns = [one for one in game.events if isinstance(one, Played) and one.moves]
    mover = Player(turns[-1].player)
    before = len(game.events)
    dice = [
        one for one in game.kept_events if isinstance(one, Rolled) and one.player == mover.value
    ]
    game.take_back(mover)
    assert (game.phase, game.to_act) == (Phase.TURN, mover)
    assert len(game.events) == before + 1
    if dice:
        assert game.situation.roll is not None
        assert (game.situation.roll.high, game.situation.roll.low) == dice[-1].dice
    played(game, 3)
    for trusted in (False, True):
        again = Game.from_events(game.events, find_game, trusted=trusted)
        assert (again.situation, again.events) == (game.situation, game.events)
        assert again.kept_events == game.kept_events
    straight = Game.from_events(game.kept_events, find_game)
    assert straight.situation == game.situation


def test_every_turn_back_to_the_first_can_be_taken_back() -> None:
    game = played(Game(GAMES["backgammon"], seed=5), 12)
    first = next(one for one in game.events if isinstance(one, Played))
    player = Player(first.player)
    made = sum(isinstance(one, Played) and one.player == player.value for one in game.events)
    for _ in range(made):
        game.take_back(player)
    assert game.situation.position == game.rules.start
    assert not any(isinstance(one, Played) for one in game.kept_events)
    with pytest.raises(NardyError, match="to take back, got none"):
        game.take_back(player)


def test_nothing_is_taken_back_after_the_end() -> None:
    game = played(Game(GAMES["hypergammon"], seed=1), 500)
    assert game.phase is Phase.OVER
    with pytest.raises(NardyError, match="got one that is over"):
        game.take_back(Player.WHITE)


@pytest.mark.parametrize(("player", "events"), [("white", 0), ("white", 99), ("black", 1)])
def test_a_log_that_takes_back_no_turn_is_refused(player: str, events: int) -> None:
    game = played(Game(GAMES["backgammon"], seed=5), 3)
    last = next(one for one in reversed(game.events) if isinstance(one, Played))
    seat = player if last.player == "white" else Player(player).opponent.value
    with pytest.raises(EventsError, match="to take back"):
        game.apply(TakenBack(seat, events))


def test_it_is_written_as_json() -> None:
    event = TakenBack("white", 4)
    assert event_to_json(event) == {"kind": "taken-back", "player": "white", "events": 4}
    assert event_from_json(event_to_json(event)) == event
