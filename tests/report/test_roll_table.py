import re
from dataclasses import replace
from html import unescape

import pytest
from tests.report.read_back import ReadBack

from nardy import BACKGAMMON, Roll, Situation
from nardy.coach import Explanation, explain
from nardy.report.roll_table import explains, roll_table
from nardy.report.wording import Wording

OPENING = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))


@pytest.fixture(scope="module")
def exposed() -> Explanation:
    """A turn that loses by shots."""
    return explain(OPENING, "13/10 6/5")


def test_a_map_is_told_where_rolls_are_the_reason(exposed: Explanation) -> None:
    assert explains(exposed)
    assert not explains(explain(OPENING, "8/5 6/5"))


def test_the_36_cells_add_up_to_the_loss(exposed: Explanation) -> None:
    drawn = roll_table(exposed, Wording("en"))
    cells = [float(text) for text in re.findall(r"<td class=[^>]+>([-\d.]+)</td>", drawn)]
    assert len(cells) == 36
    assert exposed.loss is not None
    assert sum(cells) / 36 == pytest.approx(exposed.loss, abs=0.005)


def test_no_cell_is_less_than_nothing_by_nothing(exposed: Explanation) -> None:
    pair = exposed.pair
    assert pair is not None
    # Each roll is now worth a thousandth less after the better turn.
    values = pair.replies.values.copy()
    values[0] = values[1] - 0.001
    replies = pair.replies._replace(values=values)
    drawn = roll_table(replace(exposed, pair=replace(pair, replies=replies)), Wording("en"))
    assert drawn.count(">0.00</td>") == 36


def test_the_rolls_that_hit_are_counted(exposed: Explanation) -> None:
    told = unescape(" ".join(ReadBack(roll_table(exposed, Wording("en"))).texts))
    assert "the opponent hits only after 13/10 6/5" in told
    russian = " ".join(ReadBack(roll_table(exposed, Wording("ru"))).texts)
    assert "соперник бьёт только после 13/10 6/5" in russian


def test_a_darker_shade_is_a_larger_loss(exposed: Explanation) -> None:
    drawn = roll_table(exposed, Wording("en"))
    cells = re.findall(r'<td class="(\w+) s(\d)">([-\d.]+)</td>', drawn)
    for side, shade, text in cells:
        assert (side == "gain") == text.startswith("-") or float(text) == 0
        for other, least, more in cells:
            if side == other and int(shade) < int(least):
                assert abs(float(text)) <= abs(float(more))
