"""Every feature is what a slow count on the position finds, whatever the game."""

from collections.abc import Iterator
from itertools import permutations
from math import floor
from random import Random

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.kernel.samples import Sample, any_dice, dealt, samples, strange_rules

from nardy.core.choices import Contact, Direction, PinnedBearoff
from nardy.core.position import BAR, HOME, OFF, Position
from nardy.core.rules import Rules
from nardy.core.steps import (
    NO_LIMIT,
    MidTurn,
    Step,
    bar_first,
    bear_off,
    closed_point,
    displaced,
    lands_on_opponent,
    no_checker,
    not_home,
    pinned,
)
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, PLAKOTO
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.features import (
    CRASHED,
    ESCAPES_BY_FREE,
    FEATURES,
    FEATURES_SIZE,
    PHASES,
    PLANS,
    RACE,
    REACH,
    WAITING,
    Floats,
    escapes,
    features_batch,
    opened,
)

BLOCKED = (no_checker, pinned, bar_first, not_home, bear_off, closed_point)
"""The laws that ask for nothing but the position: no heads, runners or formations."""
DICE = range(1, 7)
KINDS = [(contact, direction) for contact in Contact for direction in Direction]
MINE = [name for name in FEATURES if name.startswith("my ")]


def features(rules: Rules, positions: list[Position], seat: int = at.PLAYER) -> Floats:
    """The features of positions, for the side of the boards that rolls next."""
    return features_and_phases(rules, positions, seat)[0]


def features_and_phases(
    rules: Rules, positions: list[Position], seat: int = at.PLAYER
) -> tuple[Floats, list[int]]:
    found = np.full((len(positions), FEATURES_SIZE), 9, np.float32)
    phases = np.full(len(positions), 9, np.int8)
    features_batch(rules_array(rules), (*position_arrays(positions), seat), found, phases)
    return found, phases.tolist()


def named(rules: Rules, position: Position) -> dict[str, float]:
    return dict(zip(FEATURES, features(rules, [position])[0].tolist(), strict=True))


# ------------------------------------------------------------------------------- the slow counts


def may_move(rules: Rules, position: Position, origin: int, die: int) -> bool:
    mid = MidTurn(position, (die,), in_order=True, from_head=NO_LIMIT)
    return not any(law(rules, mid, Step(origin, die)) for law in BLOCKED)


def movers(rules: Rules, position: Position, die: int) -> list[int]:
    return [place for place in range(1, 26) if may_move(rules, position, place, die)]


def shots(rules: Rules, position: Position) -> int:
    """How many of the 36 rolls reach a checker that stands alone now, move by move."""
    alone = {point for point in range(1, 25) if lands_on_opponent(rules, position, point)}
    blots = alone - position.player_pinned
    if not blots:
        return 0
    return sum(
        any(reaches(rules, position, order, blots, set()) for order in orders(one, other))
        for one in DICE
        for other in DICE
    )


def orders(one: int, other: int) -> Iterator[tuple[int, ...]]:
    if one == other:
        yield (one,) * 4
    else:
        yield from permutations((one, other))


def reaches(
    rules: Rules,
    position: Position,
    dice: tuple[int, ...],
    blots: set[int],
    seen: set[tuple[Position, int]],
) -> bool:
    """Whether moves by these dice in their order land on a blot."""
    if not dice or (position, len(dice)) in seen:
        return False
    seen.add((position, len(dice)))
    steps = [Step(origin, dice[0]) for origin in movers(rules, position, dice[0])]
    return any(step.target in blots for step in steps) or any(
        reaches(rules, displaced(rules, position, step.origin, step.target), dice[1:], blots, seen)
        for step in steps
    )


def is_closed_to_them(rules: Rules, position: Position, point: int) -> bool:
    """Whether the opponent may not land on one of the player's points, by the law itself."""
    theirs = rules.facing(point)
    mid = MidTurn(position.flipped(), (1,), in_order=True, from_head=NO_LIMIT)
    return position.player[point] > 0 and closed_point(rules, mid, Step(theirs + 1, 1))


def prime(rules: Rules, position: Position) -> tuple[int, int]:
    """The longest row of points closed to the opponent, up to six, and his checkers behind it."""
    closed = {rules.facing(p) for p in range(1, 25) if is_closed_to_them(rules, position, p)}
    for length in range(6, 0, -1):
        for first in range(1, 26 - length):
            if closed.issuperset(range(first, first + length)):
                return length, sum(position.opponent[first + length :])
    return 0, 0


