import asyncio
from pathlib import Path

import pytest
from tests.server.accounts.device import Device
from tests.server.club_room import open_club

from nardy.server.accounts import passkeys
from nardy.server.accounts.passkeys import CHALLENGE_SECONDS, Challenges, Passkeys, Site
from nardy.server.errors import CredentialsError, RefusedError

SITE = Site("club.example", frozenset({"https://club.example"}))


def test_one_signature_of_two_that_come_at_once_counts(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            keys, (_, token) = Passkeys(club.store), await club.welcome("Anna")
            anna = await club.guest(token)
            assert anna is not None
            device = Device(origin="https://club.example", place="club.example")
            await keys.add(anna, SITE, "Phone", device.make(await keys.offer(anna, SITE)))
            first, second = (device.sign(keys.ask(SITE)) for _ in range(2))
            assert await keys.owner(SITE, second) == anna.id
            # The other one is older by the key's own count, as that of a copy would be.
            with pytest.raises(RefusedError, match="could not be verified"):
                await keys.owner(SITE, first)

    asyncio.run(go())


def test_no_key_is_added_by_a_session_that_has_ended(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            keys, (_, token) = Passkeys(club.store), await club.welcome("Anna")
            anna = await club.guest(token)
            assert anna is not None
            device = Device(origin="https://club.example", place="club.example")
            made = device.make(await keys.offer(anna, SITE))
            await club.accounts.end(anna)
            with pytest.raises(CredentialsError):
                await keys.add(anna, SITE, "Phone", made)
            assert (await club.login_methods.known(anna)).passkeys == []

    asyncio.run(go())


@pytest.mark.parametrize("name", ["127.0.0.1", "::1", "[::1]", ""])
def test_a_place_without_a_name_keeps_no_keys(tmp_path: Path, name: str) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            with pytest.raises(RefusedError, match="localhost"):
                Passkeys(club.store).ask(Site(name, frozenset()))

    asyncio.run(go())


def test_a_challenge_is_good_once_for_one_purpose_and_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    asked = Challenges(lambda: clock[0])
    one, two = asked.ask("enter"), asked.ask("enter")
    assert not asked.use(one, "guest")
    assert asked.use(one, "enter")
    assert not asked.use(one, "enter")
    assert not asked.use(b"never asked", "enter")
    clock[0] = CHALLENGE_SECONDS
    assert not asked.use(two, "enter")
    monkeypatch.setattr(passkeys, "MOST_OPEN", 2)
    asked = Challenges()
    many = [asked.ask("enter") for _ in range(3)]
    assert [asked.use(one, "enter") for one in many] == [False, True, True]
