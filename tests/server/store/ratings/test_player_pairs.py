import asyncio
from pathlib import Path

from tests.server.club_room import open_club
from tests.server.played import club_file, result

from nardy.server.store.guests import Guest
from nardy.server.store.known_devices import RequestSource
from nardy.server.store.ratings import player_pairs


def test_pairs_that_look_arranged_are_told(tmp_path: Path) -> None:
    played = [result(n, "a", "b") for n in range(10)] + [result(n, "c", "d") for n in range(10, 20)]
    played += [result(n, "a", "c", n % 2) for n in range(20, 30)]
    file = asyncio.run(club_file(tmp_path, played))

    async def go() -> None:
        async with open_club(file.parent) as club:
            for who in "cd":
                guest = Guest(who, who, "member")
                await club.known_devices.note(guest, RequestSource("192.0.2.1", "shared"))
            told = await club.store.run(lambda c: player_pairs.suspicious(c, 0))
            assert [(one.names, one.games, one.won) for one in told] == [
                (("C", "D"), 10, 10),
                (("A", "B"), 10, 10),
            ]
            assert [one.places for one in told] == [{"address", "browser"}, set()]
            assert told[0].gain > 0

    asyncio.run(go())
