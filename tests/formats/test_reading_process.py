"""The process that reads binary files."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.formats.played import played_match
from tests.formats.xg import made

from nardy.errors import NotationError
from nardy.formats import limited
from nardy.formats.xg import FORMAT, extract

MATCH = played_match("backgammon", 1, 1, most_games=1)
PROGRAM = Path(limited.__file__).read_text(encoding="utf-8")


def replaced(monkeypatch: pytest.MonkeyPatch, folder: Path, program: str) -> None:
    """Another program in place of the one with limits."""
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    monkeypatch.setattr(limited, "__file__", str(path))


def test_what_the_process_finds_is_what_the_reader_finds() -> None:
    data = made.file_of(MATCH)
    assert FORMAT.extracted(data) == extract.extract(data)


def test_damage_is_named_with_a_way_out() -> None:
    with pytest.raises(
        NotationError, match=r"expected an .xg file: the letters RGMH .*; do open it"
    ):
        FORMAT.extracted(b"hello")
    with pytest.raises(NotationError, match=r"an .xg file of at most"):
        FORMAT.extracted(bytes(extract.MOST_BYTES + 1))


def test_a_process_that_takes_too_long_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replaced(monkeypatch, tmp_path, "while True: pass")
    monkeypatch.setattr(limited, "MOST_SECONDS", 0.2)
    with pytest.raises(NotationError, match="more time than a match needs; do open"):
        FORMAT.extracted(b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("bytearray(2 * MOST_MEMORY)", "more time or memory than a match needs"),
        ("import os; os.kill(os.getpid(), 24)", "more time or memory than a match needs"),
        ("open('x', 'wb', 0).write(b'x')", "got a damaged one; do open"),
        ("sys.exit(3)", "got a damaged one; do open"),
    ],
)
def test_a_process_that_takes_too_much_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, act: str, sentence: str
) -> None:
    program = PROGRAM.replace("    limit_resources()\n", f"    limit_resources()\n    {act}\n")
    replaced(monkeypatch, tmp_path, program)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotationError, match=sentence):
        FORMAT.extracted(made.file_of(MATCH))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_the_system_ends_a_process_that_computes_for_too_long(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A second is the least that can be set.
    program = PROGRAM.replace(f"MOST_SECONDS = {limited.MOST_SECONDS}", "MOST_SECONDS = 1")
    limit = "    limit_resources()\n"
    replaced(monkeypatch, tmp_path, program.replace(limit, f"{limit}    while True: pass\n"))
    with pytest.raises(NotationError, match="more time or memory than a match needs"):
        FORMAT.extracted(made.file_of(MATCH))


def test_a_reader_that_fails_is_refused(tmp_path: Path) -> None:
    reader = tmp_path / "reader.py"
    reader.write_text("MOST_BYTES, DAMAGE = 9, KeyError\ndef extract(data): 1 / 0\n", "utf-8")
    with pytest.raises(NotationError, match="got a damaged one"):
        replace(FORMAT, reader=reader).extracted(b"")
