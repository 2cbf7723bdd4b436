"""The ASGI app: any ASGI server can run it; `nardy serve` runs it under uvicorn."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path

from litestar import Litestar, Response, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import (
    HTTPException,
    PermissionDeniedException,
    WebSocketDisconnect,
)
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.status_codes import WS_1000_NORMAL_CLOSURE

from nardy.core import engine
from nardy.errors import NardyError
from nardy.server.analysis import (
    browser_reviews,
    evaluations,
    explanations,
    own_mistakes,
    positions,
    puzzles,
    real_boards,
    review_notes,
    reviews,
    rollouts,
    uploaded_matches,
)
from nardy.server.analysis.background_reviews import BackgroundReviews
from nardy.server.analysis.figure_recorder import FigureRecorder
from nardy.server.analysis.uploaded_reviews import UploadedReviews
from nardy.server.api import (
    accounts,
    admin,
    api_clients,
    books,
    email_links,
    error_profiles,
    front,
    games,
    groups,
    hosting,
    login_methods,
    notices,
    offline_games,
    openings,
    passkeys,
    people,
    pictures,
    players,
    requests,
    rooms,
    schedules,
    tournament_chat,
    tournaments,
    unusual_games,
)
from nardy.server.bots import runner
from nardy.server.club.club import Club
from nardy.server.club.maintenance import Maintenance
from nardy.server.connection.keepalive import line_of
from nardy.server.connection.websocket import Page
from nardy.server.errors import StoreError, TooOftenError
from nardy.server.games.folder import digest_of, read_folder
from nardy.server.games.rule_versions import open_rule_versions
from nardy.server.matchmaking.services import MatchmakingServices
from nardy.server.notices.opening import Channels, open_outbox
from nardy.server.operations import metrics_port
from nardy.server.operations.metrics import Watched, registry_of
from nardy.server.players.rating_eligibility import RatedLimits
from nardy.server.protocol.messages import MOST_BYTES
from nardy.server.rate_limits import Limits
from nardy.server.relay.fronts import front_of
from nardy.server.relay.headers import is_relayed
from nardy.server.relay.opening import SharedClub
from nardy.server.rooms.clock import keep_beating
from nardy.server.rooms.results import game_names
from nardy.server.settings import Settings, read_settings
from nardy.server.store.database.lock import DatabaseLock
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import SOON
from nardy.server.tournaments.calendar import Calendar
from nardy.server.tournaments.service import TournamentService
from nardy.server.web import bundles, guards, health, pages
from nardy.server.web.authorization import UNKNOWN_PROGRAM, require_scope, who_comes
from nardy.server.web.board_pictures import BoardPictures
from nardy.server.web.cookies import AnyRequest, AnySocket, bearer_of, token_of
from nardy.server.web.deprecated_paths import at_old_paths
from nardy.server.web.link_previews import LinkPreviews
from nardy.server.web.malformed_requests import malformed, refusal_body, refuse_malformed
from nardy.version import __version__

MOVED = 4409
"""WebSocket close code of a page whose room has another owner now: it connects again after a tenth of a second."""
REFUSED = 4403
"""WebSocket close code of a refused connection."""
OTHER_PROCESS = "another process"
AGAIN = 1013
"""The registered close code of a server that cannot serve for now."""
NO_ANSWER = "the club's database does not answer; try again soon"
HANDSHAKES = 16
"""Pages that are let in at once. When another process dies, all its pages come; a round of the event loop with all of
them would take so long that leases are renewed too late, and that health checks fail. Other processes pass messages of
pages on that they have let in: they have as many turns of their own, so that nobody waits twice behind all others."""
INDEX_SECONDS = 15.0
"""When the games of the club are indexed for fair play, unless somebody asks before: pages that come again are served first."""
STORE_SECONDS = 5
"""Retry-After of an answer when the database failed."""
_MODULES = (
    *(requests, rooms, games, books, openings, positions, evaluations, explanations, rollouts),
    *(reviews, browser_reviews, puzzles, own_mistakes, review_notes, accounts, login_methods),
    *(passkeys, health, groups, api_clients, players, admin, tournaments, offline_games),
    error_profiles,
    unusual_games,
    front,
    uploaded_matches,
    pictures,
    real_boards,
    *(notices, email_links, schedules, hosting, tournament_chat),
    people,
)
HANDLERS = [
    handler
    for module in _MODULES
    for handler in vars(module).values()
    if isinstance(handler, HTTPRouteHandler)
]
"""The handlers of the API, in the order in which their modules define them."""
DEPRECATED = tuple(at_old_paths(HANDLERS))
"""Made at import: an app changes its handlers so that they cannot be copied any more."""


@websocket("/live")
async def live(socket: AnySocket) -> None:
    """The WebSocket for live updates; its messages are in nardy.server.protocol.messages."""
    try:
        await _let_in(socket)
    finally:
        # Both refer back to the socket: break the cycle, which only a full garbage collection would find.
        socket.receive, socket.send = empty_receive, empty_send


async def _let_in(socket: AnySocket) -> None:
    guard, address = guards.request_guard_of(socket), guards.address_of(socket)
    if is_relayed(socket.scope):
        # Another process passes a page's messages on, and has counted its connection.
        guard, address = guards.RequestGuard(Limits()), OTHER_PROCESS
    try:
        guards.require_own_page(socket)
        guard.enter(address)
    except (PermissionDeniedException, TooOftenError) as error:
        await socket.close(code=REFUSED, reason=str(getattr(error, "detail", error)))
        return
    try:
        club: Club = socket.app.state.club
        if club.process.is_ending and not club.ownership.is_alone:
            # The proxy does not know yet that this process ends. Accepted, so that the page learns the code.
            await socket.accept()
            await socket.close(code=MOVED)
            return
        if not club.ownership.is_trusted:
            # To ask the database who comes would take seconds, and others take the rooms over meanwhile.
            await socket.close(code=AGAIN, reason=NO_ANSWER)
            return
        state = socket.app.state
        turn = state.relayed_handshakes if is_relayed(socket.scope) else state.handshakes
        async with turn:
            with club.accounts.coming(token_of(socket)) as coming:
                guest = await who_comes(socket)
                if guest is None and bearer_of(socket) is not None:
                    await socket.close(code=REFUSED, reason=UNKNOWN_PROGRAM)
                    return
                await socket.accept()
                page = Page.of(club, guest, guards.address_of(socket))
                page.line = line_of(socket.scope)
                page.seekers = state.matchmaking.seekers
                if coming.is_dismissed:
                    page.dismiss()
        with state.matchmaking.online.page_of(guest):
            await _talk(socket, page)
    except StoreError:
        # The reason is in the log; the page comes again.
        await socket.close(code=AGAIN, reason=NO_ANSWER)
    finally:
        guard.leave(address)


async def _talk(socket: AnySocket, page: Page) -> None:
    async def send(message: bytes) -> None:
        await socket.send_data(message, mode="text")

    front = front_of(socket, page, socket.app.state.get("switchboard"), send)

    async def hear() -> None:
        while True:
            await front.take(await socket.receive_data(mode="text"))

    tasks = [asyncio.create_task(page.tell(send)), asyncio.create_task(hear())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        page.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await front.close()
        if not any(isinstance(result, WebSocketDisconnect) for result in results):
            with contextlib.suppress(Exception):
                await socket.close(MOVED if page.is_sent_away else WS_1000_NORMAL_CLOSURE)


def refuse(_: AnyRequest, error: NardyError) -> Response[dict[str, object]]:
    """A refusal of nardy's own: 503 if the database failed, 429 beyond a rate limit, else 400."""
    status, seconds = 400, 0
    if isinstance(error, StoreError):
        status, seconds = 503, STORE_SECONDS
    elif isinstance(error, TooOftenError):
        status, seconds = 429, error.seconds
    headers = {"retry-after": str(seconds)} if status != 400 else None
    return Response(refusal_body(error, status), status_code=status, headers=headers)


