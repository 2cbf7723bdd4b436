import sqlite3
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.server.dice_audit.test_audit import some_throws

from nardy.cli.audit import likely


def test_a_club_is_audited(tmp_path: Path) -> None:
    rooms = some_throws(tmp_path)
    throws = sum(one.throws for one in rooms)
    told = nardy("audit", "--database", tmp_path / "club.db")
    assert told.status == 0
    assert told.lines[:3] == [
        f"{throws} throws in 4 rooms",
        f"derived again from the seeds: {throws}",
        "the page /dice shows the same counts",
    ]
    assert told.lines[-1].startswith("most throws in a row without a double: ")


def test_the_finding_is_told_as_json(tmp_path: Path) -> None:
    some_throws(tmp_path)
    told = nardy("audit", "--database", tmp_path / "club.db", "--json").data
    assert told["same"] is True
    assert told["derived"] == told["counts"]["throws"]
    assert told["findings"] == []  # of so few throws nothing is said


def test_dice_that_do_not_follow_make_it_fail(tmp_path: Path) -> None:
    some_throws(tmp_path)
    with sqlite3.connect(tmp_path / "club.db") as database:
        database.execute("update room set seed = ? where id = 'r2'", ("00" * 32,))
    told = nardy("audit", "--database", tmp_path / "club.db")
    assert told.status == 1
    assert "does not follow: room r2: throw 1" in told.out


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert "name it with --database" in refused("audit", "--database", tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.5, "50 cases out of 100"),
        (0.0042, "4 cases out of 1000"),
        (1e-4, "1 case out of 10,000"),
        (0, "out of a billion"),
    ],
)
def test_small_chances_are_told_in_numbers_that_people_read(chance: float, said: str) -> None:
    assert said in likely(chance)
