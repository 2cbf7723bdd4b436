from tests.formats.played import played_match

from nardy.analysis.game_review import review
from nardy.bots.neural import NeuralBot
from nardy.cli.analyze_lines import as_object, lines
from nardy.formats.record import Record


def test_columns_stand_below_their_names_in_any_game() -> None:
    for game in ("backgammon", "long-nardy", "plakoto", "nuclear"):
        record = Record.of(played_match(game, 1, 3))
        found = [
            (one, list(review(one.game.events, lambda _, one=one: one.game.rules, NeuralBot(0))))
            for one in record.games
        ]
        _, _, blank, names, *rows = list(lines(record, found, 3, NeuralBot(0)))[:13]
        assert not blank
        assert {len(row) for row in (names, *rows)} == {len(names)}
        told = as_object(record, found)
        assert sum(len(one["decisions"]) for one in told["games"]) == len(found[0][1])
        assert set(told["summary"]) == {"white", "black"}
