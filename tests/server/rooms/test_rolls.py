import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.server.club_room import room_in_memory

from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError
from nardy.games import find_game
from nardy.server.rooms.dice import RoomDice
from nardy.server.rooms.rolls import RollContext, changed, dances, require_roll, roll
from nardy.server.rooms.room import nobody_answers


def table(game: str = "backgammon", room: str = "r") -> RollContext:
    record = replace(room_in_memory(game).record, id=room)
    return RollContext(Match(find_game(game), 0), RoomDice(record, ()), nobody_answers, {})


def test_a_roll_off_is_one_throw_after_which_somebody_starts_or_another_is_owed() -> None:
    tied = 0
    for number in range(30):
        at = table(room=f"room-{number}")
        [(event, _)] = asyncio.run(roll(at, {}))
        assert (event.kind, at.throws.count) == ("rolled-off", 1)
        is_tie = event.white == event.black
        assert at.match.game.phase is (Phase.OPENING if is_tie else Phase.TURN)
        tied += is_tie
    assert tied


def test_what_is_told_is_what_the_game_keeps_and_each_throw_has_its_links() -> None:
    at = table("long-nardy")
    told = asyncio.run(roll(at, {}))
    assert at.match.game.events[1:] == tuple(event for event, _ in told)
    assert all("links" in note for event, note in told if event.kind == "rolled-off")
    assert dances(at) == []


def test_a_throw_asked_for_again_is_the_same() -> None:
    first, again = (asyncio.run(roll(table(), {})) for _ in range(2))
    assert first == again


def test_who_is_not_on_roll_and_who_has_rolled_is_refused() -> None:
    at = table()
    for player in Player:
        require_roll(at.match.game, player)  # a roll-off is anybody's
    asyncio.run(roll(at, {}))
    game = at.match.game
    with pytest.raises(IllegalActError):
        require_roll(game, game.to_act)
    game.play(str(next(iter(game.legal_turns))))
    require_roll(game, game.to_act)
    with pytest.raises(IllegalActError):
        require_roll(game, game.to_act.opponent)


def test_the_next_game_of_a_match_is_told_from_its_beginning() -> None:
    match = Match(find_game("backgammon"), 5)
    opened = changed(match, lambda: match.game.open(6, 1))
    assert [event.kind for event in opened] == ["rolled-off"]
    match.game.resign()
    match.game.agree()
    assert [event.kind for event in changed(match, match.next_game)] == ["started"]


def test_players_who_have_chains_are_asked_for_their_links() -> None:
    asked: list[tuple[int, Sequence[Player]]] = []

    async def ask(_: str, number: int, players: Sequence[Player]) -> Mapping[Player, bytes]:
        asked.append((number, tuple(players)))
        return {}

    made = room_in_memory()
    made.commit({"white": "ab" * 32, "black": ""})
    at = RollContext(Match(find_game("backgammon"), 0), made.throws, ask, {})
    asyncio.run(roll(at, {}))
    assert asked[0] == (1, (Player.WHITE,))
