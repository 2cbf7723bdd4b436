"""The kernel's way of answering `nardy turns --jsonl` equals the rule book's, field by field."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from tests.effort import some, tries
from tests.moments import play_out, random_cases

from nardy.cli import turns as turns_command
from nardy.core.cube import Cube, Owner
from nardy.core.dice import ROLLS
from nardy.core.game import Game, opening_situation
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.situation import Phase, Score, Situation
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import GAMES, find_game
from nardy.kernel import is_available

pytestmark = pytest.mark.skipif(not is_available(), reason="needs the kernel")

READINGS = (
    *GAMES,
    "long-nardy@draw",
    "long-nardy@any-double",
    "long-nardy@opp-home",
    "long-nardy,head_exception=none,prime=forbid",
    "mad-gulbar@four",
    "gul-bara,last_throw=one",
    "caucasian@strict",
    "tapa@clubs",
    "plakoto,pinned_bearoff=forbid",
    "nuclear,bomb_hits=opponent",
    "moultezim,cube_play=on",
    "backgammon,holland=on",
)


def in_play(text: str, seed: int, count: int) -> Iterator[Situation]:
    """Moments before a turn from whole games, in matches and for money, with cube and bomb."""
    rng, found = Random(f"{text} {seed}"), list[Situation]()
    rules = find_game(text)

    def watch(game: Game) -> None:
        if game.phase is Phase.TURN and rng.random() < 0.2:
            found.append(game.situation)

    while len(found) < count:
        score = Score(5, rng.randint(0, 4), rng.randint(0, 4)) if rng.random() < 0.5 else None
        start = opening_situation(rules, rng.choice([None, *Player]), score)
        play_out(Game(rules, seed=rng.randrange(10**6), situation=start), rng, watch, 0.05)
    return iter(rng.sample(found, count))


def built(text: str, seed: int, count: int) -> Iterator[Situation]:
    """Positions built to be nasty, with a cube here and there."""
    rng = Random(f"{text} {seed}")
    for case, roll in random_cases(text, seed, count):
        situation = replace(position_text.loads(case), roll=roll)
        if situation.phase is Phase.TURN:
            cube = Cube(2 ** rng.randint(1, 6), rng.choice([Owner.PLAYER, Owner.OPPONENT]))
            yield replace(situation, cube=cube) if situation.rules.cube_play else situation


def nearly_over(text: str, seed: int, count: int) -> Iterator[Situation]:
    """The last checkers of both: results, last throws and draws."""
    rng, rules = Random(f"{text} {seed} end"), find_game(text)
    for _ in range(count):
        sides = [
            ",".join(f"{point}:1" for point in sorted(rng.sample(range(1, 7), n), reverse=True))
            for n in (rng.randint(1, 2), rng.randint(1, 4))
        ]
        try:
            situation = position_text.loads(f"{rules_text(rules)} w {sides[0]} {sides[1]}")
        except NardyError:
            continue
        yield replace(situation, roll=rng.choice(ROLLS), last=False)


def answers(situation: Situation, monkeypatch: pytest.MonkeyPatch) -> tuple[object, object]:
    with monkeypatch.context() as patch:
        patch.setattr(turns_command, "is_available", lambda: False)
        slow = turns_command.answer_line(situation)
    return turns_command.answer_line(situation), slow


def is_equal(situation: Situation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert situation.dice
    if len(situation.dice.numbers) > turns_command.MOST_DICE:
        return
    fast, slow = answers(situation, monkeypatch)
    text = position_text.dumps(situation)
    assert _sorted(fast) == _sorted(slow), text
    for turn in fast["turns"]:  # type: ignore[index]
        assert position_text.dumps(position_text.loads(turn["position"])) == turn["position"]


def _sorted(answer: object) -> list[tuple[str, str]]:
    assert isinstance(answer, dict)
    assert set(answer) == {"turns"}
    return sorted((turn["turn"], turn["position"]) for turn in answer["turns"])


@pytest.mark.parametrize("text", some(READINGS, 12))
def test_the_fast_way_answers_as_the_rule_book_does(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(text, 1, tries(2, 6, 6), monkeypatch)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2, tries(3, 3, 5)))
@pytest.mark.parametrize("text", READINGS)
def test_the_fast_way_on_many_positions(
    text: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(text, seed, tries(6, 25, 60), monkeypatch)


def check(text: str, seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for situation in (
        *in_play(text, seed, count),
        *built(text, seed, count),
        *nearly_over(text, seed, count),
    ):
        is_equal(situation, monkeypatch)


def test_a_last_throw_that_is_owed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "long-nardy,last_throw=half w 1:1 12:1 dice=21"
    fast, slow = answers(position_text.loads(text), monkeypatch)
    assert fast == slow
    assert fast == {
        "turns": [{"turn": "1/off", "position": "long-nardy,last_throw=half b off:15 12:1 last"}]
    }


def test_a_game_with_more_checkers_than_the_kernel_counts_is_answered_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = find_game("long-nardy")
    many = rules.replace(id="many", start=rules.start.of({24: 99}))
    situation = opening_situation(many, Player.WHITE)
    situation = replace(situation, roll=ROLLS[3])
    fast, slow = answers(situation, monkeypatch)
    assert fast == slow
