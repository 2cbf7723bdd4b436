"""One move: where a checker may go, what it touches, and the formations that must hold after it.

Everything is seen by the mover, by own numbers; laws are a game's dict with what holds this turn.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.oracle.catalog import Side, facing, side_text, size

# The doubles whose head exception asks for the trace of one checker.
TRACED = {"classic": (3, 4, 6), "six_four": (4, 6)}


class State(NamedTuple):
    """Both sides in mid-turn, each by own numbers 0 (off) to 25 (bar), and what a turn remembers.

    `hitters` are the points on which a checker stands that hit at home in this turn;
    `hitter_off` says that such a one was borne off; `ended` that the last move ended the game.
    """

    own: tuple[int, ...]
    under: frozenset[int]
    theirs: tuple[int, ...]
    theirs_under: frozenset[int]
    left_head: int = 0
    hitters: frozenset[int] = frozenset()
    hitter_off: bool = False
    ended: bool = False


def begin(mover: Side, other: Side) -> State:
    own, theirs = (tuple(s.checkers.get(p, 0) for p in range(26)) for s in (mover, other))
    return State(own, frozenset(mover.pinned), theirs, frozenset(other.pinned))


def sides(state: State) -> tuple[Side, Side]:
    counts = ({p: n for p, n in enumerate(c) if n} for c in (state.own, state.theirs))
    return Side(next(counts), state.under), Side(next(counts), state.theirs_under)


def texts(state: State) -> tuple[str, str]:
    mover, other = sides(state)
    return side_text(mover), side_text(other)


def laws_of(game: dict, start: State, double: int) -> dict:
    """The game with what holds for this one turn: the head limit, the table of facing points."""
    table = {point: facing(game, point) for point in range(1, 25)}
    laws = {**game, "size": size(game), "facing": table}
    if game.get("head"):
        laws["head_limit"] = game["head"] + head_exception(laws, start, double)
    low_high, _, most = game.get("quarter", "none").partition(":")
    if most:
        low, high = map(int, low_high.split("-"))
        laws["quarter_law"] = (range(low, high + 1), int(most))
    return laws


def head_exception(laws: dict, start: State, double: int) -> int:
    kind, all_on_head = laws["head_exception"], start.own[24] == laws["size"]
    if kind == "none" or not double:
        return 0
    if kind == "always_double":
        return 1
    if not all_on_head or double not in TRACED.get(kind, range(1, 7)):
        return 0
    if kind == "any_double" or laws["head_scope"] == "always":
        return 1
    # Trace one checker: the first closed landing must be the opponent's head, own 12.
    landings = range(24 - double, 0, -double)
    closed = [p for p in landings if landing(laws, start, p) == "closed"]
    return int(closed[:1] == [12])


# ------------------------------------------------------------------------------ one move


def landing(laws: dict, state: State, target: int) -> str:
    """`open`, `closed`, or `touched` where one opposing checker is hit or pinned."""
    standing = state.theirs[laws["facing"][target]]
    if not standing:
        return "open"
    if laws["contact"] == "block" or standing > 1 or target in state.under:
        return "closed"
    return "touched"


def origins(laws: dict, state: State) -> list[int]:
    """Where a checker may start: the bar first, then by the runner and the head."""
    if state.own[25]:
        return [25]
    points = [p for p in range(24, 0, -1) if state.own[p]]
    runner = laws.get("runner", 0)
    if runner and points and not state.own[0] and points[-1] > runner:
        points = points[-1:]
    if "head_limit" in laws and state.left_head >= laws["head_limit"]:
        points = [p for p in points if p != 24]
    return points


def may_bear_off(laws: dict, state: State, origin: int, die: int) -> bool:
    if any(state.own[7:]) or any(p > 6 for p in state.under):
        return False
    if state.under and laws.get("pinned_bearoff") == "forbid":
        return False
    higher = [p for p in range(origin + 1, 7) if state.own[p] or p in state.under]
    return die == origin or not higher


def targets(laws: dict, state: State, die: int) -> Iterator[tuple[int, int]]:
    for origin in origins(laws, state):
        target = max(origin - die, 0)
        if target == 0:
            if may_bear_off(laws, state, origin, die):
                yield origin, 0
        elif landing(laws, state, target) != "closed":
            yield origin, target


def carried(laws: dict, state: State, origin: int, target: int) -> State:
    """The checker taken from origin to target, with all that it touches or frees."""
    own, theirs = list(state.own), list(state.theirs)
    under, theirs_under, ended = state.under, state.theirs_under, False
    touches = target > 0 and landing(laws, state, target) == "touched"
    own[origin] -= 1
    own[target] += 1
    there = laws["facing"].get(origin)
    if there in theirs_under and not own[origin]:
        theirs_under -= {there}
        theirs[there] += 1
    if touches:
        theirs[laws["facing"][target]] -= 1
        if laws["contact"] == "pin":
            theirs_under |= {laws["facing"][target]}
        else:
            theirs[25] += 1
            ended = laws["first_hit_wins"] == "on"
    ended = ended or own[0] == laws["size"]
    left = state.left_head + (origin == 24 and "head_limit" in laws)
    return State(tuple(own), under, tuple(theirs), theirs_under, left, ended=ended)


def readings(laws: dict, state: State, origin: int, target: int) -> Iterator[State]:
    """The states after a move, one for each checker of the point that it may have been."""
    after = carried(laws, state, origin, target)
    law = laws.get("home_hit", "free")
    if law == "free":
        yield after
        return
    hits = after.theirs[25] > state.theirs[25] and target <= 6
    arrived = frozenset({target}) if hits else frozenset()
    was_off = state.hitter_off
    if state.own[origin] > (origin in state.hitters):
        yield after._replace(hitters=state.hitters | arrived, hitter_off=was_off)
    if origin in state.hitters and law != "no_move":
        others = state.hitters - {origin}
        if target == 0 and law == "no_hide":
            yield after._replace(hitters=others, hitter_off=True)
        elif target and not state.own[target]:
            yield after._replace(hitters=others | {target}, hitter_off=was_off)


# --------------------------------------------------------------------------- formations


def formations_hold(laws: dict, state: State) -> bool:
    return laws["contact"] != "block" or (
        prime_holds(laws, state) and quarter_holds(laws, state) and release_holds(laws, state)
    )


def held(laws: dict, state: State) -> list[bool]:
    """By the opponent's number of each point (0 unused): whether the mover has a checker there."""
    return [False, *(state.own[laws["facing"][p]] > 0 for p in range(1, 25))]


def prime_holds(laws: dict, state: State) -> bool:
    if laws["prime"] == "allow":
        return True
    theirs, row = state.theirs, held(laws, state)
    for low in range(1, 20):
        if not all(row[low : low + 6]):
            continue
        ahead = {"forbid": 0, "ahead": low, "opp_home": 7}[laws["prime"]]
        if not any(theirs[:ahead]):
            return False
    return True


def quarter_holds(laws: dict, state: State) -> bool:
    points, most = laws.get("quarter_law", ((), 0))
    return sum(state.own[p] > 0 for p in points) <= most


def release_holds(laws: dict, state: State) -> bool:
    if laws["release"] == "off" or laws["size"] not in state.theirs[7:25]:
        return True
    stand = state.theirs.index(laws["size"])
    return not all(held(laws, state)[stand - 6 : stand])