def is_race(rules: Rules, position: Position) -> bool:
    """No bar, and no checker with an opposing one ahead of it, or on it."""
    if position.player[BAR] or position.opponent[BAR]:
        return False
    for view in (position, position.flipped()):
        mine = [point for point in range(1, 25) if view.player[point]]
        theirs = [rules.facing(point) for point in range(1, 25) if view.opponent[point]]
        if mine and theirs and min(theirs) <= max(mine):
            return False
    return True


def half(rules: Rules, position: Position, *, race: bool) -> dict[str, float]:
    """What is counted of the player, by the names without `my`."""
    free = [
        place
        for place in range(1, 26)
        if position.player[place] and place not in position.player_pinned
    ]
    lost = sum(not movers(rules, position, die) for die in DICE)
    runs = [die for die in DICE if free and max(free) > die]
    found = {f"movers by {die}": min(4, len(movers(rules, position, die))) / 4 for die in DICE}
    found |= {
        "lost rolls": lost * lost / 36,
        "rearmost may run": sum(may_move(rules, position, max(free), die) for die in runs) / 6,
    }
    if race:
        return found
    length, behind = prime(rules, position)
    found |= {"prime": length / 6, "behind": min(behind, 6) * length / 36}
    found |= contact(rules, position)
    if rules.contact is not Contact.BLOCK:
        own_home, their_home = (
            sum(is_closed_to_them(rules, view, point) for point in HOME) / 6
            for view in (position, position.flipped())
        )
        found["shots"] = shots(rules, position) / 36
        found["shots by my home points"] = found["shots"] * own_home
        found["bar against their home points"] = min(position.player[BAR], 3) * their_home / 2
    return found


def slow(rules: Rules, position: Position) -> dict[str, float]:
    """Every feature by its name."""
    race = is_race(rules, position)
    mine = half(rules, position, race=race)
    theirs = half(rules, position.flipped(), race=race)
    found = dict.fromkeys(FEATURES, 0.0)
    for name, value in mine.items():
        found["behind my prime" if name == "behind" else f"my {name}"] = value
    for name, value in theirs.items():
        found["behind their prime" if name == "behind" else theirs_of(f"my {name}")] = value
    if race:
        lead = position.flipped().pip_count() - position.pip_count()
        found |= {"race": 1, "race lead": lead / 50, "race length": position.pip_count() / 100}
    return found


def phase(rules: Rules, position: Position) -> int:
    """The phase of a position that is not over."""
    if is_race(rules, position):
        return RACE
    sides = position.player, position.opponent
    if any(2 * (side[OFF] + side[1] + side[2]) > rules.checkers for side in sides):
        return CRASHED
    mine, theirs = (any(side[place] for place in range(19, 26)) for side in sides)
    plan = mine + 2 * theirs
    return WAITING + plan - 1 if plan and waits(rules, position) else PLANS + plan


def waits(rules: Rules, position: Position) -> bool:
    """Whether one side plays a back game, is behind a fence, or is pinned far back."""
    if rules.contact is Contact.PIN:
        return any(place > 18 for place in (*position.player_pinned, *position.opponent_pinned))
    if rules.contact is Contact.BLOCK:
        found = slow(rules, position)
        return any(
            found[f"{whose} prime"] > 0.6 and found[f"behind {whose} prime"]
            for whose in ("my", "their")
        )
    return any(
        sum(one.player[place] > 1 for place in range(19, 25)) > 1
        and one.pip_count() - one.flipped().pip_count() >= 30
        for one in (position, position.flipped())
    )


def theirs_of(name: str) -> str:
    """The same feature of the other player."""
    swap = {"my": "their", "their": "my"}
    return " ".join(swap.get(word, word) for word in name.split())


# -------------------------------------------------------------------------- where they may differ


def assert_as_counted(rules: Rules, position: Position) -> None:
    found, counted = named(rules, position), slow(rules, position)
    for name in FEATURES:
        assert found[name] == pytest.approx(counted[name], abs=1e-6), (name, rules, position)
    assert features_and_phases(rules, [position])[1] == [phase(rules, position)]


# ------------------------------------------------------------------------------------- the tests


def strange_positions(contact: Contact, direction: Direction, count: int) -> Iterator[Sample]:
    """Positions of games that nobody plays."""
    rng = Random(f"{contact} {direction}")
    for _ in range(count):
        rules = strange_rules(rng).replace(
            id="stranger",
            start=Position.of({24: rng.choice((1, 2, 3, 7, 15))}),
            contact=contact,
            direction=direction,
            pinned_bearoff=PinnedBearoff.ALLOW,
        )
        yield Sample(rules, dealt(rules, rng), any_dice(rules, rng))


