"""The fewest words between two positions."""

from itertools import islice
from random import Random

import pytest
from tests.moments import moment, random_cases, random_moves

from nardy.core.draft import Draft
from nardy.core.position import Counts, counts
from nardy.core.sparing import candidates, matchings


def led(before: Counts, ways: tuple[tuple[int, int], ...]) -> Counts:
    """Where these ways lead."""
    after = list(before)
    for origin, target in ways:
        after[origin] -= 1
        after[target] += 1
    return tuple(after)


def key(ways: tuple[tuple[int, int], ...]) -> tuple:
    """Fewest first; then larger origins, then larger targets."""
    return len(ways), [-way[0] for way in ways], [-way[1] for way in ways]


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        ({24: 2}, {24: 1, 13: 1}, ((24, 13),)),
        ({24: 2}, {20: 1, 13: 1}, ((24, 20), (24, 13))),
        ({24: 1, 13: 1}, {13: 1, 8: 1}, ((24, 8),)),
        ({6: 1, 5: 1}, {0: 2}, ((6, 0), (5, 0))),
        ({24: 1, 18: 1}, {20: 1, 10: 1}, ((24, 20), (18, 10))),
    ],
)
def test_the_first_candidate_has_the_fewest_words(
    before: dict[int, int], after: dict[int, int], first: tuple
) -> None:
    assert next(candidates(counts(before), counts(after), most=4)) == first


@pytest.mark.parametrize("number", range(5))
def test_every_candidate_leads_there_and_they_come_in_order(number: int) -> None:
    ((text, _),) = random_cases("mad-gulbar", 20 + number, 1)
    situation = moment(f"{text.split(' turns=')[0]} left=566")
    draft = Draft(situation)
    random_moves(draft, Random(number))
    before, after = situation.position.player, draft.position.player
    found = list(islice(candidates(before, after, len(draft.moves)), 500))
    assert all(led(before, ways) == after for ways in found)
    assert [key(ways) for ways in found] == sorted(key(ways) for ways in found)
    assert len(set(found)) == len(found)


def test_matchings_are_all_and_once() -> None:
    assert list(matchings([24, 13], [20, 8])) == [((24, 20), (13, 8))]
    assert list(matchings([24, 24], [20, 8])) == [((24, 20), (24, 8))]
    assert list(matchings([24, 22], [20, 8])) == [((24, 20), (22, 8)), ((24, 8), (22, 20))]
    assert list(matchings([], [])) == [()]
    assert list(matchings([5], [8])) == []
