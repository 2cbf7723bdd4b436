import pytest

from nardy.games import find_game
from nardy.render.rulebook import rulebook


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("plakoto", "Each player begins with 15 checkers, all on 24."),
        ("hypergammon", "Each player begins with 3 checkers: 1 on each of 24, 23 and 22."),
        ("nackgammon", "The pip count, all the distance still to go, is 194 at the start."),
        (
            "long-nardy",
            "In a match the player who moved second starts the next game, throwing both dice.",
        ),
        ("gul-bara", "What is left of a cascade is lost."),
        ("portes", "The starter throws both dice afresh for the first turn."),
        ("tapa", "A point on which your own checker lies pinned is closed to you."),
    ],
)
def test_board_start_turn_and_contact(game: str, sentence: str) -> None:
    assert sentence in [
        s.text for section in rulebook(find_game(game))[:5] for s in section.sentences
    ]


@pytest.mark.parametrize(
    ("game", "cascades"), [("gul-bara", "turn number 4"), ("mad-gulbar", "the first turn")]
)
def test_from_when_doubles_cascade(game: str, cascades: str) -> None:
    turn = rulebook(find_game(game))[3]
    assert any("cascades" in s.text and cascades in s.text for s in turn.sentences)


def special(game: str) -> str:
    return " ".join(sentence.text for sentence in rulebook(find_game(game))[5].sentences)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            "long-nardy",
            "3-3, 4-4 and 6-6 let one more leave it, if it is the opponent's head, your 12,",
        ),
        ("long-nardy@any-double", "any double lets one more leave it"),
        ("long-nardy@no-six", "are never legal"),
        ("long-nardy@run", "tested at the end of the turn"),
        ("long-nardy@opp-home", "in its own home, or borne off"),
        ("fevga", "Of your points 19-24 you may hold at most 5."),
        ("moultezim", "Of your points 7-12 you may hold at most 4."),
        ("fevga", "reached your 11 or less"),
        ("caucasian@strict", "or be borne off"),
        ("sudden-death", "The first hit wins the game: 1 point."),
        ("plakoto", "you lose 2 points"),
        ("tapa@clubs", "There is no mother"),
        ("nuclear", "every blot of both players"),
        ("backgammon", "None: the other sections are the whole game."),
    ],
)
def test_special_laws(game: str, words: str) -> None:
    assert words in special(game)


def sources_of(game: str) -> dict[str, str]:
    """Every sentence of a game with its sources."""
    return {s.text: s.source for section in rulebook(find_game(game)) for s in section.sentences}


@pytest.mark.parametrize(
    ("game", "told", "source"),
    [
        ("portes", "Whether a checker stays where it has hit is disputed", "OURS; WP; LU"),
        ("nuclear", "The source allows it at any time", "OURS; S4"),
        ("nuclear@any-time", "before your own roll or the opponent's", "S4"),
        ("plakoto", "There is another reading, which is an option: none may be", "TB"),
        ("mahbusa,pinned_bearoff=forbid", "While a checker of yours is pinned", "TB"),
        ("mad-gulbar", "The opponent plays what is left of a cascade", "S0; FL"),
        ("moultezim@own-start", "Of your points 19-24 you may hold at most 5", "BK; BRK; GZ"),
        ("long-nardy@sport", "the next game begins with throwing for the start", "S1; S4; MS"),
    ],
)
def test_readings_that_differ_are_told_with_who_says_so(game: str, told: str, source: str) -> None:
    [found] = [sources for text, sources in sources_of(game).items() if told in text]
    assert found == source
    assert "is disputed" not in str(sources_of("portes@free"))


def end(game: str, language: str = "en") -> str:
    return " ".join(
        s.text for section in rulebook(find_game(game), language)[6:8] for s in section.sentences
    )


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("long-nardy", "it is a single (oin): 1 point."),
        ("long-nardy@amateur", "it is a home mars: 4 points."),
        ("long-nardy@amateur", "it is a backgammon (koks): 3 points."),
        ("long-nardy@draw", "half a point each"),
        ("backgammon", "on the bar or on their 19-24"),
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


def cube(game: str) -> str:
    return " ".join(
        s.text for section in rulebook(find_game(game))[8:10] for s in section.sentences
    )


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("tavla", "without the doubling cube"),
        ("backgammon", "every win counts 1 point unless a double was taken"),
        ("backgammon,cube_cap=64", "no higher than 64"),
        ("backgammon,auto_doubles=2", "to 4 at most"),
        ("backgammon,raccoons=on", "may raccoon"),
        ("nuclear", "or automatic doubles and no Jacoby rule"),
        ("backgammon,crawford=off,holland=on", "before each player has rolled twice"),
    ],
)
def test_cube_and_match(game: str, words: str) -> None:
    assert words in cube(game)


def test_a_game_without_the_cube_tells_nothing_more_of_it() -> None:
    assert "beaver" not in cube("long-nardy")
    assert "Crawford" not in cube("long-nardy")
