"""The rule book against the worked cases and against the oracle."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from tests.effort import THOROUGH, each, some, tries
from tests.moments import (
    HEAD,
    STD,
    cases,
    final_texts,
    moment,
    oracle_finals,
    oracle_walk,
    random_cases,
)
from tests.oracle.moves import texts as side_texts
from tests.strategies import THREE, rolls, seeds, texts

from nardy.core.dice import ROLLS, DiceList, Roll
from nardy.core.legal import (
    begin,
    head_allowance,
    legal_moves,
    longest_play,
    longest_step,
    longest_steps,
    may_end,
    reach,
    sequences,
    steps,
)
from nardy.core.options import OPTIONS, with_options
from nardy.core.position import Position
from nardy.core.steps import NO_LIMIT, after
from nardy.core.text import sides_text
from nardy.errors import RulesError, TooManyTurns
from nardy.games import BACKGAMMON, FEVGA, GAMES, GUL_BARA, LONG_NARDY, find_game

CASES = cases("rule-cases.jsonl")


@each("case", CASES)
def test_the_worked_cases(case: dict) -> None:
    assert final_texts(moment(case["position"], *case.get("dice", []))) == set(case["after"])


# ----------------------------------------------------------------------------- the oracle


def disagreement(text: str, roll: Roll | None) -> str:
    """What the rule book and the oracle say differently of one position, or nothing."""
    situation = moment(text, *roll or ())
    assert situation.dice is not None
    if len(situation.dice.numbers) > 4:
        return cascade_disagreement(text, roll)
    core, oracle = final_texts(situation), oracle_finals(text, roll)
    return "" if core == oracle else f"{text} {roll}: {core - oracle} {oracle - core}"


def cascade_disagreement(text: str, roll: Roll | None) -> str:
    """Longest play, and the moves that keep it within reach along one turn."""
    walk, letter = oracle_walk(text, roll)
    situation, rng, reaches = moment(text, *roll or ()), Random(text), {}
    assert situation.dice is not None
    mid = begin(situation.rules, situation.position, situation.dice)
    longest, played = longest_play(situation.rules, mid, reaches), []
    if longest != walk.best(walk.start)[0]:
        return f"{text} {roll}: longest {longest}, not {walk.best(walk.start)[0]}"
    while True:
        moves = legal_moves(situation.rules, mid, reaches)
        core, oracle = sorted(move[:2] for move in moves), sorted(walk.next_moves(played))
        if core != oracle:
            return f"{text} {roll} after {played}: {core}, not {oracle}"
        if not moves:
            break
        move = rng.choice(list(moves))
        mid = moves[move]
        played.append(move[:2])
    mine = sides_text(mid.position, situation.to_act)
    ends = [side_texts(node.state)[:: 1 if letter == "w" else -1] for node in walk.after(played)]
    return "" if mine in map(" ".join, ends) else f"{text} {roll}: {mine} after {played}"


def disagreements(game_text: str, seed: int, count: int) -> list[str]:
    found = (disagreement(*case) for case in random_cases(game_text, seed, count))
    return [text for text in found if text]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_agrees_with_the_oracle(name: str) -> None:
    assert not disagreements(name, seed=1, count=tries(12, 100, 100))


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_every_game_agrees_with_the_oracle_at_length(name: str) -> None:
    # Where every double of the game is a cascade of four each, the oracle takes seconds for many positions.
    is_slow = GAMES[name].cascade_count == 4 and not GAMES[name].counts_turns
    count = tries(20, 20, 400) if is_slow else tries(250, 250, 10_000)
    assert not disagreements(name, seed=2, count=count)


def games_with(option: str, value: str) -> Iterator[str]:
    """Every game in which an option may stand, with the option and with what it needs."""
    for name, rules in GAMES.items():
        try:
            with_options(rules, {option: value})
        except RulesError:
            continue
        yield f"{name},{option}={value}"


OPTION_VALUES = [(name, value) for name, option in OPTIONS.items() for value in option.values]


def option_disagreements(option: str, value: str, seed: int, count: int) -> list[str]:
    """Some positions of each game in which the option may stand, in the quick suite of three."""
    names = some(games_with(option, value), 3)
    share = -(-count // len(names))
    return [text for name in names for text in disagreements(name, seed, share)]


AT_LENGTH = [
    (name, value) for name, value in OPTION_VALUES if value in THREE.get(name, OPTIONS[name].values)
]


@each(("option", "value"), OPTION_VALUES if THOROUGH else AT_LENGTH)
def test_every_option_agrees_with_the_oracle(option: str, value: str) -> None:
    assert not option_disagreements(option, value, seed=3, count=tries(3, 20, 20))


@pytest.mark.thorough
@pytest.mark.parametrize(("option", "value"), AT_LENGTH)
def test_every_option_agrees_with_the_oracle_at_length(option: str, value: str) -> None:
    # The oracle is slow with cascades: seconds a position.
    count = tries(10, 10, 60) if option.startswith("cascade") else tries(50, 50, 300)
    assert not option_disagreements(option, value, seed=4, count=count)


@given(texts(), rolls)
def test_options_together_agree_with_the_oracle(text: str, roll: Roll) -> None:
    assert not disagreement(text, roll)


@pytest.mark.parametrize("name", ["mad-gulbar", "mad-gulbar,cascade_count=4"])
def test_leftovers_agree_with_the_oracle(name: str) -> None:
    rng = Random(name)
    for text, _ in random_cases(name, seed=5, count=tries(20, 60, 60)):
        left = "".join(map(str, sorted(rng.choices(range(1, 7), k=rng.randint(1, 6)))))
        assert not disagreement(f"{text.split(' turns=')[0]} left={left}", None)


# ---------------------------------------------------------------------- parts, one by one


def test_only_so_many_checkers_leave_the_head() -> None:
    start = LONG_NARDY.start
    allowed = {
        die: head_allowance(LONG_NARDY, start, DiceList.of(Roll(die, die))) for die in range(1, 7)
    }
    assert allowed == {1: 1, 2: 1, 3: 2, 4: 2, 5: 1, 6: 2}
    assert head_allowance(LONG_NARDY, start, DiceList.of(Roll(6, 5))) == 1
    assert head_allowance(GUL_BARA, start, DiceList.of(Roll(6, 6))) == NO_LIMIT


@pytest.mark.parametrize(
    ("exception", "doubles"),
    [
        ("classic", {3, 4, 6}),
        ("six_four", {4, 6}),
        ("any_double", {1, 2, 3, 4, 5, 6}),
        ("always_double", {1, 2, 3, 4, 5, 6}),
        ("none", set()),
    ],
)
def test_the_exceptions_name_their_doubles(exception: str, doubles: set[int]) -> None:
    rules = find_game(f"long-nardy,head_exception={exception}")
    doubled = {die: DiceList.of(Roll(die, die)) for die in range(1, 7)}
    assert {
        d for d, dice in doubled.items() if head_allowance(rules, rules.start, dice) == 2
    } == doubles
    later = Position.of({24: 14, 10: 1}, {24: 15})
    then = {d for d, dice in doubled.items() if head_allowance(rules, later, dice) == 2}
    assert then == (doubles if exception == "always_double" else set())


def test_scope_always_drops_the_trace() -> None:
    # After the opponent's 5-5 his checker on 4 (own 16) stops a four before his head does.
    here = moment("long-nardy w 24:15 24:14,4:1").position
    four = DiceList.of(Roll(4, 4))
    assert head_allowance(LONG_NARDY, here, four) == 1
    assert head_allowance(find_game("long-nardy,head_scope=always"), here, four) == 2


def test_a_roll_is_as_good_as_its_dice_list() -> None:
    roll = Roll(4, 4)
    mid = begin(GUL_BARA, GUL_BARA.start, roll)
    assert mid == begin(GUL_BARA, GUL_BARA.start, GUL_BARA.dice_list(roll))
    assert mid.dice == (4,) * 4 + (5,) * 4 + (6,) * 4


@given(texts(), rolls)
def test_single_moves_keep_the_longest_play(text: str, roll: Roll) -> None:
    situation = moment(text, *roll)
    rules, dice = situation.rules, situation.dice
    assert dice is not None
    mid, reaches = begin(rules, situation.position, dice), {}
    longest = longest_play(rules, mid, reaches)
    assert longest == max(0, reach(rules, mid, {}))
    kept = longest_steps(rules, mid, reaches)
    assert set(kept) <= set(steps(rules, mid))
    assert bool(kept) == (longest > 0)
    assert {move[:2] for move in legal_moves(rules, mid)} == {(s.origin, s.target) for s in kept}


@given(texts(), rolls, seeds)
def test_one_move_is_found_as_among_all_of_them(text: str, roll: Roll, seed: int) -> None:
    situation, rng = moment(text, *roll), Random(seed)
    assert situation.dice is not None
    rules, mid = situation.rules, begin(situation.rules, situation.position, situation.dice)
    while True:
        every = {(step.origin, step.target): step for step in longest_steps(rules, mid)}
        for origin in range(1, 26):
            for target in {max(0, origin - die) for die in mid.dice}:
                found = longest_step(rules, mid, (origin, target), {})
                assert found == every.get((origin, target)), (mid, origin, target)
        if not every:
            break
        mid = after(rules, mid, rng.choice(list(every.values())))


def test_formations_are_held_at_the_end_where_the_game_says_so() -> None:
    six = {24: 1, 23: 1, 22: 1, 21: 1, 20: 1, 19: 10}
    mid = begin(FEVGA, Position.of(six, {6: 15}), Roll(6, 5))
    assert not may_end(FEVGA, mid)
    assert may_end(GUL_BARA, mid)
    assert may_end(BACKGAMMON, begin(BACKGAMMON, BACKGAMMON.start, Roll(6, 5)))


def test_the_move_that_ends_the_game_uses_all_the_dice() -> None:
    mid = begin(BACKGAMMON, moment("backgammon w 6:1 24:2").position, Roll(6, 5))
    assert longest_play(BACKGAMMON, mid) == 2
    assert final_texts(moment("backgammon w 6:1 24:2", 6, 5)) == {"off:15 24:2"}


@pytest.mark.parametrize(("left", "played"), [("56", (24, 19)), ("65", (24, 18))])
def test_of_dice_in_a_given_order_the_first_is_played_and_not_the_larger(
    left: str, played: tuple[int, int]
) -> None:
    situation = moment(f"mad-gulbar w 24:1 1:1 left={left}")
    assert situation.dice is not None
    mid = begin(situation.rules, situation.position, situation.dice)
    assert longest_play(situation.rules, mid) == 1
    assert [move[:2] for move in legal_moves(situation.rules, mid)] == [played]
    step = longest_step(situation.rules, mid, played, {})
    assert step is not None
    assert step.die == int(left[0])
    assert longest_step(situation.rules, mid, (24, 24 - int(left[1])), {}) is None


def test_a_dance_is_one_empty_turn() -> None:
    closed = moment("backgammon w bar:1,13:14 6:3,5:2,4:2,3:2,2:2,1:2", 6, 5)
    mid = begin(BACKGAMMON, closed.position, Roll(6, 5))
    assert sequences(BACKGAMMON, mid) == {closed.position: ()}
    assert longest_steps(BACKGAMMON, mid) == []


def test_too_many_turns_are_said_to_be_too_many() -> None:
    mid = begin(GUL_BARA, moment("gul-bara w 24:8,20:4,17:3 24:8,20:4,17:3").position, Roll(1, 1))
    with pytest.raises(TooManyTurns, match="100 legal turns") as caught:
        sequences(GUL_BARA, mid, limit=100)
    assert caught.value.limit == 100


@pytest.mark.parametrize("text", [f"backgammon w {STD} {STD}", f"long-nardy w {HEAD} {HEAD}"])
def test_white_and_black_have_the_same_turns(text: str) -> None:
    for roll in ROLLS:
        white = {after.split()[0] for after in final_texts(moment(text, *roll))}
        black = {
            after.split()[1] for after in final_texts(moment(text.replace(" w ", " b "), *roll))
        }
        assert white == black
