import errno
import socket
from pathlib import Path

import pytest

from nardy.cli.doctor import surroundings
from nardy.cli.doctor.result import CheckResult, CheckState
from nardy.cli.doctor.surroundings import club, data_folder, space


def of_club(name: str) -> CheckResult:
    return next(one for one in club() if one.name == name)


def test_a_data_folder_is_not_made_to_see_whether_it_can_be(own_folder: Path) -> None:
    found = data_folder()
    assert found.state is CheckState.OK
    assert found.words == f"{own_folder}/data/nardy can be written, and is made when needed"
    assert list(own_folder.iterdir()) == []


def test_a_data_folder_that_cannot_be_written_is_broken(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_folder / "data").touch()
    # Below a file nothing can be made, whoever asks.
    assert data_folder().state is CheckState.BROKEN
    assert data_folder().do == "set XDG_DATA_HOME to a folder of yours"


def test_without_its_packages_the_club_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "version_of", lambda _: None)
    assert list(club()) == []


def test_the_port_is_free_or_taken_perhaps_by_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("litestar")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("NARDY_PORT", str(port))
        taken = of_club("address")
    assert taken.state is CheckState.NOTE
    assert "choose another port" in taken.words
    assert taken.do == "nothing to do if that is your club"
    assert of_club("address").words == f"127.0.0.1:{port} is free"


def test_a_database_is_named_and_not_made(own_folder: Path) -> None:
    pytest.importorskip("litestar")
    assert of_club("database").facts["exists"] is False
    assert list(own_folder.iterdir()) == []


def test_what_cannot_be_reached_is_broken_and_named(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder of another user; tests may run as root, who enters all."""
    pytest.importorskip("litestar")
    exists = Path.exists

    def closed(path: Path) -> bool:
        if own_folder / "data" in path.parents:
            raise PermissionError(errno.EACCES, "Permission denied")
        return exists(path)

    monkeypatch.setattr(Path, "exists", closed)
    for found in (data_folder(), of_club("database")):
        assert found.state is CheckState.BROKEN
        assert f"{own_folder}/data/nardy" in found.words
        assert found.words.endswith("cannot be written: Permission denied")


def test_a_database_that_cannot_be_made_is_broken(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("litestar")
    (own_folder / "file").touch()
    monkeypatch.setenv("NARDY_DATABASE", str(own_folder / "file" / "club.db"))
    assert of_club("database").state is CheckState.BROKEN


def test_a_wrong_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("litestar")
    monkeypatch.setenv("NARDY_PORT", "x")
    assert of_club("settings").state is CheckState.BROKEN


def test_the_space_counts_games_and_club(own_folder: Path) -> None:
    place = own_folder / "data" / "nardy"
    (place / "games").mkdir(parents=True)
    (place / "games" / "a.jsonl").write_bytes(b"x" * 1_500_000)
    (place / "club.db-wal").write_bytes(b"x" * 4_000)
    told = {one.name: one.words for one in space()}
    assert (told["your games"], told["the club"]) == ("1.5 MB", "4.0 kB")
    assert float(told["its packages"].removesuffix(" MB")) > 30


def test_the_space_of_the_club_is_that_of_its_setting(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("litestar")
    (own_folder / "other.db").write_bytes(b"x" * 5_000)
    monkeypatch.setenv("NARDY_DATABASE", str(own_folder / "other.db"))
    assert next(one.words for one in space() if one.name == "the club") == "5.0 kB"
