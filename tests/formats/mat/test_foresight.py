"""Reading on after several turns side by side."""

from dataclasses import dataclass

import pytest

from nardy.formats.mat import foresight
from nardy.formats.mat.foresight import FORESIGHT, weigh


@dataclass
class Record:
    """A continuation whose first cells are legal, and perhaps one after them is not."""

    legal: int
    cells: int
    fits: int = 0
    reads: int = 0

    @property
    def has_fault(self) -> bool:
        return self.reads > self.legal

    @property
    def is_read(self) -> bool:
        return self.reads >= self.cells

    def read_next(self) -> None:
        assert not self.is_read
        assert not self.has_fault
        self.reads += 1
        self.fits += not self.has_fault


def test_more_legal_turns_weigh_more_and_a_fault_weighs_less() -> None:
    assert weigh([Record(2, 5), Record(2, 2), Record(0, 9)]) == [3, 4, -1]
    assert weigh([Record(0, 0), Record(3, 3)]) == [0, 2]
    assert weigh([]) == []


def test_reading_ends_where_one_continuation_cannot_be_overtaken() -> None:
    continuations = [Record(1, 30), Record(30, 30), Record(0, 30)]
    weights = weigh(continuations)
    assert max(weights) == weights[1]
    assert [continuation.reads for continuation in continuations] == [2, 2, 1]


def test_the_best_is_the_same_as_when_all_is_read() -> None:
    for first in range(8):
        for second in range(8):
            for cells in (3, 7, 20):
                ends = [min(one, cells) * 2 - (one < cells) for one in (first, second)]
                found = weigh([Record(first, cells), Record(second, cells)])
                assert (found[0] > found[1], found[0] < found[1]) == (
                    ends[0] > ends[1],
                    ends[0] < ends[1],
                )


def test_work_is_limited_by_foresight_and_by_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    continuations = [Record(900, 900), Record(900, 900)]
    assert weigh(continuations) == [2 * FORESIGHT] * 2
    monkeypatch.setattr(foresight, "MOST_CELLS", 10)
    continuations = [Record(900, 900) for _ in range(4)]
    assert weigh(continuations) == [6] * 4
    assert sum(continuation.reads for continuation in continuations) <= 10 + len(continuations)
