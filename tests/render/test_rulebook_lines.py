import pytest

from nardy.games import BACKGAMMON, FEVGA, GAMES, HYPERGAMMON, NUCLEAR
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_lines import three_lines


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_three_different_sentences_of_the_rule_book(game: str, language: str) -> None:
    lines = three_lines(GAMES[game], language)
    book = {one.text for section in rulebook(GAMES[game], language) for one in section.sentences}
    assert len(set(lines)) == 3
    assert book >= set(lines)


def test_the_last_line_sets_the_game_apart() -> None:
    last = {rules.id: three_lines(rules)[-1] for rules in (BACKGAMMON, HYPERGAMMON, NUCLEAR, FEVGA)}
    assert "bears off all checkers wins" in last["backgammon"]
    assert "3 checkers" in last["hypergammon"]
    assert "bomb" in last["nuclear"]
    assert "11" in last["fevga"]
