"""Accounts: sign up, sign in, recover, and the sessions of browsers."""

import contextlib
import secrets
from collections import defaultdict
from collections.abc import Callable, Generator
from dataclasses import asdict
from typing import Protocol

from nardy.errors import NardyError
from nardy.server.accounts import passwords
from nardy.server.accounts.passwords import Passwords
from nardy.server.errors import (
    ClosedAccountError,
    CredentialsError,
    NameTakenError,
    SessionEndedError,
    UnprovenError,
)
from nardy.server.names import GONE, key_of, name_of
from nardy.server.protocol.shared import JsonObject
from nardy.server.seats import guest_id_of
from nardy.server.store import accounts, api_clients, decisions, guests, login_methods
from nardy.server.store.accounts import Account
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import Guest, Session
from nardy.server.timestamps import now

# 256 random bits: a session is protected only by its token.
TOKEN_BYTES = 32
# A browser may send a user agent of any length.
MOST_AGENT = 200
FRESH = 10 * 60_000
"""Milliseconds after signing in during which sensitive actions need no new proof of identity."""
HAS_ACCOUNT = "you already have an account; sign out first"
CLOSED = "this account is closed; ask the club's operator"
ENDED = "you have signed out, or your password was changed; sign in again"
WRONG = "wrong name or password; try again"


class Disconnectable(Protocol):
    """A connection that can be closed from here."""

    def dismiss(self) -> None:
        """Close the connection; the page may reconnect with its current identity."""


class ComingPage:
    """A page that is not let in yet."""

    is_dismissed = False
    """Whether its session has ended since it came."""

    def dismiss(self) -> None:
        self.is_dismissed = True


