import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.server.club_room import first_turn, order, room_in_memory

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError
from nardy.server.rooms.room import Room


def begun(game: str = "backgammon", name: str = "r", length: int = 0) -> Room:
    made = room_in_memory(game, length)
    room = Room(replace(made.record, id=name), made.entries, made.needs)
    asyncio.run(room.begin())
    return room


def act(room: Room, what: str, player: Player | None = None, **more: object) -> None:
    told = order(room, what, **more)  # type: ignore[arg-type]
    asyncio.run(room.act(player or room.match.game.to_act, told))


def test_a_roll_off_is_one_throw_after_which_somebody_starts_or_another_is_owed() -> None:
    tied = 0
    for number in range(30):
        room = begun(name=f"room-{number}")
        thrown = [e.event for e in room.entries if e.event.kind == "rolled-off"]
        assert (len(thrown), room.match.game.phase) == (room.throws.count, Phase.TURN)
        *ties, last = ((event.white, event.black) for event in thrown)  # type: ignore[union-attr]
        assert all(white == black for white, black in ties)
        assert last[0] != last[1]
        tied += len(ties)
    assert tied


def test_what_is_told_is_what_the_game_keeps_and_each_throw_has_its_links() -> None:
    room = begun("long-nardy")
    assert room.match.game.events == tuple(entry.event for entry in room.entries)
    notes = [entry.note for entry in room.entries if entry.event.kind == "rolled-off"]
    assert notes
    assert all(note and "links" in note for note in notes)


def test_a_throw_asked_for_again_is_the_same() -> None:
    first, again = (begun() for _ in range(2))
    assert [entry.event for entry in first.entries] == [entry.event for entry in again.entries]


def test_who_is_not_on_roll_and_who_has_rolled_is_refused() -> None:
    room = begun()
    with pytest.raises(IllegalActError):
        act(room, "roll")
    act(room, "play", moves=first_turn(room))
    with pytest.raises(IllegalActError):
        act(room, "roll", room.match.game.to_act.opponent)
    act(room, "roll")
    assert room.entries[-1].event.kind == "rolled"


def test_the_next_game_of_a_match_is_told_from_its_beginning() -> None:
    room = begun(length=5)
    act(room, "resign:single")
    act(room, "accept")
    before = room.version
    act(room, "next")
    kinds = [entry.event.kind for entry in room.entries[before:]]
    assert kinds[0] == "started"
    assert set(kinds[1:]) == {"rolled-off"}


def test_players_who_have_chains_are_asked_for_their_links() -> None:
    asked: list[tuple[int, Sequence[Player]]] = []

    async def ask(_: Room, number: int, players: Sequence[Player]) -> Mapping[Player, bytes]:
        asked.append((number, tuple(players)))
        return {}

    room = room_in_memory()
    room.commit({"white": "ab" * 32, "black": ""})
    room.needs = replace(room.needs, ask=ask)
    asyncio.run(room.begin())
    assert asked[0] == (1, (Player.WHITE,))