def refuse_text(request: AnyRequest, error: Exception) -> Response[dict[str, object]]:
    """Answer 400: the body is nested too deep or is not UTF-8."""
    why = "not in UTF-8" if isinstance(error, UnicodeError) else "nested too deep"
    where = f"{request.method} {request.url.path:.60}"
    return refuse(request, NardyError(malformed(where, why)))


def create_app(
    database: str | Path | None = None,
    *,
    settings: Settings | None = None,
    preload: bool = False,
    lock: DatabaseLock | None = None,
) -> Litestar:
    """The club as an ASGI app.

    >>> app = create_app("club.db")  # doctest: +SKIP

    Args:
        database: The SQLite file; the app opens it at startup. Ignored if *settings* are given.
        settings: Settings of the club; by default they are read from the environment.
        preload: Load the bots' networks at startup instead of at their first turn.
        lock: The lock on the database, if the caller holds it already; else the app takes it.
    """
    flags = {"database": database} if database else {}
    chosen = settings or read_settings(flags)

    return Litestar(
        [*HANDLERS, *DEPRECATED, live, pages.page, pages.worker, pages.web_file],
        lifespan=[partial(_running, chosen=chosen, preload=preload, lock=lock)],
        guards=[guards.require_known_host, require_scope],
        before_request=guards.look_at,
        before_send=[guards.add_headers],
        request_max_body_size=MOST_BYTES,
        exception_handlers={
            NardyError: refuse,
            HTTPException: refuse_malformed,
            RecursionError: refuse_text,
            UnicodeError: refuse_text,
        },
        openapi_config=OpenAPIConfig(
            title="nardy", version=__version__, render_plugins=[JsonRenderPlugin()]
        ),
    )


@contextlib.asynccontextmanager
async def _running(
    app: Litestar, *, chosen: Settings, preload: bool, lock: DatabaseLock | None
) -> AsyncGenerator[None]:
    async with contextlib.AsyncExitStack() as opened:
        opened.enter_context(lock or DatabaseLock(chosen.database, is_shared=bool(chosen.relay)))
        try:
            await opened.enter_async_context(_open(app, chosen=chosen, preload=preload))
        except NardyError as error:
            app.state.refused = error
            raise
        yield


