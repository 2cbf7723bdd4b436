"""Counts of turns from the start of every game: one file a game, one parser.

A line of depth 1 is a roll and what it gives: `31 16`, or for a cascade, whose turns are too many
to count, `11 longest=24 first=1`: the dice that must be played, and the first moves that keep that
within reach. `depth 2` is the number of turns after the 21 rolls of both players. `python -m
tests.perft` writes the files; the oracle counts depth 1 beside the rule book and must agree.
"""

from pathlib import Path
from typing import NamedTuple

from nardy.core.dice import ROLLS, Roll
from nardy.core.legal import begin, legal_moves, longest_play, sequences
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.games import GAMES

FOLDER = Path(__file__).parent
MOST_DICE = 4
"""Longer dice lists are counted by their first moves."""
MOST_TURNS = 10_000_000


class Count(NamedTuple):
    """What one roll gives at depth 1."""

    finals: int | None = None
    longest: int | None = None
    first: int | None = None

    def __str__(self) -> str:
        """As a file has it."""
        if self.finals is not None:
            return str(self.finals)
        return f"longest={self.longest} first={self.first}"


class Perft(NamedTuple):
    """The counts of one game."""

    rolls: dict[Roll, Count]
    depth_2: int | None = None


def parse(text: str) -> Perft:
    """The counts of one file."""
    rolls, depth_2 = {}, None
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["depth", "2"]:
            depth_2 = int(words[2])
        elif words and not words[0].startswith("#"):
            facts = dict(word.partition("=")[::2] for word in words[1:])
            finals = int(words[1]) if len(facts) == 1 else None
            longest, first = (facts.get(name) for name in ("longest", "first"))
            count = Count(finals, longest and int(longest), first and int(first))
            rolls[Roll.parse(words[0])] = count
    return Perft(rolls, depth_2)


def text_of(name: str, perft: Perft) -> str:
    """A file's text."""
    lines = [f"# {name}: turns from the start by roll"]
    lines += [f"{roll} {count}" for roll, count in perft.rolls.items()]
    lines += [f"depth 2 {perft.depth_2}"] if perft.depth_2 is not None else []
    return "\n".join(lines) + "\n"


def stored(name: str) -> Perft:
    """The counts kept for a game."""
    return parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def count(rules: Rules, roll: Roll, turns_taken: int = 0) -> Count:
    """What a roll gives from the start, by the rule book."""
    dice = rules.dice_list(roll, turns_taken)
    mid = begin(rules, rules.start, dice)
    if len(dice.numbers) <= MOST_DICE:
        return Count(finals=len(sequences(rules, mid)))
    reaches: dict = {}
    longest = longest_play(rules, mid, reaches)
    return Count(longest=longest, first=len(legal_moves(rules, mid, reaches)))


def finals(rules: Rules, position: Position, roll: Roll) -> list[Position]:
    """Every final position of a roll on a player's first turn."""
    mid = begin(rules, position, rules.dice_list(roll, 0))
    return list(sequences(rules, mid))


def depth_2(rules: Rules) -> int:
    """Turns of the second player after every roll and turn of the first, and every roll of his."""
    total, known = 0, {}
    for first in ROLLS:
        for final in finals(rules, rules.start, first):
            there = final.flipped()
            if there not in known:
                known[there] = sum(len(finals(rules, there, second)) for second in ROLLS)
            total += known[there]
    return total


def has_short_turns(rules: Rules) -> bool:
    """Whether the first turn of each player is one that can be counted to its end."""
    return all(len(rules.dice_list(roll, 0).numbers) <= MOST_DICE for roll in ROLLS)


NAMES = tuple(GAMES)
