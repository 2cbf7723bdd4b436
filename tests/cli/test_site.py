import re
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused

from nardy.errors import way_to_install


def test_it_writes_the_page_and_says_how_large_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    answer = nardy("site", "--out", folder)
    assert answer.status == 0, answer.err
    (line,) = answer.lines
    told = re.fullmatch(rf"{re.escape(str(folder))}: ([\d.]+) MB\. To look at it: (.+)", line)
    assert told
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert float(told[1]) == round(size / 1e6, 1)
    assert told[2] == f"python3 -m http.server -d {folder}"
    assert (folder / "index.html").is_file()


def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sentence = refused("site", "--out", tmp_path / "file" / "below")
    assert sentence.startswith("expected a folder that can be written, got ")
    assert str(tmp_path / "file" / "below") in sentence
    assert sentence.endswith("choose another one")


def test_it_asks_for_a_folder() -> None:
    answer = nardy("site")
    assert answer.status == 2
    assert "--out" in answer.err


def test_without_the_packages_of_the_club_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.cli.club_file.find_spec", lambda _: None)
    assert way_to_install("server") in refused("site", "--out", tmp_path / "public")
    assert not (tmp_path / "public").exists()
