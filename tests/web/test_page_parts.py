"""Parts of the page that go wrong in rare moments, in node and without a browser."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.web.node import node, written_page

EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
SCRIPT = Path(__file__).parent / "page_parts.mjs"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's modules and words, as they are written."""
    return written_page(tmp_path_factory.mktemp("page"))


def without(folder: Path, beside: Path, *names: str) -> Path:
    """The same modules, of which these do nothing."""
    shutil.copytree(folder, beside)
    for name in names:
        functions = EXPORTED.findall((folder / "js" / name).read_text("utf-8"))
        text = "".join(f"export const {one} = () => {{}};\n" for one in functions)
        (beside / "js" / name).write_text(text, "utf-8")
    return beside


def told(folder: Path, part: str) -> Any:
    """The answer of a part. A limit ends an endless loop before it takes all memory."""
    run = [node(), "--max-old-space-size=256", str(SCRIPT), str(folder), part]
    answer = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 0, answer.stderr[-500:]
    return json.loads(answer.stdout)


def places(counts: list[int]) -> dict[int, int]:
    return {place: count for place, count in enumerate(counts) if count}


def test_an_answer_from_the_bar_is_shown_after_the_own_turn_of_the_same_update(
    folder: Path,
) -> None:
    now = told(folder, "own_turn")
    first, last = now["shown"][0], now["drawn"]
    # White's turn stands, and is not shown again; Black enters, and hits.
    assert places(first["theirs"]) == places(last["theirs"]) == {6: 1, 20: 1}
    assert places(first["mine"]) == places(last["mine"]) == {8: 1, 25: 1}
    assert not now["telling"]


def test_the_next_game_and_its_first_turn_may_come_at_once(folder: Path) -> None:
    now = told(folder, "next_game")
    # No move is drawn by the checkers of the game before.
    assert all(min(counts) >= 0 for one in now["shown"] for counts in one.values())
    assert places(now["drawn"]["mine"]) == {24: 2}
    assert places(now["drawn"]["theirs"]) == {18: 1, 24: 1}
    assert not now["telling"]


def test_a_count_below_nothing_is_drawn_in_the_end(folder: Path) -> None:
    assert told(folder, "less_than_nothing") == [[6, 2]]


def test_the_next_game_ends_the_last_one_whose_card_was_closed(
    folder: Path, tmp_path: Path
) -> None:
    quiet = ("game/layout/board_scene.js", "game/layout/frame.js", "game/actions/pending.js")
    now = told(without(folder, tmp_path / "page", *quiet), "closed_card")
    # The board is bright, and Undo and Resign are laid again.
    assert now == {"isOver": False, "dimmed": False, "laid": 1, "ended": ""}


def test_a_complete_turn_is_sent_once_also_if_the_page_is_laid_anew(folder: Path) -> None:
    assert told(folder, "laid_anew") == {"sent": 1}


def test_a_rematch_is_told_everywhere_but_in_its_own_open_room(folder: Path) -> None:
    cards = told(folder, "rematch_notices")
    assert cards == {"/play/one": 0, "/review/one": 1, "/play/two": 1, "/": 1}


def test_an_update_that_cannot_be_shown_counts_and_keeps_no_later_one_back(folder: Path) -> None:
    now = told(folder, "not_shown")
    assert now["errors"] == ["no module"]
    assert (now["telling"], now["version"]) == (False, 2)
    assert places(now["drawn"]) == {4: 1, 6: 1}
    assert places(now["later"]) == {3: 1, 6: 1}


def test_dice_are_thrown_also_where_the_browser_keeps_nothing(folder: Path) -> None:
    assert told(folder, "blocked_storage") == [
        {"type": "act", "room": "room", "version": 0, "act": "roll", "link": ""},
        {"type": "commit", "room": "room", "tip": ""},
    ]


def test_a_made_up_name_is_not_proposed_for_an_account(folder: Path) -> None:
    assert told(folder, "made_up_names") == [
        ["Guest 4711", True],
        ["Гость 4711", True],
        ["Guest", False],
        ["Guest 1 of 2", False],
    ]


def test_a_secret_is_said_to_be_copied_only_if_it_was(folder: Path) -> None:
    assert told(folder, "copied_secrets") == [
        ["friend.copied", True],
        ["account.copy.selected", True],
        ["account.copy.selected", True],
    ]


