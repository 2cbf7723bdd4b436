"""Moderation: roles, mutes, bans, closing games; each decision goes to the audit log."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from nardy.error_rates.unusual_games import GameMeasure, UnusualGames, unusual_games
from nardy.errors import NardyError
from nardy.server.names import key_of
from nardy.server.seats import guest_id_of
from nardy.server.store import (
    accounts,
    api_clients,
    decisions,
    guests,
    log,
    reviewed_games,
    talk,
    tournament_talk,
    tournaments,
)
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.decisions import AuditLine
from nardy.server.store.guests import Guest
from nardy.server.store.ratings import player_pairs
from nardy.server.store.ratings.player_pairs import Pair
from nardy.server.store.talk import ChatLine
from nardy.server.timestamps import DAY_MS, now

PAIR_DAYS = 30
"""Days, as long as addresses are kept."""
MOST_REPORTS = 200
"""Reported lines that a list shows; older ones follow when those are dismissed."""
Sanction = Literal["mute", "ban"]
ROLES = ("member", "admin")
MACHINE = "machine"
"""The actor of `nardy admin` in the audit log."""


@dataclass(frozen=True, slots=True)
class Moderator:
    """Applies decisions to the database; a running club sees them at its next maintenance."""

    store: Writer
    who: str
    """`machine`, or the id of an admin."""

    async def impose(self, kind: Sanction, person: str, days: float | None = None) -> None:
        """Forbid someone to write, or sign them and their programs out everywhere and keep them out.

        It lasts for a number of days, or for good.
        """
        until = None if days is None else now() + round(days * DAY_MS)

        def job(connection: Connection, guest: str) -> None:
            decisions.impose(connection, guest, kind, until)
            if kind == "ban":
                programs = api_clients.of_owner(connection, guest)
                for one in (guest, *(program.id for program in programs)):
                    guests.end_sessions(connection, one)

        await self._decide(kind, person, job)

    async def lift(self, kind: Sanction, person: str) -> None:
        """End a mute or a ban."""
        await self._decide(f"un{kind}", person, lambda c, guest: decisions.lift(c, guest, kind))

    async def set_role(self, person: str, role: str) -> None:
        """Set the role of an account: admin or member.

        Raises:
            NardyError: unknown role, or no account.
        """
        if role not in ROLES:
            problem = f"expected a role ({', '.join(ROLES)}), got {role!r:.40}"
            raise NardyError(f"{problem}; choose one of these")

        def job(connection: Connection, guest: str) -> None:
            account = accounts.account_of(connection, guest)
            if account is None:
                problem = f"expected an account, got {person!r}, which is a guest"
                raise NardyError(f"{problem}; let them sign up first")
            if account.role == guests.PROGRAM:
                problem = f"expected a person, got {person!r}, which is a program"
                raise NardyError(f"{problem}; name its owner")
            accounts.change_account(connection, guest, role=role)

        await self._decide(f"role {role}", person, job)

    async def close(self, room_id: str) -> None:
        """Close an unfinished game; it counts for nobody, and the seed of its dice is published."""

        def job(connection: Connection) -> None:
            if not log.close(connection, room_id):
                raise NardyError(f"expected the id of an unfinished game, got {room_id!r:.40}")
            decisions.note(connection, AuditLine(now(), self.who, "close", room_id))

        await self.store.run(job)

    async def find(self, part: str) -> list[Guest]:
        """Guests whose name contains *part*, accounts first."""
        return await self.store.read(lambda c: guests.find(c, part))

    def noting(self, what: str, about: str = "") -> Callable[[Connection], None]:
        """A job that appends an act to the audit log, for the transaction of the act itself."""
        line = AuditLine(now(), self.who, what, about)
        return lambda connection: decisions.note(connection, line)

    async def audit_log(self, limit: int = 100) -> tuple[list[AuditLine], dict[str, str]]:
        """The audit log, newest first, and the present names of people and tournaments in it by id.

        Older lines have names in place of ids.
        """

        def job(connection: Connection) -> tuple[list[AuditLine], dict[str, str]]:
            lines = decisions.decisions(connection, limit=limit)
            ids = sorted({guest_id_of(text) for line in lines for text in (line.who, line.about)})
            names = tournaments.names_of(connection, ids) | guests.names_of(connection, ids)
            return lines, names

        return await self.store.read(job)

    async def reports(self) -> list[tuple[str, ChatLine, str]]:
        """Reported lines, each with its room and the first reporter, newest first."""
        return await self.store.read(lambda c: talk.reports(c, MOST_REPORTS))

    async def tournament_reports(self) -> list[tuple[str, ChatLine, str]]:
        """Reported lines of tournaments, each with its tournament and its first reporter, newest first."""
        return await self.store.read(lambda c: tournament_talk.reports(c, MOST_REPORTS))

    async def dismiss(self, room_id: str, tournament: str, number: int) -> bool:
        """Take a line off the list of reports; one of the two ids is ''.

        False if nothing happens: another admin may have been faster.
        """

        def job(connection: Connection) -> bool:
            remove = talk.remove_reports if room_id else tournament_talk.remove_reports
            is_done, about = (
                remove(connection, room_id or tournament, number),
                room_id or tournament,
            )
            if is_done:
                decisions.note(connection, AuditLine(now(), self.who, "dismiss", about))
            return is_done

        return await self.store.run(job)

    async def pairs(self) -> list[Pair]:
        """Pairs whose rated games of the last 30 days look arranged, most games first."""
        since = now() - PAIR_DAYS * DAY_MS
        return await self.store.read(lambda c: player_pairs.suspicious(c, since))

    async def unusual(self) -> tuple[UnusualGames, dict[str, str]]:
        """Reviewed games that look unlike all others, and the names of their players.

        Games that were played without help count: rated, of tournaments, and between people. Programs play by
        an engine of their own and are left out.
        """
        games = await self.store.read(reviewed_games.protected_games)
        ids = sorted({who for who, _ in games})
        people = await self.store.read(lambda c: guests.names_and_pictures_of(c, ids))
        measures = [
            GameMeasure(
                who=who,
                room=one.room,
                game=one.game,
                ended_at=one.ended_at,
                decisions=one.decisions,
                lost=one.lost,
                spread=one.spread,
            )
            for who, one in games
            if who in people and not people[who].is_program
        ]
        told = await asyncio.to_thread(unusual_games, measures)
        return told, {who: person.name for who, person in people.items()}

    async def _decide(
        self, what: str, person: str, does: Callable[[Connection, str], None]
    ) -> None:
        def job(connection: Connection) -> None:
            guest = _guest_named(connection, person)
            self._require_no_equal(connection, guest)
            does(connection, guest)
            # By the id: names change, and others may take them.
            decisions.note(connection, AuditLine(now(), self.who, what, guest))

        await self.store.run(job)

    def _require_no_equal(self, connection: Connection, guest: str) -> None:
        account = accounts.account_of(connection, guest)
        if self.who != MACHINE and account is not None and account.role == "admin":
            raise NardyError(
                "expected someone who is not an admin, got an admin; "
                "use nardy admin on the server to decide about admins"
            )


def _guest_named(connection: Connection, person: str) -> str:
    """The guest meant by an id or by the name of an account.

    Ids come first: anybody may choose another's id as a name, so that decisions would fall on them instead.
    """
    guest_id = guest_id_of(person)
    if guests.names_of(connection, [guest_id]):
        return guest_id
    account = accounts.account_named(connection, key_of(person))
    if account is not None:
        return account.guest
    raise NardyError(
        f"expected the name of an account or the id of a guest, got {person!r:.40}; "
        "see nardy admin find"
    )
