"""HTTP: mistakes of one's own finished games as puzzles, which come again until they are known."""

import asyncio
from dataclasses import replace
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from nardy.core.judge import find_turn
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.kernel import is_available
from nardy.labels.puzzles import puzzle_id
from nardy.server.analysis.evaluations import in_turn
from nardy.server.analysis.positions import Board, board_of
from nardy.server.analysis.puzzle_answers import (
    JudgedTurn,
    TurnMade,
    judged,
    known_turn,
    made,
    plan_words,
)
from nardy.server.analysis.puzzles import PuzzleTurnMade
from nardy.server.analysis.reviews import DEEP_PLIES, SeenDecision, fair
from nardy.server.api.requests import club_of, guest_of, room_of
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.games.related_games import as_related_game
from nardy.server.store import own_mistakes
from nardy.server.store.guests import Guest
from nardy.server.store.own_mistakes import OwnMistake
from nardy.server.timestamps import now
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

if TYPE_CHECKING:
    from nardy.analysis.game_review import ReviewedTurn

GRADES = ("error", "blunder")
"""Turns of these grades are kept."""
ENOUGH = 0.02
"""Points that a right turn may lose: the review was no rollout."""

OF_A_POSITION = ("fair-yours", "fair-running")
"""Refusals of one position, after which others may be asked."""
MOST_PASSED = 50
"""Refused mistakes that one request passes over."""


class KeptMistakes(msgspec.Struct):
    """What became of the mistakes of a room."""

    state: Literal["working", "done", "failed"]
    """The state of the review; nothing is kept before it is done."""
    found: int
    """Errors and blunders of yours in this room."""
    new: int
    """Those that were not kept before."""


class MistakeBoard(msgspec.Struct):
    """A mistake that is due."""

    id: str
    game: str
    played: str
    """What was played in the game."""
    room: str
    number: int
    """The number of the event in the room."""
    due: int
    """How many mistakes are due, this one included."""
    clue: dict[str, str]
    """The player's plan, by language."""
    board: Board


class MistakeVerdict(JudgedTurn, kw_only=True):
    """The verdict, and when the mistake comes again."""

    again: int
    """In milliseconds since 1970."""
    due: int
    """How many other mistakes are due."""


@post("/api/rooms/{room_id:str}/mistakes", status_code=200)
async def keep_mistakes(request: AnyRequest, room_id: FromPath[str]) -> KeptMistakes:
    """Keep your errors and blunders of a finished room, so that they come again as puzzles."""
    club, guest = club_of(request), await guest_of(request)
    room = await room_of(request, room_id, guest.seat if guest else None)
    player = room.player_of(guest.seat) if guest else None
    if guest is None or player is None:
        reason = "expected a player of this game, got somebody else; train mistakes of your own"
        raise RefusedError("not-here", reason)
    job = request.app.state.reviews.of(room)
    state, seen = job.state, job.decisions()
    shown = await fair(club, room, guest.seat, seen)
    if state != "done":
        return KeptMistakes(state, 0, 0)
    found = await asyncio.to_thread(_mistakes, shown, player, room.record.id)
    new = await club.store.run(lambda c: own_mistakes.add(c, guest.id, found))
    return KeptMistakes(state, len(found), new)


def _mistakes(shown: list[SeenDecision], player: Player, room: str) -> list[OwnMistake]:
    from nardy.analysis.game_review import ReviewedTurn  # noqa: PLC0415 (imports NumPy)

    turns = [one.decision for one in shown if isinstance(one.decision, ReviewedTurn)]
    return [
        _mistake(turn, room)
        for turn in turns
        if turn.player is player and turn.grade in GRADES and turn.is_decision
    ]


def _mistake(turn: "ReviewedTurn", room: str) -> OwnMistake:
    from nardy.coach.repetition import begun  # noqa: PLC0415 (imports the scheduler)

    position, at = situation_text(turn.before), now()
    found = zip(turn.choices, turn.losses, strict=True)
    losses = [(str(one.turn), round(loss, 4)) for one, loss in found if loss is not None]
    # The end of a game is exact, but behind what was examined deeply.
    losses.sort(key=itemgetter(1))
    card = begun(turn.event, at)
    return OwnMistake(
        id=puzzle_id(position),
        game=turn.before.rules.id,
        position=position,
        turns=msgspec.json.encode(losses).decode(),
        played=turn.played,
        room=room,
        number=turn.event + 1,
        card=card.card,
        due=card.due,
    )


@get("/api/mistakes")
async def tell_mistake(
    request: AnyRequest, after: Annotated[str, QueryParameter(max_length=40)] = ""
) -> MistakeBoard | None:
    """The mistake of yours that has waited longest, or the next *after* one; null if none is due.

    Mistakes at positions of protected games are passed over, unless all are.
    """
    club, guest = club_of(request), await guest_of(request)
    if guest is None:
        return None
    at = now()
    asked = await _first_allowed(club, guest, at, after)
    if asked is None:
        return None
    found, situation = asked
    _, due = await club.store.read(lambda c: own_mistakes.count_of(c, guest.id, at))
    return MistakeBoard(
        id=found.id,
        game=situation.rules.id,
        played=found.played,
        room=found.room,
        number=found.number,
        due=due,
        clue=await asyncio.to_thread(plan_words, situation),
        board=await asyncio.to_thread(board_of, situation),
    )


