from tests.effort import each

from nardy.games import find_game
from nardy.render.rulebook import rulebook


def special(game: str) -> str:
    return " ".join(sentence.text for sentence in rulebook(find_game(game))[5].sentences)


@each(
    ("game", "words"),
    [
        (
            "long-nardy",
            "3-3, 4-4 and 6-6 let one more leave it, if it is the opponent's head, your 12,",
        ),
        ("long-nardy@any-double", "any double lets one more leave it"),
        ("long-nardy@no-six", "are never lawful"),
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
        ("backgammon", "None: what is told here is the whole game."),
    ],
)
def test_special_laws(game: str, words: str) -> None:
    assert words in special(game)


def sources_of(game: str) -> dict[str, str]:
    """Every sentence of a game with its sources."""
    return {s.text: s.source for section in rulebook(find_game(game)) for s in section.sentences}


@each(
    ("game", "told", "source"),
    [
        ("portes", "That a checker stays where it has hit is disputed", "OURS; WP; LU"),
        ("nuclear", "The source allows it at any time", "OURS; S4"),
        ("nuclear@any-time", "before your own roll or the opponent's", "S4"),
        ("plakoto", "There is another reading, which is an option: none may be", "TB"),
        ("mahbusa,pinned_bearoff=forbid", "While a checker of yours is pinned", "TB"),
        ("mad-gulbar", "What is left of a cascade the opponent plays", "S0; FL"),
        ("moultezim@own-start", "Of your points 19-24 you may hold at most 5", "BK; BRK; GZ"),
        ("long-nardy@sport", "the next game begins with throwing for the start", "S1; S4; MS"),
    ],
)
def test_readings_that_differ_are_told_with_who_says_so(game: str, told: str, source: str) -> None:
    [found] = [sources for text, sources in sources_of(game).items() if told in text]
    assert found == source
    assert "is disputed" not in str(sources_of("portes@free"))
