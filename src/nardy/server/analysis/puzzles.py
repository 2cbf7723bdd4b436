"""HTTP: puzzles of the club, the daily one of each game, and ratings of people and puzzles.

A puzzle's board shows no running game. The answer is an engine's all the same, so fair play is asked.
"""

import asyncio
from collections.abc import Iterable
from typing import Annotated, NamedTuple

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from nardy.labels.puzzles import Puzzle, find_puzzles, games_with_puzzles
from nardy.server.analysis.evaluations import in_turn
from nardy.server.analysis.positions import MOST_MOVES, Board, board_of
from nardy.server.analysis.puzzle_answers import (
    JudgedTurn,
    TurnMade,
    judged,
    known_turn,
    made,
    plan_words,
)
from nardy.server.api.requests import club_of, guest_of, invited
from nardy.server.protocol.messages import DieMove
from nardy.server.ratings.puzzle_ratings import after_try, new_puzzle
from nardy.server.store import own_mistakes, puzzles
from nardy.server.store.database.writer import Connection
from nardy.server.store.guests import Guest
from nardy.server.store.puzzles import PuzzleRating, PuzzleStanding, PuzzleTry
from nardy.server.timestamps import DAY_MS, now
from nardy.server.turns.view import laws_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

CHOICE = 12
"""The next puzzle is one of so many whose rating is nearest to the person's."""


class PuzzleGame(msgspec.Struct):
    """A game with puzzles, and how somebody stands in them."""

    game: str
    name: dict[str, str]
    """By language."""
    count: int
    daily: str
    """The id of today's puzzle, by UTC."""
    is_daily_done: bool
    rating: float
    deviation: float
    tried: int
    solved: int


class PuzzleHall(msgspec.Struct):
    """All games with puzzles, and how many own mistakes wait."""

    games: list[PuzzleGame]
    mistakes: int
    """Mistakes of own games that are kept."""
    due: int
    """How many of them are due now."""


class PuzzleBoard(msgspec.Struct):
    """A puzzle to solve."""

    id: str
    game: str
    rating: float
    is_daily: bool
    is_tried: bool
    """Whether somebody has tried it before: then an answer changes no rating."""
    clue: dict[str, str]
    """The player's plan, by language."""
    board: Board


class PuzzleTurnMade(msgspec.Struct, forbid_unknown_fields=True):
    """The moves of a finished turn."""

    moves: Annotated[list[DieMove], msgspec.Meta(max_length=MOST_MOVES)]


class PuzzleVerdict(JudgedTurn, kw_only=True):
    """The verdict, with what the try did to the ratings."""

    counted: bool
    """Whether it was the first try."""
    rating: float
    """The person's rating after it."""
    change: float
    puzzle_rating: float


class _Stand(NamedTuple):
    """What a person and a puzzle were before a try."""

    standing: PuzzleStanding
    rating: PuzzleRating
    is_tried: bool


@get("/api/puzzles")
async def list_puzzles(request: AnyRequest) -> PuzzleHall:
    """The games with puzzles, today's puzzle of each, and your standing."""
    guest = await guest_of(request)
    club, day = club_of(request), now() // DAY_MS
    games = await asyncio.to_thread(games_with_puzzles)

    def look(connection: Connection) -> tuple[list[PuzzleGame], tuple[int, int]]:
        rows = [_game(connection, guest, game, day) for game in games]
        mine = own_mistakes.count_of(connection, guest.id, now()) if guest else (0, 0)
        return rows, mine

    rows, (mistakes, due) = await club.store.read(look)
    return PuzzleHall(rows, mistakes, due)


def _game(connection: Connection, guest: Guest | None, game: str, day: int) -> PuzzleGame:
    found = find_puzzles(game)
    daily = found.daily(day)
    standing = PuzzleStanding(game)
    if guest:
        standing = puzzles.standing_of(connection, guest.id, game)
    is_done = bool(guest and puzzles.try_of(connection, guest.id, daily.id))
    names = laws_of(daily.situation.rules.published).name
    figures = (standing.strength, standing.deviation, standing.tried, standing.solved)
    return PuzzleGame(game, names, len(found.puzzles), daily.id, is_done, *figures)


