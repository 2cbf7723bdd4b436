"""Parts of the page whose answers are late, refused or lost, in node and without a browser."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.web.node import node, written_page

SCRIPT = Path(__file__).parent / "page_answers.mjs"
FREE_BOARD = """\
export class FreeBoard {
  moves = [];
  text = "8/5";
  box = document.createElement("div");
  lay() {}
}
"""
"""A board without checkers, on which a turn is made."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written_page(tmp_path_factory.mktemp("page"))


def told(folder: Path, part: str) -> Any:
    """The answer of a part."""
    run = [node(), "--max-old-space-size=256", str(SCRIPT), str(folder), part]
    answer = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 0, answer.stderr[-1500:]
    return json.loads(answer.stdout)


@pytest.fixture(scope="module")
def wooden(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same modules, of which the board draws nothing."""
    beside = tmp_path_factory.mktemp("wooden") / "page"
    shutil.copytree(folder, beside)
    (beside / "js/real_board/free_board.js").write_text(FREE_BOARD, "utf-8")
    return beside


def test_a_double_press_writes_an_act_of_a_real_board_once(wooden: Path) -> None:
    now = told(wooden, "real_board")
    assert now["problem"] == "Refused."
    # The dice of the request that failed are still entered.
    assert now["dice"] == [[3, 1], [3, 1]]
    assert now["events"] == ["rolled", "played"]


def test_a_verdict_about_a_throw_that_was_taken_back_is_dropped(wooden: Path) -> None:
    assert told(wooden, "judged_too_late") == [True, 0]


def test_lines_of_a_closed_chat_are_told_to_those_who_do_not_see_the_dot(folder: Path) -> None:
    now = told(folder, "chat")
    unread = "Chat: unread messages"
    # A line that is deleted later is no new one.
    assert now["told"] == [
        ["Chat", False, ""],
        [unread, True, "Boris: Oh ••••"],
        [unread, True, ""],
    ]
    assert now["open"] == ["Chat", True]
    assert now["closed"] == [False, True]


def test_a_deleted_line_says_so_and_a_rude_one_is_masked_everywhere(folder: Path) -> None:
    now = told(folder, "chat")
    assert now["shown"] == ["This message was deleted.", "Oh ••••"]
    assert now["about"] == "Oh ••••"


def test_a_profile_is_of_nobody_only_if_the_club_says_so(folder: Path) -> None:
    assert told(folder, "profile") == ["Refused.", "There is no player at this address."]


def test_a_tournament_that_is_over_is_not_in_progress_for_whoever_did_not_play(
    folder: Path,
) -> None:
    assert told(folder, "entered") == ["2 of 3", "did not play", "in progress"]


def test_a_provisional_player_has_no_rank_in_a_group(folder: Path) -> None:
    assert told(folder, "group_ranks") == ["1", "–"]


def test_a_double_press_adds_earlier_games_once_and_a_refusal_is_told(folder: Path) -> None:
    assert told(folder, "more_games") == [2, "", True, 2, "Refused.", False]


def test_a_search_of_players_tells_refusals_and_who_is_followed_by_now(folder: Path) -> None:
    assert told(folder, "friends") == ["Refused.", "Refused.", 2, "Do not follow"]


def test_a_double_press_announces_one_tournament(folder: Path) -> None:
    assert told(folder, "announced_twice") == [1, ["/tournament/t"]]


def test_an_older_answer_about_a_tournament_replaces_no_newer_one(folder: Path) -> None:
    assert told(folder, "tournament_answers") == "newer"


def test_a_tournament_that_cannot_be_ended_says_why_and_bots_are_added_once(folder: Path) -> None:
    now = told(folder, "director")
    assert now["told"] == [[True, "Refused."], [False, ""]]
    assert now["acts"] == ["end", "end", "bots"]


def test_the_end_of_a_series_is_confirmed_and_its_refusal_told(folder: Path) -> None:
    asked, refused, ended = told(folder, "calendar")
    assert asked == ["End the series?", "End it: Monday cup: End the series?", 0]
    assert refused == ["Refused.", 1, 1]
    assert ended == ["", 0, 2]


def test_refusals_of_signing_out_and_of_deleting_a_program_are_told(folder: Path) -> None:
    session, program = [["Refused.", 2], ["", 1]], [["Refused.", 1], ["", 0]]
    assert told(folder, "refused_ends") == session + program


def test_a_commitment_is_sent_until_the_club_has_it_or_dice_are_thrown(folder: Path) -> None:
    assert told(folder, "lost_commitment") == [1, 2, 2, 2]


def test_an_answer_of_the_tutor_may_take_long(folder: Path) -> None:
    assert told(folder, "slow_messages") == [False, False, False, True]


def test_a_spectator_hears_the_names_of_the_players_with_the_first_throw(folder: Path) -> None:
    assert told(folder, "opening_roll") == [
        "Opening roll: you 3, opponent 5.",
        "Opening roll: you 5, opponent 3.",
        "Opening roll: Anna 3, Boris 5.",
    ]


def test_a_game_that_can_be_claimed_is_announced_once(folder: Path) -> None:
    left = "The opponent has left. You may claim the win."
    slow = "The opponent has not moved for ten minutes. You may claim the win."
    assert told(folder, "claim") == [left, "", slow, "", slow]


def test_the_tutor_says_nothing_of_a_turn_that_was_undone(folder: Path) -> None:
    now = told(folder, "tutor")
    assert now["undone"] == {"explained": 0, "confirmed": 0}
    # Made again, it is asked about again.
    assert now["isHeld"]
    assert (now["explained"], now["confirmed"]) == (1, 0)


def test_nobody_is_said_to_wait_before_the_club_has_told_who_does(
    folder: Path, tmp_path: Path
) -> None:
    beside = tmp_path / "page"
    shutil.copytree(folder, beside)
    quiet = {
        "offer": "export const offer = () => ({ element: document.createElement('div') });",
        "families": "export const families = () => [];\nexport const ownGames = () => [];",
        "next_tournament": "export const nextTournament = async () => {};",
    }
    for name, text in quiet.items():
        (beside / f"js/home/{name}.js").write_text(text, "utf-8")
    assert told(beside, "lobby") == ["…", "Nobody is waiting. Offer a game, or play a bot."]
