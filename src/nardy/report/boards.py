"""The board before a decision, with the arrows of the best turn and of the one that was played."""

from itertools import pairwise

from nardy.analysis.game_review import ReviewedTurn
from nardy.core.turn import Turn
from nardy.core.words import join_moves
from nardy.render import SvgOptions, svg
from nardy.report.markup import Markup, drawing, tag
from nardy.report.match_analysis import JudgedDecision
from nardy.report.wording import Wording
from nardy.search.tables import LISTED

WIDTH = 450
ArrowPairs = tuple[tuple[int, int], ...]


def board_figure(one: JudgedDecision, words: Wording) -> Markup:
    """The board seen by the player who decided; its caption names both turns."""
    decision, best, played = one.decision, (), ()
    if isinstance(decision, ReviewedTurn) and decision.choices:
        best = arrows_of(decision.choices[0].turn)
        played = arrows_of(decision.choices[decision.chosen].turn) if decision.chosen else ()
    options = SvgOptions(words.language, WIDTH, other_arrows=played, shared=True)
    drawn = drawing(svg(decision.before, arrows=best, options=options))
    return tag("figure", drawn, _caption(one, words), class_="board")


def _caption(one: JudgedDecision, words: Wording) -> Markup:
    both = (("played", one.played), ("best", one.best))
    told = [
        tag(
            "span",
            words.say(f"{name}.arrows"),
            ": ",
            tag("b", words.known("act", act)),
            class_=name,
        )
        for name, act in both
    ]
    return tag("figcaption", *told)


def arrows_of(turn: Turn) -> ArrowPairs:
    """One arrow for each checker's way, or two where it hits on the way; none of a cascade.

    >>> from nardy.core.turn import Move
    >>> arrows_of(Turn((Move(13, 8), Move(8, 3), Move(13, 8), Move(8, 3))))
    ((13, 3),)
    """
    if len(turn.moves) > LISTED:
        return ()
    words = join_moves(turn.moves)
    return tuple(dict.fromkeys(way for word in words for way in pairwise(word.places)))
