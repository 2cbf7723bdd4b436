"""The numbers of a match: every act, law and column stands once."""

from nardy.core.laws import LAWS
from nardy.core.legal_acts import ACTS
from nardy.kernel import act_layout as of


def test_acts_are_those_of_the_rule_book_and_the_next_game() -> None:
    names = {name.partition(":")[0] for name in of.ACT_NAMES}
    assert names == {*ACTS, "play", "next"}
    assert of.ACT_NAMES[of.REFUSE] == "refuse"
    assert len(of.ACT_NAMES) - of.RESIGN == of.SIZES


def test_laws_are_those_of_the_rule_book() -> None:
    assert {*of.ACT_LAWS[:-1]} <= {*LAWS}
    assert len(of.ACT_LAWS) - 1 == of.UNKNOWN


def test_columns_of_the_state_do_not_overlap() -> None:
    columns = [value for name, value in vars(of).items() if name.startswith("STATE_")]
    taken = {*columns, of.STATE_SCORE + 1, of.STATE_TURNS + 1}
    assert taken == set(range(of.STATE_SIZE + 1))
