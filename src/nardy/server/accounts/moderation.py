"""What whoever runs the club decides: roles, silence, exclusion, an end to a game. All is noted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nardy.errors import NardyError
from nardy.server.names import key_of
from nardy.server.seats import guest_id_of
from nardy.server.store import accounts, api_clients, decisions, guests, log, talk
from nardy.server.store.database.writer import Writer
from nardy.server.store.decisions import AuditLine
from nardy.server.store.guests import Guest
from nardy.server.store.ratings import player_pairs
from nardy.server.store.ratings.player_pairs import Pair
from nardy.server.store.talk import ChatLine
from nardy.server.timestamps import now

A_DAY = 24 * 3600 * 1000
PAIR_DAYS = 30
"""As long as addresses are compared."""
ROLES = ("member", "admin")
MACHINE = "machine"
"""Who decides by `nardy admin`."""


@dataclass(frozen=True, slots=True)
class Moderator:
    """Decides; a running club sees it within a round of its caretaker."""

    store: Writer
    who: str
    """As the audit log names it: `machine`, or the name of an account."""

    async def mute(self, person: str, days: float | None = None) -> None:
        """Let somebody not write, for so many days or for good."""
        await self._decide("mute", person, lambda c, guest: _impose(c, guest, "mute", days))

    async def unmute(self, person: str) -> None:
        """Let somebody write again."""
        await self._decide("unmute", person, lambda c, guest: decisions.lift(c, guest, "mute"))

    async def ban(self, person: str, days: float | None = None) -> None:
        """Sign somebody out everywhere, and let him not in, for so many days or for good."""

        def job(connection: Any, guest: str) -> None:
            _impose(connection, guest, "ban", days)
            guests.end_sessions(connection, guest)
            for one in api_clients.of_owner(connection, guest):
                guests.end_sessions(connection, one.id)

        await self._decide("ban", person, job)

    async def unban(self, person: str) -> None:
        """Let somebody in again."""
        await self._decide("unban", person, lambda c, guest: decisions.lift(c, guest, "ban"))

    async def set_role(self, person: str, role: str) -> None:
        """Make somebody with an account an admin, or a member like the others.

        Raises:
            NardyError: there is no such role, or he has no account.
        """
        if role not in ROLES:
            raise NardyError(f"expected a role ({', '.join(ROLES)}), got {role!r:.40}")

        def job(connection: Any, guest: str) -> None:
            account = accounts.account_of(connection, guest)
            if account is not None and account.role == guests.PROGRAM:
                raise NardyError(f"expected a person, and {person!r} is a program")
            if account is None:
                raise NardyError(f"expected an account, and {person!r} has none: it is a guest")
            accounts.change_account(connection, guest, role=role)

        await self._decide(f"role {role}", person, job)

    async def close(self, room_id: str) -> None:
        """End a game that goes on: it counts for nobody, and the seed of its dice is told."""

        def job(connection: Any) -> None:
            if not log.close(connection, room_id):
                raise NardyError(f"expected a room in which a game goes on, got {room_id!r:.40}")
            decisions.note(connection, AuditLine(now(), self.who, "close", room_id))

        await self.store.run(job)

    async def find(self, part: str) -> list[Guest]:
        """People whose name holds this, accounts first."""
        return await self.store.read(lambda c: guests.find(c, part))

    async def told(self, limit: int = 100) -> list[AuditLine]:
        """What was decided, the newest first."""
        return await self.store.read(lambda c: decisions.decisions(c, limit=limit))

    async def reports(self) -> list[tuple[str, ChatLine, str]]:
        """The lines that somebody reported, with their rooms and who did, the newest first."""
        return await self.store.read(talk.reports)

    async def pairs(self) -> list[Pair]:
        """Pairs of players whose rated games of the last 30 days look arranged, the most games first."""
        since = now() - PAIR_DAYS * A_DAY
        return await self.store.read(lambda c: player_pairs.suspicious(c, since))

    async def _decide(self, what: str, person: str, does: Callable[[Any, str], None]) -> None:
        def job(connection: Any) -> None:
            guest = _guest_named(connection, person)
            self._require_no_equal(connection, guest)
            does(connection, guest)
            decisions.note(connection, AuditLine(now(), self.who, what, person))

        await self.store.run(job)

    def _require_no_equal(self, connection: Any, guest: str) -> None:
        account = accounts.account_of(connection, guest)
        if self.who != MACHINE and account is not None and account.role == "admin":
            raise NardyError(
                "expected somebody who is no admin; about admins the machine of the club decides "
                "(nardy admin)"
            )


def _guest_named(connection: Any, person: str) -> str:
    """Whom a name of an account, or the id of a guest, means."""
    account = accounts.account_named(connection, key_of(person))
    if account is not None:
        return account.guest
    guest_id = guest_id_of(person)
    if guests.names_of(connection, [guest_id]):
        return guest_id
    raise NardyError(
        f"expected the name of an account or the id of a guest, got {person!r:.40}; "
        "see nardy admin find"
    )


def _impose(connection: Any, guest: str, kind: str, days: float | None) -> None:
    until = None if days is None else now() + round(days * A_DAY)
    decisions.impose(connection, guest, kind, until)
