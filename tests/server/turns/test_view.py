import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import game_at
from tests.strategies import moments

from nardy.cli.play.narration import tell_result
from nardy.cli.play.screen import Screen
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.options import rules_text
from nardy.core.outcome import size_points, sizes
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.games import GAMES, find_game
from nardy.games.catalog import default_variant
from nardy.render.phrases import awaited
from nardy.render.rulebook import rulebook
from nardy.server.turns.view import laws_of, view_of


@given(moments())
def test_a_view_holds_all_checkers_of_both_seats(game: Game) -> None:
    match = Match(game.rules)
    match.go_on([game])
    view = view_of(match)
    assert sum(view.white) == sum(view.black) == game.rules.checkers
    white = game.to_act is Player.WHITE
    assert tuple(view.white if white else view.black) == game.position.player
    assert view.position == str(game)


def test_an_ended_game_tells_winner_size_and_points_with_the_cube() -> None:
    match = Match(find_game("backgammon"), seed=1)
    match.game.open(3, 1)
    match.game.play("8/5 6/5")
    match.game.offer_double()
    match.game.take()
    match.game.resign("gammon")
    match.game.agree()
    result = view_of(match).result
    assert result is not None
    assert (result.winner, result.size, result.points) == ("white", "gammon", 4)


@pytest.mark.parametrize(("text", "owner"), [("2w", "white"), ("2b", "black"), ("2", None)])
def test_the_cube_lies_with_its_owner(text: str, owner: str | None) -> None:
    for to_move in "wb":
        match = Match(find_game("backgammon"))
        match.go_on([game_at(f"backgammon {to_move} 6:2,1:1 13:7,8:3,6:5 cube={text}")])
        cube = view_of(match).cube
        assert cube is not None
        assert (cube.value, cube.owner) == (2, owner)


def test_the_bomb_is_not_offered_after_a_double() -> None:
    match = Match(find_game("nuclear"), seed=1)
    match.game.open(3, 1)
    match.game.play("8/5 6/5")
    assert {"bomb", "double"} <= set(view_of(match).acts)
    match.game.offer_double()
    match.game.take()
    assert "bomb" not in view_of(match).acts


def test_every_game_can_be_drawn() -> None:
    told = [laws_of(rules) for rules in GAMES.values()]
    assert len({laws.id for laws in told}) == len(GAMES)
    assert all(sum(laws.start) == laws.checkers for laws in told)
    assert [laws.id for laws in told if laws.has_bomb] == ["nuclear"]
    assert {laws.name["ru"] for laws in told} > {"Длинные нарды", "Плакото"}


ONE = ("single", "обычная победа", 1)
PLAIN = {"single": ONE, "gammon": ("gammon", "марс", 2), "backgammon": ("backgammon", "кокс", 3)}
MARS = {"single": ONE, "gammon": ("mars", "марс", 2)}
DOUBLE = {"single": ONE, "gammon": ("double win", "двойная победа", 2)}
OIN = {**MARS, "single": ("oin", "обычная победа", 1)}
CALLED = {
    "single": ("single", "обычная победа"),
    "oin": ("oin", "обычная победа"),
    "gammon": ("gammon", "марс"),
    "mars": ("mars", "марс"),
    "double": ("double win", "двойная победа"),
    "backgammon": ("backgammon", "кокс"),
    "koks": ("koks", "кокс"),
    "home_mars": ("home mars", "домашний марс"),
}
"""What page and terminal call the names that games give to sizes of a win."""


def named(rules: Rules) -> dict[str, tuple[str, str, int]]:
    """The words and points of each size of a win."""
    own = dict(rules.names)
    return {size: (*CALLED[own.get(size, size)], size_points(rules, size)) for size in sizes(rules)}


PUBLISHED = {rules_text(default_variant(rules)): named(rules) for rules in GAMES.values()}
NAMES = {**PUBLISHED, "long-nardy@amateur": named(find_game("long-nardy@amateur"))}
LOSERS = {"single": "12:{fewer}", "gammon": "12:{all}", "backgammon": "20:{all}"}
LOSERS["home_mars"] = "5:{all}"


@each(
    ("sizes_of_a_win", "games"),
    [
        (PLAIN, {"backgammon", "nackgammon", "hypergammon", "longgammon", "nuclear"}),
        (MARS, {"caucasian", "tavla", "tapa", "mahbusa", "gul-bara", "mad-gulbar", "moultezim"}),
        (DOUBLE, {"portes", "plakoto", "fevga"}),
        (OIN, {"long-nardy"}),
        ({"single": ONE}, {"sudden-death"}),
    ],
)
def test_games_call_a_win_as_their_players_do(sizes_of_a_win: dict, games: set[str]) -> None:
    assert games <= {
        name.partition(",")[0] for name, own in PUBLISHED.items() if own == sizes_of_a_win
    }


def test_koks_and_home_mars_have_their_names() -> None:
    more = {"backgammon": ("koks", "кокс", 3), "home_mars": ("home mars", "домашний марс", 4)}
    assert NAMES["long-nardy@amateur"] == {**OIN, **more}


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [(name, size, words) for name, sizes in NAMES.items() for size, words in sizes.items()],
)
def test_page_terminal_and_rule_book_name_a_result_alike(
    name: str, size: str, words: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Borne off or resigned, each win of each game is called what the game calls it."""
    english, russian, points = words
    rules = find_game(name)
    assert laws_of(rules).results[size] == {"en": english, "ru": russian}
    assert set(laws_of(rules).results) == set(NAMES[name])
    loser = LOSERS[size].format(all=rules.checkers, fewer=rules.checkers - 1)
    borne_off = game_at(f"{name} w 1:1 {loser}", 2, 1)
    borne_off.play("1/off")
    resigned = game_at(f"{name} b 1:1 {loser}")
    resigned.resign(size)
    resigned.agree()
    for game in (borne_off, resigned):
        match = Match(rules)
        match.go_on([game])
        result = view_of(match).result
        assert result is not None
        assert (result.points, result.words) == (points, {"en": english, "ru": russian})
        tell_result(Screen("en"), match)
        assert f"White won: {english}, " in capsys.readouterr().out
    book = " ".join(s.text for section in rulebook(rules, "ru") for s in section.sentences)
    assert rules.stakes == (1,) or f"это {russian}" in book


@pytest.mark.parametrize("game", ["plakoto", "tapa", "mahbusa"])
def test_both_mothers_pinned_are_told_as_a_draw(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(find_game(game))
    match.go_on([over := game_at(f"{game} b 24:p,10:13,1:1 24:p,5:13,1:1 result=void")])
    result = view_of(match).result
    assert result is not None
    assert (result.size, result.winner, result.points) == ("void", None, 0)
    assert result.words == {
        "en": "Draw: both mothers are pinned",
        "ru": "Ничья: заперты обе матери",
    }
    tell_result(Screen("en"), match)
    assert capsys.readouterr().out.startswith("Draw: both mothers are pinned.")
    assert awaited(over.situation, "ru") == "Ничья: заперты обе матери."


def test_what_each_may_resign_is_told_to_both_with_its_points() -> None:
    match = Match(find_game("backgammon"))
    match.go_on([game_at("backgammon w 6:2,1:1 13:7,8:3,6:5 cube=2w")])
    assert view_of(match).losses == {
        "white": {"single": 2},
        "black": {"single": 2, "gammon": 4, "backgammon": 6},
    }
    jacoby = Match(find_game("backgammon"), seed=1)
    assert set(view_of(jacoby).losses["black"].values()) == {1}
    assert view_of(match).acts[-1] == "resign:single"
