from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.test_bad_input import MAT

from nardy.analysis.game_review import Decision, review
from nardy.bots.neural import NeuralBot
from nardy.cli.analyze_files import MatchFiles
from nardy.cli.analyze_run import AnalysisRun, Judging
from nardy.cli.inputs import GameChoice

ANY = GameChoice(None, None)


def run_of(*files: str) -> tuple[AnalysisRun, MatchFiles]:
    run, read = AnalysisRun(Judging(NeuralBot(0), None, 0, "en")), MatchFiles(files, ANY)
    run.go(read)
    return run, read


def test_matches_are_numbered_and_a_bad_file_stops_nothing() -> None:
    Path("good.mat").write_text(MAT, "utf-8")
    Path("bad.mat").write_text("no match", "utf-8")
    run, read = run_of("good.mat", "bad.mat", "good.mat")
    assert [match.number for match in run.matches] == [1, 2]
    assert all(match.is_complete and match.decisions for match in run.matches)
    assert not run.is_stopped
    assert len(read.refused) == 1


def test_ctrl_c_keeps_the_matches_and_the_decisions_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("good.mat").write_text(MAT, "utf-8")
    calls: list[int] = []

    def interrupted(*given: object) -> Iterator[Decision]:
        calls.append(1)
        found = review(*given)  # pyright: ignore[reportArgumentType]
        yield next(found)
        if len(calls) == 2:
            raise KeyboardInterrupt
        yield from found

    monkeypatch.setattr("nardy.report.analyzing.review", interrupted)
    run, _ = run_of("good.mat", "good.mat", "good.mat")
    assert run.is_stopped
    first, second = run.matches
    assert first.is_complete
    assert not second.is_complete
    assert second.decisions == first.decisions[:1]
