"""API clients: members' programs, which play with a token by the same messages as pages."""

import secrets
from collections.abc import Iterable
from typing import Literal

from nardy.server.accounts.accounts import TOKEN_BYTES, Accounts, require_session, taken
from nardy.server.errors import RefusedError
from nardy.server.names import key_of, name_of
from nardy.server.store import accounts, api_clients, decisions
from nardy.server.store.api_clients import ApiClient
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.timestamps import now

Scope = Literal["play", "read", "errors"]
SCOPES: tuple[Scope, ...] = ("play", "read")
"""Of a token for which none is chosen. `errors` opens the owner's private error rates."""
# 72 random bits, twelve letters of base64, as for a guest.
ID_BYTES = 9
MOST_OF_ONE = 10


def scopes_of(asked: Iterable[Scope]) -> frozenset[Scope]:
    """The scopes of a token; each includes 'read'.

    >>> sorted(scopes_of(["play"]))
    ['play', 'read']

    Raises:
        RefusedError: *asked* is empty.
    """
    found = frozenset(asked)
    if not found:
        message = "expected a scope of the token ('play', 'read' or 'errors'), got none; choose one"
        raise RefusedError("token-scopes", message)
    return frozenset[Scope]({*found, "read"})


def new_token() -> str:
    """A token with a recognizable prefix, which also keeps it from looking like a command-line option."""
    return f"nardy_{secrets.token_urlsafe(TOKEN_BYTES)}"


class ApiClients:
    """Creates and deletes clients and renews their tokens, for their owners."""

    def __init__(self, store: Writer, people: Accounts) -> None:
        """*people* closes the connections of ended sessions."""
        self._store = store
        self._people = people

    async def of(self, owner: Guest) -> list[ApiClient]:
        """An owner's clients, oldest first."""
        return await self._store.read(lambda c: api_clients.of_owner(c, owner.id))

    async def make(
        self, owner: Guest, name: str, scopes: Iterable[Scope] = SCOPES
    ) -> tuple[str, str]:
        """Create a client; returns its id and its token, which is never shown again.

        Raises:
            RefusedError: the owner has no account, is a program, or has too many programs.
            NameTakenError: the name is not free.
            SessionEndedError: the session has ended meanwhile.
        """
        if owner.role in ("", PROGRAM):
            message = "programs need an owner with an account; sign up first"
            raise RefusedError("program-account", message)
        made = Guest(secrets.token_urlsafe(ID_BYTES), name_of(name), PROGRAM)
        token, at, opened = new_token(), now(), scopes_of(scopes)

        def job(connection: Connection) -> str:
            require_session(connection, owner)
            if len(api_clients.of_owner(connection, owner.id)) >= MOST_OF_ONE:
                return "many"
            if not accounts.is_free(connection, key_of(made.name), made.id):
                return "taken"
            api_clients.add(connection, made, owner.id, at)
            api_clients.renew(connection, made.id, token, at, opened)
            return ""

        refused = await self._store.run(job)
        if refused == "taken":
            raise taken(made.name)
        if refused:
            message = f"expected at most {MOST_OF_ONE} programs; delete one first"
            raise RefusedError("program-many", message)
        return made.id, token

    async def renew(self, owner: Guest, of: str, scopes: Iterable[Scope] = SCOPES) -> str:
        """Replace the token; connections that use the old one are closed.

        Raises:
            SessionEndedError: the session has ended meanwhile.
            RefusedError: the client is not the owner's, or is banned.
        """
        token, at, opened = new_token(), now(), scopes_of(scopes)

        def job(connection: Connection) -> bool:
            require_session(connection, owner)
            _require_own(connection, owner, of)
            if decisions.is_under(connection, of, "ban", at):
                return False
            api_clients.renew(connection, of, token, at, opened)
            return True

        if not await self._store.run(job):
            message = "this program is banned; ask the club's operator"
            raise RefusedError("program-closed", message)
        await self._people.close_ended()  # closes the connections that use the old token
        return token

    async def end(self, owner: Guest, of: str) -> None:
        """Delete a client; its games stay, since they are the opponents' too.

        Raises:
            RefusedError: the client is not the owner's.
        """

        def job(connection: Connection) -> None:
            _require_own(connection, owner, of)
            api_clients.end(connection, of)

        await self._store.run(job)
        await self._people.close_ended()  # closes the client's open connections


def _require_own(connection: Connection, owner: Guest, of: str) -> None:
    found = api_clients.owner_of(connection, of)
    if found is None or found.id != owner.id:
        raise RefusedError(
            "program-none",
            f"expected one of your programs, got {of!r:.40}; choose one from your list",
        )


def require_person(guest: Guest, *, what: str) -> None:
    """Refuse programs where only people may play.

    Raises:
        RefusedError: the guest is a program.
    """
    if guest.role == PROGRAM:
        message = f"expected a person in {what}, got a program; play casual games"
        raise RefusedError("program-casual", message)
