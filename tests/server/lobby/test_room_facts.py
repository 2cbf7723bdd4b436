import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import look, open_club

from nardy.server.rooms.new_room import NewRoom
from nardy.server.store import follows, talk
from nardy.server.store.database.writer import Connection
from nardy.server.store.follows import ContactChoice


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
    shown_online = follows.shown_online

    def counted(connection: Connection, ids: Collection[str], reader: str | None) -> set[str]:
        asked.append(ids)
        return shown_online(connection, ids, reader)

    monkeypatch.setattr(follows, "shown_online", counted)

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
            assert await seen_by(None) == ({"Open"}, 3)
            before = len(asked)
            assert await seen_by(seat["Hidden"]) == ({"Open"}, 3)  # as every spectator reads it
            assert await seen_by(seat["Player"]) == ({"Open", "Friend"}, 2)
            assert len(asked) == before  # what each reads is known
            await club.store.run(
                lambda c: talk.set_mute(c, seat["Player"], seat["Friend"], on=True)
            )
            club.describer.evict(people["Player"].id)
            assert await seen_by(seat["Player"]) == ({"Open"}, 3)
            nobody = ContactChoice(seen_by="nobody")
            await club.store.run(lambda c: follows.choose(c, people["Open"].id, nobody))
            club.describer.evict(people["Open"].id)
            assert await seen_by(seat["Player"]) == (set(), 4)
            for page in pages:
                page.close()

    asyncio.run(go())


def test_a_choice_made_while_the_older_one_is_read_holds(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Anna")

            def choose(audience: follows.ContactAudience) -> Callable[[Connection], None]:
                return lambda c: follows.choose(c, guest.id, ContactChoice(seen_by=audience))

            await club.store.run(choose("all"))
            room = await club.make(NewRoom(games=("plakoto",), white="guest:a", black="bot:random"))
            pages = await look(club, room, guest.seat)
            read = club.store.read

            async def read_before_a_choice(job: Callable[[Connection], Any]) -> Any:
                found = await read(job)
                club.store.read = read
                await club.store.run(choose("nobody"))
                club.describer.evict(guest.id)
                return found

            club.store.read = read_before_a_choice
            await club.describer.facts(room, None)
            assert (await club.describer.facts(room, None)).watchers == []
            for page in pages:
                page.close()

    asyncio.run(go())


def test_a_name_chosen_while_the_older_one_is_read_is_shown(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Anna")
            room = await club.make(
                NewRoom(games=("plakoto",), white=guest.seat, black="bot:random")
            )
            read = club.store.read

            async def read_before_a_rename(job: Callable[[Connection], Any]) -> Any:
                found = await read(job)
                club.store.read = read
                await club.rename(guest, "Anna K.")
                return found

            club.store.read = read_before_a_rename
            await club.describer.person(room.record, guest.seat)
            assert (await club.describer.person(room.record, guest.seat)).name == "Anna K."

    asyncio.run(go())
