"""The ways by which an account's owner comes in: password, passkeys, accounts kept elsewhere."""

import functools
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nardy.server.accounts.accounts import Accounts
from nardy.server.errors import NameTakenError, RefusedError, UnfitNameError
from nardy.server.names import MOST, name_of
from nardy.server.store import accounts, login_methods
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.login_methods import Identity, Passkey
from nardy.server.timestamps import now

TRIES = 5
"""Names that are tried for who comes from elsewhere before one is drawn by lot."""


@dataclass(frozen=True, slots=True)
class AccountMethods:
    """The ways of one account."""

    has_password: bool
    links: dict[str, int]
    """Since when, by issuer."""
    passkeys: list[Passkey]


class LoginMethods:
    """Adds ways and takes them away, but never the last."""

    def __init__(self, store: Writer, accounts: Accounts, issuers: frozenset[str]) -> None:
        """The *issuers* are those by whom one can come in now."""
        self._store, self._accounts, self._issuers = store, accounts, issuers

    async def known(self, guest: Guest) -> AccountMethods:
        """All ways of somebody; a guest has none."""

        def job(connection: Any) -> AccountMethods:
            account = accounts.account_of(connection, guest.id)
            return AccountMethods(
                bool(account and account.password),
                login_methods.links_of(connection, guest.id),
                login_methods.passkeys_of(connection, guest.id),
            )

        return await self._store.read(job)

    # Accounts kept elsewhere

    async def owner(self, who: Identity) -> str | None:
        """Whose account an identity is linked to."""
        return await self._store.read(lambda c: login_methods.guest_behind(c, who))

    async def join(self, guest: Guest, who: Identity, wished: str, agent: str) -> str:
        """Make an account of a guest for who comes from elsewhere; his new token."""

        def beside(connection: Any) -> None:
            if not login_methods.link(connection, guest.id, who, now()):
                raise _taken()

        for name in _names(wished, guest.name):
            try:
                token, _ = await self._accounts.open(guest, name, agent, beside=beside)
            except NameTakenError:
                continue
            return token
        raise RefusedError("name-taken", "expected a name that is free; choose one and begin anew")

    async def link(self, guest: Guest, who: Identity) -> None:
        """One more way into an account.

        Raises:
            RefusedError: the identity is linked to another account, or this account to another.
        """
        if await self._store.read(lambda c: login_methods.guest_behind(c, who)) == guest.id:
            return
        if not await self._store.run(lambda c: login_methods.link(c, guest.id, who, now())):
            raise _taken()

    async def unlink(self, guest: Guest, issuer: str) -> None:
        """Take a link away.

        Raises:
            RefusedError: it is the only way in.
        """
        await self._take_away(
            guest, functools.partial(login_methods.unlink, guest=guest.id, issuer=issuer)
        )

    # Passkeys

    async def rename_passkey(self, guest: Guest, key_id: str, name: str) -> None:
        """Another name for a key of somebody.

        Raises:
            RefusedError: he has no such key.
        """
        name = name_of(name)
        if not await self._store.run(
            lambda c: login_methods.rename_passkey(c, guest.id, key_id, name)
        ):
            raise _none()

    async def remove_passkey(self, guest: Guest, key_id: str) -> None:
        """Take a key away.

        Raises:
            RefusedError: it is the only way in.
        """
        takes = functools.partial(login_methods.remove_passkey, guest=guest.id, key_id=key_id)
        await self._take_away(guest, takes)

    async def _take_away(self, guest: Guest, takes: Callable[[Any], bool]) -> None:
        def job(connection: Any) -> None:
            if not takes(connection):
                raise _none()
            if not login_methods.ways_in(connection, guest.id, self._issuers):
                told = "expected another way to sign in, and this is the last one"
                raise RefusedError("way-last", f"{told}; set a password or add another way first")

        await self._store.run(job)


def _names(wished: str, present: str) -> list[str]:
    """Names for somebody from elsewhere, the nearest to what he is called there first."""
    try:
        name = name_of(wished[:MOST])
    except UnfitNameError:
        name = present
    more = [f"{name[: MOST - 3]} {number}" for number in range(2, TRIES)]
    return [name, *more, f"Player {secrets.randbelow(900_000) + 100_000}"]


def _none() -> RefusedError:
    return RefusedError("way-none", "expected a way to sign in that is yours; look again")


def _taken() -> RefusedError:
    told = "expected an account elsewhere that is linked to none here, and it is, or yours is"
    return RefusedError("outside-taken", f"{told}; sign in with it, or unlink it there first")
