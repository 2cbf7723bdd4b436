"""Set up one turn: from a row of the arrays to masks, before its first move."""

from nardy.kernel import layout as at
from nardy.kernel.jit import jit, number
from nardy.kernel.laws import POINTS, faced
from nardy.kernel.layout import Bytes, Ints, Rows


@jit
def read_row(rules: Ints, rows: Rows, row: int, frame: Ints, own: Bytes) -> None:
    """Fill the frame of one row's turn, and the player's counts, which a search may change."""
    boards = rows.boards
    mids = rows.mids
    contact = rules[at.RULES_CONTACT]
    parallel = rules[at.RULES_PARALLEL]
    held = 0
    theirs = 0
    lone = 0
    closed = 0
    for place in range(at.PLACES):
        count = boards[row, at.PLAYER, place]
        own[place] = count
        held |= (count > 0) << place
        others = boards[row, at.OPPONENT, place]
        theirs |= (others > 0) << place
        lone |= (others == 1) << place
        closed |= (others > 1) << place
    stuck = number(rows.pins[row, at.PLAYER])
    lone = faced(lone & POINTS, parallel)
    closed = faced(closed & POINTS, parallel)
    if contact == at.CONTACT_BLOCK:
        closed |= lone
        lone = 0
    frame[at.FRAME_HELD] = held
    frame[at.FRAME_OPEN] = POINTS & ~closed & ~stuck
    frame[at.FRAME_LONE] = lone & ~stuck
    frame[at.FRAME_STUCK] = stuck
    frame[at.FRAME_NO_OFF] = stuck != 0 and rules[at.RULES_PINNED_FORBID] != 0
    frame[at.FRAME_THEIRS] = theirs
    frame[at.FRAME_HITS] = contact == at.CONTACT_HIT
    frame[at.FRAME_PARALLEL] = parallel
    frame[at.FRAME_RUNNER] = rules[at.RULES_RUNNER]
    frame[at.FRAME_PRIME] = rules[at.RULES_PRIME]
    frame[at.FRAME_HOME_HIT] = rules[at.RULES_HOME_HIT]
    frame[at.FRAME_LAST_RESORT] = mids[row, at.MID_LAST_RESORT]
    frame[at.FRAME_FROM_HEAD] = mids[row, at.MID_FROM_HEAD]
    frame[at.FRAME_READINGS] = mids[row, at.MID_READINGS]
    frame[at.FRAME_FIRST_HIT_WINS] = rules[at.RULES_FIRST_HIT_WINS]
    quarter = 0
    if rules[at.RULES_QUARTER_LOW]:
        high = rules[at.RULES_QUARTER_HIGH]
        quarter = (1 << (high + 1)) - (1 << rules[at.RULES_QUARTER_LOW])
    frame[at.FRAME_QUARTER] = quarter
    frame[at.FRAME_MOST] = rules[at.RULES_QUARTER_MOST]
    frame[at.FRAME_RELEASE_PRIME] = 0
    if rules[at.RULES_RELEASE]:
        frame[at.FRAME_RELEASE_PRIME] = release_prime_of(rules, boards, row)
    formations = rules[at.RULES_PRIME] != at.PRIME_ALLOW or quarter != 0
    formations = formations or rules[at.RULES_RELEASE] != 0
    frame[at.FRAME_STEP] = formations and rules[at.RULES_CHECK_TURN] == 0
    frame[at.FRAME_TURN] = formations and rules[at.RULES_CHECK_TURN] != 0


@jit
def release_prime_of(rules: Ints, boards: Bytes, row: int) -> int:
    """Mask of the six points directly in front of the one with all opposing checkers, or 0."""
    for crowd in range(7, 25):
        if boards[row, at.OPPONENT, crowd] == rules[at.RULES_CHECKERS]:
            in_front = (1 << crowd) - (1 << (crowd - 6))
            return faced(in_front, rules[at.RULES_PARALLEL])
    return 0


@jit
def head_allowance(rules: Ints, frame: Ints, all_on_head: bool, double: int) -> int:
    """How many checkers may leave the head in this turn."""
    limit = rules[at.RULES_HEAD]
    if limit == 0:
        return at.NO_LIMIT
    exception = rules[at.RULES_HEAD_EXCEPTION]
    if double == 0 or exception == at.EXCEPTION_NONE:
        return limit
    if exception == at.EXCEPTION_ALWAYS_DOUBLE:
        return limit + 1
    frees = all_on_head
    if exception != at.EXCEPTION_ANY_DOUBLE:
        frees &= double in (4, 6) or (double == 3 and exception == at.EXCEPTION_CLASSIC)
        if rules[at.RULES_HEAD_ALWAYS] == 0:
            frees &= stopped_by_their_head(frame, double)
    return limit + 1 if frees else limit


@jit
def stopped_by_their_head(frame: Ints, die: int) -> bool:
    """Whether the first closed point on one checker's way by this die is the opponent's head."""
    target = at.HEAD - die
    while target > 0:
        if frame[at.FRAME_OPEN] >> target & 1 == 0:
            return faced(1 << at.HEAD, frame[at.FRAME_PARALLEL]) >> target & 1 == 1
        target -= die
    return False
