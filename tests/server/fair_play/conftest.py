"""The club of the tests of every request: a protected game in each situation, and an engine without thought."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.labels.test_opening_book import BOOK
from tests.server.crowd import crowd
from tests.server.fair_play.protected_hall import GAME, PROTECTED, Engine, Hall

from nardy.analysis.game_review import ReviewedTurn
from nardy.core.events import Played
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.server.analysis import (
    browser_reviews,
    evaluations,
    explanations,
    puzzles,
    reviews,
    rollouts,
)
from nardy.server.analysis import own_mistakes as mistakes
from nardy.server.analysis.browser_reviews import TurnPlayed
from nardy.server.analysis.own_mistakes import MistakeVerdict
from nardy.server.analysis.puzzle_answers import JudgedTurn
from nardy.server.analysis.uploaded_reviews import UploadedReviews
from nardy.server.bots import advisor
from nardy.server.bots.runner import BotRunner

QUICK = {"people, a program", "people, no clock", "tournament, a bot"}
SITUATIONS = [
    one if one in QUICK else pytest.param(one, marks=pytest.mark.thorough) for one in PROTECTED
]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine([])
    monkeypatch.setattr(evaluations, "require_engine", lambda: None)
    monkeypatch.setattr(evaluations, "evaluate", engine.evaluate)
    monkeypatch.setattr(explanations, "require_engine", lambda: None)
    monkeypatch.setattr(rollouts, "require_engine", lambda: None)
    monkeypatch.setattr(rollouts, "turns_to_roll_out", lambda *_: [])
    monkeypatch.setattr(rollouts, "doubler_of", lambda situation: situation)
    monkeypatch.setattr(rollouts, "_work", engine.roll_out)
    monkeypatch.setattr(explanations, "explained", engine.explained)
    monkeypatch.setattr(advisor, "is_available", lambda: True)
    monkeypatch.setattr(advisor, "_hint", engine.hint)
    monkeypatch.setattr(advisor, "_evaluate", engine.judge)
    monkeypatch.setattr(advisor, "warning", engine.warn)
    # Who plays is up to these tests: no bot moves meanwhile.
    monkeypatch.setattr(BotRunner, "start_bots", lambda *_: None)
    return engine


async def again(_: object, __: object, ___: object, verdict: JudgedTurn) -> MistakeVerdict:
    """A mistake whose card is of no interest."""
    told = {name: getattr(verdict, name) for name in JudgedTurn.__struct_fields__}
    return MistakeVerdict(**told, again=0, due=0)


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opening book of the game that is played."""
    monkeypatch.setattr("nardy.labels.opening_book.books", lambda: {GAME: BOOK})


@pytest.fixture(params=SITUATIONS)
def hall(
    request: pytest.FixtureRequest, tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    with crowd(tmp_path, rated_same_place="on") as people:
        hall = Hall(people, engine, request.param)

        def looked_at(job: reviews.Job, *_: object) -> Iterator[int]:
            """A review of two turns, the second at the board of the protected game."""
            now = hall.room.situation
            start = replace(now, position=now.rules.start)
            for number, before in enumerate((start, now), 1):
                white = before.to_act
                one = ReviewedTurn(number, white, before, "", (), 0, 0.1, None, None, None, False)
                job.take(one, is_deep=True)
                yield 1
            job.state = "done"

        def played(*_: object) -> list[TurnPlayed]:
            """The same two turns for a browser."""
            now = hall.room.situation
            start = replace(now, position=now.rules.start)
            event = Played(Player.WHITE, "", ())
            return [
                TurnPlayed(number, one, event, None) for number, one in enumerate((start, now), 1)
            ]

        def judged(situation: Situation, *_: object) -> JudgedTurn:
            engine.think(situation)
            return JudgedTurn(True, "", 0.0, None, [], {}, {})

        monkeypatch.setattr(puzzles, "judged", judged)
        monkeypatch.setattr(mistakes, "judged", judged)
        monkeypatch.setattr(mistakes, "_again", again)
        monkeypatch.setattr(reviews, "_work", looked_at)
        monkeypatch.setattr(UploadedReviews, "known", lambda _, match: hall.uploads.get(match))
        monkeypatch.setattr(browser_reviews, "turns_of", played)
        yield hall