@contextlib.asynccontextmanager
async def _open(app: Litestar, *, chosen: Settings, preload: bool) -> AsyncGenerator[None]:
    """Open all services; each is closed before those that it uses, which were opened earlier."""
    app.state.handshakes = asyncio.Semaphore(HANDSHAKES)
    app.state.relayed_handshakes = asyncio.Semaphore(HANDSHAKES)
    await asyncio.to_thread(bundles.version)  # cached now, so that the first visitor need not wait
    engine.clear()  # loading it during a turn would block the event loop
    async with contextlib.AsyncExitStack() as closing:
        club = await _open_club(app, chosen, closing)
        app.state.tournaments = tournaments = TournamentService(club)
        closing.push_async_callback(tournaments.close)
        await tournaments.open()
        app.state.matchmaking = matchmaking = MatchmakingServices(club)
        closing.push_async_callback(matchmaking.close)
        club.fair_play.games.learn(INDEX_SECONDS)
        _open_reviews(app, club, closing)
        app.state.front = front.FrontAnswers(club)
        app.state.link_previews = LinkPreviews(club)
        app.state.openings = openings.CountedOpenings(club)
        app.state.request_guard = guards.RequestGuard(club.limits)
        closing.push_async_callback(Calendar(tournaments).close)
        each_round = matchmaking.challenges.end_expired, tournaments.leave_banned
        closing.push_async_callback(Maintenance(club, *each_round).close)
        closing.callback(asyncio.create_task(keep_beating()).cancel)
        if preload:
            await asyncio.to_thread(runner.preload)
        await _open_channels(app, chosen, closing)
        if shared := app.state.get("shared"):
            # Before the relay is open: what comes over it must find it.
            app.state.switchboard = shared.switchboard
            joined = shared.joined(app, club, tournaments, matchmaking)
            await closing.enter_async_context(joined)
        yield


async def _open_club(app: Litestar, chosen: Settings, closing: contextlib.AsyncExitStack) -> Club:
    own = await asyncio.to_thread(read_folder, chosen.games)
    shared = SharedClub(chosen, digest_of(own)) if chosen.relay else None
    store = await asyncio.to_thread(open_store, chosen.database, SOON, is_locked=True)
    rules = await open_rule_versions(store, own)
    ownership = shared and shared.ownership
    club = Club(store, rule_versions=rules, providers=chosen.providers, ownership=ownership)
    app.state.club, app.state.shared = club, shared
    closing.push_async_callback(club.close)
    await club.job_queue.open(chosen.database, store)
    club.groups.is_needed = chosen.invited
    await club.words.open(chosen.words)
    await club.logo.open(chosen.logo)
    club.rated.limits = RatedLimits(chosen.rated_a_day, chosen.rated_same_place)
    app.state.settings = chosen
    app.state.write_probe = write_probe = health.WriteProbe(store, club.ownership)
    closing.push_async_callback(write_probe.close)
    return club


def _open_reviews(app: Litestar, club: Club, closing: contextlib.AsyncExitStack) -> None:
    recorder = FigureRecorder(club)
    closing.push_async_callback(recorder.flush)
    app.state.board_pictures = BoardPictures()
    closing.callback(app.state.board_pictures.close)
    app.state.match_files = uploaded_matches.MatchFileReader()
    closing.callback(app.state.match_files.close)
    app.state.uploaded_reviews = UploadedReviews(club.job_queue)
    closing.callback(app.state.uploaded_reviews.close)
    app.state.reviews = reviews.Reviews(recorder.steps, club.job_queue)
    closing.callback(app.state.reviews.close)
    app.state.rollouts = rollouts.Rollouts(app.state.reviews.queue, club.job_queue)
    closing.push_async_callback(BackgroundReviews(club, app.state.reviews, recorder).close)


async def _open_channels(
    app: Litestar, chosen: Settings, closing: contextlib.AsyncExitStack
) -> None:
    """Open what leads outside: notices, and the port of the metrics."""
    club, state = app.state.club, app.state
    channels = Channels(origin=chosen.origin, mail=chosen.mail, push_service=chosen.push_service)
    name_game = partial(game_names, known=club.rule_versions)
    outbox = open_outbox(
        club.store,
        club.notices,
        channels,
        name_game,
        lambda: club.ownership.leads and not chosen.no_notices,
    )
    await closing.enter_async_context(outbox)
    shared: SharedClub | None = state.get("shared")
    watched = Watched(
        club,
        lambda: state.request_guard.count,
        lambda: state.reviews.queue.count,
        lambda: shared.switchboard.relayed if shared else 0,
        lambda: shared.switchboard.misdirected if shared else 0,
        lambda: shared.neighbors.counts if shared else {},
        lambda: shared.neighbors.strangers if shared else 0,
    )
    metrics = metrics_port.serving(chosen, partial(registry_of, watched))
    state.metrics_port = closing.enter_context(metrics)
