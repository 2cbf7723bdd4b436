"""The Swiss system: one tournament worked out by hand, and what must hold in all of them."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each, tries
from tests.server.pairing.played_out import (
    BLACK,
    WHITE,
    Played,
    begun,
    by_lot,
    lower_wins,
    without_sides,
)

from nardy.server.pairing.course import next_event, rounds_of
from nardy.server.pairing.events import Closed, event_from_text, event_to_text
from nardy.server.pairing.standings import standings
from nardy.server.pairing.tally import white_surplus
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Meeting, MeetingResult, TournamentTerms

SWISS = TournamentTerms("swiss", rounds=5)

# Worked out by hand. The seeds are the numbers, and the lower number wins but for the upsets. 12 leaves
# after the first round, so 16, the last one, has the bye of the second; 17 enters during the second.
#   1  halves of all                      2  halves of 1 point (1-8), then of none without 12
#   3  of 1 point: 5 6 7 8 | 9 10 11 16, but 8 and 16 have met: 7 takes 16, and 8 takes 11
#   4  of 1 point: 9 10 11 | 13 16 17, but 9 and 13 have met: 9 takes 16, and 10 takes 13
#   5  2 alone has 4 points and has met 1 and 4: of 1 3 4 5 he takes 3, so 1 takes 4, and 5 comes down
#      to 6. Of 7 8 9 11 the pair 7-9 would leave 8-11, who have met: 7 takes 11. 13 comes down, has
#      met 10, and takes 14; 10 takes 16, and 17 comes down to 15.
ROUNDS = [
    "1-9 2-10 3-11 4-12 5-13 6-14 7-15 8-16",
    "1-5 2-6 3-7 4-8 9-13 10-14 11-15 16",
    "1-3 2-4 5-9 6-10 7-16 8-11 13-15 14-17",
    "1-2 3-6 4-7 5-8 9-16 10-13 11-17 14-15",
    "2-3 1-4 5-6 7-11 8-9 13-14 10-16 15-17",
]
UPSETS = {3: [17], 4: [2, 13], 5: [9, 14, 17]}
# Rank, number, score; Buchholz, median, direct encounter, Sonneborn-Berger.
TABLE = """
 1  2 5   14  8 0 14
 2  1 4   18 10 0 13
 3  5 4   13  7 0  9
 4  3 3   16  9 0  7
 5  4 3   14  9 0  5
 6  9 3   13  8 0  5
 7  7 3    9  6 0  3
 8  6 2   16  9 0  4
 9  8 2   13  8 0  3
