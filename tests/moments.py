"""Moments and games for tests: texts with dice, the oracle's positions, and random play."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.oracle import Walk, dice_list, game_of, parse, turns_taken
from tests.oracle.random_positions import nasty, reachable

from nardy.core.dice import ROLLS, Roll
from nardy.core.draft import Draft
from nardy.core.events import Event, event_to_json, events_from_json
from nardy.core.game import Game
from nardy.core.laws import LAWS
from nardy.core.legal import begin, sequences
from nardy.core.situation import Phase, Situation
from nardy.core.text import sides_text
from nardy.core.validity import check_position
from nardy.errors import IllegalError, NardyError
from nardy.formats import position_text
from nardy.games import find_game

T = TypeVar("T")
DATA = Path(__file__).parent / "data"
STD = "24:2,13:5,8:3,6:5"
HEAD = "24:15"


def cases(name: str) -> list[dict]:
    """The lines of a file of tests/data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def moment(text: str, *dice: int) -> Situation:
    """The situation of a text, with these dice thrown."""
    situation = position_text.loads(text)
    return replace(situation, roll=Roll.of(*dice)) if dice else situation


def game_at(text: str, *dice: int, seed: int = 1) -> Game:
    """A game that goes on from a text, with these dice thrown."""
    situation = moment(text, *dice)
    return Game(situation.rules, seed=seed, situation=situation)


def final_texts(situation: Situation) -> set[str]:
    """Every legal final position as `<white> <black>`."""
    assert situation.dice is not None
    mid = begin(situation.rules, situation.position, situation.dice)
    return {sides_text(final, situation.to_act) for final in sequences(situation.rules, mid)}


# ----------------------------------------------------------------------------- the oracle


def oracle_walk(text: str, roll: Roll | None = None) -> tuple[Walk, str]:
    """The oracle's walk of a position with its leftovers or a roll, and its mover's letter."""
    game, letter, white, black, fields = parse(text)
    players = (white, black) if letter == "w" else (black, white)
    if "left" in fields:
        return Walk(game, players, fields["left"], in_order=True, double=0), letter
    assert roll is not None
    dice, in_order, double = dice_list(game, [*roll], turns_taken(letter, fields))
    return Walk(game, players, dice, in_order=in_order, double=double), letter


def oracle_finals(text: str, roll: Roll | None = None) -> set[str]:
    """The oracle's final positions as `<white> <black>`."""
    walk, letter = oracle_walk(text, roll)
    return {" ".join(both if letter == "w" else both[::-1]) for both in walk.ends()}


def random_cases(game_text: str, seed: int, count: int) -> Iterator[tuple[str, Roll]]:
    """Positions and rolls, half reached by play and half built to be nasty; many doubles."""
    game, rng = game_of(game_text), Random(f"{game_text} {seed}")
    for text in (*reachable(game, seed, count - count // 2), *nasty(game, seed, count // 2)):
        double = Roll.of(*[rng.randint(1, 6)] * 2)
        yield text, rng.choice(ROLLS) if rng.random() < 0.7 else double


# ------------------------------------------------------------------------------ random play


def tried(act: Callable[[], T]) -> T | NardyError:
    """What an act gives, or its refusal: a sentence, and an id of the closed list of laws."""
    try:
        return act()
    except NardyError as error:
        refused = error
    assert len(str(refused)) > 20
    if isinstance(refused, IllegalError):
        assert refused.law in LAWS
    return refused


def attempt(game: Game, act: Callable[[], object]) -> bool:
    """Whether an act is legal; where it is not, it must change nothing and name its law."""
    before, events = game.situation, game.events
    if isinstance(tried(act), NardyError):
        assert game.situation is before
        assert game.events == events
        return False
    assert game.events[: len(events)] == events
    assert len(game.events) > len(events)
    return True


def random_moves(draft: Draft, rng: Random) -> None:
    """Moves until the turn is complete."""
    while moves := sorted(draft.legal_moves):
        draft.move(*rng.choice(moves)[:2])
    assert draft.is_complete


def random_turn(game: Game, rng: Random) -> None:
    """A turn made move by move."""
    draft = game.draft()
    random_moves(draft, rng)
    game.play(draft)


def random_act(game: Game, rng: Random, boldness: float = 0.15) -> None:
    """One legal act; with some boldness doubles, answers, bombs and resignations are tried."""
    bold = rng.random() < boldness
    if game.phase is Phase.ANSWER:
        answers = [game.take, game.pass_double, game.agree, game.refuse]
        answers = [*([game.beaver, game.raccoon] * bold), *rng.sample(answers, 4)]
        assert any(attempt(game, answer) for answer in answers)
        return
    if bold:
        sizes = ("single", "gammon", "backgammon")
        resign = partial(game.resign, rng.choice(sizes))
        tries = [game.offer_double, game.explode, *([resign] * (rng.random() < 0.1))]
        if any(attempt(game, act) for act in rng.sample(tries, len(tries))):
            return
    if game.phase is Phase.TURN:
        random_turn(game, rng)
    else:
        game.roll()


def play_out(
    game: Game, rng: Random, watch: Callable[[Game], None], boldness: float = 0.15
) -> None:
    """The game to its end by random acts, watched after each."""
    watch(game)
    while game.phase is not Phase.OVER:
        random_act(game, rng, boldness)
        watch(game)
        assert len(game.events) < 5_000


def is_sound(game: Game) -> None:
    """Every checker is accounted for, and position text keeps the moment."""
    situation = game.situation
    check_position(game.rules, situation.position, situation.to_act)
    assert min(*situation.position.player, *situation.position.opponent) == 0
    assert position_text.loads(str(game)) == situation
    assert str(game) == position_text.dumps(position_text.loads(str(game)))


def through_json(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events written as JSON text and read again."""
    return events_from_json(json.loads(json.dumps([event_to_json(event) for event in events])))


def rebuilt(game: Game) -> Game:
    """The game from its own events, through JSON; the same whether its laws are asked or not."""
    events = through_json(game.events)
    again = Game.from_events(events, find_game)
    believed = Game.from_events(events, find_game, trusted=True)
    assert (believed.events, believed.situation) == (again.events, again.situation)
    return again


class Whole:
    """A whole number that is no int, as NumPy's integers."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number
