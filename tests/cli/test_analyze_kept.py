from dataclasses import fields, make_dataclass
from pathlib import Path

import pytest
from tests.cli.test_bad_input import MAT

from nardy.analysis.game_review import ReviewedTurn
from nardy.bots.neural import NeuralBot
from nardy.cli.analyze_kept import DAYS, KeptAnalyses, StoppedAnalysis, usual_folder
from nardy.cli.files import read_record
from nardy.cli.inputs import GameChoice
from nardy.formats.record import Record

STOPPED = StoppedAnalysis(((), ()), is_complete=False)


def record_of(text: str) -> Record:
    Path("match.mat").write_text(text, "utf-8")
    return read_record("match.mat", GameChoice(None, None))


def test_what_was_kept_is_found_for_the_same_events_and_bot_alone() -> None:
    kept, record, bot = KeptAnalyses(), record_of(MAT), NeuralBot(0)
    assert kept.load(record, bot) is None
    assert kept.keep(record, bot, STOPPED)
    assert kept.load(record, bot) == STOPPED
    assert kept.folder == usual_folder()
    assert "state" in str(kept.folder), "the tests have a folder of their own"
    assert kept.load(record, NeuralBot(1)) is None
    kept.forget(record, bot)
    assert kept.load(record, bot) is None


def test_what_was_kept_with_a_field_fewer_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, record, bot = KeptAnalyses(), record_of(MAT), NeuralBot(0)
    older = make_dataclass("ReviewedTurn", [one.name for one in fields(ReviewedTurn)[:-1]])
    with monkeypatch.context() as before:
        before.setattr("nardy.cli.analyze_kept.KINDS", (older,), raising=False)
        assert kept.keep(record, bot, STOPPED)
    with monkeypatch.context() as same:
        same.setattr("nardy.cli.analyze_kept.KINDS", (ReviewedTurn,), raising=False)
        assert kept.load(record, bot) is None


def test_a_game_before_the_last_is_whole() -> None:
    assert STOPPED.known == {0: ((), True), 1: ((), False)}
    assert STOPPED._replace(is_complete=True).known[1] == ((), True)


def test_a_damaged_or_closed_folder_keeps_nothing_and_breaks_nothing(tmp_path: Path) -> None:
    record, bot = record_of(MAT), NeuralBot(0)
    kept = KeptAnalyses(tmp_path / "kept")
    kept.keep(record, bot, STOPPED)
    (file,) = kept.folder.iterdir()
    for content in (b"", b"not a pickle", file.read_bytes()[:-3]):
        file.write_bytes(content)
        assert kept.load(record, bot) is None
    (tmp_path / "taken").write_text("a file")
    closed = KeptAnalyses(tmp_path / "taken")
    assert not closed.keep(record, bot, STOPPED)
    closed.forget(record, bot)


def test_what_is_old_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, record, bot = KeptAnalyses(tmp_path / "kept"), record_of(MAT), NeuralBot(0)
    kept.folder.mkdir()
    (kept.folder / "old").write_bytes(b"")
    later = (kept.folder / "old").stat().st_mtime + DAYS * 24 * 3600 + 60
    monkeypatch.setattr("nardy.cli.analyze_kept.time.time", lambda: later)
    kept.keep(record, bot, STOPPED)
    assert "old" not in {file.name for file in kept.folder.iterdir()}
