"""The coach's facts counted a second time: by loops over places, and by the rule book's legal turns.

Nothing of `nardy.coach` or of the kernel is used. Positions are seen by the player who has just moved.
"""

from collections.abc import Callable
from dataclasses import replace

from nardy.core.choices import Contact
from nardy.core.dice import ROLLS, DiceList, Roll
from nardy.core.legal import begin, longest_play, sequences
from nardy.core.position import BAR, OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.turn import Move

Count = Callable[["Counter"], float]


class Counter:
    """Counts of one situation after a turn; the opponent rolls."""

    def __init__(self, after: Situation) -> None:
        self.rules: Rules = after.rules
        self.after = after
        self.position: Position = after.position.flipped()
        self.mine, self.theirs = self.position.player, self.position.opponent

    # ------------------------------------------------------------------------- rolls

    def turns(self, roll: Roll, *, own: bool) -> dict[Position, tuple[Move, ...]]:
        """The legal turns of a roll, for the opponent or for the player if they rolled now."""
        moment = self.after.flipped() if own else self.after
        dice = replace(moment, roll=roll).dice
        assert dice is not None
        return dict(sequences(self.rules, begin(self.rules, moment.position, dice)))

    def rolls(self, holds: Callable[[Position, Position], bool], *, own: bool) -> int:
        """Rolls of 36 with a legal turn whose position before and after is so."""
        start = (self.after.flipped() if own else self.after).position
        return sum(
            1 if roll.is_double else 2
            for roll in ROLLS
            if any(holds(start, final) for final in self.turns(roll, own=own))
        )

    def hits(self, *, own: bool) -> int:
        def lands(before: Position, final: Position) -> bool:
            fresh = final.opponent_pinned - before.opponent_pinned
            return bool(fresh) or final.opponent[BAR] > before.opponent[BAR]

        return self.rolls(lands, own=own)

    def played(self, *, own: bool, wanted: Callable[[int, int], bool]) -> int:
        """Rolls of 36 whose legal turns play so many dice, of those thrown."""
        moment = self.after.flipped() if own else self.after
        found = 0
        for roll in ROLLS:
            dice = replace(moment, roll=roll).dice
            assert dice is not None
            # Cascades have too many turns to list.
            longest = longest_play(self.rules, begin(self.rules, moment.position, dice))
            found += wanted(longest, len(dice.numbers)) * (1 if roll.is_double else 2)
        return found

    def unsafe(self, *, own: bool) -> int:
        """Rolls of 36 whose legal turns all leave a blot, for the opponent or for the player if they rolled now."""
        start = self.after.flipped() if own else self.after
        found = 0
        for roll in ROLLS:
            finals = self.turns(roll, own=own)
            left = [Counter(replace(start, position=one.flipped(), roll=None)) for one in finals]
            found += all(one.blots() > 0 for one in left) * (1 if roll.is_double else 2)
        return found

    def movable(self, *, own: bool) -> list[int]:
        """Checkers that can move by each digit; of the head as many as may leave it."""
        position = (self.after.flipped() if own else self.after).position
        found = []
        for die in range(1, 7):
            mid = begin(self.rules, position, DiceList((die,), in_order=False))
            origins = {moves[0].origin for moves in sequences(self.rules, mid).values() if moves}
            most = self.rules.head or 99
            found.append(sum(min(position.player[o], most if o == 24 else 99) for o in origins))
        return found

    def makes(self) -> int:
        def new(before: Position, final: Position) -> bool:
            least = 1 if self.rules.contact is Contact.BLOCK else 2
            return any(final.player[p] >= least > before.player[p] for p in range(1, 8))

        return self.rolls(new, own=True)

    # ------------------------------------------------------------------------- points

    def made(self, *, own: bool) -> set[int]:
        """Points closed to the other player, in the numbering of their owner."""
        counts = self.mine if own else self.theirs
        least = 1 if self.rules.contact is Contact.BLOCK else 2
        pinned = self.position.opponent_pinned if own else self.position.player_pinned
        pinning = {self.rules.facing(point) for point in pinned}
        return {p for p in range(1, 25) if counts[p] >= least or p in pinning}

    def ways(self, *, own: bool) -> tuple[list[bool], tuple[int, ...]]:
        """Which of the other player's points 1 to 24 are closed to them, and their checkers."""
        there = {self.rules.facing(point) for point in self.made(own=own)}
        return [point in there for point in range(1, 25)], self.theirs if own else self.mine

    def row(self, *, own: bool) -> int:
        """The longest row with a checker of the other player behind it."""
        closed, others = self.ways(own=own)
        return max(
            (
                size
                for size in range(1, 13)
                for low in range(1, 26 - size)
                if all(closed[low - 1 : low - 1 + size]) and sum(others[low + size :])
            ),
            default=0,
        )

    def behind(self, size: int) -> int:
        closed, others = self.ways(own=True)
        lows = [low for low in range(1, 26 - size) if all(closed[low - 1 : low - 1 + size])]
        return max((sum(others[low + size :]) for low in lows), default=0)

    def blocks(self) -> int:
        closed, others = self.ways(own=True)
        return sum(closed[p - 1] and sum(others[p + 1 :]) > 0 for p in range(1, 25))

    def blots(self) -> int:
        made, pinned = self.made(own=True), self.position.player_pinned
        free = [
            p for p in range(1, 26) if self.theirs[p] and p not in self.position.opponent_pinned
        ]
        return sum(
            self.mine[p] == 1
            and p not in made
            and p not in pinned
            and any(other > self.rules.facing(p) for other in free)
            for p in range(1, 25)
        )

    def direct(self) -> int:
        made, pinned = self.made(own=True), self.position.player_pinned
        free = [
            p for p in range(1, 26) if self.theirs[p] and p not in self.position.opponent_pinned
        ]
        blots = [p for p in range(1, 25) if self.mine[p] == 1 and not {p} & (made | pinned)]
        return sum(any(1 <= q - self.rules.facing(p) <= 6 for q in free) for p in blots)

    def holes(self) -> int:
        closed, others = self.ways(own=True)
        lows = [low for low in range(1, 20) if sum(others[low + 6 :])]
        return 6 - max((sum(closed[low - 1 : low + 5]) for low in lows), default=0)

    def at_edge(self) -> int:
        closed, others = self.ways(own=True)
        return sum(
            others[place]
            for place in range(5, 26)
            if all(closed[place - 5 : place - 1]) and (place == 25 or not closed[place - 1])
        )

    def to_save(self) -> int:
        if self.mine[OFF]:
            return 0
        out = sum((place - 6) * self.mine[place] for place in range(7, 26))
        return out + min((p for p in range(1, 7) if self.mine[p]), default=6)

    def held(self, low: int, high: int) -> int:
        return sum(self.mine[point] > 0 for point in range(low, high + 1))


