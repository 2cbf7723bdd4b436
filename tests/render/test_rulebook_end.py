from tests.effort import each

from nardy.games import find_game
from nardy.render.rulebook import rulebook


def end(game: str, language: str = "en") -> str:
    return " ".join(
        s.text for section in rulebook(find_game(game), language)[6:8] for s in section.sentences
    )


@each(
    ("game", "words"),
    [
        ("long-nardy", "it is a single (oin): 1 point."),
        ("long-nardy@amateur", "it is a home mars: 4 points."),
        ("long-nardy@amateur", "it is a backgammon (koks): 3 points."),
        ("long-nardy@draw", "half a point each"),
        ("backgammon", "on the bar or on his 19-24"),
        ("sudden-death", "Every win counts 1 point."),
        ("plakoto", "pinned at home does not hinder the others"),
        ("plakoto,pinned_bearoff=forbid", "wherever it is, none may be borne off"),
    ],
)
def test_bearing_off_and_stakes(game: str, words: str) -> None:
    assert words in end(game)


def test_what_may_be_resigned() -> None:
    assert "обычная победа, марс или кокс." in end("nackgammon", "ru")
    assert "offer to lose at once: single. If" in end("sudden-death")
