"""The end of games, compiled: the fast version of core/outcome.py.

Facts of a game that a board does not show are in separate arrays:

- `facts`    int8[n, FACTS_SIZE]: indices below, seen by the player on roll.
- `stakes`   int64[STAKES_SIZE]: the possible results of a game, indices below.
- an *outcome* is an index: the sizes of a win from the largest to the smallest, the draw if the
  game has one, the sizes of a loss from the smallest to the largest. The opponent has them in reverse
  order. A void game counts as a draw: nobody scores.
"""

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.places import places_with

GOING_ON = -1
"""Instead of an outcome."""
NONE = -1
"""Instead of a size that the game does not have."""

FACT_FIRST = 0
"""1 if the player on roll made the first turn of the game."""
FACT_LAST = 1
"""1 if the player on roll has the last throw: one more turn, after the player who began has
borne off every checker. It may still reach a draw."""
FACT_BOMB_MINE = 2
FACT_BOMB_THEIRS = 3
FACT_TURNS_MINE = 4
FACT_TURNS_THEIRS = 5
"""Turns taken, up to MOST_TURNS."""
FACT_LEFT = 6
"""1 if the player on roll plays leftover dice."""
FACTS_SIZE = 7
MOST_TURNS = 99

STAKES_SIZES = 0
"""Number of sizes of a win; sizes are numbered from 0, the smallest."""
STAKES_DRAW = 1
"""1 if a game may end without a winner."""
STAKES_SINGLE = 2
STAKES_GAMMON = 3
STAKES_BACKGAMMON = 4
STAKES_HOME_MARS = 5
STAKES_LAST_THROW = 6
STAKES_MOTHER = 7
"""The size of a win by pinning the mother."""
STAKES_SIZE = 8

Laws = tuple[Ints, Ints]
"""Rules (layout.py) and stakes."""


@inlined
def won(stakes: Ints, size: int) -> int:
    """The outcome of a win of this size."""
    return stakes[STAKES_SIZES] - 1 - size


@inlined
def lost(stakes: Ints, size: int) -> int:
    """The outcome of a loss of this size."""
    return stakes[STAKES_SIZES] + stakes[STAKES_DRAW] + size


@inlined
def draw(stakes: Ints) -> int:
    return stakes[STAKES_SIZES]


@jit
def loss_size(stakes: Ints, boards: Bytes, k: int, side: int) -> int:
    """The size of a side's loss, from its checkers: core/outcome.loss."""
    if boards[k, side, at.OFF]:
        return stakes[STAKES_SINGLE]
    held = places_with(boards, k, side, 1)
    # On the last six points or the bar; or all at home.
    if held >> 19 and stakes[STAKES_BACKGAMMON] != NONE:
        return stakes[STAKES_BACKGAMMON]
    if held >> 7 == 0 and stakes[STAKES_HOME_MARS] != NONE:
        return stakes[STAKES_HOME_MARS]
    return stakes[STAKES_GAMMON]


@jit
def outcome_of(laws: Laws, before: tuple[Bytes, int], final: tuple[Bytes, Pins], k: int) -> int:
    """The outcome of a turn, or GOING_ON: core/outcome.result_after_turn.

    `before` are the facts before the turn and the opponent's checkers on the bar then; final
    position k is seen by the mover.
    """
    rules, stakes = laws
    facts, bar = before
    boards, pins = final
    finished = boards[k, at.PLAYER, at.OFF] == rules[at.RULES_CHECKERS]
    outcome = GOING_ON
    if rules[at.RULES_FIRST_HIT_WINS] and boards[k, at.OPPONENT, at.BAR] > bar:
        outcome = won(stakes, stakes[STAKES_SINGLE])
    elif facts[FACT_LAST]:
        if finished:
            outcome = draw(stakes)
        # Leftovers are played before the one full turn of the last throw.
        elif facts[FACT_LEFT] == 0:
            outcome = lost(stakes, loss_size(stakes, boards, k, at.PLAYER))
    elif finished:
        if stakes[STAKES_LAST_THROW] == 0 or facts[FACT_FIRST] == 0:
            outcome = won(stakes, loss_size(stakes, boards, k, at.OPPONENT))
    elif stakes[STAKES_MOTHER] != NONE:
        outcome = by_mothers(stakes, boards, pins, k)
    return outcome


