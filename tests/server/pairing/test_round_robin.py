from collections import Counter

from tests.effort import each
from tests.server.pairing.played_out import begun, lower_wins

from nardy.server.pairing.course import next_event
from nardy.server.pairing.events import Closed
from nardy.server.pairing.round_robin import berger, schedule
from nardy.server.pairing.standings import standings
from nardy.server.pairing.values import TournamentTerms

# FIDE Handbook C.05, annex 1, as printed there for 5 or 6 players.
SIX = [
    "1-6 2-5 3-4",
    "6-4 5-3 1-2",
    "2-6 3-1 4-5",
    "6-5 1-4 2-3",
    "3-6 4-2 5-1",
]


def told(rounds: list[list[tuple[int, int]]]) -> list[str]:
    return [" ".join(f"{white}-{black}" for white, black in pairs) for pairs in rounds]


def test_the_tables_are_those_of_fide() -> None:
    assert told(berger(6)) == SIX
    assert told(berger(5)) == [
        " ".join(pair for pair in pairs.split() if "6" not in pair) for pairs in SIX
    ]


@each("count", range(2, 17))
def test_everybody_meets_everybody_once_and_is_white_every_second_time(count: int) -> None:
    rounds = berger(count)
    pairs = [pair for one in rounds for pair in one]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == count * (count - 1) // 2
    for one in rounds:
        assert len({number for pair in one for number in pair}) == 2 * len(one) == count - count % 2
    white, black = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    assert all(abs(white[number] - black[number]) <= 1 for number in range(1, count + 1))


def test_every_second_time_the_sides_are_changed() -> None:
    """Round by round, against the table of FIDE for four, 1-4 2-3, 4-3 1-2, 2-4 3-1."""
    once = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    changed = [[(b, a) for a, b in pairs] for pairs in once]
    rounds = schedule(begun(TournamentTerms("round-robin", rounds=4), 4).now)
    assert [[(pairing.white, pairing.black) for pairing in one] for one in rounds] == [
        *(once + changed + once + changed)
    ]


def test_five_meet_twice_and_stand_as_by_hand() -> None:
    """1 beats all but 5, who loses to all others; 2, 3 and 4 by their numbers: each twice."""
    played = begun(TournamentTerms("round-robin", rounds=2), 5).play(
        lower_wins({n: [5] for n in ()})
    )
    assert played.now.round == 10
    assert len(played.now.meetings) == 20
    surplus = Counter(m.white for m in played.now.meetings)
    assert set(surplus.values()) == {4}
    rows = standings(played.now)
    assert [(row.number, row.score, row.won, row.lost) for row in rows] == [
        (1, 8, 8, 0),
        (2, 6, 6, 2),
        (3, 4, 4, 4),
        (4, 2, 2, 6),
        (5, 0, 0, 8),
    ]
    # Sonneborn-Berger: those beaten, twice each: 2*(6+4+2+0), 2*(4+2+0), 2*(2+0), 0, 0.
    assert [row.ties[1] for row in rows] == [24, 12, 4, 0, 0]


def test_three_who_beat_each_other_in_a_ring_are_told_apart_by_hand() -> None:
    """1 beats 2, 2 beats 3, 3 beats 1; 4 loses to 1 and 2 and beats 3.

    1 and 2 have two points and met: 1 won. 3 and 4 have one and met: 4 won.
    """
    winners = {frozenset((1, 2)): 1, frozenset((2, 3)): 2, frozenset((1, 3)): 3}
    winners |= {frozenset((1, 4)): 1, frozenset((2, 4)): 2, frozenset((3, 4)): 4}

    def rule(meeting):
        wins = winners[frozenset((meeting.white, meeting.black))]
        return lower_wins({meeting.round: [wins]})(meeting)

    rows = standings(begun(TournamentTerms("round-robin"), 4).play(rule).now)
    assert [(row.rank, row.number, row.score, row.ties[0]) for row in rows] == [
        (1, 1, 2, 1),
        (2, 2, 2, 0),
        (3, 4, 1, 1),
        (4, 3, 1, 0),
    ]


def test_who_stays_alone_wins_what_is_left_and_those_who_left_win_nothing() -> None:
    played = begun(TournamentTerms("round-robin"), 4)
    played.begin()
    played.end(lower_wins())
    for number in (1, 2, 3):
        played.leave(number)
    played.play(lower_wins())
    assert len(played.now.meetings) == 6
    rows = {row.number: row.score for row in standings(played.now)}
    assert rows == {1: 1, 2: 1, 3: 0, 4: 2}


def test_with_the_last_one_who_leaves_it_is_over() -> None:
    played = begun(TournamentTerms("round-robin"), 4)
    played.begin()
    played.end(lower_wins())
    for number in (1, 2, 3, 4):
        played.leave(number)
    assert isinstance(next_event(played.now, 0), Closed)


def test_who_leaves_loses_what_is_left_and_the_tables_stay() -> None:
    played = begun(TournamentTerms("round-robin"), 5)
    played.begin()
    played.end(lower_wins())
    # The first has been free in a round or not; he leaves all the same.
    played.leave(1)
    played.play(lower_wins())
    assert len(played.now.meetings) == 10
    lost = [m for m in played.now.meetings if m.holds(1) and m.round > 1]
    assert lost
    assert all(m.points(1) == 0 and m.result and not m.result.is_played for m in lost)
