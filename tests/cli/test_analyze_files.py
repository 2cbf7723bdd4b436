import io
from pathlib import Path

import pytest
from tests.cli.test_bad_input import MAT

from nardy.cli.analyze_files import MatchFiles, files_of, unwritable
from nardy.cli.inputs import GameChoice
from nardy.errors import NardyError, NotationError

ANY = GameChoice(None, None)


def test_folders_are_read_at_any_depth_without_hidden_files() -> None:
    for name in ("b.mat", "a/c.txt", "a/b/d", ".hidden", ".git/e.mat"):
        path = Path("matches", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MAT, "utf-8")
    inside = [str(Path("matches", name)) for name in ("a/b/d", "a/c.txt", "b.mat")]
    assert [files_of(file) for file in ("x.mat", "matches", "-")] == [["x.mat"], inside, ["-"]]
    assert [named.name for named in MatchFiles(("matches",), ANY).read()] == inside


def test_an_empty_folder_alone_is_an_error_and_among_others_is_kept_apart() -> None:
    Path("empty").mkdir()
    with pytest.raises(NotationError, match="expected matches in empty"):
        list(MatchFiles(("empty",), ANY).read())
    for name in ("a.mat", "b.mat"):
        Path(name).write_text(MAT, "utf-8")
    files = MatchFiles(("a.mat", "empty", "b.mat"), ANY)
    assert [named.name for named in files.read()] == ["a.mat", "b.mat"]
    assert files.refused == ["empty: expected matches in empty, got an empty folder; name another"]


def test_a_file_that_is_named_twice_is_read_once_under_its_first_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("folder").mkdir()
    for name in ("b.mat", "folder/a.mat", "folder/c.mat"):
        Path(name).write_text(MAT, "utf-8")
    Path("-").write_text(MAT, "utf-8")
    Path("link.mat").symlink_to("b.mat")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(MAT.encode())))
    inside = [str(Path("folder", name)) for name in ("c.mat", "a.mat")]
    again = ("./b.mat", "-", "folder", "link.mat", str(Path.cwd() / "b.mat"))
    files = MatchFiles(("-", "./-", "b.mat", inside[0], *again), ANY)
    assert [named.name for named in files.read()] == ["-", "./-", "b.mat", *inside]
    assert files.refused == []


def test_a_bad_file_or_empty_folder_that_is_named_twice_is_refused_once() -> None:
    Path("bad.mat").write_text("no match", "utf-8")
    Path("empty").mkdir()
    files = MatchFiles(("bad.mat", "empty", "./bad.mat", "./empty"), ANY)
    assert list(files.read()) == []
    assert [sentence.split(":")[0] for sentence in files.refused] == ["bad.mat", "empty"]


def test_a_bad_file_among_others_is_kept_apart_and_alone_it_is_an_error() -> None:
    Path("good.mat").write_text(MAT, "utf-8")
    Path("bad.mat").write_bytes(b"\x00\xff" * 50)
    files = MatchFiles(("bad.mat", "good.mat", "none.mat"), ANY)
    assert [named.name for named in files.read()] == ["good.mat"]
    assert [sentence.split(":")[0] for sentence in files.refused] == ["bad.mat", "none.mat"]
    alone = MatchFiles(("bad.mat",), ANY)
    assert alone.is_alone
    with pytest.raises(NardyError):
        list(alone.read())


def test_what_cannot_be_written_is_named() -> None:
    assert "x.html: no space; name another file" in str(unwritable(Path("x.html"), "no space"))
