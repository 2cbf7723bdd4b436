"""The reasons that may be named are facts."""

from nardy.coach.facts import BY_ID
from nardy.coach.kinds import KINDS, REPLIES, ROLLS_TO_GO, least_of
from nardy.games import find_game


def test_pins_make_smaller_differences_matter() -> None:
    plakoto, fevga = find_game("plakoto"), find_game("fevga")
    assert (least_of("movable", plakoto), least_of("movable", fevga)) == (2, 3)
    assert least_of("blocks", plakoto) == BY_ID["blocks"].least


def test_every_kind_is_a_fact_and_stands_once() -> None:
    names = [kind.fact for kind in KINDS]
    assert len(names) == len(set(names))
    assert set(names) <= BY_ID.keys() | {*REPLIES, ROLLS_TO_GO}
    assert not {"builders", "stacks", "gaps", "threats", "blots"} & set(names)