class Accounts:
    """Signs people up, in and out; each change of rights replaces the session tokens."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._passwords = Passwords()
        self._pages: defaultdict[str, set[Disconnectable]] = defaultdict(set)
        self.on_end: Callable[[], None] = lambda: None
        """Called when sessions have ended, whose pages other processes may have."""

    # Sessions and the pages that came with them

    def come(self, session: str, page: Disconnectable) -> None:
        """Register a page of a session; '' is no session."""
        if session:
            self._pages[session].add(page)

    def leave(self, session: str, page: Disconnectable) -> None:
        """Remove a page of a session."""
        pages = self._pages.get(session, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(session, None)

    @contextlib.contextmanager
    def coming(self, token: str | None) -> Generator[ComingPage]:
        """Stand in for a page while its guest is looked up, so that it learns if its session ends meanwhile."""
        page, session = ComingPage(), guests.hashed(token) if token else ""
        self.come(session, page)
        try:
            yield page
        finally:
            self.leave(session, page)

    async def sessions(self, guest: Guest) -> list[Session]:
        """The signed-in browsers of a guest."""
        return await self._store.read(lambda c: guests.sessions_of(c, guest.id))

    async def end(self, guest: Guest, *, only: str = "", but: str = "") -> None:
        """End one session, or all but one, and close their pages."""
        await self._store.run(lambda c: guests.end_sessions(c, guest.id, only=only, but=but))
        await self.close_ended()

    async def close_ended(self) -> None:
        """Close the pages of sessions that have just ended here."""
        self.on_end()
        await self.look_round()

    async def look_round(self) -> None:
        """Close the pages of sessions that have ended, here or by another process."""
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
        """Create an account for a guest; returns a new token and the recovery codes.

        Raises:
            NameTakenError: the name is not free.
            WeakPasswordError: the password is easy to guess.
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
        beside: Callable[[Connection], object] = lambda _: None,
    ) -> tuple[str, list[str]]:
        """Create an account with a password hash, or with a login method that *beside* adds.

        Raises:
            NameTakenError: the name is not free.
            ClosedAccountError: the guest is banned.
        """
        if guest.role:
            raise NardyError(HAS_ACCOUNT)
        name, codes = name_of(name), passwords.new_codes()
        made = Account(guest.id, key_of(name), password, "member")
        token = secrets.token_urlsafe(TOKEN_BYTES)

        def job(connection: Connection) -> bool:
            # While the password was hashed, the guest may have been banned or have signed up twice.
            if decisions.is_under(connection, guest.id, "ban", now()):
                raise ClosedAccountError(CLOSED)
            if accounts.account_of(connection, guest.id) is not None:
                raise NardyError(HAS_ACCOUNT)
            if not accounts.is_free(connection, made.name, guest.id):
                return False
            accounts.add_account(connection, made, now())
            accounts.set_codes(connection, guest.id, codes)
            guests.rename(connection, guest.id, name)
            beside(connection)
            # A new session, so that stolen tokens gain no rights.
            guests.end_sessions(connection, guest.id)
            guests.begin_session(connection, guest.id, token, now(), agent[:MOST_AGENT])
            return True

        if not await self._store.run(job):
            raise taken(name)
        await self.close_ended()
        return token, codes

    async def sign_in(self, name: str, password: str, agent: str = "") -> tuple[str, Guest]:
        """Sign in by password; returns a new token and the guest.

        Raises:
            CredentialsError: wrong name or password.
        """
        key = key_of(name)
        account = await self._store.read(lambda c: accounts.account_named(c, key))
        kept = account.password if account else None
        if not await self._passwords.is_right(password, kept) or account is None:
            raise CredentialsError(WRONG)
        stored = account.password
        if passwords.needs_new_hash(stored):
            anew = await self._passwords.hash(password)

            def renew(connection: Connection) -> bool:
                if not _has_password(connection, account.guest, stored):
                    return False  # it was changed meanwhile
                accounts.change_account(connection, account.guest, password=anew)
                return True

            if await self._store.run(renew):
                stored = anew
        return await self.begin(account.guest, agent, stored)

    async def recover(
        self, name: str, code: str, password: str, agent: str = ""
    ) -> tuple[str, Guest]:
        """Set a new password by a recovery code, and end all sessions, tokens and other login methods.

        Raises:
            CredentialsError: wrong name, or wrong or used code.
        """
        passwords.require_good(password, name)
        key, written = key_of(name), passwords.code_of(code)
        hashed = await self._passwords.hash(password)
        account = await self._store.read(lambda c: accounts.account_named(c, key))

        def job(connection: Connection) -> bool:
            if account is None or not accounts.use_code(connection, account.guest, written):
                return False
            accounts.change_account(connection, account.guest, password=hashed)
            # Whoever knew the old password may be signed in with it, or have added ways to come back.
            guests.end_sessions(connection, account.guest)
            login_methods.forget(connection, account.guest)
            api_clients.end_tokens(connection, account.guest)
            return True

        if not await self._store.run(job) or account is None:
            raise CredentialsError(
                "wrong name or recovery code, or the code has been used; try another code"
            )
        await self.close_ended()
        return await self.begin(account.guest, agent, hashed)

    async def change_password(self, guest: Guest, old: str, new: str) -> None:
        """Change the password, and end all other sessions."""
        account = await self.prove(guest, old)
        passwords.require_good(new, account.name)
        hashed = await self._passwords.hash(new)

        def job(connection: Connection) -> None:
            _require_still(connection, guest, account)
            accounts.change_account(connection, guest.id, password=hashed)

        await self._store.run(job)
        await self.end(guest, but=guest.session)

    async def renew_codes(self, guest: Guest, password: str) -> list[str]:
        """Replace the recovery codes."""
        account, codes = await self.prove(guest, password), passwords.new_codes()

        def job(connection: Connection) -> None:
            _require_still(connection, guest, account)
            accounts.set_codes(connection, guest.id, codes)

        await self._store.run(job)
        return codes

    async def rename(self, guest: Guest, name: str) -> str:
        """Change the name of a guest, and of the account if there is one.

        Raises:
            NameTakenError: the name is not free.
        """
        name = name_of(name)

        def job(connection: Connection) -> bool:
            if not accounts.is_free(connection, key_of(name), guest.id):
                return False
            guests.rename(connection, guest.id, name)
            accounts.rename(connection, guest.id, key_of(name))
            return True

        if not await self._store.run(job):
            raise taken(name)
        return name

    async def tell_all(self, guest: Guest) -> JsonObject:
        """Everything stored about a person, for the export of their data."""

        def job(connection: Connection) -> JsonObject:
            own = [asdict(one) for one in api_clients.of_owner(connection, guest.id)]
            return {**accounts.export_of(connection, guest.id), "programs": own}

        return await self._store.read(job)

    async def forget(self, guest: Guest, password: str) -> None:
        """Delete a person's data; games stay, since they are the opponents' too."""
        account = await self.prove(guest, password) if guest.role else None

        def job(connection: Connection) -> None:
            if account is not None:
                _require_still(connection, guest, account)
            api_clients.end_all(connection, guest.id)
            accounts.forget(connection, guest.id)

        await self._store.run(job)
        await self.close_ended()

    async def prove(self, guest: Guest, password: str) -> Account:
        """Check that the owner is asking, and not someone at an open browser.

        Raises:
            CredentialsError: wrong password.
            UnprovenError: the account has no password, and the last sign-in is too long ago.
        """
        account = await self._store.read(lambda c: accounts.account_of(c, guest.id))
        kept = account.password if account else None
        if kept == "" and account:
            if not await self.is_fresh(guest):
                raise UnprovenError("expected a recent sign-in; sign out, sign in, and try again")
        elif not await self._passwords.is_right(password, kept) or account is None:
            raise CredentialsError("wrong password; try again")
        return account

    async def is_fresh(self, guest: Guest) -> bool:
        """Whether this browser has just signed in; never true for an API token."""
        since = await self._store.read(lambda c: guests.began(c, guest.session))
        return since is not None and now() < since + FRESH

    async def begin(
        self, guest_id: str, agent: str, stored: str | None = None
    ) -> tuple[str, Guest]:
        """Begin a session for someone who has proven to own this account, if by a password by this *stored* hash.

        Raises:
            ClosedAccountError: the account is banned.
            CredentialsError: the password was changed meanwhile.
        """
        token, at = secrets.token_urlsafe(TOKEN_BYTES), now()

        def job(connection: Connection) -> Guest | None:
            # In the transaction of the new session: a ban that comes in between would miss it.
            if decisions.is_under(connection, guest_id, "ban", at):
                return None
            # A change of the password ends all sessions; one that begins after it would stay.
            if stored is not None and not _has_password(connection, guest_id, stored):
                raise CredentialsError(WRONG)
            guests.begin_session(connection, guest_id, token, at, agent[:MOST_AGENT])
            return guests.guest_of(connection, token)

        if (guest := await self._store.run(job)) is None:
            raise ClosedAccountError(CLOSED)
        return token, guest


