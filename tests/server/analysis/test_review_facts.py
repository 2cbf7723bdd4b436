import asyncio

import msgspec
import pytest
from tests.server.analysis.reviewed_parts import decisions, told
from tests.server.analysis.test_reviews import done
from tests.server.doubled import doubled_room

from nardy.analysis.game_review import review
from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.events import Acted
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.formats import position_text
from nardy.games import find_game
from nardy.server.analysis import evaluations
from nardy.server.analysis.review_facts import BombDecision, Reviewed, ReviewedDouble, figures
from nardy.server.analysis.reviews import Job, Reviews
from nardy.server.rooms.room import Room
from nardy.server.turns.view import seat_of


@pytest.fixture(scope="module")
def room() -> Room:
    return doubled_room()


@pytest.fixture(scope="module")
def job(room: Room) -> Job:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    book = Reviews()
    made = book.of(room)
    asyncio.run(done(made))
    book.close()
    assert made.state == "done", made.reason
    return made


def test_every_double_and_answer_is_told_in_its_place(room: Room, job: Job) -> None:
    events = [(n, entry.event) for n, entry in enumerate(room.entries, 1)]
    acts = [(n, event.player, event.act) for n, event in events if isinstance(event, Acted)]
    assert [act for _, _, act in acts] == ["double", "take", "double", "pass"]
    acted = [
        (one.number, one.player, one.act) for one in told(job, ReviewedDouble) if one.act != "roll"
    ]
    assert acted == acts
    numbers = [one.number for one in (*told(job, Reviewed), *told(job, ReviewedDouble))]
    assert len(numbers) == len(set(numbers))


def test_the_board_and_the_cube_are_those_of_the_moment(job: Job) -> None:
    double, take, again, passed = (one for one in told(job, ReviewedDouble) if one.act != "roll")
    assert double.cube is not None
    assert again.cube is not None
    assert (double.cube.value, double.cube.owner) == (1, None)
    assert (again.cube.value, again.cube.owner) == (2, again.player)
    # Who answers sees the same board, with the offer in its text.
    assert (take.white, take.black) == (double.white, double.black)
    assert position_text.loads(take.position).offer == "double"
    assert take.player != double.player
    assert passed.player != again.player
    assert all(sum(one.white) == sum(one.black) == 15 for one in told(job, ReviewedDouble))


def test_in_a_match_three_match_chances_stand_beside_the_points(job: Job) -> None:
    for one in told(job, ReviewedDouble):
        assert one.match_chances is not None
        assert len(one.match_chances) == 3
        assert all(0 <= chance <= 1 for chance in one.match_chances)
        assert 0 <= one.win <= 1
        assert one.loss >= 0


def test_the_summaries_count_all_decisions(job: Job) -> None:
    cubes = {
        seat: sum(one.player == seat for one in told(job, ReviewedDouble))
        for seat in ("white", "black")
    }
    for player in Player:
        seat, summed = seat_of(player), figures(decisions(job), player)
        free = [one for one in told(job, Reviewed) if one.player == seat and not one.is_forced]
        assert summed.decisions == len(free) + cubes[seat]
        lost = sum(one.loss for one in (*free, *told(job, ReviewedDouble)) if one.player == seat)
        assert summed.error_rate == pytest.approx(1000 * lost / summed.decisions)
        assert summed.performance_rating == pytest.approx(500 * lost / summed.decisions)
    assert msgspec.json.encode(told(job, ReviewedDouble))


def test_a_bomb_that_was_kept_is_told_beside_its_turn() -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    start = position_text.loads(
        "nuclear b 16:2,9:1,8:2,6:3,5:2,4:3,3:2 15:2,13:3,6:2,5:2,4:2,3:2,2:2"
    )
    game = Game(start.rules, situation=start)
    game.roll(Roll(2, 1))
    game.play(next(iter(game.legal_turns)))
    job, seen = Job(of=1), list(review(game.events, find_game, NeuralBot(1)))
    for one in seen:
        job.take(one, is_deep=True)
    job.state = "done"
    (kept,), (turn,) = told(job, BombDecision), told(job, Reviewed)
    assert (kept.number, kept.player, kept.act, kept.best) == (2, "black", "keep", "bomb")
    assert kept.loss == pytest.approx(kept.exploded - kept.kept)
    assert kept.grade == "blunder"
    assert (kept.white, kept.black) == (turn.white, turn.black)
    assert position_text.loads(kept.position) == start
    assert figures(decisions(job), Player.BLACK).blunders >= 1
    assert msgspec.json.encode(told(job, BombDecision))
