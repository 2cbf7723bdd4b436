"""Login methods of an account: password, passkeys, OIDC identities."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from nardy.server.accounts.accounts import Accounts, require_session
from nardy.server.errors import NameTakenError, RefusedError, UnfitNameError
from nardy.server.names import MOST, name_of
from nardy.server.store import accounts, login_methods
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import Guest
from nardy.server.store.login_methods import Identity, Passkey
from nardy.server.timestamps import now

TRIES = 5
"""Names to try for a new account from an OIDC login before choosing a random one."""


@dataclass(frozen=True, slots=True)
class AccountMethods:
    """The login methods of one account."""

    has_password: bool
    links: dict[str, int]
    """Time of linking by issuer."""
    passkeys: list[Passkey]


class LoginMethods:
    """Adds and removes login methods, but never the last one."""

    def __init__(self, store: Writer, accounts: Accounts, issuers: frozenset[str]) -> None:
        """*issuers* are the OIDC providers configured now."""
        self._store, self._accounts, self._issuers = store, accounts, issuers

    async def known(self, guest: Guest) -> AccountMethods:
        """The login methods of an account; a guest has none."""

        def job(connection: Connection) -> AccountMethods:
            account = accounts.account_of(connection, guest.id)
            return AccountMethods(
                bool(account and account.password),
                login_methods.links_of(connection, guest.id),
                login_methods.passkeys_of(connection, guest.id),
            )

        return await self._store.read(job)

    # Accounts kept elsewhere

    async def owner(self, who: Identity) -> str | None:
        """The account linked to an identity."""
        return await self._store.read(lambda c: login_methods.guest_behind(c, who))

    async def join(self, guest: Guest, who: Identity, wished: str, agent: str) -> str:
        """Create an account from an OIDC login; returns the new token."""

        def beside(connection: Connection) -> None:
            if not login_methods.link(connection, guest.id, who, now()):
                raise _taken()

        for name in _names(wished, guest.name):
            try:
                token, _ = await self._accounts.open(guest, name, agent, beside=beside)
            except NameTakenError:
                continue
            return token
        raise RefusedError("name-taken", "this name is taken; choose another and start again")

    async def link(self, guest: Guest, who: Identity) -> None:
        """Link an identity to an account.

        Raises:
            SessionEndedError: the session has ended meanwhile.
            RefusedError: the identity is linked to another account, or this account to another.
        """
        if await self._store.read(lambda c: login_methods.guest_behind(c, who)) == guest.id:
            return

        def job(connection: Connection) -> bool:
            require_session(connection, guest)
            return login_methods.link(connection, guest.id, who, now())

        if not await self._store.run(job):
            raise _taken()

    async def unlink(self, guest: Guest, issuer: str) -> None:
        """Remove a link.

        Raises:
            RefusedError: it is the account's only login method.
        """
        await self._take_away(guest, lambda c: login_methods.unlink(c, guest.id, issuer))

    # Passkeys

    async def rename_passkey(self, guest: Guest, key_id: str, name: str) -> None:
        """Rename a passkey.

        Raises:
            RefusedError: the account has no such passkey.
        """
        name = name_of(name)
        if not await self._store.run(
            lambda c: login_methods.rename_passkey(c, guest.id, key_id, name)
        ):
            raise _none()

    async def remove_passkey(self, guest: Guest, key_id: str) -> None:
        """Remove a passkey.

        Raises:
            RefusedError: it is the account's only login method.
        """
        await self._take_away(guest, lambda c: login_methods.remove_passkey(c, guest.id, key_id))

    async def _take_away(self, guest: Guest, takes: Callable[[Connection], bool]) -> None:
        def job(connection: Connection) -> None:
            if not takes(connection):
                raise _none()
            # Counted after the removal, which the refusal rolls back: of two removals at once one is refused.
            if not login_methods.ways_in(connection, guest.id, self._issuers):
                message = (
                    "this is your only way to sign in; set a password or add another way first"
                )
                raise RefusedError("way-last", message)

        await self._store.run(job)


def _names(wished: str, present: str) -> list[str]:
    """Candidates for a name, closest to the wished one first."""
    try:
        name = name_of(wished[:MOST])
    except UnfitNameError:
        name = present
    more = [f"{name[: MOST - 3]} {number}" for number in range(2, TRIES)]
    return [name, *more, f"Player {secrets.randbelow(900_000) + 100_000}"]


def _none() -> RefusedError:
    message = "you do not have this way to sign in; choose one from your list"
    return RefusedError("way-none", message)


def _taken() -> RefusedError:
    message = "this login is already linked to an account, or yours is linked to another login"
    return RefusedError("outside-taken", f"{message}; sign in with it, or unlink it first")
