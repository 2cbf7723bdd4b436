"""Every route and every message of the club, and whether an engine stands behind it.

A new one that is not here fails test_every_request.py: name it as NO_ENGINE, or as a door of the engine
with the refusals that the tests beside this file try.
"""

from typing import Any, get_args

from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from nardy.server.protocol.messages import ToServer
from nardy.server.web.deprecated_paths import RENAMED

ENGINE = {
    "GET /api/books/{game:str}",
    "GET /api/openings/{game:str}",
    "POST /api/position/evaluation",
    "POST /api/position/explanation",
    "POST /api/position/rollout",
    # A bot or a friend plays on from a position that somebody chose.
    "POST /api/rooms",
    "POST /api/rooms/{room_id:str}/review",
    # The browser's engine reviews what comes from here; some turns the club reviews at once.
    "GET /api/rooms/{room_id:str}/review/game",
    # A puzzle shows no running game, but its answer is an engine's; mistakes come from reviews.
    "POST /api/puzzles/{game:str}/{which:str}",
    "POST /api/rooms/{room_id:str}/mistakes",
    "GET /api/mistakes",
    "POST /api/mistakes/{mistake:str}",
    # Whoever uploads a match chooses its positions.
    "POST /api/matches/{key:str}/review",
    "hint",
    "tutor",
    "evaluate",
}
"""The doors behind which an engine answers; all of them are tried in every situation of the tests."""
TOTALS = {
    "GET /api/players/{player:str}/errors",
    "GET /api/account/export",
    "GET /api/admin/unusual",
}
"""What tells how much finished games lost in all: without those that ended after a game of theirs began."""
NO_ENGINE = {
    *("GET /api/me", "POST /api/me", "POST /api/me/avatar", "GET /api/mine"),
    *("GET /health", "GET /health/live", "GET /health/ready"),
    *("GET /api/rules/{game:str}", "GET /api/games", "GET /api/games/{game:str}"),
    # A public game as its spectators see it, and recorded ones: moves, and nothing valued.
    *("GET /api/front", "GET /api/recorded/{game:str}", "GET /api/rules/{game:str}/lines"),
    *("POST /api/rooms/{room_id:str}/seat", "POST /api/rooms/{room_id:str}/again"),
    # The seed comes when the match is over; a file has what was played, and no judgement of it.
    *("GET /api/rooms/{room_id:str}/proof", "GET /api/rooms/{room_id:str}/match/{kind:str}"),
    # What is legal, and why the rest is not: the rule book, which both players have.
    *("GET /api/position", "POST /api/position/nodes", "POST /api/position/verdict"),
    *("POST /api/account", "POST /api/account/password", "POST /api/account/codes"),
    *("POST /api/account/recovery", "POST /api/account/end"),
    *("POST /api/me/errors", "GET /api/sessions"),
    *(
        "POST /api/sessions",
        "POST /api/sessions/end",
        "GET /api/login-methods",
    ),
    *("POST /api/outside/{provider:str}", "GET /api/outside/{provider:str}/back"),
    *("POST /api/outside/{provider:str}/end", "POST /api/passkeys/offer", "POST /api/passkeys"),
    *("POST /api/passkeys/name", "POST /api/passkeys/end", "POST /api/sessions/passkey/offer"),
    *("POST /api/sessions/passkey", "GET /api/bots", "GET /api/dice"),
    *("GET /api/groups", "POST /api/groups", "GET /api/groups/{group:str}"),
    *("GET /api/groups/{group:str}/leaders", "POST /api/groups/{group:str}/edit"),
    *("POST /api/groups/{group:str}/invitation", "POST /api/groups/{group:str}/members"),
    *("POST /api/groups/{group:str}/leave", "POST /api/groups/{group:str}/end"),
    *("GET /api/groups/{group:str}/tournaments", "GET /api/invitations/{code:str}"),
    *("POST /api/invitations/{code:str}", "GET /api/programs", "POST /api/programs"),
    *("POST /api/programs/{program:str}/token", "POST /api/programs/{program:str}/end"),
    *("GET /api/leaders", "GET /api/leaders/{game:str}/{pace:str}"),
    *("GET /api/players/{player:str}", "GET /api/players/{player:str}/games"),
    "GET /api/players/{player:str}/ratings/{game:str}/{pace:str}",
    *("GET /api/players/{player:str}/tournaments", "GET /api/admin", "POST /api/admin"),
    *("GET /admin", "GET /api/admin/people", "GET /api/tournaments", "POST /api/tournaments"),
    *("GET /api/tournaments/{tournament:str}", "POST /api/tournaments/{tournament:str}/enter"),
    *(
        "POST /api/tournaments/{tournament:str}/leave",
        "POST /api/tournaments/{tournament:str}/begin",
    ),
    *("POST /api/tournaments/{tournament:str}/end", "POST /api/tournaments/{tournament:str}/bots"),
    "POST /api/tournaments/{tournament:str}/remove",
    *("GET /api/schedules", "POST /api/schedules", "POST /api/schedules/{schedule:str}/end"),
    "GET /api/groups/{group:str}/schedules",
    *("GET /api/club/look.css", "GET /api/club/logo.png", "POST /api/admin/club/logo"),
    *(
        "GET /api/club",
        "POST /api/admin/club",
        "GET /api/admin/numbers",
        "POST /api/admin/backup",
        "POST /api/admin/reports",
    ),
    # Whoever plays there reads what was said before their game: tests/server/tournaments/test_chat.py.
    *(f"{method} /api/tournaments/{{tournament:str}}/chat" for method in ("GET", "POST")),
    "POST /api/tournaments/{tournament:str}/chat/mute",
    "POST /api/tournaments/{tournament:str}/chat/report",
    # What is told outside the club: that it is one's turn in a game.
    *("GET /api/notices", "POST /api/notices", "POST /api/notices/push"),
    *("POST /api/notices/push/end", "POST /api/notices/mail", "POST /api/notices/mail/end"),
    *("GET /mail/confirm/{code:str}", "POST /mail/confirm/{code:str}"),
    *("GET /mail/leave/{code:str}", "POST /mail/leave/{code:str}"),
    *("GET /api/friends", "GET /api/people", "GET /api/people/{player:str}"),
    *("POST /api/people/{player:str}/follow", "POST /api/people/{player:str}/mute"),
    *("POST /api/me/meeting", "GET /api/challenges", "POST /api/challenges"),
    "POST /api/challenges/{room_id:str}/end",
    # A position with its roll, and what is good there is told after an answer.
    *("GET /api/puzzles", "GET /api/puzzles/{game:str}/{which:str}"),
    "POST /api/mistakes/{mistake:str}/end",
    # Words and turns of their writer, without values; the rule book alone goes on from them.
    *("GET /api/rooms/{room_id:str}/notes", "POST /api/rooms/{room_id:str}/notes"),
    "POST /api/position/after",
    # What was played elsewhere and is over.
    *("GET /api/me/offline-games", "POST /api/me/offline-games"),
    *("GET /api/me/offline-games/{game:str}", "POST /api/me/offline-games/{game:str}/end"),
    # What was played elsewhere, as its file tells it.
    *("GET /api/matches", "POST /api/matches", "GET /api/matches/{key:str}"),
    *("POST /api/matches/{key:str}/link", "POST /api/matches/{key:str}/end"),
    "GET /api/matches/{key:str}/file/{kind:str}",
    # A picture of a position that is named, or of the end of a finished game.
    *("GET /api/pictures/board", "GET /api/rooms/{room_id:str}/end"),
    # The rule book at a real board.
    *("POST /api/real-board", "POST /api/real-board/act", "POST /api/real-board/verdict"),
    # Messages. `act` may claim a game from a player who has left: an engine sets the size of the
    # result, and the figure behind it is told when the match is over (tests/server/connection/test_websocket.py).
    *("watch", "leave", "act", "explore", "commit", "link", "lobby", "ask", "listen", "say"),
    *("mute", "report", "follow", "search", "endsearch"),
}
for new, old in RENAMED.items():
    NO_ENGINE |= {path.replace(new, old) for path in NO_ENGINE}
    ENGINE |= {path.replace(new, old) for path in ENGINE}
ANSWERS = {
    *("update", "lobby", "want", "done", "refused", "verdict", "explored", "talk", "followed"),
    *("searching", "matched", "searchended"),
    *("advised", "tutored", "evaluated"),
}
"""All messages to a client; the last three alone tell what an engine thinks."""


def doors(client: TestClient[Any]) -> set[str]:
    """Everything that the club answers, but the files of the page and the description of the doors."""
    found: set[str] = set()
    for route in client.app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            module = handler.fn.__module__
            if module != "nardy.server.web.pages" and not route.path.startswith("/schema"):
                found |= {f"{method} {route.path}" for method in handler.http_methods - {"OPTIONS"}}
    return found | {kind.__struct_config__.tag for kind in get_args(ToServer)}
