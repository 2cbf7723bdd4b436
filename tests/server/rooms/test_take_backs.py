"""Turns taken back: only in casual games against a bot, told in the log, with the same dice."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.club_room import first_turn, order, room_in_memory

from nardy.core.events import Played, TakenBack
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.formats import mat, match_json, proof
from nardy.server.api.rooms import written
from nardy.server.errors import RefusedError, StaleError
from nardy.server.rooms.dice import proof_of
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms


def against_a_bot(game: str = "backgammon", **terms: object) -> Room:
    """White is a person, Black a bot; both play by hand here."""
    room = room_in_memory(game)
    record = replace(room.record, black="bot:nardy:level-1", terms=Terms(**terms))
    room = Room(record, room.entries, room.needs)
    asyncio.run(room.begin())
    return room


def act(room: Room, what: str, player: Player | None = None, **more) -> int:
    return asyncio.run(room.act(player or room.match.game.to_act, order(room, what, **more)))


def play(room: Room, until: Player) -> None:
    """Play until this player has just ended a turn with moves."""
    for _ in range(200):
        game = room.match.game
        mover = game.to_act
        if game.phase is Phase.TURN:
            turn = first_turn(room)
            act(room, "play", moves=turn)
            if mover is until and turn:
                return
        else:
            act(room, "roll")


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto", "mad-gulbar"])
def test_a_turn_is_taken_back_with_its_dice_and_the_log_tells_it(game: str) -> None:
    room = against_a_bot(game)
    play(room, Player.WHITE)
    before = [*room.entries]
    (last,) = [one.event for one in before if isinstance(one.event, Played) and one.event.moves][
        -1:
    ]
    assert last.player == "white"
    play(room, Player.BLACK)
    logged = [*room.entries]
    act(room, "take-back", Player.WHITE)
    assert room.entries[:-1] == logged
    assert isinstance(room.entries[-1].event, TakenBack)
    assert (room.view.phase, room.view.to_act) == ("turn", "white")
    assert room.nodes
    again = Room(room.record, room.entries, room.needs)
    assert again.view == room.view
    play(room, Player.WHITE)
    play(room, Player.BLACK)
    assert Room(room.record, room.entries, room.needs).view == room.view


def test_every_throw_stays_in_the_proof_also_those_that_were_taken_back() -> None:
    room = against_a_bot()
    play(room, Player.WHITE)
    play(room, Player.BLACK)
    thrown = len(proof_of(room.record, room.entries).throws)
    act(room, "take-back", Player.WHITE)
    play(room, Player.WHITE)
    play(room, Player.BLACK)
    found = proof_of(replace(room.record, is_over=True), room.entries)
    assert len(found.throws) == thrown + 1
    assert proof.loads(proof.dumps(found)) == found


@pytest.mark.parametrize("terms", [{"rated": True, "clock": "600+8"}, {"tournament": "cup"}])
def test_nothing_is_taken_back_where_it_counts(terms: dict[str, object]) -> None:
    room = against_a_bot(**terms)
    play(room, Player.WHITE)
    logged = [*room.entries]
    with pytest.raises(RefusedError, match="casual game against a bot") as refused:
        act(room, "take-back", Player.WHITE)
    assert refused.value.code == "back-protected"
    assert room.entries == logged


def test_nothing_is_taken_back_against_people() -> None:
    room = room_in_memory("backgammon")
    asyncio.run(room.begin())
    play(room, Player.WHITE)
    with pytest.raises(RefusedError, match="casual game against a bot"):
        act(room, "take-back", Player.WHITE)


def test_without_a_turn_there_is_none_to_take_back() -> None:
    room = against_a_bot()
    with pytest.raises(RefusedError, match="play a turn first") as refused:
        act(room, "take-back", Player.WHITE)
    assert refused.value.code == "back-none"


def test_it_is_done_once_and_stale_after_another_act() -> None:
    room = against_a_bot()
    play(room, Player.WHITE)
    wish = order(room, "take-back", "mine")
    first = asyncio.run(room.act(Player.WHITE, wish))
    assert asyncio.run(room.act(Player.WHITE, wish)) == first
    late = replace_version(room)
    play(room, Player.WHITE)
    with pytest.raises(StaleError):
        asyncio.run(room.act(Player.WHITE, late))


def replace_version(room: Room):
    return order(room, "take-back", "late")


def test_a_match_file_tells_what_was_taken_back_and_is_replayed(tmp_path: Path) -> None:
    room = against_a_bot()
    play(room, Player.WHITE)
    play(room, Player.BLACK)
    act(room, "take-back", Player.WHITE)
    play(room, Player.BLACK)
    ended = Room(replace(room.record, is_over=True), room.entries, room.needs)
    text = written(ended, ("ann", "bot"), "json")
    record = match_json.loads(text)
    assert [*record.events] == [one.event for one in room.entries]
    assert record.match.game.situation == room.match.game.situation
    straight = written(ended, ("ann", "bot"), "mat")
    kept = mat.loads(straight).match.game
    assert kept.position == room.match.game.position
    assert isinstance(record.match, Match)
