"""The values of options are what the rules say, and read as they are written."""

from tests.effort import each

from nardy.core import choices
from nardy.core.choices import Quarter

VALUES = {
    "Direction": "contrary parallel",
    "Contact": "hit pin block",
    "Opening": "use reroll",
    "NextStarter": "opening_roll previous_winner previous_second",
    "HeadException": "classic any_double always_double six_four none",
    "HeadScope": "head_block always",
    "Prime": "ahead opp_home forbid allow",
    "Check": "step turn",
    "HomeHit": "free no_hide no_hide_no_off no_move",
    "Leftovers": "lost opponent",
    "LastThrow": "off half one",
    "PinnedBearoff": "allow forbid",
    "BombHits": "both opponent",
    "BombWhen": "before_roll any_time",
}


@each("name", VALUES)
def test_each_choice_has_its_values(name: str) -> None:
    kind = getattr(choices, name)
    assert sorted(kind) == sorted(VALUES[name].split())
    assert all(kind(value) is value and str(value) == value.value for value in kind)


def test_a_quarter_is_written_as_it_is_read() -> None:
    assert str(Quarter(19, 24, 5)) == "19-24:5"
