"""The parts of a match that a .mat file cannot express."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nardy.core.choices import LastThrow
from nardy.core.events import Acted, Event, Resigned, RolledOff
from nardy.core.game import Game, opening_situation
from nardy.core.match import is_crawford_next
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.errors import RulesError
from nardy.formats.mat.tags import named_tags, rules_of_tags
from nardy.formats.record import Record, RecordedGame, start_of


def losses(record: Record) -> list[str]:
    """What is left out of a match, as sentences."""
    said = [
        f"a .mat file names {rules.id} and does not hold its rules: read it back with --file"
        for rules in dict.fromkeys(recorded.game.rules for recorded in record.games)
        if not _is_known(rules)
    ]
    before: list[Game] = []
    for recorded in record.games:
        found = (*_of_score(record, recorded, before), *_of_game(recorded.game))
        said += [f"game {recorded.number}: {loss}" for loss in found]
        before.append(recorded.game)
    return said


def _is_known(rules: Rules) -> bool:
    """Whether tags alone identify the game, so that it is no custom game."""
    try:
        return rules_of_tags(named_tags(rules)) == rules
    except RulesError:
        return False


def _of_score(record: Record, recorded: RecordedGame, before: Sequence[Game]) -> Iterator[str]:
    """The facts that a reader cannot infer from the match length and the points."""
    score, length = start_of(recorded.game).score, record.match.length
    if (score.length if score else 0) != length:
        played = f"to {score.length} points" if score else "for money"
        yield f"that it was played {played} is left out"
    elif score:
        supposed = is_crawford_next(recorded.game.rules, length, recorded.scores, before)
        if supposed != score.is_crawford:
            yield f"that it is {'' if score.is_crawford else 'not '}the Crawford game is left out"


def _of_game(game: Game) -> Iterator[str]:
    events = game.events
    if not _is_ordinary(start_of(game)):
        yield "the position from which it began is left out"
    if any(isinstance(event, Acted) and event.act == "refuse" for event in events):
        yield "a resignation that was refused is left out"
    if _waits(events[-1], game):
        yield "a resignation that was not answered is left out"
    thrown = [event for event in events if isinstance(event, RolledOff)]
    if any(throw.white == throw.black for throw in thrown):
        yield "ties of the opening roll are left out, with the doubles that they caused"


def _waits(last: Event, game: Game) -> bool:
    return isinstance(last, Resigned) and game.phase is Phase.ANSWER


def _is_ordinary(start_of: Situation) -> bool:
    """Whether a game started as the rules say, apart from its first roll."""
    starter = None if start_of.opening else start_of.to_act
    ordinary = opening_situation(start_of.rules, starter)
    # The file has a place for the first roll, and the score is checked separately.
    plain = replace(start_of, roll=None, score=None)
    if start_of.rules.last_throw is LastThrow.OFF:
        # Only the last throw depends on the starter, and a text may omit it.
        plain = replace(plain, first=ordinary.first)
    return situation_text(plain) == situation_text(ordinary)