10 10 2   12  6 0  3
11 13 2   11  7 0  2
12 11 2   10  7 0  2
13 14 2    8  6 0  2
14 17 2    4  2 0  2
15 16 1   11  7 0  1
16 15 0   11  6 0  0
17 12 0    3  3 0  0
"""


def as_told(pairs: str) -> list[tuple[int, ...]]:
    return [tuple(sorted(map(int, pair.split("-")))) for pair in pairs.split()]


def sixteen() -> Played:
    """The tournament of the table, to its end."""
    played, rule = begun(SWISS, 16), lower_wins(UPSETS)
    for number, pairs in enumerate(ROUNDS, 1):
        assert without_sides(played.begin()) == as_told(pairs), number
        if number == 2:
            played.enter([100])
        played.end(rule)
        if number == 1:
            played.leave(12)
    assert isinstance(next_event(played.now, 0), Closed)
    return played


def test_sixteen_in_five_rounds_are_as_by_hand() -> None:
    rows = standings(sixteen().now)
    told = [[row.rank, row.number, row.score, *row.ties] for row in rows]
    assert told == [list(map(float, line.split())) for line in TABLE.strip().splitlines()]


def test_the_log_alone_makes_the_same_tournament_after_every_event() -> None:
    played = sixteen()
    texts = [event_to_text(event) for event in played.events]
    now = Tournament(SWISS, "s")
    for count, text in enumerate(texts, 1):
        now = now.after(event_from_text(text))
        assert now == Tournament.of(SWISS, "s", map(event_from_text, texts[:count]))
    assert now == played.now


@given(
    count=st.integers(4, 13),
    rounds=st.integers(1, 7),
    seed=st.integers(0, 10**6),
    leavers=st.sets(st.tuples(st.integers(1, 5), st.integers(1, 13)), max_size=3),
)
def test_what_must_hold_in_every_swiss(
    count: int, rounds: int, seed: int, leavers: set[tuple[int, int]]
) -> None:
    played, lots = (
        begun(TournamentTerms("swiss", rounds=rounds), count, str(seed)),
        random.Random(seed),
    )
    rule = by_lot(iter(lots.random, 2))
    first = True
    while first or not isinstance(next_event(played.now, 0), Closed):
        first = False
        surplus = white_surplus(played.now)
        pairs = played.begin()
        inside = [entrant.number for entrant in played.now.inside]
        assert sorted(n for pair in pairs for n in pair if n) == inside
        assert [pair for pair in pairs if pair[1] is None] == pairs[len(pairs) - len(inside) % 2 :]
        # White is who has been White less often.
        assert all(surplus[white] <= surplus[black] for white, black in pairs if black)
        played.end(rule)
        for number, leaver in leavers:
            if number == played.now.round and leaver <= count:
                played.leave(leaver)
    assert_all_are_new(played.now)
    if not leavers and rounds <= count // 2:
        assert played.now.round == rounds
    rows = standings(played.now)
    assert all((a.score, a.ties) >= (b.score, b.ties) for a, b in pairwise(rows))
    assert sum(row.score for row in rows) == len(played.now.meetings)


def assert_all_are_new(now: Tournament) -> None:
    """Nobody has met anybody twice, or had a second bye."""
    met = [frozenset((m.white, m.black)) for m in now.meetings]
    assert len(met) == len(set(met))


def test_it_ends_when_those_who_have_stayed_have_all_met() -> None:
    played = begun(SWISS, 6)
    played.begin()
    played.end(lower_wins())
    for number in (4, 5, 6):
        played.leave(number)
    assert rounds_of(played.now) == 4
    played.play(lower_wins())
    assert played.now.round == 4
    assert_all_are_new(played.now)


def test_nobody_is_done_with_those_who_can_still_be_met() -> None:
    """Four who have stayed have met others only: three rounds more, whoever has left."""
    played = begun(TournamentTerms("swiss", rounds=4), 8)
    played.begin()
    played.end(lower_wins())
    for number in (5, 6, 7, 8):
        played.leave(number)
    assert rounds_of(played.now) == 4
    played.play(lower_wins())
    assert_all_are_new(played.now)


@each("seed", range(tries(10, 40, 40)))
@each(("count", "rounds"), [(5, 5), (6, 5), (5, 4), (6, 4)])
def test_a_few_play_every_round_that_was_announced(count: int, rounds: int, seed: int) -> None:
    """Of six the third round may leave two rings of three, of whom no pairs can be made."""
    lots = random.Random(seed)
    terms = TournamentTerms("swiss", rounds=rounds)
    played = begun(terms, count, str(seed)).play(by_lot(iter(lots.random, 2)))
    assert played.now.round == rounds
    assert_all_are_new(played.now)


@pytest.mark.parametrize(("count", "rounds"), [(4, 3), (5, 5), (6, 5), (8, 7)])
def test_nobody_meets_twice_as_long_as_there_is_somebody_new(count: int, rounds: int) -> None:
    """As many rounds as there are opponents are promised only while the rest can still be paired."""
    played = begun(TournamentTerms("swiss", rounds=9), count)
    assert rounds_of(played.now) == rounds
    played.play(lower_wins())
    assert played.now.round == rounds
    assert_all_are_new(played.now)
    assert {m.number for m in played.now.inside} == set(range(1, count + 1))


def test_who_won_against_a_no_show_has_no_bye() -> None:
    """FIDE's C.04.1: a full point without a game is as good as a bye."""
    played = begun(TournamentTerms("swiss", rounds=3), 6)
    played.begin()
    left = next(m for m in played.now.open if m.holds(2))
    present = left.opponent(2)
    assert present is not None
    result = MeetingResult(float(left.white != 2), float(left.white == 2), is_played=False)
    played.end(lambda m: result if m.holds(2) else lower_wins()(m))
    played.leave(2)

    def loses(meeting: Meeting) -> MeetingResult:
        return WHITE if meeting.black == present else BLACK

    byes = []
    for _ in range(2):
        byes += [white for white, black in played.begin() if black is None]
        played.end(lambda m: loses(m) if m.holds(present) else lower_wins()(m))
    assert len(byes) == 2
    assert present not in byes
