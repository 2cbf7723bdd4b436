"""Keeping one's history: a guest signs up, and is found again from any browser."""

import secrets
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Protocol

from nardy.errors import NardyError
from nardy.server.accounts import passwords
from nardy.server.accounts.passwords import Passwords
from nardy.server.errors import ClosedAccountError, CredentialsError, NameTakenError, UnprovenError
from nardy.server.names import key_of, name_of
from nardy.server.store import accounts, api_clients, decisions, guests
from nardy.server.store.accounts import Account
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest, Session
from nardy.server.timestamps import now

TOKEN_BYTES = 32
MOST_AGENT = 200
FRESH = 10 * 60_000
"""For so many milliseconds after signing in nobody has to prove again who he is."""
WRONG = "expected the name and the password of an account, and these are none; try again"


class Disconnectable(Protocol):
    """A page that can be told to go."""

    def dismiss(self) -> None:
        """Close its connection; it may come back as whoever it is then."""


class Accounts:
    """Signs up, in and out; every new right comes with a new token."""

    def __init__(self, store: Writer) -> None:
        """Open on a store."""
        self._store = store
        self._passwords = Passwords()
        self._pages: defaultdict[str, set[Disconnectable]] = defaultdict(set)

    # Sessions and the pages that came with them

    def come(self, session: str, page: Disconnectable) -> None:
        """A page has connected by a session; '' has none that could end."""
        if session:
            self._pages[session].add(page)

    def leave(self, session: str, page: Disconnectable) -> None:
        """It is gone."""
        pages = self._pages.get(session, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(session, None)

    async def sessions(self, guest: Guest) -> list[Session]:
        """The browsers that know who they are."""
        return await self._store.read(lambda c: guests.sessions_of(c, guest.id))

    async def end(self, guest: Guest, *, only: str = "", but: str = "") -> None:
        """End one session, or all but one; its pages are closed."""
        await self._store.run(lambda c: guests.end_sessions(c, guest.id, only=only, but=but))
        await self.look_round()

    async def is_open(self, session: str) -> bool:
        """Whether a session has not ended."""
        return session in await self._store.run(lambda c: guests.open_sessions(c, [session]))

    async def look_round(self) -> None:
        """Close the pages whose session has ended, here or by another program."""
        tokens = list(self._pages)
        kept = await self._store.read(lambda c: guests.open_sessions(c, tokens))
        for token in tokens:
            if token not in kept:
                for page in list(self._pages.get(token, ())):
                    page.dismiss()

    # Accounts

    async def sign_up(
        self, guest: Guest, name: str, password: str, agent: str = ""
    ) -> tuple[str, list[str]]:
        """Make an account of a guest: a new token, and codes for who forgets the password.

        Raises:
            NameTakenError: somebody has it.
            WeakPasswordError: it is one that anybody would guess.
        """
        passwords.require_good(password, name := name_of(name))
        hashed = await self._passwords.hash(password)
        return await self.open(guest, name, agent, password=hashed)

    async def open(
        self,
        guest: Guest,
        name: str,
        agent: str,
        *,
        password: str = "",
        beside: Callable[[Any], object] = lambda _: None,
    ) -> tuple[str, list[str]]:
        """Make an account of a guest, with the hash of a password or with what *beside* writes.

        Raises:
            NameTakenError: somebody has the name.
        """
        if guest.role:
            raise NardyError("expected a guest, and you have an account; sign out first")
        name, codes = name_of(name), passwords.new_codes()
        made = Account(guest.id, key_of(name), password, "member")
        token = secrets.token_urlsafe(TOKEN_BYTES)

        def job(connection: Any) -> bool:
            if not accounts.is_free(connection, made.name, guest.id):
                return False
            accounts.add_account(connection, made, now())
            accounts.set_codes(connection, guest.id, codes)
            guests.rename(connection, guest.id, name)
            beside(connection)
            _renew(connection, guest.id, token, agent)
            return True

        if not await self._store.run(job):
            raise taken(name)
        await self.look_round()
        return token, codes

    async def sign_in(self, name: str, password: str, agent: str = "") -> tuple[str, Guest]:
        """A new token for whoever knows the password.

        Raises:
            CredentialsError: there is no such account, or it has another password.
        """
        key = key_of(name)
        account = await self._store.read(lambda c: accounts.account_named(c, key))
        kept = account.password if account else None
        if not await self._passwords.is_right(password, kept) or account is None:
            raise CredentialsError(WRONG)
        if passwords.needs_new_hash(account.password):
            anew = await self._passwords.hash(password)
            await self._store.run(
                lambda c: accounts.change_account(c, account.guest, password=anew)
            )
        return await self.begin(account.guest, agent)

    async def recover(
        self, name: str, code: str, password: str, agent: str = ""
    ) -> tuple[str, Guest]:
        """A new password for whoever has a code; all other browsers must sign in anew.

        Raises:
            CredentialsError: it is no code of this account, or has been used.
        """
        passwords.require_good(password, name)
        key, written = key_of(name), passwords.code_of(code)
        hashed = await self._passwords.hash(password)
        account = await self._store.read(lambda c: accounts.account_named(c, key))

        def job(connection: Any) -> bool:
            if account is None or not accounts.use_code(connection, account.guest, written):
                return False
            accounts.change_account(connection, account.guest, password=hashed)
            guests.end_sessions(connection, account.guest)
            return True

        if not await self._store.run(job) or account is None:
            raise CredentialsError(
                "expected the name of an account and one of its unused codes, and these are none"
            )
        await self.look_round()
        return await self.begin(account.guest, agent)

    async def change_password(self, guest: Guest, old: str, new: str) -> None:
        """Another password; all other browsers must sign in anew."""
        account = await self.prove(guest, old)
        passwords.require_good(new, account.name)
        hashed = await self._passwords.hash(new)
        await self._store.run(lambda c: accounts.change_account(c, guest.id, password=hashed))
        await self.end(guest, but=guest.session)

    async def renew_codes(self, guest: Guest, password: str) -> list[str]:
        """New codes; the old ones count no more."""
        await self.prove(guest, password)
        codes = passwords.new_codes()
        await self._store.run(lambda c: accounts.set_codes(c, guest.id, codes))
        return codes

    async def rename(self, guest: Guest, name: str) -> str:
        """Another name for a guest; that of an account is its own.

        Raises:
            NameTakenError: it is another's.
        """
        name = name_of(name)

        def job(connection: Any) -> bool:
            if not accounts.is_free(connection, key_of(name), guest.id):
                return False
            guests.rename(connection, guest.id, name)
            accounts.rename(connection, guest.id, key_of(name))
            return True

        if not await self._store.run(job):
            raise taken(name)
        return name

    async def tell_all(self, guest: Guest) -> dict[str, Any]:
        """Everything that the club keeps about somebody."""

        def job(connection: Any) -> dict[str, Any]:
            own = [asdict(one) for one in api_clients.of_owner(connection, guest.id)]
            return {**accounts.told_of(connection, guest.id), "programs": own}

        return await self._store.read(job)

    async def forget(self, guest: Guest, password: str) -> None:
        """Take out everything about somebody but the games, which are the opponents' too."""
        if guest.role:
            await self.prove(guest, password)

        def job(connection: Any) -> None:
            api_clients.end_all(connection, guest.id)
            accounts.forget(connection, guest.id)

        await self._store.run(job)
        await self.look_round()

    async def prove(self, guest: Guest, password: str) -> Account:
        """Be sure that it is the owner who asks, and not who found an open browser.

        Raises:
            CredentialsError: it is not his password.
            UnprovenError: he has none, and has not signed in just now.
        """
        account = await self._store.read(lambda c: accounts.account_of(c, guest.id))
        kept = account.password if account else None
        if kept == "" and account:
            if not await self.is_fresh(guest):
                raise UnprovenError(
                    "expected somebody who has just signed in; sign out, sign in, and do it then"
                )
        elif not await self._passwords.is_right(password, kept) or account is None:
            raise CredentialsError("expected your password, and this is another; try again")
        return account

    async def is_fresh(self, guest: Guest) -> bool:
        """Whether he has signed in just now, in the browser that asks; a token signs nobody in."""
        since = await self._store.read(lambda c: guests.began(c, guest.session))
        return since is not None and now() < since + FRESH

    async def begin(self, guest_id: str, agent: str) -> tuple[str, Guest]:
        """A new token for who has proven that this account is his.

        Raises:
            ClosedAccountError: it may not come in.
        """
        token, at = secrets.token_urlsafe(TOKEN_BYTES), now()

        def job(connection: Any) -> Guest | None:
            if decisions.is_under(connection, guest_id, "ban", at):
                return None
            guests.begin_session(connection, guest_id, token, at, agent[:MOST_AGENT])
            return guests.guest_of(connection, token)

        if (guest := await self._store.run(job)) is None:
            raise ClosedAccountError("expected somebody who may come in; this account is closed")
        return token, guest


def _renew(connection: Any, guest_id: str, token: str, agent: str) -> None:
    """A new token in the place of every old one: who knew an old one gains nothing."""
    guests.end_sessions(connection, guest_id)
    guests.begin_session(connection, guest_id, token, now(), agent[:MOST_AGENT])


def taken(name: str) -> NameTakenError:
    """The refusal of a name that is somebody's."""
    return NameTakenError(f"expected a name that is free, and {name!r} is somebody's; add a letter")
