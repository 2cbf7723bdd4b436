"""HTTP: the opening book of a game."""

from litestar import get
from litestar.params import FromPath

from nardy.core.situation import Situation
from nardy.server.api.requests import club_of, who_of
from nardy.server.games.opening_books import GameBook, book_of
from nardy.server.web.cookies import AnyRequest


@get("/api/books/{game:str}")
async def show_book(request: AnyRequest, game: FromPath[str]) -> GameBook | None:
    """The first turns of a game and the replies by rollout; null without a book.

    A book is an engine's answer: players of a protected game on a clock get none of its kind.
    """
    rules = club_of(request).rule_versions.recall(game)
    found = book_of(rules)
    if found is not None:
        start = Situation(rules=rules, position=rules.start)
        await club_of(request).fair_play.require(await who_of(request), start)
    return found
