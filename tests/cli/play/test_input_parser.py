import pytest
from tests.cli.talk import START, moment

from nardy.cli.play.input_parser import (
    ACTS,
    SYNONYMS,
    advance,
    in_latin,
    is_turn,
    nearest,
    read_line,
    shown,
)
from nardy.core.draft import Draft
from nardy.errors import IllegalTurnError, NotationError


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("", ("enter", "")),
        ("  R ", ("roll", "")),
        ("Why 8/5  6/5", ("why", "8/5  6/5")),
        ("?", ("?", "")),
        ("resign Mars", ("resign", "gammon")),
        ("СДАЮСЬ кокс", ("resign", "backgammon")),
        ("8/5 6/5", ("8/5", "6/5")),
    ],
)
def test_a_line_is_read(line: str, read: tuple[str, str]) -> None:
    assert read_line(line) == read


def test_no_single_letter_takes_passes_doubles_or_resigns() -> None:
    weighty = {"take", "pass", "double", "beaver", "raccoon", "resign", "accept", "refuse", "bomb"}
    assert not [word for word, act in SYNONYMS.items() if len(word) < 2 and act in weighty]
    assert weighty < set(ACTS)


def test_every_synonym_means_an_act() -> None:
    assert set(SYNONYMS.values()) - {"enter"} <= set(ACTS)
    assert not set(SYNONYMS) & set(ACTS)


@pytest.mark.parametrize("line", ["8/5", "-", "Ø", " (no move) ", "бар/22", "6 / off"])
def test_a_turn_is_told_from_a_word(line: str) -> None:
    assert is_turn(line)


def test_russian_bar_and_off() -> None:
    assert in_latin("Бар/22 6/снять") == "bar/22 6/off"


def test_a_misspelt_word_has_its_nearest() -> None:
    assert nearest("doubel") == "double"
    assert nearest("сдатся") in ("сдаться", "сдать")
    assert nearest("xyzzy") is None


def test_an_echo_is_short_and_harmless() -> None:
    assert shown("8/5\x1b[2J\x07") == "8/5\ufffd[2J\ufffd"
    assert len(shown("a" * 1000)) < 70


def test_moves_are_added_one_by_one_or_joined() -> None:
    draft = Draft(moment(f"{START} dice=22"))
    advance(draft, "24/20")
    assert [(move.origin, move.target) for move in draft.moves] == [(24, 22), (22, 20)]
    advance(draft, "13/11(2)")
    assert draft.is_complete


def test_nothing_is_added_when_one_of_them_fails() -> None:
    draft = Draft(moment(f"{START} dice=66"))
    with pytest.raises(IllegalTurnError) as error:
        advance(draft, "24/18 24/17")
    assert error.value.law == "wrong-die"
    assert not draft.moves
    with pytest.raises(NotationError):
        advance(draft, "24/18 frog/3")
    with pytest.raises(IllegalTurnError) as error:
        advance(draft, "-")
    assert error.value.law == "longest-play"