def is_over(sample: Sample) -> bool:
    return sample.rules.checkers in (sample.position.player[OFF], sample.position.opponent[OFF])


@pytest.mark.parametrize(("contact", "direction"), KINDS)
def test_every_column_is_as_counted(contact: Contact, direction: Direction) -> None:
    for sample in strange_positions(contact, direction, tries(8, 200, 500)):
        if not is_over(sample):
            assert_as_counted(sample.rules, sample.position)


@each("game", some(GAMES, 9))
def test_every_column_is_as_counted_in_games_that_are_played(game: str) -> None:
    for sample in samples(game, tries(3, 40, 100), seed=7):
        if not is_over(sample):
            assert_as_counted(sample.rules, sample.position)


def test_every_phase_comes_up_in_play() -> None:
    found: set[int] = set()
    for game in ("backgammon", "plakoto", "long-nardy"):
        played = samples(game, 400, seed=5)
        found |= {phase(sample.rules, sample.position) for sample in played}
    assert found == set(range(PHASES))


def test_a_die_bears_off_from_below_only_where_no_checker_is_higher() -> None:
    position = Position.of({6: 1, 3: 1, 0: 13}, {21: 2, 20: 13})
    assert named(BACKGAMMON, position)["my movers by 5"] == 0.25
    blocked = Position.of({5: 1, 1: 1, 0: 13}, {23: 2, 20: 13})
    assert named(BACKGAMMON, blocked)["my lost rolls"] == pytest.approx(1 / 36)


def test_a_checker_pinned_outside_keeps_the_others_on_the_board() -> None:
    counts = Position.of({20: 1, 1: 14}, {5: 15})
    position = Position(counts.player, counts.opponent, player_pinned=frozenset({20}))
    assert named(PLAKOTO, position)["my movers by 6"] == 0


def test_a_lone_pinner_closes_its_point() -> None:
    under = Position.of({7: 1, 6: 2, 5: 2, 1: 10}, {18: 1, 24: 14})
    position = Position(under.player, under.opponent, opponent_pinned=frozenset({18}))
    assert named(PLAKOTO, position)["my prime"] == pytest.approx(3 / 6)


@pytest.mark.parametrize(("contact", "direction"), KINDS)
def test_both_seats_see_the_same(contact: Contact, direction: Direction) -> None:
    for rules, position, _ in strange_positions(contact, direction, 60):
        mine = features(rules, [position], at.PLAYER)
        theirs = features(rules, [position], at.OPPONENT)
        assert (mine == features(rules, [position.flipped()], at.OPPONENT)).all()
        assert (theirs == features(rules, [position.flipped()], at.PLAYER)).all()
        here = dict(zip(FEATURES, mine[0], strict=True))
        there = dict(zip(FEATURES, theirs[0], strict=True))
        assert here["race"] == there["race"]
        assert here["race lead"] == -there["race lead"]
        assert all(here[name] == there[theirs_of(name)] for name in MINE)


def test_the_columns_of_a_row_do_not_hang_on_its_neighbours() -> None:
    positions = [sample.position for sample in samples("backgammon", 60, seed=8)]
    together = features(BACKGAMMON, positions)
    for row, position in enumerate(positions):
        assert (together[row] == features(BACKGAMMON, [position])).all()


def test_the_start_of_backgammon() -> None:
    found = named(BACKGAMMON, BACKGAMMON.start)
    assert found["race"] == 0
    # Own 6, 8 and 13 are held: rows of one; the opponent's two rear checkers stand behind.
    assert found["my prime"] == pytest.approx(1 / 6)
    assert found["my shots"] == 0
    assert found["my lost rolls"] == 0
    assert found["my rearmost may run"] == pytest.approx(5 / 6)


def test_a_direct_shot_at_six_pips_hits_with_seventeen_rolls() -> None:
    # The textbook count: 11 with a six, 5-1, 4-2, 2-2 and 3-3.
    position = Position.of({24: 2, 1: 13}, {7: 1, 1: 2, 6: 12})
    assert named(BACKGAMMON, position)["my shots"] == pytest.approx(17 / 36)


