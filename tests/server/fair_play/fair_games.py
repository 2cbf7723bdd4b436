"""Games for the tests of fair play: their dice fall the same each time."""

from typing import Any
from unittest.mock import patch

from tests.server.club_room import first_turn, order

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms

SEED = "5e" * 32


async def a_game(
    club: Club, white: str = "guest:a", black: str | None = "guest:b", **facts: Any
) -> Room:
    """A game of *game*, with these *terms*."""
    games, terms = (facts.pop("game", "hypergammon"),), facts.pop("terms", {})
    room = f"game-{len(club.all_loaded())}"
    wanted = NewRoom(
        games=games, white=white, black=black, terms=Terms(**terms), room=room, **facts
    )
    with patch("nardy.server.club.club.secrets.token_hex", return_value=SEED):
        room = await club.make(wanted)
    for player in Player:
        if (room.who(player) or "").startswith("guest:"):
            # Nobody's page is waited for: the first throw falls at once.
            await club.game_starter.commit(room, player, "")
    return room


async def take_turns(club: Club, room: Room, count: int) -> None:
    """So many turns, whoever takes them."""
    for _ in range(count):
        if room.view.phase == "roll":
            await club.act(order(room, "roll"), room.who(room.match.game.to_act))
        if room.view.phase == "turn":
            await club.act(
                order(room, "play", "", first_turn(room)), room.who(room.match.game.to_act)
            )
