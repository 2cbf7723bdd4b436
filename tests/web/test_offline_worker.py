"""The worker of games without the club: what it keeps when storage fails, or when two tabs play one game."""

from pathlib import Path
from typing import Any

import pytest
from tests.core.test_field_checks import REFUSED
from tests.web import lessons
from tests.web.node import told_by
from tests.web.test_club_review import TEXTS, asked_about, events_of

from nardy.errors import NardyError
from nardy.formats.position_text import loads
from nardy.server.web.engine_files import playable, tables

START = "24:2,13:5,8:3,6:5"
POSITIONS = (
    f"backgammon w {START} {START}",
    f"backgammon b {START} {START} dice=31",
    f"backgammon,cube_play=off w {START} {START}",
    f"backgammon,jacoby=off w {START} {START}",
    f"backgammon,jacoby=maybe w {START} {START}",
    f"backgammon@nothing w {START} {START}",
    f"tavla,jacoby=off w {START} {START}",
    f"checkers w {START} {START}",
    f"constructor w {START} {START}",
    f"backgammon x {START} {START}",
    f"backgammon w {START}",
    "backgammon w - 1:1",
    "backgammon w off:15 1:1",
    "backgammon w off:14 1:1",
    "backgammon w off:2,1:1 1:1",
    "backgammon w 1:1,off:14 2:1",
    "backgammon w 1:1,off:13 2:1",
    "backgammon w 13:5,13:5 1:1",
    "backgammon w 6:5,13:5 1:1",
    "backgammon w 25:1 1:1",
    "backgammon w 26:1 1:1",
    "backgammon w 0:1 1:1",
    "backgammon w 06:1 1:1",
    "backgammon w 6:0 1:1",
    "backgammon w 6:01 1:1",
    "backgammon w 6:16 1:1",
    "backgammon w 6:8,5:8 1:1",
    "backgammon w 6:9999 1:1",
    "backgammon w bar:2,6:5 1:1",
    "backgammon w bar:p 1:1",
    "backgammon w 6:5, 1:1",
    "backgammon w 6 1:1",
    "backgammon w 24:1 1:1",
    "backgammon w 24:p 1:1",
    "plakoto w 24:1 1:1",
    "plakoto w 24:p,10:14 1:2,2:13",
    "plakoto w 24:p,10:14 2:15",
    "plakoto w 24:p,10:14 1:p,2:14",
    "plakoto w 10:14,24:p 1:2,2:13",
    "plakoto w off:p 1:2",
    "plakoto w bar:1 1:2",
    "long-nardy w 24:15 24:15",
    "long-nardy w 24:15 12:15",
    "long-nardy w 24:15 1:15",
    "long-nardy w bar:1,24:14 24:15",
    "maghribiyya w 24:15 1:15",
    "maghribiyya w 24:15 12:15",
    "hypergammon w 24:1,23:1,22:1 24:1,23:1,22:1",
    "hypergammon w 24:1,23:1,22:2 24:1",
    f"backgammon w {START} {START} dice=07",
    f"backgammon w {START} {START} dice=3",
    f"backgammon w {START} {START} dice=",
    f"backgammon w {START} {START} dice",
    f"backgammon w {START} {START} dice=31 dice=31",
    f"backgammon w {START} {START} dice=31 cube=2",
    f"backgammon w {START} {START} cube=2 dice=31",
    f"backgammon w {START} {START} cube=2w",
    f"backgammon w {START} {START} cube=3",
    f"backgammon w {START} {START} cube=1w",
    f"backgammon w {START} {START} cube=",
    f"backgammon,cube_play=off w {START} {START} cube=2",
    f"backgammon,cube_play=off w {START} {START} cube=1",
    f"tavla w {START} {START} cube=2",
    f"backgammon w {START} {START} offer=double",
    f"backgammon w {START} {START} offer=tea",
    f"backgammon w {START} {START} cube=2w offer=double",
    f"backgammon w {START} {START} cube=2b offer=double",
    f"backgammon w {START} {START} dice=31 offer=double",
    f"backgammon w {START} {START} offer=gammon",
    f"tavla w {START} {START} offer=backgammon",
    f"tavla w {START} {START} offer=double",
    f"backgammon w {START} {START} match=7:3-4",
    f"backgammon w {START} {START} match=7:7-4",
    f"backgammon w {START} {START} match=7",
    f"backgammon w {START} {START} match=7:6-4 crawford",
    f"backgammon w {START} {START} cube={2**40}w",
    f"backgammon w {START} {START} cube={2**41}w",
    f"backgammon w {START} {START} opening cube=1",
    f"backgammon,auto_doubles=1 w {START} {START} opening cube=2",
    f"backgammon,cube_cap=4 w {START} {START} cube=4w",
    *(text for text, _ in REFUSED if "result=" not in text),
    f"backgammon w {START} {START} match=7:6-4 crawford=1",
    f"backgammon w {START} {START} match=7:5-4 crawford",
    f"backgammon w {START} {START} crawford",
    f"backgammon w {START} {START} cube=2 match=7:6-4 crawford",
    f"backgammon w {START} {START} colour=red",
    f"backgammon w {START} {START} toString=1",
    f"backgammon w {START} {START} hello",
    f"backgammon w {START} {START} opening",
    f"backgammon b {START} {START} opening",
    f"backgammon w {START} {START} opening dice=31",
    f"backgammon w {START} {START} opening=1",
    f"backgammon w {START} {START} first=b",
    f"backgammon w {START} {START} first=c",
    f"backgammon w {START} {START} bomb=w",
    f"backgammon w {START} {START} left=11",
    f"backgammon w {START} {START} turns=1-1",
    f"backgammon w {START} {START} last",
    f"nuclear w {START} {START} bomb=w",
    f"nuclear w {START} {START} bomb=x",
    f"nuclear w {START} {START} bomb",
    f"nuclear,cube_play=off b {START} {START} dice=31 bomb=w",
    f"nuclear w {START} {START} bomb=w dice=31",
    "gul-bara w 24:15 24:15 turns=0-0",
    "gul-bara w 24:15 24:15 turns=3-17",
    "gul-bara w 24:15 24:15 turns=3",
    "gul-bara w 24:15 24:15 left=11",
    "mad-gulbar w 24:15 24:15 left=566",
    "mad-gulbar w 24:15 24:15 left=",
    "mad-gulbar w 24:15 24:15 left=07",
    "mad-gulbar w 24:15 24:15 dice=31 left=5",
    "mad-gulbar w 24:15 24:15 turns=0-0",
    "mad-gulbar w 24:15 24:15 opening left=5",
    "gioul b 24:15 24:15 left=1112",
    *(f"{rules.published.id} w {'24:' + str(rules.checkers)} -" for rules in playable()),
)
OF_THE_CLUB = (
    f"backgammon w {START} {START} result=w1",
    "long-nardy@draw w 24:15 24:15",
)
"""Positions that the club reads and this browser refuses: it says that they need the club."""
LESSONS = [text for text in lessons.POSITIONS if text.split()[0] in tables()["games"]]


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What happened in each talk."""
    asked = {
        "review": asked_about(TEXTS["hypergammon"], events_of("hypergammon")),
        "positions": [*POSITIONS, *OF_THE_CLUB, *LESSONS],
        "valued": [
            f"backgammon w {START} {START} dice=31",
            *(f"backgammon w {START} {START} {more}" for more in ("cube=2", "match=7:3-4")),
            "backgammon w 24:1 1:1",
        ],
    }
    found = told_by("offline_worker.mjs", laid_out, tmp_path_factory.mktemp("worker"), asked)
    assert isinstance(found, dict)
    return found


# ------------------------------------------------------------------------------------- storage


@pytest.mark.parametrize("how", ["put", "commit", "throw"])
def test_an_act_that_cannot_be_kept_is_not_shown(told: dict[str, Any], how: str) -> None:
    failed, (version, kept) = told["failures"][how], told["failures"]["before"]
    assert failed["code"] == "storage"
    assert failed["error"] in ("the disk is full", "no more room", "no transaction")
    assert failed["told"] == []
    assert (failed["version"], failed["kept"]) == (version, kept)


def test_after_a_failure_the_worker_goes_on(told: dict[str, Any]) -> None:
    after = told["failures"]["after"]
    assert after["told"] == ["done"]
    assert after["version"] == after["kept"] > told["failures"]["before"][0]


def test_a_browser_without_storage_plays_on_and_says_so_once(told: dict[str, Any]) -> None:
    found = told["nothing is kept"]
    assert (found["first"], found["second"]) == ("unkept", None)
    assert found["told"] == ["done"]
    assert found["listed"] == 1
    assert found["after"] == 1, "storage is tried again"


def test_a_database_that_another_tab_upgrades_is_left_and_opened_anew(
    told: dict[str, Any],
) -> None:
    found = told["another tab upgrades"]
    assert found["isClosed"]
    assert found["error"] is None
    assert found["versions"][0] == found["versions"][1]


def test_a_game_is_kept_only_if_it_can_be_opened(told: dict[str, Any]) -> None:
    assert told["no network"] == {"code": "network", "stored": 0, "after": 1}


def test_a_game_that_cannot_be_replayed_says_so_and_stops_nothing(told: dict[str, Any]) -> None:
    assert told["a broken game"] == {"code": "game", "next": None}


def test_only_a_game_with_a_cube_comes_back_with_its_rules(told: dict[str, Any]) -> None:
    assert told["put back"] == [None, "backgammon", None]


def test_a_page_that_was_left_stops_no_review_of_a_newer_page(told: dict[str, Any]) -> None:
    assert told["a review opened again"] == "done"


# -------------------------------------------------------------------------------- two tabs


def test_a_tab_that_is_behind_changes_nothing_and_is_shown_the_game(told: dict[str, Any]) -> None:
    found = told["two tabs"]
    assert found["told"] == [["refused", "stale"]]
    assert found["error"] is None
    assert found["isSame"]
    assert found["versions"][0] == found["versions"][1]
    assert found["numbers"] == [*range(1, len(found["numbers"]) + 1)]


def test_a_game_that_another_tab_removed_does_not_come_back(told: dict[str, Any]) -> None:
    found = told["two tabs"]
    assert (found["removed"], found["listed"]) == ("no-room", [])


def test_of_two_acts_at_once_one_is_kept(told: dict[str, Any]) -> None:
    found = told["both at once"]
    assert found["errors"] == [None, None]
    assert found["told"] == ["done", "refused"]
    assert found["numbers"] == [*range(1, len(found["numbers"]) + 1)]
    assert max(found["versions"]) == len(found["numbers"])


# ------------------------------------------------------------------------------- positions


def refused_by_the_club(text: str) -> bool:
    try:
        loads(text)
    except NardyError:
        return True
    return False


@pytest.mark.parametrize("text", POSITIONS)
def test_a_position_is_refused_where_the_club_refuses_it(told: dict[str, Any], text: str) -> None:
    said = told["positions"]["read"][POSITIONS.index(text)]
    assert (said is not None) == refused_by_the_club(text), said
    assert said is None or said.startswith(
        ("expected", "both", "White", "Black", "no", "the", "there")
    )


@pytest.mark.parametrize("text", OF_THE_CLUB)
def test_a_position_that_needs_the_club_is_refused_with_that_reason(
    told: dict[str, Any], text: str
) -> None:
    assert not refused_by_the_club(text)
    assert "the club" in told["positions"]["read"][len(POSITIONS) + OF_THE_CLUB.index(text)]


def test_all_positions_of_lessons_are_read(told: dict[str, Any]) -> None:
    assert len(LESSONS) > 10
    said = told["positions"]["read"][len(POSITIONS) + len(OF_THE_CLUB) :]
    assert dict(zip(LESSONS, said, strict=True)) == dict.fromkeys(LESSONS)


def test_a_position_with_a_cube_or_a_match_is_valued(told: dict[str, Any]) -> None:
    plain, cube, match, illegal = told["positions"]["valued"]
    assert plain is cube is match is None
    assert "both players" in illegal
