"""Programs of members: they play by the messages that pages send, and come in with a token."""

import secrets
from collections.abc import Iterable
from typing import Any

from nardy.server.accounts.accounts import TOKEN_BYTES, Accounts, taken
from nardy.server.accounts.token_scopes import SCOPES, Scope, scopes_of
from nardy.server.errors import RefusedError
from nardy.server.names import key_of, name_of
from nardy.server.store import accounts, api_clients, decisions
from nardy.server.store.api_clients import ApiClient
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.timestamps import now

ID_BYTES = 9
MOST_OF_ONE = 10


def new_token() -> str:
    """A token that says what it is, and that no command line takes for an option."""
    return f"nardy_{secrets.token_urlsafe(TOKEN_BYTES)}"


class ApiClients:
    """Makes them, gives their tokens, and ends them, for those who answer for them."""

    def __init__(self, store: Writer, people: Accounts) -> None:
        """Open on a store; *people* close the pages of what has ended."""
        self._store = store
        self._people = people

    async def of(self, owner: Guest) -> list[ApiClient]:
        """Somebody's programs, the oldest first."""
        return await self._store.read(lambda c: api_clients.of_owner(c, owner.id))

    async def make(
        self, owner: Guest, name: str, scopes: Iterable[Scope] = SCOPES
    ) -> tuple[str, str]:
        """A new program: its id, and its token, which nobody is told again.

        Raises:
            RefusedError: he has no account, is a program himself, or has enough of them.
            NameTakenError: somebody has the name.
        """
        if owner.role in ("", PROGRAM):
            told = "expected somebody with an account, who answers for the program; sign up first"
            raise RefusedError("program-account", told)
        made = Guest(secrets.token_urlsafe(ID_BYTES), name_of(name), PROGRAM)
        token, at, opened = new_token(), now(), scopes_of(scopes)

        def job(connection: Any) -> str:
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
            told = f"expected at most {MOST_OF_ONE} programs of yours; end one first"
            raise RefusedError("program-many", told)
        return made.id, token

    async def renew(self, owner: Guest, of: str, scopes: Iterable[Scope] = SCOPES) -> str:
        """Another token: what came with the old one is cut off.

        Raises:
            RefusedError: it is none of his, or may not come in.
        """
        token, at, opened = new_token(), now(), scopes_of(scopes)

        def job(connection: Any) -> bool:
            _require_own(connection, owner, of)
            if decisions.is_under(connection, of, "ban", at):
                return False
            api_clients.renew(connection, of, token, at, opened)
            return True

        if not await self._store.run(job):
            told = "expected a program that may come in; this one is closed out"
            raise RefusedError("program-closed", told)
        await self._people.look_round()
        return token

    async def end(self, owner: Guest, of: str) -> None:
        """End a program; its games are the opponents' too, and stay.

        Raises:
            RefusedError: it is none of his.
        """

        def job(connection: Any) -> None:
            _require_own(connection, owner, of)
            api_clients.end(connection, of)

        await self._store.run(job)
        await self._people.look_round()


def _require_own(connection: Any, owner: Guest, of: str) -> None:
    found = api_clients.owner_of(connection, of)
    if found is None or found.id != owner.id:
        raise RefusedError("program-none", f"expected a program of yours, got {of!r:.40}")


def require_person(guest: Guest, *, what: str) -> None:
    """Refuse a program where people alone are meant.

    Raises:
        RefusedError: it is one.
    """
    if guest.role == PROGRAM:
        told = f"expected a person in {what}, and you are a program; play casual games"
        raise RefusedError("program-casual", told)
