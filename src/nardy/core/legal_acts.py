"""Acts by name: their functions, and the legal ones in a situation."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from nardy.core import acts, cube_acts
from nardy.core.outcome import possible_sizes, size_points
from nardy.core.refusal import refuse_act
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalActError, NotationError

ANSWERS: Mapping[str, Callable[[Situation], Situation]] = {
    "take": cube_acts.take,
    "pass": cube_acts.pass_double,
    "beaver": cube_acts.beaver,
    "raccoon": cube_acts.raccoon,
    "accept": acts.agree_to_resignation,
    "refuse": acts.refuse_resignation,
}
"""The answers to an offer."""
BEFORE_ROLL: Mapping[str, Callable[[Situation], Situation]] = {
    "double": cube_acts.offer_double,
    "bomb": acts.explode,
}
"""The acts that are possible before a roll."""
ACTS = ("roll", *BEFORE_ROLL, *ANSWERS, "resign")
"""Every act other than a turn, as `Game.do` names it; "resign" may be followed by a colon and a size."""


def effect_of(act: str) -> Callable[[Situation], Situation]:
    """The function of an answer, or of an act before a roll.

    Raises:
        NotationError: there is no such act.
    """
    effect = ANSWERS.get(act) or BEFORE_ROLL.get(act)
    if effect is None:
        raise NotationError(f"expected an act ({', '.join(ACTS)}), got {act!r:.40}")
    return effect


def sizes_to_resign(situation: Situation, resigned: Sequence[str] = ()) -> tuple[str, ...]:
    """The sizes of loss that a player may offer, smallest first: larger ones than those *resigned* in vain.

    Otherwise offers could go on for ever, and each one would make the opponent answer.
    """
    rules = situation.rules
    refused = max((size_points(rules, size) for size in resigned), default=0)
    possible = possible_sizes(rules, situation.position.player)
    return tuple(size for size in possible if size_points(rules, size) > refused)


def require_possible(situation: Situation, size: str) -> None:
    """Refuse a size of loss that can no longer come."""
    possible = possible_sizes(situation.rules, situation.position.player)
    if situation.phase is not Phase.OVER and size not in possible:
        raise NotationError(
            f"expected a loss that can still come ({', '.join(possible)}), got {size!r}"
        )


def require_larger(situation: Situation, size: str, resigned: Sequence[str]) -> None:
    """Refuse an offer to resign that is no larger than one *resigned* in vain in the same turn."""
    is_due = situation.phase in (Phase.ROLL, Phase.TURN)
    is_possible = size in possible_sizes(situation.rules, situation.position.player)
    if is_due and is_possible and size not in sizes_to_resign(situation, resigned):
        refuse_act("resigned", situation, "resign")


def legal_acts(
    situation: Situation, *, has_doubled: bool = False, resigned: Sequence[str] = ()
) -> tuple[str, ...]:
    """The legal acts of the player to act, as `Game.do` names them; "play" is any legal turn.

    After a double in the same turn (*has_doubled*) the bomb may not be exploded. Offers to resign must be
    larger than those *resigned* in the same turn.

    >>> from nardy.core.reading import read_situation
    >>> from nardy.games import find_game
    >>> text = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 offer=double"
    >>> legal_acts(read_situation(text, find_game))
    ('take', 'pass', 'beaver')
    """
    return tuple(_acts(situation, has_doubled=has_doubled, resigned=resigned))


def _acts(situation: Situation, *, has_doubled: bool, resigned: Sequence[str]) -> Iterator[str]:
    match situation.phase:
        case Phase.OPENING:
            yield "roll"
        case Phase.ROLL:
            yield "roll"
            for act, does in BEFORE_ROLL.items():
                if not (act == "bomb" and has_doubled) and is_legal(does, situation):
                    yield act
        case Phase.TURN:
            yield "play"
        case Phase.ANSWER:
            yield from (act for act, does in ANSWERS.items() if is_legal(does, situation))
        case Phase.OVER:
            return
    if situation.phase in (Phase.ROLL, Phase.TURN):
        yield from (f"resign:{size}" for size in sizes_to_resign(situation, resigned))


def is_legal(does: Callable[[Situation], Situation], situation: Situation) -> bool:
    """Whether an act may be done at this moment."""
    try:
        # Acts are pure functions, so trying one is the surest test.
        does(situation)
    except IllegalActError:
        return False
    return True
