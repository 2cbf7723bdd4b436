"""HTTP: what the first page shows of the club and of each game."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from nardy.games import ROTATIONS
from nardy.render.rulebook_lines import three_lines
from nardy.server.api.requests import club_of
from nardy.server.club.club import Club
from nardy.server.games.shown_games import recorded
from nardy.server.protocol.front import FrontPage, ShownGame, WatchedGame
from nardy.server.store.played_games import most_played
from nardy.server.timestamps import DAY_MS, now
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.pages import send
from nardy.server.web.static_files import File

MONTH = 30 * DAY_MS
"""In milliseconds."""
KEPT_SECONDS = 600.0
FRESH_SECONDS = 2.0
MOST = 3
_FRONT = ResponseSpec(FrontPage, generate_examples=False, description="The first page.")


class FrontAnswers:
    """The answer of `/api/front`, the same for everybody and made anew every two seconds at most."""

    def __init__(self, club: Club, clock: Callable[[], float] = monotonic) -> None:
        self._club, self._clock = club, clock
        self._played: tuple[float, list[str]] | None = None
        self._file: tuple[float, File] | None = None
        self._reads = asyncio.Lock()
        """One reading at a time: others wait for it, and then find what it has read."""

    async def file(self) -> File:
        """The encoded answer, at most two seconds old."""
        async with self._reads:
            if self._file is None or self._clock() - self._file[0] >= FRESH_SECONDS:
                front = FrontPage(await self._games(), await _watched(self._club))
                made = File.of(msgspec.json.encode(front), "application/json")
                self._file = self._clock(), made
        return self._file[1]

    async def _games(self) -> list[str]:
        """The games played most in the last thirty days, counted anew every ten minutes at most."""
        if self._played is None or self._clock() - self._played[0] >= KEPT_SECONDS:
            since = now() - MONTH
            told = await self._club.store.read(lambda c: most_played(c, since, MOST))
            self._played = self._clock(), told
        return self._played[1]


@get("/api/front", responses={200: _FRONT})
async def tell_front(request: AnyRequest) -> Response[bytes]:
    """The games played most, and a public game as it stands now: between people first, then by spectators."""
    answers: FrontAnswers = request.app.state.front
    return send(request, await answers.file())


async def _watched(club: Club) -> WatchedGame | None:
    for game in await club.lobby.games():
        room = club.loaded(game.room)
        if room is not None and not room.record.is_over:
            return WatchedGame(game, room.view)
    return None


@get("/api/recorded/{game:str}", sync_to_thread=False)
def tell_recorded(request: AnyRequest, game: FromPath[str]) -> ShownGame:
    """A whole recorded game of a kind; of a rotation the first of its games."""
    rules = ROTATIONS[game][0] if game in ROTATIONS else club_of(request).rule_versions.find(game)
    found = recorded(rules.published.id)
    if found is None:
        raise NotFoundException(f"expected a built-in game, got {game!r:.40}")
    return found


@get("/api/rules/{game:str}/lines", sync_to_thread=False)
def tell_lines(
    request: AnyRequest,
    game: FromPath[str],
    language: Annotated[Literal["en", "ru"], QueryParameter()] = "en",
) -> list[str]:
    """The rules of a game in three lines; of a rotation those of the first of its games."""
    rules = ROTATIONS[game][0] if game in ROTATIONS else club_of(request).rule_versions.find(game)
    return three_lines(rules, language)
