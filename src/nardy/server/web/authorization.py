"""Authorization of API clients: the token scope that each request and each message needs.

Routes and messages that the tables leave out are closed to tokens, and so are new ones by default.
A browser's cookie needs no scope.
"""

from collections.abc import Mapping
from typing import cast

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from nardy.server.accounts.api_clients import Scope
from nardy.server.errors import RefusedError
from nardy.server.protocol import messages
from nardy.server.store.guests import Guest
from nardy.server.web.cookies import AnyConnection, AnyRequest, bearer_of, token_of
from nardy.server.web.guards import place_of

UNKNOWN_PROGRAM = "expected a valid token, got one that was revoked; ask its owner for a new one"

REQUESTS: Mapping[tuple[str, str], Scope] = {
    ("GET", "/api/me"): "read",
    ("GET", "/api/mine"): "read",
    ("GET", "/api/rules/{game}"): "read",
    ("GET", "/api/rules/{game}/lines"): "read",
    ("GET", "/api/front"): "read",
    ("GET", "/api/recorded/{game}"): "read",
    ("GET", "/api/games"): "read",
    ("GET", "/api/games/{game}"): "read",
    ("GET", "/api/position"): "read",
    ("POST", "/api/position/nodes"): "read",
    ("POST", "/api/position/verdict"): "read",
    ("POST", "/api/position/after"): "read",
    ("GET", "/api/rooms/{room_id}/proof"): "read",
    ("GET", "/api/rooms/{room_id}/match/{kind}"): "read",
    ("GET", "/api/bots"): "read",
    ("GET", "/api/leaders"): "read",
    ("GET", "/api/leaders/{game}/{pace}"): "read",
    ("GET", "/api/players/{player}"): "read",
    ("GET", "/api/players/{player}/games"): "read",
    ("GET", "/api/players/{player}/errors"): "read",
    ("GET", "/api/players/{player}/ratings/{game}/{pace}"): "read",
    ("GET", "/api/players/{player}/tournaments"): "read",
    ("GET", "/api/tournaments"): "read",
    ("GET", "/api/tournaments/{tournament}"): "read",
    ("GET", "/api/schedules"): "read",
    ("GET", "/api/club"): "read",
    ("GET", "/api/dice"): "read",
    ("GET", "/health"): "read",
    ("GET", "/health/live"): "read",
    ("GET", "/health/ready"): "read",
    ("GET", "/schema"): "read",
    ("GET", "/schema/{path}"): "read",
    ("GET", "/schema/openapi.json"): "read",
    ("POST", "/api/rooms"): "play",
    ("POST", "/api/rooms/{room_id}/seat"): "play",
    ("POST", "/api/rooms/{room_id}/again"): "play",
}
"""Scopes by method and path template."""

# Without hints and evaluations: a program brings an engine of its own.
MESSAGES: Mapping[type, Scope] = {
    messages.Watch: "read",
    messages.Unwatch: "read",
    messages.WatchLobby: "read",
    messages.Follow: "read",
    messages.Listen: "read",
    messages.Ask: "read",
    messages.Explore: "read",
    messages.Act: "play",
    messages.Commit: "play",
    messages.Reveal: "play",
    messages.Say: "play",
    messages.Mute: "play",
    messages.Report: "play",
}
"""Scopes by the type of a WebSocket message."""


async def require_scope(
    connection: ASGIConnection[BaseRouteHandler, object, object, State], _: BaseRouteHandler
) -> None:
    """Route guard: the request comes from a browser, or its token has the scope of the route.

    Raises:
        NotAuthorizedException: the token is unknown or revoked.
        PermissionDeniedException: the route is closed to tokens, or this token lacks its scope.
    """
    if connection.scope["type"] != ScopeType.HTTP:
        return  # nardy.server.app.live checks it itself, to close the WebSocket with a code of its own
    request = cast("AnyRequest", connection)
    if bearer_of(request) is None or request.method == "OPTIONS":
        return
    template = request.scope["path_template"]
    method = "GET" if request.method == "HEAD" else request.method
    needed = REQUESTS.get((method, template))
    where = f"{request.method} {request.url.path:.80}"
    if needed is None:
        raise PermissionDeniedException(
            f"expected a request that is open to tokens, got {where}; do it in a browser"
        )
    guest = await who_comes(request)
    if guest is None:
        raise NotAuthorizedException(UNKNOWN_PROGRAM)
    if needed not in guest.scopes:
        raise PermissionDeniedException(_lacks_scope(needed, where))


async def who_comes(connection: AnyConnection) -> Guest | None:
    """The guest of a browser's cookie or of a program's token; None if neither is valid.

    A token in the cookie or a session in the header is not valid.
    """
    club = connection.app.state.club
    guest = await club.guest(token_of(connection))
    is_token = bearer_of(connection) is not None
    if guest is None or bool(guest.scopes) != is_token:
        return None
    if connection.scope["type"] == ScopeType.HTTP:
        await club.known_devices.note(guest, place_of(connection))
    else:
        club.known_devices.note_soon(guest, place_of(connection))
    return guest


def require_message_scope(client: Guest, message: object) -> None:
    """Refuse a message for which the token of an API client has no scope.

    Raises:
        RefusedError: the message is closed to tokens, or this token lacks its scope.
    """
    needed, kind = MESSAGES.get(type(message)), type(message).__name__.lower()
    if needed is None:
        reason = f"expected a message that is open to tokens, got {kind!r}; do it in a browser"
        raise RefusedError("token-scope", reason)
    if needed not in client.scopes:
        raise RefusedError("token-scope", _lacks_scope(needed, kind))


def _lacks_scope(needed: Scope, where: str) -> str:
    reason = f"expected a token with the scope {needed!r} for {where}, got one without it"
    return f"{reason}; ask its owner for another token"
