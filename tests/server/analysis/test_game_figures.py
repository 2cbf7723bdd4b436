import math
import statistics
from dataclasses import fields, replace

import pytest
from msgspec import structs
from tests.server.analysis.test_reviews import finished_room
from tests.server.doubled import doubled_room

from nardy.analysis.cube_review import ReviewedAct, ReviewedBomb, ReviewedCube
from nardy.analysis.game_review import Decision, ReviewedTurn, review, summary
from nardy.bots.neural import NeuralBot
from nardy.core.player import Player
from nardy.games import find_game
from nardy.kernel import is_available
from nardy.server.analysis import game_figures, reviews
from nardy.server.analysis.game_figures import (
    FEWEST_TIMES,
    LEAST_SECONDS,
    PLIES,
    figures_of,
    is_protected,
)
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry, Terms

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel")


def reviewed(room: Room, plies: int = 0) -> list[Decision]:
    events = [entry.event for entry in room.entries]
    return list(review(events, find_game, NeuralBot(plies)))


def timed(room: Room, seconds: list[float]) -> Room:
    """The room as if its events had come so long after one another, in turn."""
    at, entries = 0.0, list[LogEntry]()
    for number, entry in enumerate(room.entries):
        at += 1000 * seconds[number % len(seconds)]
        entries.append(structs.replace(entry, at=round(at)))
    return Room(room.record, entries, room.needs)


def test_figures_are_those_of_the_review_and_its_parts_add_up_to_them() -> None:
    room = doubled_room()
    decisions = reviewed(room)
    reasons = {one.event: "shots" for one in decisions if one.grade == "blunder"}
    found = figures_of(room, decisions, reasons)
    assert set(found) == set(Player)
    for player, (figures, parts) in found.items():
        told = summary(decisions, player)
        assert figures.decisions == told.decisions
        assert figures.cubes == sum(
            one.player is player and not isinstance(one, ReviewedTurn) for one in decisions
        )
        assert figures.lost == pytest.approx(told.lost)
        assert figures.luck == pytest.approx(told.luck)
        for kind in ("phase", "plan"):
            some = [part for part in parts if part.kind == kind]
            assert sum(part.count for part in some) == figures.turns
            assert sum(part.lost for part in some) == pytest.approx(figures.turns_lost)
        explained = [part for part in parts if part.kind == "reason"]
        # A blunder of the cube is no reason on the board.
        blunders = [
            one.loss
            for one in decisions
            if one.player is player and one.event in reasons and isinstance(one, ReviewedTurn)
        ]
        assert [part.count for part in explained] == [len(blunders)] * bool(blunders)
        assert sum(part.lost for part in explained) == pytest.approx(sum(blunders))
    assert sum(figures.cubes for figures, _ in found.values()) >= 3


def test_a_bomb_is_no_decision_of_the_cube() -> None:
    room = doubled_room()
    decisions = reviewed(room)
    cube = next(one for one in decisions if isinstance(one, ReviewedCube))
    known = {one.name: getattr(cube, one.name) for one in fields(ReviewedAct)}
    bomb = ReviewedBomb(**known, exploded=0.5, kept=0.1)
    assert figures_of(room, [*decisions, bomb], {}) == figures_of(room, decisions, {})


def test_what_is_hidden_counts_in_no_figure() -> None:
    room = finished_room()
    decisions = reviewed(room)
    hidden = {one.event for one in decisions[::2]}
    plain = figures_of(room, [one for one in decisions if one.event not in hidden], {})
    found = figures_of(room, decisions, {}, hidden)
    for player in Player:
        # The phase of a turn is that of the whole game.
        assert found[player][0] == plain[player][0]
    assert found != figures_of(room, decisions, {})


def test_a_bot_has_no_figures() -> None:
    room = finished_room()
    other = Room(replace(room.record, black="bot:baseline"), room.entries, room.needs)
    assert set(figures_of(other, reviewed(other), {})) == {Player.WHITE}


def test_the_spread_of_times_is_that_of_turns_with_a_choice() -> None:
    room = timed(finished_room(), [2.0, 0.01, 8.0, 4.0, 1.0])
    decisions = reviewed(room)
    for player, (figures, _) in figures_of(room, decisions, {}).items():
        chosen = [
            one.event
            for one in decisions
            if isinstance(one, ReviewedTurn) and one.player is player and one.is_decision
        ]
        assert len(chosen) == figures.timed
        passed = [(room.entries[n].at - room.entries[n - 1].at) / 1000 for n in chosen]
        logs = [math.log(max(LEAST_SECONDS, one)) for one in passed]
        if len(chosen) < FEWEST_TIMES:
            assert figures.spread is None
        else:
            assert figures.spread == pytest.approx(statistics.stdev(logs))


def test_even_times_have_no_spread_and_a_day_a_turn_has_no_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_figures, "FEWEST_TIMES", 3)
    room = timed(doubled_room(), [3.0])
    decisions = reviewed(room)
    told = [figures for figures, _ in figures_of(room, decisions, {}).values()]
    assert [one.spread for one in told] == pytest.approx([0, 0])
    slow = Room(replace(room.record, terms=Terms(clock="0d86400")), room.entries, room.needs)
    assert slow.record.terms.is_correspondence
    for figures, _ in figures_of(slow, decisions, {}).values():
        assert (figures.timed, figures.spread) == (0, None)


@pytest.mark.parametrize(
    ("black", "terms", "told"),
    [
        ("guest:b", Terms(), True),
        ("bot:baseline", Terms(), False),
        ("bot:baseline", Terms(clock="600+8", rated=True), True),
        ("bot:baseline", Terms(tournament="t"), True),
    ],
)
def test_help_is_forbidden_where_fair_play_forbids_it(black: str, terms: Terms, told: bool) -> None:
    room = finished_room()
    other = Room(replace(room.record, black=black, terms=terms), room.entries, room.needs)
    assert is_protected(other) is told


def test_all_figures_are_those_of_the_preview() -> None:
    assert reviews.QUICK_PLIES == PLIES