async def is_closed(store: Writer, seat: str | None) -> bool:
    """Whether a person has deleted their data or is banned; never true of a bot."""
    return await store.read(lambda c: is_closed_in(c, seat))


def is_closed_in(connection: Connection, seat: str | None) -> bool:
    """The same as part of a transaction."""
    one = guest_id_of(seat or "")
    is_gone = guests.names_of(connection, [one]).get(one) == GONE
    return is_gone or decisions.is_under(connection, one, "ban", now())


def _has_password(connection: Connection, guest_id: str, stored: str) -> bool:
    account = accounts.account_of(connection, guest_id)
    return account is not None and account.password == stored


def _require_still(connection: Connection, guest: Guest, proven: Account) -> None:
    """Refuse whoever was proven before a recovery, which takes an account back from them.

    Raises:
        SessionEndedError: the password has been changed since, or the session has ended.
    """
    require_session(connection, guest)
    if not _has_password(connection, guest.id, proven.password):
        raise SessionEndedError(ENDED)


def require_session(connection: Connection, guest: Guest) -> None:
    """Refuse whoever has been signed out since their request came, as a recovery does.

    Raises:
        SessionEndedError: the session has ended.
    """
    if not guests.open_sessions(connection, [guest.session]):
        raise SessionEndedError(ENDED)


def taken(name: str) -> NameTakenError:
    """The error for a name that is not free."""
    return NameTakenError(f"expected a free name, got {name!r}, which is taken; add a letter")
