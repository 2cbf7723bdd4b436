from collections.abc import Iterator
from typing import Any

import pytest
from tests.report.read_back import TEXT, small_match

from nardy.analysis import game_review
from nardy.bots.neural import NeuralBot
from nardy.formats import mat
from nardy.report import analyze as analyzing
from nardy.report.analyzing import judged

RECORD = mat.loads(TEXT.format(white="Anna", black="Boris"))


def test_all_mistakes_are_explained_if_none_is_the_limit() -> None:
    found = small_match()
    turns = [one for one in found.mistakes() if hasattr(one.decision, "choices")]
    assert turns
    assert all(found.why(one) for one in turns)
    assert not analyzing(RECORD, judge=NeuralBot(0)).explanations


def test_progress_counts_events_up_to_all_of_them() -> None:
    told: list[int] = []
    found = list(judged(RECORD, NeuralBot(0), told.append))
    assert [one for one, _ in found] == [*RECORD.games]
    assert told == sorted(told)
    assert 0 < told[-1] < len(RECORD.events)


def test_an_interrupted_game_keeps_what_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [decided for _, decided in judged(RECORD, NeuralBot(0))]

    def interrupted(*given: object, **how: object) -> Iterator[game_review.Decision]:
        yield whole[0][0]
        raise KeyboardInterrupt

    monkeypatch.setattr("nardy.report.analyzing.review", interrupted)
    found = judged(RECORD, NeuralBot(0))
    recorded, decided = next(found)
    assert recorded is RECORD.games[0]
    assert decided == whole[0][:1]
    with pytest.raises(KeyboardInterrupt):
        next(found)


def test_what_is_known_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game cut short the last decision is judged again, and all that follow."""
    whole = [decided for _, decided in judged(RECORD, NeuralBot(0))]
    assert len(whole[0]) > 3
    begun: list[object] = []

    def noted(*given: Any, **how: Any) -> Iterator[game_review.Decision]:
        begun.append(how["begin"])
        return game_review.review(*given, **how)

    monkeypatch.setattr("nardy.report.analyzing.review", noted)
    for cut in (1, 3):
        known = {0: (whole[0][:cut], False)}
        assert [decided for _, decided in judged(RECORD, NeuralBot(0), known=known)] == whole
        assert begun.pop(0) == whole[0][cut - 1].event
        begun.clear()
    known = {0: (whole[0], True)}
    assert [decided for _, decided in judged(RECORD, NeuralBot(0), known=known)] == whole
    assert len(begun) == len(RECORD.games) - 1
