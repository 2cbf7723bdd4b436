"""What a messenger shows of a link: title, description and picture of a game, position, player or tournament.

Only what a visitor without a cookie may see, and of a game that goes on only its start: a picture in a chat
stays there, and tells nothing of the board.
"""

import asyncio
import logging
import re
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qs, quote

from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.errors import NardyError
from nardy.formats.detect import read_position
from nardy.games import GAMES
from nardy.render.phrases import game_name
from nardy.server.club.club import Club
from nardy.server.errors import TooOftenError
from nardy.server.protocol.messages import Person
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_seat
from nardy.server.store import guests
from nardy.server.store.ratings.ladders import places_of
from nardy.server.web.board_pictures import SIZE
from nardy.server.web.cookies import AnyRequest, token_of
from nardy.server.web.guards import address_of
from nardy.server.web.static_files import File
from nardy.translations import say

_log = logging.getLogger(__name__)
PICTURES = "/api/pictures/board"
MOST_CHARACTERS = 2_000
_OWN = re.compile(r'<meta property="og:(?:title|description)"[^>]*>\n')


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The head of a page for messengers."""

    title: str
    description: str
    position: str = ""
    """As position text; '' has no picture."""

    def lines(self, origin: str, logo: str = "") -> str:
        """Lines of HTML for the head of a page at this origin; *logo* names the logo in the picture."""
        told = {"title": self.title, "description": self.description}
        if self.position:
            told["image"] = f"{origin}{PICTURES}?text={quote(self.position)}"
            # Messengers keep a picture by its address.
            told["image"] += f"&logo={logo}" if logo else ""
            told |= {"image:type": "image/png", "image:alt": self.title}
            told |= {"image:width": str(SIZE[0]), "image:height": str(SIZE[1])}
        metas = [
            f'<meta property="og:{name}" content="{escape(text)}">' for name, text in told.items()
        ]
        card = '<meta name="twitter:card" content="summary_large_image">'
        return "\n".join([*metas, *([card] if self.position else [])]) + "\n"


class LinkPreviews:
    """Puts previews into pages."""

    def __init__(self, club: Club) -> None:
        self._club = club

    async def shown(self, request: AnyRequest, file: File, language: str) -> File:
        """The HTML of a page with its preview; as it is for whoever has a cookie, and so is no messenger."""
        if token_of(request) is not None:
            return file
        try:
            self._club.limits.take("preview", address=address_of(request))
        except TooOftenError:
            return file
        try:
            preview = await preview_of(request, self._club, language)
        except Exception:  # noqa: BLE001 (a preview must not keep anybody from the page)
            _log.exception("no preview of %r", request.url.path)
            return file
        origin = request.app.state.settings.origin or str(request.base_url).rstrip("/")
        logo = self._club.logo.now
        lines = preview.lines(origin, logo.tag if logo else "") if preview else ""
        return with_preview(file, lines) if lines else file


async def preview_of(request: AnyRequest, club: Club, language: str) -> LinkPreview | None:
    """The preview of the address of a request; None where the page's own words are enough."""
    _, kind, *names = request.url.path.split("/")
    name = names[0] if names else ""
    try:
        if kind in ("play", "review", "join"):
            room = await club.room_for(name, None)
            return None if room is None else await _of_room(club, room, kind, language)
        if kind == "board":
            text = parse_qs(request.url.query or "").get("text", [""])[0]
            return await _of_position(club, text, language)
        if kind == "player":
            return await _of_player(club, name, language)
        if kind == "tournament":
            return await _of_tournament(request, club, name, language)
    except NardyError:
        pass  # the page itself says what is wrong
    return None


async def _of_room(club: Club, room: Room, kind: str, language: str) -> LinkPreview:
    facts = await club.describer.facts(room, None)
    names = [_name(person, language) for person in (facts.white, facts.black)]
    game = facts.laws.name[language]
    key = "over" if room.record.is_over else "free" if not room.is_full else "goes"
    key = "review" if kind == "review" and room.record.is_over else key
    # The board of a game that goes on is nobody's business.
    shown = room.situation if room.record.is_over else _start_of(club, room.record.games[0])
    words = say(language, "head", f"preview.{key}", game=game)
    return LinkPreview(f"{game}: {' – '.join(names)}", words, _text_of(shown))


def _start_of(club: Club, game: str) -> Situation:
    rules = club.rule_versions.recall(game)
    return Situation(rules=rules, position=rules.start)


def _text_of(shown: Situation) -> str:
    """The position for a picture; '' for the club's own games, which the painter does not know."""
    return situation_text(shown) if shown.rules.published.id in GAMES else ""


async def _of_position(club: Club, text: str, language: str) -> LinkPreview | None:
    if not text or len(text) > MOST_CHARACTERS:
        return None
    found, _ = await asyncio.to_thread(read_position, text, None, club.rule_versions.recall)
    title = game_name(found.rules, language)
    return LinkPreview(title, say(language, "head", "/board.description"), _text_of(found))


async def _of_player(club: Club, name: str, language: str) -> LinkPreview | None:
    """A player with the board of the game that they have played most for a rating."""
    found = await club.store.read(lambda c: guests.names_of(c, [name]))
    if name not in found:
        return None
    places = await club.store.read(lambda c: places_of(c, guest_seat(name)))
    games = [*(place.game for place in places), club.words.now.game, "backgammon"]
    shown = next(game for game in games if game in GAMES)
    told = say(language, "head", "preview.player", name=found[name])
    return LinkPreview(found[name], told, _text_of(_start_of(club, shown)))


async def _of_tournament(
    request: AnyRequest, club: Club, name: str, language: str
) -> LinkPreview | None:
    running = await request.app.state.tournaments.running(name)
    if running is None or running.record.conditions.group:
        return None
    game = running.record.games[0]
    rules = club.rule_versions.recall(game)
    told = say(language, "head", "preview.tournament", game=game_name(rules, language))
    return LinkPreview(running.record.name, told, _text_of(_start_of(club, game)))


def _name(person: Person | None, language: str) -> str:
    if person is None or person.is_bot:
        return say(language, "head", "preview.bot" if person else "preview.nobody")
    return person.name


def with_preview(file: File, lines: str) -> File:
    """The HTML of a page with the lines of a preview in place of its own words for messengers."""
    page = _OWN.sub("", file.content.decode())
    return File.of(page.replace("</head>", f"{lines}</head>", 1).encode(), file.kind)
