import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import open_club

from nardy.errors import NardyError
from nardy.server.accounts.moderation import Moderator
from nardy.server.club.club import NewRoom
from nardy.server.club.maintenance import go_round
from nardy.server.names import GONE
from nardy.server.store import decisions
from nardy.server.store.decisions import AuditLine
from nardy.server.store.log import Terms
from nardy.server.timestamps import now


def test_what_is_decided_counts_and_is_noted(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Loud Louis")
            moderator = Moderator(club.store, "machine")

            async def is_muted() -> bool:
                return await club.store.run(
                    lambda c: decisions.is_under(c, guest.id, "mute", now())
                )

            await moderator.impose("mute", guest.id, 7)
            assert await is_muted()
            await moderator.lift("mute", f"guest:{guest.id}")
            assert not await is_muted()
            with pytest.raises(NardyError, match="which is a guest"):
                await moderator.set_role(guest.id, "admin")
            with pytest.raises(NardyError, match="expected a role"):
                await moderator.set_role(guest.id, "king")
            with pytest.raises(NardyError, match="nardy admin find"):
                await moderator.impose("mute", "nobody")
            await club.accounts.sign_up(guest, "Louis", "lamp gravel tuesday")
            await moderator.set_role("louis", "admin")
            assert [one.role for one in await moderator.find("loui")] == ["admin"]
            lines, names = await moderator.audit_log()
            assert [(one.who, one.what, one.about) for one in lines] == [
                ("machine", "role admin", guest.id),
                ("machine", "unmute", guest.id),
                ("machine", "mute", guest.id),
            ]
            assert names == {guest.id: "Louis"}

    asyncio.run(go())


def test_a_game_that_is_closed_ends_in_a_running_club(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(NewRoom(games=("tapa",), terms=Terms(clock="60+5"), **seats))
            moderator = Moderator(club.store, "machine")
            await moderator.close(room.record.id)
            with pytest.raises(NardyError, match="an unfinished game"):
                await moderator.close(room.record.id)
            await go_round(club)
            assert room.record.is_over

    asyncio.run(go())


def test_a_name_that_is_the_id_of_another_takes_no_decision_from_them(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            (loud, _), (decoy, _) = [await club.welcome("Guest 7") for _ in range(2)]
            await club.accounts.sign_up(decoy, loud.id, "lamp gravel tuesday")
            await Moderator(club.store, "machine").impose("mute", loud.id)
            muted = [
                await club.store.run(
                    lambda c, one=one: decisions.is_under(c, one.id, "mute", now())
                )
                for one in (loud, decoy)
            ]
            assert muted == [True, False]

    asyncio.run(go())


@pytest.mark.usefixtures("quick_hashes")
def test_the_log_names_people_as_they_are_called_now(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            loud, _ = await club.welcome("Louis")
            await club.accounts.sign_up(loud, "Louis", "lamp gravel tuesday")
            moderator = Moderator(club.store, loud.id)
            # A line of an older nardy.
            old = AuditLine(1, "Lead", "mute", "louis")
            await club.store.run(lambda c: decisions.note(c, old))
            await moderator.impose("mute", "Louis")
            await club.accounts.rename(loud, "Quiet")
            await club.welcome("Louis")
            lines, names = await moderator.audit_log()
            assert lines[1] == old
            assert [names.get(text) for text in (lines[0].who, lines[0].about)] == ["Quiet"] * 2
            await club.accounts.forget(loud, "lamp gravel tuesday")
            assert (await moderator.audit_log())[1] == {loud.id: GONE}

    asyncio.run(go())
