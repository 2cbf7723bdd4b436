"""The parts of a situation that a position code cannot express, found by reading the code back."""

from collections.abc import Iterator

from nardy.core.options import option_text, options_of, rules_text
from nardy.core.rules import Rules
from nardy.core.situation import Situation

DEFAULT_GAME = "backgammon"
"""The game of a code that names none."""


def named_game(rules: Rules) -> Rules:
    """The game to name when a code is read back, with the cube on or off."""
    published = rules.published
    if rules.cube_play == published.cube_play:
        return published
    return published.replace(cube_play=rules.cube_play)


def losses_between(situation: Situation, back: Situation, code: str) -> list[str]:
    """Sentences about the differences in *back*, the situation read back from the code."""
    return [*_of_rules(situation, back, code), *_of_moment(situation, back, code)]


def _of_rules(situation: Situation, back: Situation, code: str) -> Iterator[str]:
    rules = situation.rules
    game = rules_text(named_game(rules))
    if game != DEFAULT_GAME:
        yield f"{code} does not name the game: read it back with --game {game}"
    kept, wanted = options_of(back.rules), options_of(rules)
    for name in sorted(wanted.keys() | kept.keys()):
        if wanted.get(name) != kept.get(name):
            yield f"{code} has no place here for the option {name}={option_text(rules, name)}"


def _of_moment(situation: Situation, back: Situation, code: str) -> Iterator[str]:
    no_place = f"{code} has no place for"
    if situation.opening != back.opening:
        yield f"{no_place} the pending opening roll: it says that White is on roll"
    if situation.offer != back.offer:
        yield f"{no_place} the offered {situation.offer}: it says that the player who offers is on roll"
    if situation.left:
        yield f"{no_place} the dice left over, {''.join(map(str, situation.left))}"
    if situation.last:
        yield f"{no_place} the last throw that is still due"
    if situation.first != back.first:
        yield f"{no_place} who began the game: {situation.first.value}"
    if situation.bomb != back.bomb:
        yield f"{no_place} the owner of the bomb"
    if situation.turns is not None:
        yield f"{no_place} the turns taken, {' and '.join(map(str, situation.turns))}"
    if situation.result:
        yield f"{no_place} the result, {situation.result}"