def test_a_seat_that_cannot_be_taken_says_why(folder: Path) -> None:
    now = told(folder, "taken_seat")
    assert not now["went"]
    assert "Somebody sits there." in now["texts"]


def test_a_seat_that_cannot_be_taken_says_why_also_without_the_words_of_its_sheet(
    folder: Path,
) -> None:
    now = told(folder, "seat_without_club")
    assert not now["isTaken"]
    assert "The club is away." in now["texts"]


def test_where_nothing_larger_is_left_to_resign_the_sheet_says_so(folder: Path) -> None:
    assert told(folder, "resign_sheet") == [["resign.which"], ["resign.none"]]


def test_a_sheet_that_is_closed_while_rules_are_loaded_begins_no_game(
    folder: Path, tmp_path: Path
) -> None:
    beside = without(folder, tmp_path / "page")
    names = "gameChoice lengthPicker sessionChoice isSession clockPicker rulesChoice seats"
    text = "".join(f"export const {name} = () => null;\n" for name in names.split())
    text += "export const rulesLoaded = () => globalThis.rules;\n"
    (beside / "js/new_game/term_choices.js").write_text(text, "utf-8")
    assert told(beside, "start_and_close") == [[False, []], [True, ["/play/r"]]]


def test_tabs_do_not_change_each_others_settings_back(folder: Path) -> None:
    texts = {"tapa": "tapa,a=b", "fevga": "fevga,c=d"}
    before = {"board": "felt", "sound": "off", "texts": texts, "taps": "two", "home": "right"}
    # What a full storage did not take is kept with the next change.
    after = {**before, "board": "wood", "taps": "one", "home": "left"}
    assert told(folder, "two_tabs") == [before, after]


def test_a_clock_of_ones_own_that_cannot_be_is_told(folder: Path) -> None:
    wrong = "clock.own.wrong"
    assert told(folder, "own_clock") == {"told": [wrong, wrong, ""], "clocks": ["720+8"]}


def test_only_a_press_that_begins_beside_a_sheet_closes_it_and_none_closes_a_secret(
    folder: Path,
) -> None:
    assert told(folder, "backdrop") == [False, True, True]


def test_a_digit_begins_anew_where_two_name_no_place_and_after_an_arrow_or_an_update(
    folder: Path,
) -> None:
    assert told(folder, "typed_digits") == [18, 5, 2, 2]


def test_choosing_undoing_swapping_and_flipping_by_keys_is_heard(folder: Path) -> None:
    assert told(folder, "heard_keys") == [
        "8 can move to 5, 7.",
        "Deselected.",
        "1 is played first, then 3.",
        "Move undone.",
        "Board flipped. At the bottom: black.",
    ]


def test_an_evaluation_of_an_earlier_position_is_dropped_and_a_new_one_can_be_asked_for(
    folder: Path,
) -> None:
    assert told(folder, "late_evaluation") == {"asked": ["a", "b"], "shown": [2, 2, 3]}


def test_a_search_that_ended_by_itself_searches_again_on_other_terms(folder: Path) -> None:
    assert told(folder, "search_again") == [[False, [1]], [True, [3]]]


def test_a_review_is_asked_for_again_where_an_answer_is_lost(folder: Path) -> None:
    lost, refused, tries = told(folder, "lost_review")
    assert lost == ["unable", "unable", "done"]
    assert refused == ["unable"]
    assert tries == 8, "a fault of the page itself does not pass"


def test_a_board_to_wait_at_that_comes_too_late_is_not_gone_to(folder: Path) -> None:
    assert told(folder, "found_before_board") == ["/play/found"]


def test_no_loss_is_told_of_a_turn_that_only_seems_better(folder: Path) -> None:
    assert told(folder, "losses") == [0, None, 0.25]


def test_a_review_stops_where_its_page_is_left(folder: Path) -> None:
    assert told(folder, "left_review") == [["stop", "r", 7]]


def test_quarters_of_tie_breaks_are_shown_as_quarters(folder: Path) -> None:
    assert told(folder, "points") == ["0", "¼", "½", "¾", "1", "2½", "6¾"]


def test_the_rule_for_who_does_not_come_is_told_where_it_holds(folder: Path) -> None:
    first, out = "cup.absent ", "cup.absent.out "
    assert told(folder, "absences") == [[first, first, ""], [out, out, ""]]
