from itertools import pairwise
from random import Random

from tests.server.pairing.played_out import WHITE, Played, begun, by_lot, lower_wins

from nardy.server.pairing.arena import A_MINUTE, PAIRING_DELAY_MS, arena_points, ends_at, free
from nardy.server.pairing.course import next_event
from nardy.server.pairing.events import Closed, MeetingEnded, Paired
from nardy.server.pairing.standings import standings
from nardy.server.pairing.values import TournamentTerms

ARENA = TournamentTerms("arena", minutes=1)


def test_points_double_after_two_wins_in_a_row() -> None:
    assert arena_points([1, 1, 1, 1, 0, 1, 1, 0.5, 1]) == [2, 2, 4, 4, 0, 2, 2, 2, 2]


def test_four_by_hand() -> None:
    """Waves of two games; the lower number always wins.

    First 1-3 and 2-4 (halves of the same score). Then 1 and 2 have two points each and have not just
    met: 1-2, 3-4. Then 1 has 4, 2 and 3 have 2, 4 has none: 1 takes the next who is not the last
    one, 3, which leaves 2-4; 1 wins for the third time and gets 4. Then 1 has 8, 2 has 4, 3 has 2, 4
    none: 1-2 and 3-4.
    """
    played = begun(ARENA, 4)
    told: list[set[frozenset[int | None]]] = []
    for _ in range(4):
        told.append({frozenset(pair) for pair in played.begin()})
        played.end(lower_wins())
    assert told == [
        {frozenset(pair) for pair in pairs}
        for pairs in ([(1, 3), (2, 4)], [(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 2), (3, 4)])
    ]
    # 1: 2 + 2 + 4 + 4; 2: won, lost, won, lost; 3: lost, won, lost, won; 4: none.
    rows = standings(played.now)
    assert [(row.rank, row.number, row.score) for row in rows] == [
        (1, 1, 12),
        (2, 2, 4),
        (2, 3, 4),
        (4, 4, 0),
    ]


def test_who_has_just_met_waits_a_while_before_meeting_again() -> None:
    played = begun(ARENA, 3)
    (pair,) = played.begin()
    third = ({1, 2, 3} - {*pair}).pop()
    played.end(lower_wins())
    # The third is free too, and has waited longest.
    (following,) = played.begin()
    assert third in following
    assert pair != following
    two = begun(ARENA, 2)
    for _ in range(3):
        two.begin()  # nobody else is there: again at once
        two.end(lower_wins())


def test_who_is_free_at_last_does_not_make_the_others_meet_again() -> None:
    played = begun(ARENA, 4)
    played.begin()
    one, two = played.now.open
    played.add(MeetingEnded(7, one.table, WHITE))
    assert two.black is not None
    played.leave(two.black)
    played.add(MeetingEnded(9, two.table, WHITE))
    event = next_event(played.now, 9)
    assert isinstance(event, Paired)
    (pairing,) = event.pairings
    assert two.white in (pairing.white, pairing.black)


def test_two_who_are_free_wait_for_the_others() -> None:
    played = begun(ARENA, 4)
    played.begin()
    table = played.now.open[0].table
    played.add(MeetingEnded(7, table, WHITE))
    assert next_event(played.now, 7) is None
    assert isinstance(next_event(played.now, 7 + PAIRING_DELAY_MS), Paired)


def test_nobody_is_paired_after_the_end_and_the_last_games_count() -> None:
    played = begun(ARENA, 4)
    played.begin()
    end = ends_at(played.now)
    assert end == A_MINUTE
    assert next_event(played.now, end) is None
    played.end(lower_wins())
    assert isinstance(next_event(played.now, end), Closed)
    assert sum(row.won for row in standings(played.now)) == 2


def test_an_arena_of_twelve_goes_on_as_long_as_games_end() -> None:
    """Games end one at a time, in any order, as bots end theirs."""
    played: Played = begun(ARENA, 12, "x")
    lots = Random(5)
    rule = by_lot(iter(lots.random, 2))
    played.begin()
    for _ in range(300):
        meeting = lots.choice(played.now.open)
        played.clock += 2000
        played.add(MeetingEnded(played.clock, meeting.table, rule(meeting)))
        event = next_event(played.now, played.clock)
        if isinstance(event, Paired):
            played.add(event)
        if played.clock >= A_MINUTE:
            break
        assert played.now.open
        assert len(free(played.now)) <= 3
    count = [len(played.now.meetings_of(number)) for number in range(1, 13)]
    assert min(count) >= 2
    for number in range(1, 13):
        mine = [m.opponent(number) for m in played.now.meetings_of(number)]
        assert all(a != b for a, b in pairwise(mine))