def pips(counts: tuple[int, ...]) -> int:
    return sum(place * count for place, count in enumerate(counts))


COUNTS: dict[str, Count] = {
    "shots": lambda c: c.hits(own=False),
    "threats": lambda c: c.hits(own=True),
    "dances": lambda c: c.played(own=False, wanted=lambda played, _: played == 0),
    "on the bar": lambda c: c.theirs[BAR],
    "pinned": lambda c: len(c.position.opponent_pinned),
    "blots": lambda c: c.blots(),
    "direct blots": lambda c: c.direct(),
    "home points": lambda c: len(c.made(own=True) & set(range(1, 7))),
    "anchors": lambda c: len(c.made(own=True) & set(range(19, 25))),
    "back": lambda c: sum(c.mine[19:26]),
    "start": lambda c: c.mine[24],
    "unsafe rolls": lambda c: c.unsafe(own=True),
    "their unsafe rolls": lambda c: c.unsafe(own=False),
    "builders": lambda c: c.makes(),
    "prime": lambda c: c.row(own=True),
    "their prime": lambda c: c.row(own=False),
    "fence": lambda c: c.row(own=True),
    "their fence": lambda c: c.row(own=False),
    "behind fence": lambda c: c.behind(4),
    "holes": lambda c: c.holes(),
    "at the edge": lambda c: c.at_edge(),
    "their short rolls": lambda c: c.played(own=False, wanted=lambda played, all_: played < all_),
    "short rolls": lambda c: c.played(own=True, wanted=lambda played, all_: played < all_),
    "their dead digits": lambda c: c.movable(own=False).count(0),
    "dead digits": lambda c: c.movable(own=True).count(0),
    "their movable": lambda c: sum(c.movable(own=False)),
    "movable": lambda c: sum(c.movable(own=True)),
    "head": lambda c: c.mine[24],
    "first quarter": lambda c: c.held(19, 24),
    "second quarter": lambda c: c.held(13, 18),
    "third quarter": lambda c: c.held(7, 12),
    "fourth quarter": lambda c: c.held(1, 6),
    "spread": lambda c: c.held(7, 24),
    "blocks": lambda c: c.blocks(),
    "stacks": lambda c: sum(max(0, count - 3) for count in c.mine[1:24]),
    "off": lambda c: c.mine[OFF],
    "home": lambda c: sum(c.mine[:7]),
    "crossovers": lambda c: sum(c.mine[p] * ((p - 1) // 6) for p in range(7, 26)),
    "gaps": lambda c: sum(c.mine[p] == 0 for p in (4, 5, 6)),
    "pips": lambda c: pips(c.mine),
    "lead percent": lambda c: round(
        100 * (pips(c.theirs) - pips(c.mine)) / max(1, pips(c.mine)), 6
    ),
    "to save mars": lambda c: c.to_save(),
    "lead": lambda c: pips(c.theirs) - pips(c.mine),
}


def count(fact: str, after: Situation) -> float:
    """A fact of the situation after a turn."""
    return COUNTS[fact](Counter(after))
