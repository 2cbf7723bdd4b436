"""Arrays of positions are read like single ones."""

import pytest

pytest.importorskip("numpy")

from tests.bots.playing import moments

from nardy.bots.baseline.batch import views_of
from nardy.bots.baseline.evaluator import FEATURES
from nardy.bots.baseline.view import view_of
from nardy.bots.random_bot import RandomBot
from nardy.core.rules import Rules
from nardy.games import GAMES


@pytest.mark.parametrize("rules", [GAMES[g] for g in ("tavla", "tapa", "fevga")], ids=str)
def test_every_feature_reads_arrays_as_it_reads_numbers(rules: Rules) -> None:
    positions = [moment.position for moment in moments(rules, RandomBot(3), 4, most=150)]
    many = views_of(rules, positions)
    ones = [view_of(rules, position) for position in positions]
    for feature in FEATURES[rules.contact].values():
        together = feature(many)
        assert [feature(one) for one in ones] == pytest.approx(
            list(together) if len(getattr(together, "shape", ())) else together
        )
