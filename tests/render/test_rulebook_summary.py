from nardy.games import GAMES, find_game
from nardy.games.game_file import parse_game
from nardy.render.rulebook_summary import summary


def test_every_game_has_a_line_in_both_languages() -> None:
    for language in ("en", "ru"):
        lines = [summary(rules, language) for rules in GAMES.values()]
        assert all(10 < len(line) < 100 for line in lines)


def test_a_line_tells_what_makes_the_game_itself() -> None:
    assert summary(GAMES["long-nardy"]).endswith("head, prime law")
    assert (
        summary(GAMES["hypergammon"], "ru")
        == "шашки бьют, встречное движение, старт 24:1 23:1 22:1, у каждого 3 шашки; куб"
    )
    assert summary(find_game("long-nardy@no-six")).endswith("head, no primes")


def test_a_game_may_begin_on_the_bar() -> None:
    rules = parse_game('id = "x"\nstart = "bar:9"\ndirection = "contrary"\ncontact = "hit"\n')
    assert summary(rules) == "hitting, in opposite directions, all from the bar, 9 checkers a side"
    assert "все с бара, у каждого 9 шашек" in summary(rules, "ru")