async def _first_allowed(
    club: Club, guest: Guest, at: int, after: str
) -> tuple[OwnMistake, Situation] | None:
    """The first due mistake whose position fair play allows; of games that are gone none is asked.

    Raises:
        RefusedError: fair play refuses all of the first few, or any position while a game goes on.
    """
    refusals, seen = list[RefusedError](), set[str]()
    while len(refusals) < MOST_PASSED:
        found = await club.store.read(
            lambda c, after=after: own_mistakes.first_due(c, guest.id, at, after)
        )
        if found is None or found.id in seen:
            break
        seen.add(after := found.id)
        try:
            return found, await _asked(club, guest, found)
        except RefusedError as error:
            if error.code not in OF_A_POSITION:
                raise
            refusals.append(error)
        except NardyError:
            # The game's file is gone.
            continue
    if refusals:
        raise refusals[0]
    return None


@post("/api/mistakes/{mistake:str}", status_code=200)
async def answer_mistake(
    request: AnyRequest, mistake: FromPath[str], data: JSONBody[PuzzleTurnMade]
) -> MistakeVerdict:
    """Judge a turn for a mistake of yours, and decide when it comes again."""
    club, guest = club_of(request), await guest_of(request)
    found = await _own(club, guest, mistake)
    if guest is None or found is None:
        raise NotFoundException(f"expected the id of a mistake of yours, got {mistake!r:.40}")
    situation = await _asked(club, guest, found)
    turn = await asyncio.to_thread(made, situation, data.moves)
    club.limits.take("puzzle", person=guest.id, address=address_of(request))
    verdict = await in_turn(lambda: _judged(situation, found, turn))
    return await _again(club, guest, found, verdict)


def _judged(situation: Situation, found: OwnMistake, turn: TurnMade) -> JudgedTurn:
    losses = _in_order(msgspec.json.decode(found.turns, type=list[tuple[str, float]]))
    # The review kept only some of the turns, and others may be as good.
    if all(find_turn(situation, text)[1] != turn.final for text, _ in losses):
        losses += _looked_at(situation, turn)
        losses.sort(key=itemgetter(1))
    known = [known_turn(situation, text, loss, None) for text, loss in losses]
    return judged(situation, turn, known, ENOUGH)


def _looked_at(situation: Situation, turn: TurnMade) -> list[tuple[str, float]]:
    """A turn with what the review would say that it loses; nothing if it cannot say."""
    if not is_available():
        return []
    # Both import NumPy.
    from nardy.analysis.game_review import ReviewBot  # noqa: PLC0415
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415

    loss = ReviewBot(NeuralBot(DEEP_PLIES)).loss(as_related_game(situation), turn.final)
    return [] if loss is None else [(turn.text, round(loss, 4))]


def _in_order(losses: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The turns that lose no less than those before them.

    Mistakes kept by older versions also have turns that were examined less deeply, with too small a loss. Those stand
    behind the played turn, which lost more.
    """
    most = accumulate((loss for _, loss in losses), max)
    return [one for one, least in zip(losses, most, strict=True) if one[1] >= least]


async def _again(
    club: Club, guest: Guest, found: OwnMistake, verdict: JudgedTurn
) -> MistakeVerdict:
    from nardy.coach.repetition import answered  # noqa: PLC0415 (imports the scheduler)

    at = now()
    # An answer before its time, such as one that is sent again, moves nothing; nor does the later one
    # of two at once.
    due = found.due
    if due <= at:
        card, new = answered(found.card, at, is_right=verdict.is_right)
        moved = replace(found, card=card, due=new)
        due = await club.store.run(lambda c: own_mistakes.put_off(c, guest.id, moved, found.due))
    _, left = await club.store.read(lambda c: own_mistakes.count_of(c, guest.id, at))
    told = {name: getattr(verdict, name) for name in JudgedTurn.__struct_fields__}
    return MistakeVerdict(**told, again=due, due=left)


@post("/api/mistakes/{mistake:str}/end", status_code=200)
async def end_mistake(request: AnyRequest, mistake: FromPath[str]) -> None:
    """Keep a mistake no longer."""
    club, guest = club_of(request), await guest_of(request)
    if guest is not None:
        await club.store.run(lambda c: own_mistakes.remove(c, guest.id, mistake))


async def _own(club: Club, guest: Guest | None, mistake: str) -> OwnMistake | None:
    if guest is None:
        return None
    return await club.store.read(lambda c: own_mistakes.get(c, guest.id, mistake))


async def _asked(club: Club, guest: Guest, found: OwnMistake) -> Situation:
    """The situation of a mistake, unless it belongs to a protected game."""
    situation = position_text.loads(found.position, find=club.rule_versions.recall)
    await club.fair_play.require(guest.seat, situation)
    return situation
