"""A club for tests: on a file of its own, or with a store that keeps nothing."""

import contextlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from nardy.core.match import Match
from nardy.games import find_game
from nardy.server.club.club import Club
from nardy.server.connection.websocket import Page
from nardy.server.protocol.messages import Act, DieMove
from nardy.server.rooms.room import Room, RoomNeeds
from nardy.server.store import accounts, guests
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry, RoomRecord, Terms
from nardy.server.turns.move_graph import nodes_of


@contextlib.asynccontextmanager
async def open_club(folder: Path, patience: float = 0) -> AsyncGenerator[Club]:
    club = Club(open_store(folder / "club.db"), patience=patience)
    try:
        yield club
    finally:
        await club.close()


async def enroll(club: Club, *ids: str) -> None:
    """Members with these ids, each seen nowhere: for a rated game one needs an account."""

    def job(connection: Any) -> None:
        for one in ids:
            guests.add_guest(connection, Guest(one, one.capitalize()), f"token-{one}", 1)
            accounts.add_account(connection, Account(one, one, "", "member"), 1)

    await club.store.run(job)


async def look(club: Club, room: Room, *people: str | None) -> list[Page]:
    pages = [Page(club, who) for who in people]
    for page in pages:
        await page.hear(f'{{"type": "watch", "room": "{room.record.id}"}}')
    return pages


def room_in_memory(
    game: str = "backgammon", length: int = 0, terms: dict[str, Any] | None = None
) -> Room:
    """A room whose log is kept nowhere; White is guest:a and Black guest:b."""

    async def keep(*_: object) -> bool:
        return True

    record = RoomRecord(id="r", games=(game,), length=length, white="guest:a", black="guest:b")
    record = replace(record, terms=Terms(**(terms or {})), seed="5e" * 32)
    events = Match(find_game(game), length).events
    return Room(record, [LogEntry(event, 0) for event in events], RoomNeeds(append=keep))


def order(room: Room, act: str, key: str = "", moves: Sequence[tuple[int, int]] = ()) -> Act:
    """What a page that has seen everything would send."""
    name = key or f"{act}-{room.version}"
    return Act(room.record.id, name, room.version, act, [DieMove(*move) for move in moves])


def first_turn(room: Room) -> list[tuple[int, int]]:
    """A legal turn, walked in the graph that pages get, asking for more of it where it ends."""
    nodes, at = room.nodes, 0
    moves: list[tuple[int, int]] = []
    while nodes[at].moves:
        choice = nodes[at].moves[0]
        moves.append((choice.origin, choice.to))
        if choice.then is None:
            made = [DieMove(*move) for move in moves]
            nodes, at = nodes_of(room.match.game.situation, made), 0
        else:
            at = choice.then
    return moves
