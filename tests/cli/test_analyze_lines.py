from tests.formats.played import played_match
from tests.report.read_back import small_match

from nardy.bots.neural import NeuralBot
from nardy.cli.analyze_lines import lines
from nardy.formats.record import Record
from nardy.report import analyze


def test_columns_stand_below_their_names_in_any_game() -> None:
    for game in ("backgammon", "long-nardy", "plakoto", "nuclear"):
        match = analyze(Record.of(played_match(game, 1, 3)), "played", NeuralBot(0))
        _, _, blank, names, *rows = list(lines(match, 3))[:13]
        assert not blank
        assert {len(row) for row in (names, *rows)} == {len(names)}


def test_reasons_are_told_only_if_asked_for() -> None:
    match = small_match()
    plain, told = ([*lines(match, 5, why=why)] for why in (False, True))
    assert len(told) > len(plain)
    assert plain == [line for line in told if line in plain]
