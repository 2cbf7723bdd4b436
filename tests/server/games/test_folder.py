from pathlib import Path

import pytest
from tests.server.games.own_game import COURTYARD, LITTLE, write_games

from nardy.errors import RulesError
from nardy.server.games.folder import MOST_FILES, digest_of, read_folder


def test_every_toml_file_of_the_folder_is_a_game(tmp_path: Path) -> None:
    folder = write_games(tmp_path, COURTYARD, LITTLE)
    (folder / "readme.txt").write_text("no game", "utf-8")
    found = read_folder(folder)
    assert [(game.rules.id, game.text) for game in found] == [
        ("courtyard", COURTYARD),
        ("little", LITTLE),
    ]
    assert read_folder(None) == ()


def test_the_digest_tells_whether_the_games_are_the_same(tmp_path: Path) -> None:
    one, other, less = (
        digest_of(read_folder(write_games(tmp_path, *texts)))
        for texts in ((COURTYARD, LITTLE), (LITTLE, COURTYARD), (COURTYARD,))
    )
    assert one == other  # files may have other names
    assert len({one, less, digest_of(())}) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (COURTYARD + "prime = 'maybe'", r"1\.toml: .*prime"),
        (COURTYARD.replace("koks", "kocks"), r"1\.toml: .*'kocks'; did you mean 'koks'"),
        ('id = "backgammon"', r"1\.toml: .*'backgammon', which nardy has already"),
        ("id = ", r"expected TOML in .*1\.toml"),
        (LITTLE + 'quarter = "1-24:0"', r"1\.toml: expected a game in which somebody can move"),
        (COURTYARD, r"1\.toml: .*'courtyard', which is in 0\.toml, too; rename"),
        (
            LITTLE + 'russian = "Дворовые Нарды"',
            r"1\.toml: .*'дворовые нарды', which is in 0\.toml",
        ),
    ],
)
def test_a_wrong_file_is_named_in_one_sentence(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(RulesError, match=told) as refused:
        read_folder(write_games(tmp_path, COURTYARD, text))
    assert "\n" not in str(refused.value)


def test_a_folder_that_is_none_or_too_full_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"none: No such file or directory; name another"):
        read_folder(tmp_path / "none")
    with pytest.raises(RulesError, match=f"at most {MOST_FILES} game files"):
        read_folder(write_games(tmp_path, *[COURTYARD] * (MOST_FILES + 1)))
