"""What a browser needs to review a finished game itself, which takes work off the club's queue (reviews.py).

The browser's engine knows the games of `engine_files.playable`. Those without a cube, a match, a bomb and cascades
are reviewed there, all others by the club. Fair play is the same at both doors.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import msgspec
from litestar import get
from litestar.params import FromPath

from nardy.core.events import Event, Played, TakenBack, event_to_json
from nardy.core.game import Game
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.kernel import is_available
from nardy.server.analysis.evaluations import NotEvaluatedError
from nardy.server.api.requests import club_of, room_of, who_of
from nardy.server.games.related_games import find_related_game
from nardy.server.lobby.room_facts import laws_at
from nardy.server.protocol.messages import Happened, Laws, Seat
from nardy.server.rooms.room import Room
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.engine_files import engine_files, playable

OF_THE_CUBE = ("auto_doubles", "beavers", "crawford", "cube_cap", "holland", "jacoby", "raccoons")
"""Fields of rules that mean nothing without a cube."""


class GameToReview(msgspec.Struct):
    """A finished game for the browser's own engine."""

    game: str | None
    """Its id in the files of the engine; null where the club alone can review it."""
    events: list[Happened]
    """What was played; empty where the club reviews it."""
    withheld: list[int]
    """The numbers of turns that are not told for now: their positions are in protected games in progress."""
    laws: Laws
    you: Seat | None
    names: dict[str, str]
    """The players' names by seat; bots by their specs."""
    bots: list[Seat]


@get("/api/rooms/{room_id:str}/review/game")
async def tell_game(request: AnyRequest, room_id: FromPath[str]) -> GameToReview:
    """A finished game, and which of its turns a browser may not show."""
    club, who = club_of(request), await who_of(request)
    room = await room_of(request, room_id, who)
    if not room.record.is_over:
        raise NotEvaluatedError("expected a finished game to review; finish this one first")
    game, rotation = known_game(room), room.match.rotation
    events = [entry.event for entry in room.entries]
    turns = await asyncio.to_thread(turns_of, events, rotation)
    hidden = await club.fair_play.withheld(who, [turn.before for turn in turns], rotation)
    facts = await club.describer.facts(room, who)
    people = {"white": facts.white, "black": facts.black}
    return GameToReview(
        game=game,
        events=[
            Happened(number, entry.at, event_to_json(entry.event))
            for number, entry in enumerate(room.entries, 1)
            if game
        ],
        withheld=sorted(turns[place].number + 1 for place in hidden),
        laws=laws_at(room, club.rule_versions),
        you=facts.you,
        names={seat: person.name for seat, person in people.items() if person},
        bots=[seat for seat in ("white", "black") if (person := people[seat]) and person.is_bot],
    )


def known_game(room: Room) -> str | None:
    """The id of a room's game in the browser's engine; None for a match, a cube, other rules or another start."""
    is_alone = not room.record.length and len(room.match.rotation) == 1
    accepts = any(isinstance(one.event, Played) and one.event.accepted for one in room.entries)
    has_taken_back = any(isinstance(one.event, TakenBack) for one in room.entries)
    is_usual = is_alone and not (accepts or has_taken_back or room.record.terms.from_position)
    if not is_usual or not engine_files() or not is_available():
        return None
    rules = room.match.rotation[0]
    known = _known().get(rules.published.id)
    return rules.published.id if known is not None and plays_alike(rules, known) else None


def plays_alike(rules: Rules, known: Rules) -> bool:
    """Whether a game without a cube has the laws that the engine knows."""
    usual = {name: getattr(known, name) for name in OF_THE_CUBE}
    return not rules.cube_play and replace(rules, **usual) == known


@cache
def _known() -> dict[str, Rules]:
    # What is withheld is told by turns here, and decisions about bombs are none.
    plain = (rules for rules in playable() if not rules.bomb and not rules.cascade_count)
    return {rules.published.id: rules for rules in plain}


class TurnPlayed(NamedTuple):
    """A turn of a game, and what a review compares it with."""

    number: int
    """The index of its event, from 0."""
    before: Situation
    event: Played
    unrolled: Situation | None
    """The moment before the roll; None where the opening throw was played."""


def turns_of(events: Sequence[Event], rotation: Sequence[Rules]) -> list[TurnPlayed]:
    """All turns of a game, as bots see it."""
    game = Game.from_events(events[:1], find_related_game(rotation))
    found, unrolled = list[TurnPlayed](), None
    for number, event in enumerate(events[1:], 1):
        before = game.situation
        if before.phase is Phase.ROLL:
            unrolled = before
        if isinstance(event, Played):
            found.append(TurnPlayed(number, before, event, unrolled))
            unrolled = None
        game.apply(event)
    return found
