"""The best pairing, held against all pairings there are."""

import time
from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from nardy.server.pairing.choosing import Met, best_pairs, rarest


def all_pairings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        rest = [place for place in others if place != other]
        for pairs in all_pairings(rest):
            yield [(first, other), *pairs]


def wishes(scores: Sequence[float], met: Met, pairs: list[tuple[int, int]]) -> list[object]:
    """How far each wish is granted, the first wish first; the least is the best."""
    mates = dict(pairs) | {b: a for a, b in pairs}
    times = [met(place, mates[place]) for place in range(len(scores))]
    falls = [max(0.0, scores[place] - scores[mates[place]]) for place in range(len(scores))]
    left, choices = list(range(len(scores))), list[int]()
    for one, other in pairs:
        left.remove(one)
        equals = [place for place in left if scores[place] == scores[one]]
        # By hand: with himself in front cut the score in half, and begin with the lower half.
        with_him = [one, *equals]
        lower = with_him[len(with_him) // 2 :] if equals else []
        upper = [place for place in equals if place not in lower]
        below = [place for place in left if scores[place] != scores[one]]
        choices.append([*lower, *upper[::-1], *below].index(other))
        left.remove(other)
    return [max(times), times, falls, choices]


fields = st.integers(1, 4).flatmap(
    lambda half: st.tuples(
        st.lists(st.sampled_from([0, 0.5, 1, 2]), min_size=2 * half, max_size=2 * half),
        st.lists(
            st.integers(0, 2), min_size=4 * half * half, max_size=4 * half * half
        ),  # how often each two have met
    )
)


@given(fields)
def test_the_pairing_is_the_best_of_all(field: tuple[list[float], list[int]]) -> None:
    scores, counts = sorted(field[0], reverse=True), field[1]

    def met(one: int, other: int) -> int:
        return counts[min(one, other) * len(scores) + max(one, other)]

    every = [wishes(scores, met, pairs) for pairs in all_pairings(range(len(scores)))]
    found = best_pairs(scores, met)
    assert wishes(scores, met, found) == min(every)  # pyright: ignore[reportArgumentType]
    assert rarest(scores, met) == min(every)[0]  # pyright: ignore[reportArgumentType]


def test_two_hundred_are_paired_in_a_moment() -> None:
    """The ninth round of a Swiss of 200, with whom everybody met before."""
    lots, met = Random(1), set[tuple[int, int]]()
    scores = [0.0] * 200
    for _ in range(8):
        order = sorted(range(200), key=lambda place: -scores[place])
        pairs = best_pairs(
            [scores[place] for place in order],
            lambda a, b, order=order: (min(order[a], order[b]), max(order[a], order[b])) in met,
        )
        for a, b in pairs:
            one, other = order[a], order[b]
            assert (min(one, other), max(one, other)) not in met
            met.add((min(one, other), max(one, other)))
            scores[lots.choice([one, other])] += 1
    began = time.monotonic()
    order = sorted(range(200), key=lambda place: -scores[place])
    best_pairs(
        [scores[place] for place in order],
        lambda a, b: (min(order[a], order[b]), max(order[a], order[b])) in met,
    )
    assert time.monotonic() - began < 10