@inlined
def by_mothers(stakes: Ints, boards: Bytes, pins: Pins, k: int) -> int:
    """The outcome by pinned mothers (the last checkers on own 24), or GOING_ON.

    A side that pins the opposing mother wins once it has no checker left on its own 24. If both
    mothers are pinned, the game is drawn.
    """
    mine = pins[k, at.PLAYER] >> at.HEAD & 1
    theirs = pins[k, at.OPPONENT] >> at.HEAD & 1
    if mine and theirs:
        return draw(stakes)
    if theirs and boards[k, at.PLAYER, at.HEAD] == 0:
        return won(stakes, stakes[STAKES_MOTHER])
    if mine and boards[k, at.OPPONENT, at.HEAD] == 0:
        return lost(stakes, stakes[STAKES_MOTHER])
    return GOING_ON


@entry
def outcomes_batch(
    laws: Laws, tables: tuple[Bytes, Bytes], finals: tuple[Bytes, Pins, Ints], outcomes: Bytes
) -> None:
    """Fill int8[k] with the outcome of every final position, seen by the mover, or GOING_ON.

    `tables` are boards and facts of n games before their turns; `finals` are the boards and
    pins of all final positions, those of game i from offsets[i] on.
    """
    boards, facts = tables
    final_boards, final_pins, offsets = finals
    for row in range(boards.shape[0]):
        before = (facts[row], number(boards[row, at.OPPONENT, at.BAR]))
        for k in range(offsets[row], offsets[row + 1]):
            outcomes[k] = outcome_of(laws, before, (final_boards, final_pins), k)


@inlined
def flip_facts(facts: Bytes, row: int) -> None:
    """Switch the facts to the opponent's view."""
    facts[row, FACT_FIRST] = 1 - facts[row, FACT_FIRST]
    for mine in (FACT_BOMB_MINE, FACT_TURNS_MINE):
        other = facts[row, mine + 1]
        facts[row, mine + 1] = facts[row, mine]
        facts[row, mine] = other


@entry
def next_facts_batch(
    rules: Ints, stakes: Ints, facts: Bytes, finals: tuple[Bytes, Ints], after: Bytes
) -> None:
    """Fill int8[k, FACTS_SIZE]: the facts after each final position, for the player who rolls next.

    `finals` are their boards and offsets. After leftovers the mover rolls next, unless they end the
    mover's last turn but one: then the last throw is the opponent's.
    """
    boards, offsets = finals
    for row in range(facts.shape[0]):
        for k in range(offsets[row], offsets[row + 1]):
            finished = boards[k, at.PLAYER, at.OFF] == rules[at.RULES_CHECKERS]
            owed = finished and stakes[STAKES_LAST_THROW] != 0 and facts[row, FACT_FIRST] != 0
            for fact in range(FACTS_SIZE):
                after[k, fact] = facts[row, fact]
            after[k, FACT_LEFT] = 0
            if facts[row, FACT_LEFT] and not owed:
                continue
            if facts[row, FACT_LEFT] == 0:
                # Without the limit a very long game would overflow int8.
                after[k, FACT_TURNS_MINE] = min(facts[row, FACT_TURNS_MINE] + 1, MOST_TURNS)
            flip_facts(after, k)
            after[k, FACT_LAST] = owed


@entry
def explode_batch(both: int, tables: tuple[Bytes, Bytes], rows: Ints) -> None:
    """Explode the bomb of the player on roll in some tables: core/acts.explode."""
    boards, facts = tables
    for row in rows:
        for side in range(2):
            if side == at.PLAYER and both == 0:
                continue
            for point in range(1, at.BAR):
                if boards[row, side, point] == 1:
                    boards[row, side, point] = 0
                    boards[row, side, at.BAR] += 1
        facts[row, FACT_BOMB_MINE] = 0
        facts[row, FACT_BOMB_THEIRS] = 1
