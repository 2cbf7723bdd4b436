"""The table of weights names features that exist."""

import pytest

from nardy.bots.baseline.evaluator import FEATURES
from nardy.bots.baseline.features_race import RACE as RACE_FEATURES
from nardy.bots.baseline.weights import CONTACT, RACE
from nardy.core.choices import Contact
from nardy.games import GAMES


@pytest.mark.parametrize("table", CONTACT)
def test_a_table_belongs_to_a_contact_or_a_game(table: str) -> None:
    contact = GAMES[table].contact if table in GAMES else Contact(table)
    assert set(CONTACT[table]) <= set(FEATURES[contact])


def test_every_contact_has_a_table() -> None:
    assert set(Contact) <= set(CONTACT)


def test_the_race_knows_its_features() -> None:
    assert set(RACE) <= set(RACE_FEATURES)
