import asyncio
from pathlib import Path

from tests.cli.talk import nardy, refused
from tests.server.club_room import first_turn, open_club, order

from nardy.core.situation import Phase
from nardy.server.club.club import Club, NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store.database.lock import DatabaseLock


async def played_on(club: Club, room: Room, turns: int) -> None:
    for _ in range(turns):
        game = room.match.game
        act = "roll" if game.phase is Phase.ROLL else "play"
        moves = first_turn(room) if act == "play" else ()
        await club.act(order(room, act, moves=moves), room.who(game.to_act))


def test_a_game_goes_on_where_the_backup_left_it(tmp_path: Path) -> None:
    file, copy = tmp_path / "club.db", tmp_path / "copy.db"

    async def play_and_save() -> tuple[str, str]:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), white="guest:a", black="guest:b"))
            await played_on(club, room, 5)
            then = str(room.match.game)
            assert nardy("backup", copy, "--database", file).status == 0
            await played_on(club, room, 4)
            return room.record.id, then

    async def go_on(room_id: str) -> tuple[str, int]:
        async with open_club(tmp_path) as club:
            room = await club.room(room_id)
            assert room is not None
            then, before = str(room.match.game), room.version
            await played_on(club, room, 2)
            return then, room.version - before

    room_id, then = asyncio.run(play_and_save())
    told = nardy("restore", copy, "--database", file)
    assert told.status == 0, told.err
    restored, kept = told.lines
    assert restored.startswith(f"restored: {file} (version ")
    assert "1 rooms, 1 going on, last act at " in restored
    assert Path(kept.removeprefix("previous database kept as: ")).exists()
    assert asyncio.run(go_on(room_id)) == (then, 2)
    told = nardy("restore", copy, "--database", tmp_path / "new.db", "--json").data
    assert (told["kept"], told["rooms"]) == (None, 1)


def test_a_club_that_runs_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with DatabaseLock(file):
        answer = refused("restore", tmp_path / "copy.db", "--database", file)
    assert "stop that one first" in answer
    assert not file.exists()
