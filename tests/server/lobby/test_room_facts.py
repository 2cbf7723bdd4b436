import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest
from tests.server.club_room import look, open_club

from nardy.server.rooms.new_room import NewRoom
from nardy.server.store import follows
from nardy.server.store.database.writer import Connection
from nardy.server.store.follows import ContactChoice, OnlineAudience


def test_people_are_known_by_their_token_and_called_by_their_name(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, token = await club.welcome("Anna")
            assert await club.guest(token) == guest
            assert await club.guest("other") is None
            assert await club.guest(None) is None
            seats = NewRoom(games=("backgammon",), white=f"guest:{guest.id}", black="bot:random")
            room = await club.make(seats)
            await club.rename(guest, "Anna K.")
            facts = await club.describer.facts(room, f"guest:{guest.id}")
            assert (facts.white.name, facts.white.is_bot, facts.you) == ("Anna K.", False, "white")
            assert (facts.black.name, facts.black.is_bot) == ("random", True)
            assert (await club.describer.facts(room, None)).you is None
            assert await club.rooms_of(guest) == [room.record.id]

    asyncio.run(go())


def test_a_spectator_is_named_to_whom_they_show_that_they_are_online(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Collection[str]]()
    audiences = follows.online_audiences

    def counted(connection: Connection, ids: Collection[str]) -> dict[str, OnlineAudience]:
        asked.append(ids)
        return audiences(connection, ids)

    monkeypatch.setattr(follows, "online_audiences", counted)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            names = ("Player", "Open", "Friend", "Stranger", "Hidden")
            people = {name: (await club.welcome(name))[0] for name in names}
            seat = {name: guest.seat for name, guest in people.items()}

            def choices(connection: Connection) -> None:
                for name, audience in (("Open", "all"), ("Hidden", "nobody")):
                    choice = ContactChoice(seen_by=audience)
                    follows.choose(connection, people[name].id, choice)
                both = people["Friend"].id, people["Player"].id
                follows.set_follow(connection, *both, 1, on=True)

            await club.store.run(choices)
            room = await club.make(
                NewRoom(games=("plakoto",), white=seat["Player"], black="bot:random")
            )
            pages = await look(club, room, *seat.values())

            async def seen_by(who: str | None) -> tuple[set[str], int]:
                facts = await club.describer.facts(room, who)
                return set(facts.watchers), facts.visitors

            assert await seen_by(seat["Player"]) == ({"Open", "Friend"}, 2)
            before = len(asked)
            assert await seen_by(None) == ({"Open"}, 3)
            assert await seen_by(seat["Hidden"]) == ({"Open", "Hidden"}, 2)
            assert len(asked) == before  # every spectator is known
            nobody = ContactChoice(seen_by="nobody")
            await club.store.run(lambda c: follows.choose(c, people["Open"].id, nobody))
            club.describer.evict(people["Open"].id)
            assert await seen_by(seat["Player"]) == ({"Friend"}, 3)
            for page in pages:
                page.close()

    asyncio.run(go())
