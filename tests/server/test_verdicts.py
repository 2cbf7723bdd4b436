from nardy.core.dice import Roll
from nardy.core.laws import LAWS
from nardy.core.situation import Situation
from nardy.games import LONG_NARDY
from nardy.server.protocol import Step
from nardy.server.verdicts import verdict

BEGIN = Situation(rules=LONG_NARDY, position=LONG_NARDY.start, roll=Roll(5, 3))


def test_a_verdict_names_the_law_in_both_languages_and_the_move() -> None:
    found = verdict(BEGIN, "7", [Step(24, 19), Step(24, 21)])
    assert (found.id, found.law, found.move) == ("7", "head", Step(24, 21))
    assert found.says == {"en": LAWS["head"].english, "ru": LAWS["head"].russian}


def test_a_lawful_move_is_not_refused() -> None:
    assert verdict(BEGIN, "", [Step(24, 19), Step(19, 16)]).law is None
