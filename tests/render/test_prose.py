import re

import pytest
from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.turn import Move
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, PLAKOTO
from nardy.render.prose import sentences, turn_in_words


@each("rules", GAMES.values())
@each("language", ["en", "ru"])
def test_the_start_of_every_game_names_all_checkers(rules, language: str) -> None:
    said = sentences(Situation(rules=rules, position=rules.start), language)
    sides = [sentence for sentence in said if re.match(r"(White|Black|Белые|Чёрные): ", sentence)]
    assert len(sides) == 2
    for side in sides:
        counts = re.findall(r"(\d+)(?: \w+)? (?:on|на) \d+", side)
        assert sum(map(int, counts)) == rules.checkers
    assert all(sentence.endswith(".") for sentence in said)
    is_russian = re.search("[а-я]", " ".join(said)) is not None
    assert is_russian == (language == "ru")


def test_a_position_read_aloud_in_english() -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    assert sentences(moment) == [
        "Backgammon.",
        "Black to play 6-2.",
        "White: 1 checker on the bar, 4 on 13, 3 on 8, 5 on 6, 2 on 5.",
        "Pip count 141.",
        "Black: 1 checker on 24, 1 on 22, 3 on 13, 3 on 8, 4 on 6, 2 on 5, 1 borne off.",
        "Pip count 143.",
        "Match to 7: White 3, Black 4.",
        "White owns the cube, at 2.",
        "Each side's points are counted from its own home.",
    ]


def test_the_end_is_read_after_the_cube() -> None:
    said = sentences(position_text.loads("backgammon b 6:5 off:15 cube=2b result=b2"))
    assert said[-3:-1] == ["Black owns the cube, at 2.", "Black won 4 points."]


def test_a_pin_read_aloud_in_russian() -> None:
    said = sentences(position_text.loads(POSITIONS["plakoto-pins"]), "ru")
    assert said[2] == "Белые: 2 шашки на 17, 11 на 8, 1 на 5, 1 за доской."
    assert said[4] == "Чёрные: 3 шашки на 24, 9 на 10, 1 на 8, под шашкой соперника, 2 на 7."


def test_with_one_numbering_both_sides_can_be_compared() -> None:
    moment = position_text.loads(POSITIONS["plakoto-pins"])
    said = sentences(moment, seen_by=Player.WHITE)
    assert "1 pinned on 17" in said[4]
    assert said[-1] == "All points are numbered as White counts them."


@pytest.mark.parametrize(
    ("moves", "english", "russian"),
    [
        (
            [Move(8, 5), Move(6, 5, hits=True)],
            "moves from 8 to 5 and from 6 to 5, hitting",
            "с 8 на 5 и с 6 на 5, бой",
        ),
        ([Move(8, 4)] * 2, "moves 2 checkers from 8 to 4", "2 шашки с 8 на 4"),
        (
            [Move(25, 22), Move(13, 7, hits=True), Move(7, 5)],
            "enters from the bar on 22 and moves from 13 to 5, hitting on 7",
            "с бара на 22 и с 13 на 5, бой на 7",
        ),
        (
            [Move(6, 5), Move(6, 0)],
            "moves from 6 to 5 and bears off from 6",
            "с 6 на 5 и выброс с 6",
        ),
        ([Move(6, 0)] * 4, "bears off 4 checkers from 6", "выброс 4 шашек с 6"),
        ([], "cannot move", "пропуск хода"),
    ],
)
def test_turns_in_words(moves: list[Move], english: str, russian: str) -> None:
    assert turn_in_words(moves, BACKGAMMON) == english
    assert turn_in_words(moves, BACKGAMMON, "ru") == russian


def test_in_pin_games_a_checker_is_pinned_and_not_hit() -> None:
    assert turn_in_words([Move(24, 20, hits=True)], PLAKOTO) == "moves from 24 to 20, pinning"