@get("/api/puzzles/{game:str}/{which:str}")
async def tell_puzzle(
    request: AnyRequest, game: FromPath[str], which: FromPath[str]
) -> PuzzleBoard:
    """A puzzle: `daily`, `next` (near your rating and new to you), or one by its id."""
    guest, club = await guest_of(request), club_of(request)
    puzzle = await club.store.read(lambda c: _chosen(c, guest, game, which))
    stand = await club.store.read(lambda c: _stand(c, guest, puzzle, game))
    situation = puzzle.situation
    return PuzzleBoard(
        id=puzzle.id,
        game=game,
        rating=stand.rating.strength,
        is_daily=puzzle == find_puzzles(game).daily(now() // DAY_MS),
        is_tried=stand.is_tried,
        clue=await asyncio.to_thread(plan_words, situation),
        board=await asyncio.to_thread(board_of, situation),
    )


@post("/api/puzzles/{game:str}/{which:str}", status_code=200)
async def answer_puzzle(
    request: AnyRequest,
    game: FromPath[str],
    which: FromPath[str],
    data: JSONBody[PuzzleTurnMade],
) -> Response[PuzzleVerdict]:
    """Judge a turn in a puzzle; the first try of each changes the ratings."""
    club, puzzle = club_of(request), find_puzzles(game).get(which)
    situation = puzzle.situation
    turn = await asyncio.to_thread(made, situation, data.moves)
    guest, cookies = await invited(request)
    await club.fair_play.require(guest.seat, situation)
    club.limits.take("puzzle", person=guest.id, address=address_of(request))
    verdict = await in_turn(lambda: _judged(puzzle, turn))
    told = await club.store.run(lambda c: _count(c, guest, puzzle, game, verdict))
    return Response(told, cookies=cookies)


def _judged(puzzle: Puzzle, turn: TurnMade) -> JudgedTurn:
    situation = puzzle.situation
    known = [known_turn(situation, one.turn, *one.behind) for one in puzzle.turns]
    return judged(situation, turn, known)


def _chosen(connection: Connection, guest: Guest | None, game: str, which: str) -> Puzzle:
    """The puzzle that was asked for.

    Raises:
        PuzzleError: there is none.
    """
    found = find_puzzles(game)
    if which == "daily":
        return found.daily(now() // DAY_MS)
    if which != "next":
        return found.get(which)
    tried, rating = set[str](), PuzzleStanding(game).strength
    if guest:
        tried = puzzles.tried_by(connection, guest.id, game)
        rating = puzzles.standing_of(connection, guest.id, game).strength
    fresh = [one for one in found.puzzles if one.id not in tried] or [*found.puzzles]
    return _near(connection, fresh, rating)


def _near(connection: Connection, fresh: Iterable[Puzzle], rating: float) -> Puzzle:
    """One of the puzzles nearest to a rating; which of them changes with time."""
    by_id = {one.id: one for one in fresh}
    ratings = {one.id: float(one.first_rating) for one in by_id.values()}
    ratings |= puzzles.ratings_of(connection, by_id)
    nearest = sorted(by_id, key=lambda one: (abs(ratings[one] - rating), one))[:CHOICE]
    return by_id[nearest[now() // 1000 % len(nearest)]]


def _stand(connection: Connection, guest: Guest | None, puzzle: Puzzle, game: str) -> _Stand:
    strength = new_puzzle(puzzle.first_rating)
    new = PuzzleRating(puzzle.id, 0, 0, strength.rating, strength.deviation, strength.volatility)
    rating = puzzles.rating_of(connection, puzzle.id, new)
    if guest is None:
        return _Stand(PuzzleStanding(game), rating, is_tried=False)
    is_tried = puzzles.try_of(connection, guest.id, puzzle.id) is not None
    return _Stand(puzzles.standing_of(connection, guest.id, game), rating, is_tried)


def _count(
    connection: Connection, guest: Guest, puzzle: Puzzle, game: str, verdict: JudgedTurn
) -> PuzzleVerdict:
    """Store a first try with both ratings; a puzzle's changes only by people with an account."""
    stand, at = _stand(connection, guest, puzzle, game), now()
    told = {name: getattr(verdict, name) for name in JudgedTurn.__struct_fields__}
    if stand.is_tried:
        figures = (stand.standing.strength, 0.0, stand.rating.strength)
        names = ("rating", "change", "puzzle_rating")
        return PuzzleVerdict(**told, counted=False, **dict(zip(names, figures, strict=True)))
    before, won = stand.standing, verdict.is_right
    away = at - before.last_at if before.last_at else 0
    after = after_try(before.as_strength, stand.rating.as_strength, away, is_right=won)
    person, own = after.person, after.puzzle
    standing = PuzzleStanding(
        game, before.tried + 1, before.solved + won,
        person.rating, person.deviation, person.volatility, at,
    )  # fmt: skip
    rating = PuzzleRating(
        puzzle.id, stand.rating.tried + 1, stand.rating.solved + won,
        own.rating, own.deviation, own.volatility,
    )  # fmt: skip
    one = PuzzleTry(puzzle.id, game, verdict.turn, won, at)
    puzzles.add_try(connection, guest.id, one, standing, rating if guest.role else None)
    return PuzzleVerdict(
        **told,
        counted=True,
        rating=person.rating,
        change=person.rating - before.strength,
        puzzle_rating=own.rating if guest.role else stand.rating.strength,
    )
