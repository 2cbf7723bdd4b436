import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import open_club

from nardy.errors import NardyError
from nardy.server.accounts import passwords
from nardy.server.accounts.moderation import Moderator
from nardy.server.club.club import Club
from nardy.server.errors import (
    ClosedAccountError,
    CredentialsError,
    NameTakenError,
    WeakPasswordError,
    code_of,
    says,
)
from nardy.server.store import accounts, login_methods
from nardy.server.store.guests import Guest
from nardy.server.store.login_methods import Identity, Passkey

GOOD, OTHER = "lamp gravel tuesday", "cloud ladle thirteen"
pytestmark = pytest.mark.usefixtures("quick_hashes")


class OpenPage:
    """A page of a session that remembers whether it was told to go."""

    is_open = True

    def dismiss(self) -> None:
        self.is_open = False


async def member(club: Club, name: str = "Anna") -> tuple[Guest, str, list[str]]:
    """Somebody who has just signed up."""
    guest, _ = await club.welcome("Guest 7")
    token, codes = await club.accounts.sign_up(guest, name, GOOD)
    found = await club.guest(token)
    assert found is not None
    return found, token, codes


def test_a_guest_who_signs_up_is_found_again_from_anywhere(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, first = await club.welcome("Guest 7")
            token, codes = await club.accounts.sign_up(guest, "Anna", GOOD)
            assert len(codes) == 8
            # It is the same person, with the same games, and the old token is worth nothing.
            assert await club.guest(token) == Guest(guest.id, "Anna", "member")
            assert await club.guest(first) is None
            second, found = await club.accounts.sign_in(" anna", GOOD, "Firefox")
            assert found.id == guest.id
            assert second not in (token, first)
            assert len(await club.accounts.sessions(found)) == 2
            with pytest.raises(NardyError, match="sign out first"):
                await club.accounts.sign_up(found, "Anna", GOOD)

    asyncio.run(go())


def test_who_knows_the_token_of_a_guest_gains_nothing_from_his_signing_in(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            # Session fixation: the token is planted before the victim signs up or in.
            planted_guest, planted = await club.welcome("Mallory")
            token, _ = await club.accounts.sign_up(planted_guest, "Anna", GOOD)
            assert await club.guest(planted) is None
            _, other = await club.welcome("Mallory")
            again, _ = await club.accounts.sign_in("Anna", GOOD)
            stranger = await club.guest(other)
            assert stranger is not None
            assert stranger.role == ""
            assert len({planted, other, token, again}) == 4

    asyncio.run(go())


def test_wrong_names_and_passwords_are_told_alike(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await member(club)
            told: set[str] = set()
            for name, password in (("Anna", OTHER), ("Nobody", GOOD), ("", ""), ("\ud800", GOOD)):
                with pytest.raises(CredentialsError) as refused:
                    await club.accounts.sign_in(name, password)
                told.add(str(refused.value))
            assert len(told) == 1

    asyncio.run(go())


def test_a_name_of_an_account_is_nobody_elses(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, _, _ = await member(club)
            guest, _ = await club.welcome("Guest 8")
            for name in ("Anna", "ANNA", "Ａｎｎａ", "\u0410nn\u0430", "An\u034fna"):
                with pytest.raises(NameTakenError):
                    await club.rename(guest, name)
                with pytest.raises(NameTakenError):
                    await club.accounts.sign_up(guest, name, GOOD)
            with pytest.raises(WeakPasswordError):
                await club.accounts.sign_up(guest, "Boris", "boris")
            await club.rename(anna, "Anna K.")
            await club.rename(guest, "Anna")
            assert (await club.accounts.sign_in("anna k.", GOOD))[1].name == "Anna K."

    asyncio.run(go())


def test_a_code_sets_a_new_password_once_and_ends_every_session(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            _, token, codes = await member(club)
            typed = codes[0].upper().replace("-", " ")
            again, found = await club.accounts.recover("anna", typed, OTHER)
            assert found.name == "Anna"
            assert await club.guest(token) is None
            assert await club.guest(again) == found
            for name, code in (("Anna", typed), ("Nobody", codes[1]), ("Anna", "x" * 14)):
                with pytest.raises(CredentialsError):
                    await club.accounts.recover(name, code, GOOD)
            with pytest.raises(CredentialsError):
                await club.accounts.sign_in("Anna", GOOD)
            await club.accounts.sign_in("Anna", OTHER)
            renewed = await club.accounts.renew_codes(found, OTHER)
            with pytest.raises(CredentialsError):
                await club.accounts.recover("Anna", codes[1], GOOD)
            await club.accounts.recover("Anna", renewed[0], GOOD)

    asyncio.run(go())


def test_a_recovery_leaves_no_other_way_in(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, _, codes = await member(club)
            await club.login_methods.link(anna, Identity("https://id.example", "7"))
            key = Passkey("k", anna.id, "", 0, "Phone", 1, 1)
            await club.store.run(lambda c: login_methods.add_passkey(c, key))
            of, program = await club.api_clients.make(anna, "Engine")
            _, owner = await club.accounts.recover("Anna", codes[0], OTHER)
            known = await club.login_methods.known(anna)
            assert (known.has_password, known.links, known.passkeys) == (True, {}, [])
            assert await club.guest(program) is None
            # The program itself stays, and gets a new token.
            assert await club.guest(await club.api_clients.renew(owner, of)) is not None
            # Nothing comes after the recovery of whoever was signed in before it.
            for late in (
                club.login_methods.link(anna, Identity("https://id.example", "8")),
                club.api_clients.make(anna, "Other engine"),
                club.api_clients.renew(anna, of),
            ):
                with pytest.raises(CredentialsError):
                    await late
            assert (await club.login_methods.known(anna)).links == {}
            assert [one.name for one in await club.api_clients.of(anna)] == ["Engine"]

    asyncio.run(go())


def test_another_password_ends_all_other_sessions_and_their_pages(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, token, _ = await member(club)
            other, elsewhere = await club.accounts.sign_in("Anna", GOOD)
            here, there, nobody = OpenPage(), OpenPage(), OpenPage()
            club.accounts.come(anna.session, here)
            club.accounts.come(elsewhere.session, there)
            club.accounts.come("", nobody)
            with pytest.raises(CredentialsError):
                await club.accounts.change_password(anna, OTHER, OTHER)
            await club.accounts.change_password(anna, GOOD, OTHER)
            assert await club.guest(token) is not None
            assert await club.guest(other) is None
            assert (here.is_open, there.is_open, nobody.is_open) == (True, False, True)
            await club.accounts.end(anna, only=anna.session)
            assert not here.is_open
            assert await club.guest(token) is None

    asyncio.run(go())


def test_everything_is_told_and_everything_is_forgotten(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, token, codes = await member(club)
            told = await club.accounts.tell_all(anna)
            assert told["guest"]["name"] == "Anna"
            for secret in (token, anna.session, GOOD, codes[0], "argon2"):
                assert secret not in str(told)
            with pytest.raises(CredentialsError):
                await club.accounts.forget(anna, OTHER)
            await club.accounts.forget(anna, GOOD)
            assert await club.guest(token) is None
            with pytest.raises(CredentialsError):
                await club.accounts.sign_in("Anna", GOOD)
            # The name is free again, and a guest may go without a password.
            boris, second, _ = await member(club)
            await club.accounts.forget(boris, GOOD)
            guest, third = await club.welcome("Guest 9")
            await club.accounts.forget(guest, "")
            assert [await club.guest(one) for one in (second, third)] == [None, None]

    asyncio.run(go())


def test_who_is_banned_is_signed_out_and_cannot_come_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, token, codes = await member(club)
            page = OpenPage()
            club.accounts.come(anna.session, page)
            await Moderator(club.store, "machine").impose("ban", "anna")
            await club.accounts.look_round()
            assert not page.is_open
            assert await club.guest(token) is None
            with pytest.raises(ClosedAccountError):
                await club.accounts.sign_in("Anna", GOOD)
            with pytest.raises(ClosedAccountError):
                await club.accounts.recover("Anna", codes[0], OTHER)
            await Moderator(club.store, "machine").lift("ban", "anna")
            await club.accounts.sign_in("Anna", OTHER)

    asyncio.run(go())


def before_the_session(
    club: Club, monkeypatch: pytest.MonkeyPatch, does: Callable[[], Awaitable[object]]
) -> None:
    """Something that comes between the hash of a password and the session."""
    begin = club.accounts.begin

    async def late(*arguments: Any) -> tuple[str, Guest]:
        monkeypatch.setattr(club.accounts, "begin", begin)
        await does()
        return await begin(*arguments)

    monkeypatch.setattr(club.accounts, "begin", late)


def test_a_sign_in_by_a_password_that_is_changed_meanwhile_begins_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, _, _ = await member(club)
            change = partial(club.accounts.change_password, anna, GOOD, OTHER)
            before_the_session(club, monkeypatch, change)
            with pytest.raises(CredentialsError):
                await club.accounts.sign_in("Anna", GOOD)
            assert len(await club.accounts.sessions(anna)) == 1
            await club.accounts.sign_in("Anna", OTHER)

    asyncio.run(go())


@pytest.mark.parametrize("what", ["change_password", "renew_codes", "forget"])
def test_who_knew_the_password_before_a_recovery_changes_nothing_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, _, codes = await member(club)
            prove = club.accounts.prove

            async def proven(guest: Guest, password: str) -> accounts.Account:
                account = await prove(guest, password)
                await club.accounts.recover("Anna", codes[0], OTHER)
                return account

            monkeypatch.setattr(club.accounts, "prove", proven)
            more = ["pebble violin noon"] if what == "change_password" else []
            with pytest.raises(CredentialsError) as refused:
                await getattr(club.accounts, what)(anna, GOOD, *more)
            assert code_of(refused.value) == "session-ended"
            assert says(refused.value)["ru"] == "Вы вышли, или пароль сменили; войдите снова."
            assert len(await club.accounts.sessions(anna)) == 1
            await club.accounts.sign_in("Anna", OTHER)
            await club.accounts.recover("Anna", codes[1], GOOD)

    asyncio.run(go())


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_new_hash_replaces_that_of_the_same_password_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_changed: bool
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            anna, _, _ = await member(club)
            before = await stored(club, anna)
            hasher = club.accounts._passwords  # noqa: SLF001 (the moment after its hash)
            made = hasher.hash

            async def hashed(password: str) -> str:
                monkeypatch.setattr(hasher, "hash", made)
                if is_changed:
                    await club.accounts.change_password(anna, GOOD, OTHER)
                return await made(password)

            monkeypatch.setattr(passwords, "needs_new_hash", lambda _: True)
            monkeypatch.setattr(hasher, "hash", hashed)
            if is_changed:
                with pytest.raises(CredentialsError):
                    await club.accounts.sign_in("Anna", GOOD)
            else:
                await club.accounts.sign_in("Anna", GOOD)
                assert await stored(club, anna) != before
            await club.accounts.prove(anna, OTHER if is_changed else GOOD)

    asyncio.run(go())


async def stored(club: Club, guest: Guest) -> str:
    account = await club.store.read(lambda c: accounts.account_of(c, guest.id))
    assert account is not None
    return account.password


def test_who_is_banned_or_signs_up_twice_while_the_password_is_hashed_is_refused(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Guest 7")
            found = await asyncio.gather(
                *(club.accounts.sign_up(guest, "Anna", GOOD) for _ in range(2)),
                return_exceptions=True,
            )
            refused = [one for one in found if isinstance(one, BaseException)]
            assert [str(one) for one in refused] == ["you already have an account; sign out first"]
            other, token = await club.welcome("Guest 8")
            await Moderator(club.store, "machine").impose("ban", other.id)
            with pytest.raises(ClosedAccountError):
                await club.accounts.sign_up(other, "Boris", GOOD)
            assert await club.guest(token) is None

    asyncio.run(go())
