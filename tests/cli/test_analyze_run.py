from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_bad_input import MAT

from nardy.analysis.game_review import Decision, review
from nardy.bots.neural import NeuralBot
from nardy.cli.analyze_files import MatchFiles
from nardy.cli.analyze_kept import KeptAnalyses, StoppedAnalysis
from nardy.cli.analyze_run import AnalysisRun, Judging
from nardy.cli.files import read_record
from nardy.cli.inputs import GameChoice
from nardy.compute.local import Threads
from nardy.core.match import Match
from nardy.formats import match_json
from nardy.games import ROTATIONS

ANY = GameChoice(None, None)


def run_of(*files: str) -> tuple[AnalysisRun, MatchFiles]:
    run, read = AnalysisRun(Judging(NeuralBot(0), None, 0, "en")), MatchFiles(files, ANY)
    run.go(read)
    return run, read


def test_matches_are_numbered_and_a_bad_file_stops_nothing() -> None:
    for name in ("good.mat", "other.mat"):
        Path(name).write_text(MAT, "utf-8")
    Path("bad.mat").write_text("no match", "utf-8")
    run, read = run_of("good.mat", "bad.mat", "other.mat")
    assert [match.number for match in run.matches] == [1, 2]
    assert all(match.is_complete and match.decisions for match in run.matches)
    assert not run.is_stopped
    assert len(read.refused) == 1


def test_workers_review_every_game_of_a_rotation_by_its_own_network() -> None:
    match = Match(ROTATIONS["tavli"], 7, seed=3)
    for _ in range(3):
        for _ in range(4):
            match.game.roll()
            match.game.play(next(iter(match.game.legal_turns)))
        match.game.resign("single")
        match.game.agree()
        match.next_game()
    Path("tavli.json").write_text(match_json.dumps(match), "utf-8")
    alone, _ = run_of("tavli.json")
    read = MatchFiles(("tavli.json",), ANY)
    with closing(Threads(1)) as workers:
        shared = AnalysisRun(Judging(NeuralBot(0), workers, 0, "en"))
        shared.go(read)
    assert not read.refused
    assert shared.matches[0].decisions == alone.matches[0].decisions


def test_ctrl_c_keeps_the_matches_and_the_decisions_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("first.mat", "second.mat", "third.mat")
    for name in names:
        Path(name).write_text(MAT, "utf-8")
    calls: list[int] = []

    def interrupted(*given: Any, **how: Any) -> Iterator[Decision]:
        calls.append(1)
        found = review(*given, **how)
        yield next(found)
        if len(calls) == 2:
            raise KeyboardInterrupt
        yield from found

    monkeypatch.setattr("nardy.report.analyzing.review", interrupted)
    run, _ = run_of(*names)
    assert run.is_stopped
    first, second = run.matches
    assert first.is_complete
    assert not second.is_complete
    assert second.decisions == first.decisions[:1]
    assert run.is_kept


def test_the_next_try_goes_on_where_the_last_was_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("good.mat").write_text(MAT, "utf-8")
    whole = run_of("good.mat")[0].matches[0]
    begun: list[int] = []

    def stopped_at(count: int) -> None:
        def some(*given: Any, **how: Any) -> Iterator[Decision]:
            begun.append(how["begin"])
            for number, one in enumerate(review(*given, **how)):
                if number == count:
                    raise KeyboardInterrupt
                yield one

        monkeypatch.setattr("nardy.report.analyzing.review", some)

    stopped_at(2)
    run, _ = run_of("good.mat")
    assert run.is_stopped
    stopped_at(1000)
    again, _ = run_of("good.mat")
    assert begun == [0, whole.decisions[1].decision.event]
    assert again.matches[0].decisions == whole.decisions
    assert "good.mat: an earlier try had valued 2 decisions" in capsys.readouterr().err
    # All is done: nothing is kept any more, and the next try begins anew.
    run_of("good.mat")
    assert begun[-1] == 0


def test_a_changed_file_and_another_bot_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("good.mat").write_text(MAT, "utf-8")
    record = read_record("good.mat", ANY)
    kept, bot = KeptAnalyses(Path("kept")), NeuralBot(0)
    stopped = StoppedAnalysis((tuple(review(record, bot=bot))[:2],), is_complete=False)
    assert kept.load(record, bot) is None
    assert kept.keep(record, bot, stopped)
    assert kept.load(record, bot) == stopped
    assert kept.load(record, NeuralBot(1)) is None
    monkeypatch.setattr("nardy.cli.analyze_kept.__version__", "0.0.0")
    assert kept.load(record, bot) is None