def test_a_race_is_told_by_its_pips_and_no_shots() -> None:
    position = Position.of({6: 2, 1: 13}, {5: 15})
    found = named(BACKGAMMON, position)
    assert (found["race"], found["my shots"], found["my prime"]) == (1, 0, 0)
    assert found["race lead"] == pytest.approx((75 - 25) / 50)
    assert found["race length"] == pytest.approx(25 / 100)


def test_players_who_go_the_same_way_round_race_once_both_are_past() -> None:
    assert named(LONG_NARDY, Position.of({24: 15}))["race"] == 0
    ahead = Position.of({6: 15}, {13: 15})
    assert named(LONG_NARDY, ahead)["race"] == 0
    assert named(LONG_NARDY, Position.of({6: 15}, {6: 15}))["race"] == 1


FAR = range(16, BAR + 1)


def is_free(rules: Rules, position: Position, place: int) -> bool:
    """Whether the law lets the player land here, or he is past his last point."""
    if place <= 0:
        return True
    mid = MidTurn(position, (1,), in_order=True, from_head=NO_LIMIT)
    return not closed_point(rules, mid, Step(place + 1, 1))


def counted(rules: Rules, position: Position, place: int) -> int:
    """How many of 36 rolls bring a checker here on by both dice."""
    return sum(
        is_free(rules, position, place - one - other)
        and any(is_free(rules, position, place - die) for die in (one, other))
        for one in DICE
        for other in DICE
    )


def movable(position: Position) -> list[int]:
    return [
        place
        for place in range(1, BAR + 1)
        if position.player[place] and place not in position.player_pinned
    ]


def contact(rules: Rules, position: Position) -> dict[str, float]:
    """What is counted of the player, by the names without `my`."""
    free = movable(position)
    rear = max(free, default=0)
    traps = {place: 36 - counted(rules, position, place) for place in FAR}
    theirs = [rules.facing(point) for point in range(1, BAR) if position.opponent[point]]
    foremost = 0 if position.opponent[BAR] or not theirs else min(theirs)
    mine = [place for place in range(1, BAR + 1) for _ in range(position.player[place])]
    mobile = sum(
        (place - 6) * position.player[place] * counted(rules, position, place)
        for place in free
        if place > 6
    )
    found = {
        "escapes": counted(rules, position, rear) / 36 if rear else 0,
        "trap": max((traps[place] for place in FAR if place <= rear), default=0) / 36,
        "way back": max(traps.values()) / 36,
        "mobility": mobile / 3600,
        "pips in contact": sum(place - foremost for place in mine if place > foremost) / 167,
        "pips past contact": sum(place for place in mine if place <= foremost) / 100,
    }
    mean = floor(sum(mine) / len(mine) + 0.5) if mine else 0
    behind = [place - mean for place in mine if place > mean]
    found["spread"] = sum(far * far for far in behind) / max(1, len(behind)) / 400
    return found


def test_where_nothing_is_closed_every_roll_leads_on() -> None:
    assert ESCAPES_BY_FREE[-1] == 36
    assert ESCAPES_BY_FREE[0] == 0
    assert len(ESCAPES_BY_FREE) == 1 << REACH


@pytest.mark.parametrize(
    ("closed", "rolls"),
    [
        # Distances closed ahead of a checker, and how many rolls bring it on by both dice.
        (range(1, 7), 0),
        (range(1, 6), 11),
        ((7,), 30),
        ((6, 12), 30),
        ((3,), 33),
    ],
)
def test_closed_points_ahead_stop_rolls(closed: list[int], rolls: int) -> None:
    free = sum(1 << REACH - far for far in range(1, REACH + 1) if far not in closed)
    assert ESCAPES_BY_FREE[free] == rolls


def test_past_the_last_point_nothing_is_closed() -> None:
    """From point 1 every roll leads off, from point 8 only what lands on a closed one does not."""
    assert escapes(opened(0), 1) == 36
    position = Position.of({8: 1, 6: 14}, {23: 2, 13: 13})
    free = sum(1 << point for point in range(1, 25) if is_free(BACKGAMMON, position, point))
    for place in range(1, BAR + 1):
        assert escapes(opened(free), place) == counted(BACKGAMMON, position, place)


def test_a_long_block_holds_what_is_behind_it() -> None:
    position = Position.of({24: 1, 6: 14}, {10: 1, 9: 1, 8: 1, 7: 1, 6: 1, 5: 10})
    assert contact(LONG_NARDY, position)["trap"] == 1
    assert contact(LONG_NARDY, position)["escapes"] == 0
