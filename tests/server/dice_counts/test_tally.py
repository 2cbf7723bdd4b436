from random import Random

from hypothesis import given
from hypothesis import strategies as st

from nardy.server.dice_counts.recount import recount
from nardy.server.dice_counts.tally import ROLLERS, CountedThrow, PreviousThrows, add, nothing
from nardy.server.protocol.dice import DoubleNext

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
throws = st.builds(lambda who, dice: CountedThrow(*who, dice), st.sampled_from(ROLLERS), dice)


@given(st.lists(st.lists(throws, max_size=12), max_size=6), st.randoms(use_true_random=False))
def test_throws_counted_as_they_come_are_those_of_whole_rooms(
    rooms: list[list[CountedThrow]], random: Random
) -> None:
    counts, pasts = nothing(), [PreviousThrows()] * len(rooms)
    order = [n for n, room in enumerate(rooms) for _ in room]
    random.shuffle(order)
    for n in order:
        pasts[n] = add(counts, pasts[n], rooms[n][pasts[n].throws])
    assert counts == recount(rooms)


def test_long_rows_and_rooms_are_counted_to_the_end_of_the_lists() -> None:
    double, other = CountedThrow("bots", "black", (4, 4)), CountedThrow("people", "white", (2, 1))
    rooms = [[double] * 15 + [other] * 70 + [double], [other] * 130]
    counts, past = nothing(), PreviousThrows()
    for room in rooms:
        past = PreviousThrows()
        for throw in room:
            past = add(counts, past, throw)
    assert past.row == -130
    assert counts == recount(rooms)


def test_a_room_of_five_throws_by_hand() -> None:
    told = [("both", None, (6, 3)), ("people", "white", (5, 5)), ("bots", "black", (2, 2))]
    more = [("people", "white", (6, 1)), ("bots", "black", (6, 2))]
    counts, past = nothing(), PreviousThrows()
    for who, seat, thrown in told + more:
        past = add(counts, past, CountedThrow(who, seat, thrown))  # type: ignore[arg-type]
    assert (counts.throws, counts.rooms, counts.reached[:6]) == (5, 1, [1, 1, 1, 1, 1, 0])
    rolls = {
        (one.by, one.seat): [
            counts.rolls[n] for n, many in enumerate(one.counts) for _ in range(many)
        ]
        for one in counts.thrown
    }
    assert rolls == {
        ("both", None): ["6-3"],
        ("people", "white"): ["5-5", "6-1"],
        ("people", "black"): [],
        ("bots", "white"): [],
        ("bots", "black"): ["2-2", "6-2"],
    }
    assert counts.waits[0] == DoubleNext(2, 1)  # behind 6-3 came 5-5, behind 6-1 came 6-2
    assert counts.streaks[:2] == [DoubleNext(1, 1), DoubleNext(1, 0)]
    assert (counts.longest_streak, counts.longest_wait) == (2, 2)
    # Behind a 6 came 5-5 and then, behind 6-1, 6-2.
    assert counts.after[5] == [0, 1, 0, 0, 2, 1]
    assert sum(map(sum, counts.after)) == 4 * 4
