from pathlib import Path

import pytest
from click.testing import CliRunner

from nardy.cli.serve import command
from nardy.errors import MissingExtraError, NardyError, way_to_install
from nardy.server.store.database.lock import DatabaseLock


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--port", "x"], "the setting 'port'"),
        (["--host", "a b"], "the setting 'host'"),
        (["--settings", "none.toml"], "none.toml"),
        (["--port", "0", "--database", "."], "choose another with --database"),
        (["--host", "192.0.2.1", "--database", "club.db"], "expected an address of this machine"),
    ],
)
def test_what_cannot_be_is_named_before_anything_starts(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = CliRunner().invoke(command, arguments)
    assert isinstance(answer.exception, NardyError)
    assert told in str(answer.exception)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.cli.club_file.find_spec", lambda _: None)
    answer = CliRunner().invoke(command, [])
    assert isinstance(answer.exception, MissingExtraError)
    assert way_to_install("server") in str(answer.exception)


def test_a_kernel_is_compiled_before_the_club_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr("nardy.cli.serve.compile_missing", lambda: done.append("compiled"))
    monkeypatch.setattr("nardy.server.run.run", lambda *_: done.append("open"))
    CliRunner().invoke(command, ["--database", str(tmp_path / "club.db")])
    assert done == ["compiled", "open"]


def test_a_second_club_on_one_database_does_not_begin(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with DatabaseLock(file):
        answer = CliRunner().invoke(command, ["--port", "0", "--database", str(file)])
    assert "stop that one first" in str(answer.exception)
    assert not file.exists()
