"""HTTP: games that browsers played without the club, kept with an account.

They stand in a table of their own and count for nothing: the browser threw their dice, which nobody can prove.
"""

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from nardy.core.events import Played, Resigned, Started
from nardy.core.match import Match
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.core.text import situation_text
from nardy.errors import NardyError, NotationError
from nardy.formats import match_json
from nardy.formats.record import Record
from nardy.server.api.accounts import with_account
from nardy.server.api.requests import club_of
from nardy.server.bots.levels import BOT_LEVELS, NETWORK, OLD_LEVELS
from nardy.server.errors import RefusedError
from nardy.server.protocol.shared import GameResult, Seat, filled_from
from nardy.server.store import offline_games
from nardy.server.store.guests import Guest
from nardy.server.store.offline_games import StoredOfflineGame
from nardy.server.timestamps import now
from nardy.server.turns.view import view_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.engine_files import playable, variants
from nardy.server.web.guards import address_of

MOST_BYTES = 2_000_000
"""Most bytes of a request that brings games."""
MOST_TOGETHER = 20
MOST_CHARACTERS = 500_000
"""Most characters of a record, several times those of the longest match that bots have played."""
LONGEST = 25
"""The longest match that an account keeps, in points."""
LAST_MILLISECOND = 8_640_000_000_000_000
"""The last moment that a browser's clock can name."""
EVENT = "played offline"
PLAYER = "player"
"""The name of the person in a record of a browser."""
GameId = Annotated[str, msgspec.Meta(pattern=r"^own-[0-9a-z]{1,40}$")]


class OfflineRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game of a browser: its id there, when it was begun, and the game as match JSON."""

    id: GameId
    begun: Annotated[int, msgspec.Meta(ge=0, le=LAST_MILLISECOND)]
    """In milliseconds since 1970, by the browser's clock."""
    record: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]


class OfflineRecords(msgspec.Struct, forbid_unknown_fields=True):
    """Games to keep with the account; all are stored, or none."""

    games: Annotated[list[OfflineRecord], msgspec.Meta(min_length=1, max_length=MOST_TOGETHER)]


class KeptOfflineGame(msgspec.Struct):
    """A game that was played offline: never rated, and its dice cannot be proven."""

    id: str
    game: str
    """The id of the game, such as `long-nardy`."""
    seat: Seat
    """Your seat; a bot had the other one."""
    level: str
    """The bot's level: 1 to 8 or strong; in games begun with an old name beginner, casual, club, expert or strongest."""
    begun: int
    result: GameResult
    event: str = EVENT
    is_rated: bool = False
    is_provable: bool = False


