"""The law that forbids a single move, by its number: `laws.origins` says which moves are legal, this says why not.

The laws are those of core/steps.py and core/judge.py, in their order.

Vocabulary: `state` is the index of a state (states.py); a *trial* is an origin and a die.
"""

from nardy.kernel import layout as at
from nardy.kernel.bits import lowest, number
from nardy.kernel.jit import jit
from nardy.kernel.laws import breaks_prime, breaks_quarter, faced, target_of
from nardy.kernel.layout import Ints
from nardy.kernel.states import FROM_HEAD, HELD, HIT, IS_OVER, READINGS, step

LAW_IDS = (
    *("game-over", "not-yours", "no-checker", "pinned", "bar-first", "wrong-die", "cascade-order"),
    *(
        "head",
        "runner",
        "not-home",
        "bear-off",
        "closed-point",
        "hitter-moved",
        "hide",
        "hitter-off",
    ),
    *("prime", "quarter", "release", "longest-play", "larger-die"),
)
"""The ids of the laws; of attempts that got equally far, the one that breaks the first of these is told."""
GAME_OVER, NOT_YOURS, NO_CHECKER, PINNED, BAR_FIRST, WRONG_DIE, CASCADE_ORDER = range(7)
HEAD, RUNNER, NOT_HOME, BEAR_OFF, CLOSED_POINT, HITTER_MOVED, HIDE, HITTER_OFF = range(7, 15)
PRIME, QUARTER, RELEASE, LONGEST_PLAY, LARGER_DIE = range(15, 20)
LEGAL = -1
"""No law is broken."""


@jit
def law_of(frame: Ints, states: Ints, state: int, trial: tuple[int, int], new: int) -> int:
    """The first law that forbids a move, or LEGAL with the state after it in row *new*."""
    if states[state, IS_OVER]:
        return GAME_OVER
    origin, die = trial
    law = law_of_origin(frame, states, state, origin)
    if law == LEGAL:
        law = law_of_place(frame, states, state, origin, die)
    if law != LEGAL:
        return law
    # A move that no reading of the hitters allows is not written.
    states[new, READINGS] = 0
    if step(frame, states, state, trial, new):
        return LEGAL
    if states[new, READINGS]:
        return law_of_formation(frame, states[new, HELD], states[new, HIT])
    if frame[at.FRAME_HOME_HIT] == at.HOME_HIT_NO_MOVE:
        return HITTER_MOVED
    return HIDE if target_of(origin, die) != at.OFF else HITTER_OFF


@jit
def law_of_origin(frame: Ints, states: Ints, state: int, origin: int) -> int:
    """The law on the moved checker alone that forbids to move it, or LEGAL."""
    held = number(states[state, HELD])
    if held >> origin & 1 == 0:
        theirs = faced(number(frame[at.FRAME_THEIRS]), number(frame[at.FRAME_PARALLEL]))
        return NOT_YOURS if theirs & ~states[state, HIT] & 1 << origin else NO_CHECKER
    if frame[at.FRAME_STUCK] >> origin & 1:
        return PINNED
    return BAR_FIRST if held >> at.BAR and origin != at.BAR else LEGAL


@jit
def law_of_place(frame: Ints, states: Ints, state: int, origin: int, die: int) -> int:
    """The law on the places before and after a move that forbids it, or LEGAL."""
    held = number(states[state, HELD])
    if origin == at.HEAD and states[state, FROM_HEAD] == 0:
        return HEAD
    runner = frame[at.FRAME_RUNNER]
    if runner and lowest(held) > runner and origin != lowest(held):
        return RUNNER
    if origin > die:
        return LEGAL if frame[at.FRAME_OPEN] >> (origin - die) & 1 else CLOSED_POINT
    if held >> 7 or frame[at.FRAME_NO_OFF]:
        return NOT_HOME
    return BEAR_OFF if origin < die and held >> (origin + 1) else LEGAL


@jit
def law_of_formation(frame: Ints, held: int, hit: int) -> int:
    """The law on formations that these points break."""
    if frame[at.FRAME_PRIME] != at.PRIME_ALLOW and breaks_prime(frame, held, hit):
        return PRIME
    return QUARTER if breaks_quarter(frame, held) else RELEASE
