"""Clues: what to look at before a turn is made, without the turn or a number that would give it away."""

from nardy.coach.explanation import Explanation
from nardy.coach.sentences import own_key
from nardy.translations import SOURCE, say


def clue(found: Explanation, language: str = SOURCE) -> str:
    """What the first reason is about, as a sentence; where none passed, to compare with other turns.

    >>> from nardy import BACKGAMMON, Roll, Situation
    >>> from nardy.coach import explain
    >>> opening = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
    >>> clue(explain(opening, "13/10 6/5"))
    'Count the rolls that would hit or pin a checker of yours.'
    """
    fact = found.reasons[0].fact if found.reasons else "none"
    return say(language, "coach", own_key(f"clue.{fact}", found.situation.rules, language))
