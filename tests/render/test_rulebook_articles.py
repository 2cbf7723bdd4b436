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
    assert "сдачу: обычную, с марсом или с коксом." in end("nackgammon", "ru")
    assert "сдачу: обычную или с двойной победой." in end("portes", "ru")
    assert "сдачу: обычную, с марсом, с коксом или с домашним" in end("long-nardy@amateur", "ru")
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
        ("nuclear", "A match has none of these laws: beavers."),
        ("backgammon", "A match has none of these laws: beavers and the Jacoby rule."),
        (
            "backgammon,auto_doubles=2,cube_cap=4,raccoons=on",
            "none of these laws: beavers, automatic doubles and the Jacoby rule.",
        ),
        ("backgammon,auto_doubles=3,cube_cap=4", "to 4 at most"),
        ("backgammon", "passes and loses twice that value"),
        ("backgammon,raccoons=on", "passes and loses four times that value"),
        ("backgammon,holland=on", "after the Crawford game nobody may double before each"),
        (
            "backgammon,crawford=off,holland=on",
            "In each later game nobody may double before both have rolled twice",
        ),
    ],
)
def test_cube_and_match(game: str, words: str) -> None:
    assert words in cube(game)


def test_a_game_without_the_cube_tells_nothing_more_of_it() -> None:
    assert "beaver" not in cube("long-nardy")
    assert "Crawford" not in cube("long-nardy")


@pytest.mark.parametrize("beavers", ["beavers=off,raccoons=on", "cube_cap=2,raccoons=on"])
def test_beavers_are_told_only_where_one_is_possible(beavers: str) -> None:
    told = cube(f"backgammon,{beavers}")
    assert "beaver" not in told
    assert "raccoon" not in told


def test_a_beaver_may_fit_under_a_cap_that_a_raccoon_exceeds() -> None:
    told = cube("backgammon,cube_cap=4,raccoons=on")
    assert "beaver" in told
    assert "raccoon" not in told


def test_without_laws_for_money_alone_a_match_lists_none() -> None:
    assert "A match has none" not in cube("backgammon@single")


def test_without_a_crawford_game_nobody_tells_of_one() -> None:
    assert "Crawford" not in cube("backgammon,crawford=off,holland=on")


def whole(game: str, language: str = "en") -> str:
    book = rulebook(find_game(game), language)
    return " ".join(sentence.text for section in book for sentence in section.sentences)


@pytest.mark.parametrize("game", ["sudden-death", "caucasian,first_hit_wins=on"])
def test_where_the_first_hit_wins_no_checker_comes_back(game: str) -> None:
    told = whole(game)
    assert "can be hit, and the hit ends the game." in told
    for impossible in (
        "the bar",
        "A checker that has hit",
        "hit meanwhile",
        "a checker stays where",
    ):
        assert impossible not in told
    assert " бар" not in whole(game, "ru")


def test_a_bomb_still_sends_checkers_to_the_bar() -> None:
    told = whole("nuclear,first_hit_wins=on")
    assert "From the bar a checker enters" in told
    assert "A checker that is hit meanwhile must enter" in told
    assert "still on the bar or on their 19-24" in told
    assert "A checker that has hit" not in told


@pytest.mark.parametrize("game", ["nuclear", "nuclear@any-time"])
def test_a_player_explodes_the_bomb_once_before_a_roll(game: str) -> None:
    assert "Before a roll each player may explode it at most once." in special(game)


@pytest.mark.parametrize("game", ["fevga", "moultezim", "gul-bara,release=on"])
def test_primes_are_allowed_as_far_as_other_laws_let_them(game: str) -> None:
    assert "a prime, may be held, except as told below." in special(game)
    assert "at any time" not in special(game)


def test_primes_are_always_allowed_where_no_other_law_speaks_of_them() -> None:
    assert "a prime, may be held at any time." in special("gul-bara")
    assert "except" not in special("gul-bara")


@pytest.mark.parametrize(
    "options", ["home_mars=4,stakes=1", "koks=3,stakes=1", "home_mars=3,koks=3,stakes=1"]
)
def test_with_one_stake_koks_and_home_mars_are_the_exceptions(options: str) -> None:
    told = end(f"long-nardy,{options}")
    assert "Every win" not in told
    assert ("and a checker is still on their 19-24, it is a backgammon" in told) == (
        "koks" in options
    )
    assert ("and all are on their 1-6, it is a home mars" in told) == ("home_mars" in options)
    assert told.index("If the loser has borne off no checker") < told.index(
        "Every other win counts 1 point."
    )


def test_with_three_stakes_a_backgammon_is_defined_once() -> None:
    told = end("long-nardy,koks=3,stakes=1/2/3")
    assert told.count("it is a backgammon") == 1
    assert "the bar" not in told
