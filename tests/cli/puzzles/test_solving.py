"""Puzzles at the prompt: a turn is judged, other input is answered, and the end of input ends it."""

import pytest
from tests.cli.talk import Answer, nardy

from nardy.cli.puzzles import solving
from nardy.labels.puzzles import Puzzle, find_puzzles

PUZZLE = next(one for one in find_puzzles("backgammon").puzzles if "shots" in one.reasons)


def ask(*typed: str, language: str = "en", puzzle: Puzzle = PUZZLE) -> Answer:
    lines = "".join(f"{line}\n" for line in typed)
    return nardy("puzzles", "backgammon", "--id", puzzle.id, "--language", language, typed=lines)


def test_the_good_turn_is_right_with_a_reason() -> None:
    told = ask(PUZZLE.best).out
    assert f"Right: {PUZZLE.best}." in told
    gap, error = PUZZLE.turns[1].behind
    assert f"{PUZZLE.turns[1].turn} loses {gap:.3f} ±{error:.3f} points by rollout." in told
    assert "hit you" in told
    assert told.endswith("Solved 1 of 1.\n")


def test_another_turn_is_told_what_it_loses() -> None:
    other = PUZZLE.turns[1]
    told = ask(other.turn).out
    assert f"Not the best. The good turn is {PUZZLE.best}." in told
    assert f"{other.turn} loses {other.behind[0]:.3f}" in told
    assert told.endswith("Solved 0 of 1.\n")


def test_what_is_no_turn_is_answered_and_asked_again() -> None:
    told = ask("nonsense", "", "24/1", "clue", PUZZLE.best).out
    assert told.count("turn> ") == 5
    assert "Plan: " in told
    assert "Solved 1 of 1." in told


def test_a_turn_with_two_meanings_is_asked_again() -> None:
    puzzle = find_puzzles("backgammon").get("1bcb76caa6")
    for language, words in (("en", "can mean different turns"), ("ru", "понять по-разному")):
        told = ask("6/1", puzzle.best, language=language, puzzle=puzzle).out
        assert words in told
        assert told.rstrip(".\n").endswith(("Solved 1 of 1", "Решено 1 из 1"))


def test_russian_turns_are_read_and_unread_ones_answered_in_russian() -> None:
    puzzle = next(one for one in find_puzzles("backgammon").puzzles if "bar/" in one.best)
    told = ask("чепуха/5", puzzle.best.replace("bar", "бар"), language="ru", puzzle=puzzle).out
    assert "Непонятно: «чепуха/5»." in told
    assert "expected" not in told
    assert "Решено 1 из 1." in told


@pytest.mark.parametrize("word", ["quit", "skip", "выход", "Дальше"])
def test_nothing_is_counted_without_an_answer(word: str) -> None:
    told = ask(word).out
    assert "Solved" not in told
    assert "understood" not in told
    assert ask().status == 0


def test_russian_is_spoken() -> None:
    told = ask("подсказка", PUZZLE.best, language="ru").out
    assert "подсказка, дальше, выход" in told
    assert "План: " in told
    assert "Верно: " in told
    assert "Решено 1 из 1." in told


def test_without_a_kernel_the_rollout_speaks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "is_available", lambda: False)
    told = ask(PUZZLE.best).out
    assert "Right: " in told
    assert "hit you" not in told
