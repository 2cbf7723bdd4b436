"""Rooms whose game begins at a position that somebody chose: from a review, the editor, a puzzle or a text."""

import asyncio
from dataclasses import replace

from msgspec import structs

from nardy.core.draft import Draft
from nardy.core.options import rules_text
from nardy.core.situation import Phase, Situation
from nardy.formats.detect import read_position
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.rooms.new_room import NewRoom

MOST_CHARACTERS = 2_000
"""Of a position in any notation."""


async def begun_at(club: Club, who: str, text: str, new: NewRoom) -> NewRoom:
    """The new room with its game at a position, with dice or before the roll.

    A bot or a friend would tell what to play there, so no game of a protected position begins.

    Raises:
        NardyError: it is no position.
        RefusedError: nobody plays on from it here, it is rated, or fair play forbids it.
    """
    found, _ = await asyncio.to_thread(read_position, text, None, club.rule_versions.recall)
    if new.terms.rated or new.terms.open:
        reason = "expected a casual game with a bot or a friend from a position, got another"
        raise RefusedError("position-casual", f"{reason}; begin at the start instead")
    if found.phase not in (Phase.ROLL, Phase.TURN):
        reason = f"expected a position before a roll or a turn, got one in the phase {found.phase}"
        raise RefusedError("position-phase", f"{reason}; choose one in the middle of a game")
    if found.phase is Phase.TURN and not await asyncio.to_thread(lambda: Draft(found).legal_moves):
        reason = "expected a roll with a legal move, got one that only dances"
        raise RefusedError("position-phase", f"{reason}; leave the dice out")
    await club.fair_play.require_playable(who, found)
    return _with_start(club, found, new)


def _with_start(club: Club, found: Situation, new: NewRoom) -> NewRoom:
    games = club.rule_versions.games_of(rules_text(found.rules))
    length = found.score.length if found.score else 0
    # A match keeps its own score, and a session would count only its last game.
    session = None if length else new.terms.session
    terms = structs.replace(new.terms, from_position=True, session=session)
    return replace(new, games=games, length=length, start=found, terms=terms)
