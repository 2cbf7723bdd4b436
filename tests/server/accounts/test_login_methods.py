import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import open_club

from nardy.server.accounts.login_methods import LoginMethods
from nardy.server.errors import RefusedError
from nardy.server.store.login_methods import Identity

HOUSE = "https://id.example"


def test_a_link_whose_house_is_closed_is_no_way_in(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            ways = LoginMethods(club.store, club.accounts, frozenset({HOUSE}))
            guest, _ = await club.welcome("Guest 7")
            token = await ways.join(guest, Identity(HOUSE, "7"), "Anna", "")
            anna = await club.guest(token)
            assert anna is not None
            await ways.link(anna, Identity("https://closed.example", "7"))
            with pytest.raises(RefusedError, match="only way"):
                await ways.unlink(anna, HOUSE)
            assert (await ways.known(anna)).links.keys() == {HOUSE, "https://closed.example"}
            await ways.unlink(anna, "https://closed.example")

    asyncio.run(go())


def test_who_cannot_be_linked_gets_no_account_either(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            ways = LoginMethods(club.store, club.accounts, frozenset({HOUSE}))
            first, _ = await club.welcome("Guest 1")
            await ways.join(first, Identity(HOUSE, "7"), "Anna", "")
            second, token = await club.welcome("Guest 2")
            with pytest.raises(RefusedError, match="linked"):
                await ways.join(second, Identity(HOUSE, "7"), "Boris", "")
            again = await club.guest(token)
            assert again is not None
            assert (again.role, again.name) == ("", "Guest 2")

    asyncio.run(go())
