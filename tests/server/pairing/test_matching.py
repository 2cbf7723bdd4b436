import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.pairing.matching import Matching

graphs = st.integers(0, 8).flatmap(
    lambda count: (
        st.sets(st.sampled_from(list(itertools.combinations(range(count), 2))), max_size=16).map(
            lambda edges: (count, edges)
        )
        if count > 1
        else st.just((count, set[tuple[int, int]]()))
    )
)


def most_pairs(edges: frozenset[tuple[int, int]]) -> int:
    """By trying everything."""
    return (
        max(
            (
                1 + most_pairs(frozenset(e for e in edges if not {*e} & {*edge}))
                for edge in list(edges)[:1]
            ),
            default=0,
        )
        if len(edges) <= 1
        else max(
            most_pairs(edges - {first := min(edges)}),
            1 + most_pairs(frozenset(e for e in edges if not {*e} & {*first})),
        )
    )


def neighbors(count: int, edges: set[tuple[int, int]]) -> list[list[int]]:
    return [[b if a == v else a for a, b in edges if v in (a, b)] for v in range(count)]


@pytest.mark.parametrize("nobody", [0, 300], ids=["small", "large"])
@given(graph=graphs)
def test_as_many_have_partners_as_can(graph: tuple[int, set[tuple[int, int]]], nobody: int) -> None:
    """Small numbers are one object each in Python, large ones are not."""
    count, edges = graph
    alone: list[list[int]] = [[]] * nobody
    edges = {(one + nobody, other + nobody) for one, other in edges}
    mates = Matching(alone + neighbors(count + nobody, edges)[nobody:]).mates
    pairs = [(v, mate) for v, mate in enumerate(mates) if mate is not None]
    assert all(mates[mate] == v for v, mate in pairs)
    assert all(tuple(sorted(pair)) in edges for pair in pairs)
    assert len(pairs) == 2 * most_pairs(frozenset(edges))


@given(graphs, st.data())
def test_what_is_taken_away_is_refused_where_somebody_would_stay_alone(
    graph: tuple[int, set[tuple[int, int]]], data: st.DataObject
) -> None:
    count, edges = graph
    matching = Matching(neighbors(count, edges))
    if not count or not matching.is_perfect:
        return
    vertex = data.draw(st.integers(0, count - 1))
    allowed = data.draw(st.sets(st.integers(0, count - 1)))
    kept = {edge for edge in edges if vertex not in edge or {*edge} & (allowed - {vertex})}
    can = 2 * most_pairs(frozenset(kept)) == count
    assert matching.restrict(vertex, allowed) is can
    assert matching.is_perfect
    assert [sorted(n) for n in matching.neighbors] == [
        sorted(n) for n in neighbors(count, kept if can else edges)
    ]


def test_an_odd_cycle_is_gone_through() -> None:
    """A blossom: a triangle with a tail at two of its corners."""
    edges = {(0, 1), (1, 2), (2, 3), (1, 3), (3, 4), (4, 5)}
    assert Matching(neighbors(6, edges)).is_perfect
