"""Wrong calls of `nardy label` are refused before it starts."""

from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused


def test_a_game_must_be_named() -> None:
    answer = nardy("label", "--count", 1, "--games", 1, "--bot", "nardy:0", "--cut", 1)
    assert answer.status == 2
    assert "expected a game, got none; name one of backgammon, nackgammon, " in " ".join(
        answer.err.split()
    )
    assert ", long-nardy, " in answer.err


def test_a_file_names_its_game(tmp_path: Path) -> None:
    file = tmp_path / "mini.toml"
    file.write_text('id = "mini"\nextends = "hypergammon"\n', "utf-8")
    assert "expected a class of mini" in refused("label", "--file", file, "--class", "frog")


@pytest.mark.parametrize(
    ("moments", "option"),
    [
        ("book", ("--count", 9)),
        ("book", ("--least", 1)),
        ("book", ("--class", "race")),
        ("book", ("--games", 9)),
        ("positions", ("--rivals", 2)),
        ("puzzles", ("--error", 0.01)),
        ("cubes", ("--rivals", 2)),
    ],
)
def test_options_that_make_no_difference_are_refused(
    moments: str, option: tuple[object, ...]
) -> None:
    answer = nardy("label", "backgammon", "--moments", moments, *option)
    assert answer.status == 2
    told = f"expected options that --moments {moments} uses, got {option[0]}; leave it out"
    assert told in " ".join(answer.err.split())