class KeptOfflineRecord(msgspec.Struct):
    """A game that was played offline, as match JSON."""

    id: str
    record: str


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A finished game against a bot, as the rule book has replayed it."""

    game: str
    seat: Seat
    level: str
    result: GameResult
    record: str
    """The game as match JSON, marked as played offline."""


@get("/api/me/offline-games")
async def list_offline_games(request: AnyRequest) -> list[KeptOfflineGame]:
    """The games played offline that this account keeps, the newest first."""
    return await _kept(request, await with_account(request))


@post("/api/me/offline-games", request_max_body_size=MOST_BYTES)
async def keep_offline_games(
    request: AnyRequest, data: JSONBody[OfflineRecords]
) -> list[KeptOfflineGame]:
    """Keep finished games of this browser with the account; a game that is kept already stays as it is.

    Every game is replayed by the rule book first. If one does not fit, none is stored.
    """
    guest, club = await with_account(request), club_of(request)
    club.limits.take("offline", person=guest.id, address=address_of(request))
    known = await club.store.read(lambda c: offline_games.ids_of(c, guest.id))
    new = [one for one in data.games if one.id not in known]
    made = await asyncio.to_thread(lambda: [_stored(one) for one in new])
    await club.store.run(lambda c: offline_games.add(c, guest.id, made))
    return await _kept(request, guest)


@get("/api/me/offline-games/{game:str}")
async def tell_offline_game(request: AnyRequest, game: FromPath[str]) -> KeptOfflineRecord:
    """The record of a game played offline, for its owner only."""
    guest = await with_account(request)
    found = await club_of(request).store.read(lambda c: offline_games.record_of(c, guest.id, game))
    if found is None:
        raise NotFoundException(f"expected a game that your account keeps, got {game!r:.60}")
    return KeptOfflineRecord(game, found)


@post("/api/me/offline-games/{game:str}/end", status_code=200)
async def remove_offline_game(request: AnyRequest, game: FromPath[str]) -> list[KeptOfflineGame]:
    """Delete a game played offline from the account."""
    guest = await with_account(request)
    await club_of(request).store.run(lambda c: offline_games.remove(c, guest.id, game))
    return await _kept(request, guest)


def replayed(text: str) -> ReplayedGame:
    """Read a record of a browser's game, and replay it by the rule book.

    Raises:
        NardyError: the record is of no finished game of a person against a bot of the browser.
    """
    record = match_json.loads(text)
    match = record.match
    _require_length(match)
    first = match.games[0].events[0]
    start = first.position if isinstance(first, Started) else ""
    known = _starts().get(start.split(" ")[0])
    if known is None or start != situation_text(Match(known, match.length).game.situation):
        raise NotationError(f"expected the start of a game that browsers play, got {start!r:.80}")
    _require_as_played(match)
    _require_in_order(match, known)
    seat, level = _sides(match)
    result = view_of(match).result
    if result is None or (match.length and not match.is_over):
        raise NotationError("expected a finished game or match, got one that goes on")
    kept = Record.of(match, (("Event", EVENT),))
    return ReplayedGame(known.published.id, seat, level, result, match_json.dumps(kept))


@cache
def _starts() -> dict[str, Rules]:
    """The browser's games by the text of their rules."""
    return {rules_text(one): one for rules in playable() for one in variants(rules)}


def _require_length(match: Match) -> None:
    if match.length > LONGEST or (not match.length and len(match.games) != 1):
        raise NotationError(
            f"expected a single game or a match to at most {LONGEST} points, got {len(match.games)} "
            f"games in a match to {match.length}"
        )


def _require_as_played(match: Match) -> None:
    """Refuse what only records of other programs have: illegal turns, and losses that nobody offered."""
    for event in match.events:
        if isinstance(event, Played | Resigned) and event.accepted:
            raise NotationError(f"expected acts by the rules, got {event!r:.120}")


def _require_in_order(match: Match, rules: Rules) -> None:
    """Refuse games that do not follow from those before them: score, Crawford game, who starts."""
    for number in range(1, len(match.games)):
        before = Match(rules, match.length)
        before.go_on(match.games[:number])
        expected = situation_text(before.next_game().situation)
        found = match.games[number].events[0]
        if not isinstance(found, Started) or found.position != expected:
            raise NotationError(
                f"expected game {number + 1} to begin as {expected}, got {found!r:.120}"
            )


def _sides(match: Match) -> tuple[Seat, str]:
    """The seat of the person, and the level of the bot."""
    known = {**OLD_LEVELS, **BOT_LEVELS}
    levels = {spec: name for name, spec in known.items() if spec.startswith(f"{NETWORK}:")}
    match match.names:
        case (white, black) if white == PLAYER and black in levels:
            return "white", levels[black]
        case (white, black) if black == PLAYER and white in levels:
            return "black", levels[white]
        case names:
            raise NotationError(
                f"expected {PLAYER!r} and a bot ({', '.join(levels)}), got {names!r:.80}"
            )


def _stored(one: OfflineRecord) -> tuple[StoredOfflineGame, str]:
    """A game as it is stored.

    Raises:
        RefusedError: it does not follow the rules, or goes on.
    """
    try:
        made = replayed(one.record)
    except NardyError as error:
        reason = f"expected finished games by the rules, got {one.id}: {error}"
        raise RefusedError("offline-game", f"{reason}; send the others without it") from error
    result = msgspec.json.encode(made.result).decode()
    facts = (one.id, made.game, made.seat, made.level, one.begun, now(), result)
    return StoredOfflineGame(*facts), made.record


async def _kept(request: AnyRequest, guest: Guest) -> list[KeptOfflineGame]:
    found = await club_of(request).store.read(lambda c: offline_games.games_of(c, guest.id))
    return [
        filled_from(KeptOfflineGame, one, result=msgspec.json.decode(one.result, type=GameResult))
        for one in found
    ]
