"""The opponent's 21 rolls after a turn: each with the best reply, and the best reply that does not hit.

Replies are chosen without look-ahead, as the bot's own look-ahead does; what follows is valued as deep as
asked. With two plies the mean over the rolls is the value by which a bot of two plies compares turns.
"""

from typing import Any, NamedTuple, Self

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.choices import Contact
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Value
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Doubles, Finals, Flags, Floats, Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.choose import Worth, best_turns, choose, listed_turns, play_turns, worth_of
from nardy.search.conversions import tables_of
from nardy.search.every_roll import EVERY_ROLL, seen_by_mover
from nardy.search.lookahead import expected
from nardy.search.tables import GameTables, Tables, TurnTaken, rows_of

ROLLS = len(EVERY_ROLL)
WEIGHTS: Doubles = np.where(EVERY_ROLL[:, 0] == EVERY_ROLL[:, 1], 1, 2) / 36
"""float64[21]: the chances of the rolls, in the order of `core.dice.ROLLS`."""
PLIES = 2
"""Depth of the values: in long nardy one ply disagrees with rollouts in a third of the errors."""


class Replies(NamedTuple):
    """Values for the player who made the turns; n turns."""

    values: Doubles
    """float64[n, 21]: points after the best reply."""
    chances: Floats
    """float32[n, 21, outcomes]: of every outcome after the best reply."""
    without_hits: Doubles
    """float64[n, 21]: points where the reply may not hit or pin; `values` where nothing can be hit."""
    hits: Flags
    """bool[n, 21]: whether some reply hits or pins."""
    played: Ints
    """int64[n, 21]: how many dice every reply plays."""
    thrown: Ints
    """int64[n, 21]: how many dice the roll gives."""
    pins: Flags
    """bool[n, 21]: whether the best reply pins another checker."""
    before: Bytes
    """int8[n, 2, 26]: the boards before the roll, seen by the player who rolls."""
    after: Bytes
    """int8[n, 21, 2, 26]: the boards after the best reply, seen by the same player."""

    @property
    def hitting(self) -> Flags:
        """bool[n, 21]: whether the best reply hits or pins."""
        bars = self.after[:, :, 1, at.BAR] > self.before[:, None, 1, at.BAR]
        return bars | self.pins

    @property
    def means(self) -> Doubles:
        """float64[n]: points."""
        return self.values @ WEIGHTS


class Valuation(NamedTuple):
    """A game and the values of its positions; `quick` has the move filter, for look-ahead alone."""

    game: GameTables
    quick: GameTables
    value: Value

    def means(self, afters: list[Situation], plies: int = PLIES) -> Doubles:
        """float64[n]: points for the player who made the turns; as `Replies.means`."""
        many, rows = every_roll_of(self.game, tables_of(self.game, afters))
        # Without its move filter, so that the figures are comparable with those of all replies.
        turn = choose(self.game, many, rows, self.value)
        values, _ = self._valued(many, rows, turn, plies)
        return values.reshape(-1, ROLLS) @ WEIGHTS

    def replies(self, afters: list[Situation], plies: int = PLIES) -> Replies:
        """All 21 rolls after each turn; the games go on after all of them."""
        many, rows = every_roll_of(self.game, tables_of(self.game, afters))
        if self.game.rules.cascade_count:
            # Cascades have too many replies to list; these games know no hits.
            turn = choose(self.game, many, rows, self.value)
            hits, calm = np.zeros(len(many.boards), bool), None
        else:
            listed = listed_turns(self.game, many, rows, self.value)
            turn = best_turns(*listed)
            hits, calm = self._calm(many, listed)
        values, chances = self._valued(many, rows, turn, plies)
        without = values.copy()
        if calm is not None:
            which = np.flatnonzero(hits)
            some = rows._make(array[which] for array in rows)
            without[which], _ = self._valued(many.part(which), some, calm, plies)
        shape = (len(afters), ROLLS)
        return Replies(
            values.reshape(shape),
            chances.reshape(*shape, -1),
            without.reshape(shape),
            hits.reshape(shape),
            turn.played.reshape(shape),
            rows.mids[:, at.MID_DICE].reshape(shape),
            ((turn.pins[:, 1] & ~many.pins[:, 1]) != 0).reshape(shape),
            many.boards[::ROLLS],
            turn.boards.reshape(*shape, 2, at.PLACES),
        )

    def _calm(
        self, many: Tables, listed: tuple[Finals, Ints, Worth]
    ) -> tuple[Flags, TurnTaken | None]:
        """Which rolls can hit, and for these the best turn that does not; nothing moves if all hit."""
        finals, played, worth = listed
        hitting = hits_of(self.game, many, finals)
        hits = np.logical_or.reduceat(hitting, finals.offsets[:-1])
        if not hits.any():
            return hits, None
        owners = np.repeat(np.arange(len(hits)), np.diff(finals.offsets))
        kept = np.flatnonzero(hits[owners] & ~hitting)
        forced = np.setdiff1d(np.flatnonzero(hits), owners[kept])
        still = self._standing(many.part(forced))
        order = np.argsort(np.concatenate([owners[kept], forced]), kind="stable")
        counts = np.bincount(np.concatenate([owners[kept], forced]), minlength=len(hits))[hits]
        boards, pins, moves, _ = finals
        chosen = Finals(
            np.concatenate([boards[kept], still[0].boards])[order],
            np.concatenate([pins[kept], still[0].pins])[order],
            np.concatenate([moves[kept], still[0].moves])[order],
            at.offsets_of(counts),
        )
        values = joined(worth, kept, still[1], order)
        dice = np.concatenate([played[kept], np.zeros(len(forced), np.int64)])[order]
        return hits, best_turns(chosen, dice, values)

    def _standing(self, tables: Tables) -> tuple[Finals, Worth]:
        """Turns that move nothing, and what they are worth."""
        count = len(tables.boards)
        moves = np.zeros((count, 4, at.MOVE_SIZE), np.int8)
        finals = Finals(tables.boards, tables.pins, moves, np.arange(count + 1))
        return finals, worth_of(self.game, tables, finals, self.value)

    def _valued(
        self, before: Tables, rows: Rows, turn: TurnTaken, plies: int
    ) -> tuple[Doubles, Floats]:
        """What the chosen replies leave to the other player: points, and chances of every outcome."""
        equities, chances = turn.equities.astype(np.float64), seen_by_mover(before.facts, turn)
        going = np.flatnonzero(turn.outcomes == GOING_ON)
        if plies > 1 and len(going):
            after = before.copied()
            play_turns(self.game, after, rows, turn)
            again = turn.facts[going, FACT_FIRST] == before.facts[going, FACT_FIRST]
            found = expected(self.quick, after.part(going), self.value, plies - 1)
            equities[going] = np.where(again, found.equities, -found.equities)
            deeper = found.probabilities
            chances[going] = np.where(again[:, None], deeper, deeper[:, ::-1])
        return -equities, chances[:, ::-1]


def joined(worth: Worth, kept: Ints, still: Worth, order: Ints) -> Worth:
    """The values of the kept final positions and of those where nothing moves, in this order."""
    pairs: list[Any] = [(own[kept], other) for own, other in zip(worth, still, strict=True)]
    return Worth(*(np.concatenate(pair)[order] for pair in pairs))


class CoachBot(NeuralBot):
    """The network of a bot, asked for all replies instead of the best one."""

    @classmethod
    def of(cls, bot: NeuralBot) -> Self:
        """The coach with the network and the plies of a bot."""
        return bot if isinstance(bot, cls) else cls(bot.plies, bot.file)

    def valuation(self, situation: Situation) -> Valuation:
        """The values of positions of this game and score."""
        game, value = self._game_and_value(situation)
        return Valuation(game.with_filter(None), game, value)


def every_roll_of(game: GameTables, tables: Tables) -> tuple[Tables, Rows]:
    """Every table once for each roll, and the turns that begin."""
    count = len(tables.boards)
    many = tables.part(np.repeat(np.arange(count), ROLLS))
    return many, rows_of(game, many, np.tile(EVERY_ROLL, (count, 1)))


def hits_of(game: GameTables, before: Tables, finals: Finals) -> Flags:
    """bool[k]: final positions in which another checker of the other player is on the bar, or pinned."""
    rows = np.repeat(np.arange(len(before.boards)), np.diff(finals.offsets))
    if game.rules.contact is Contact.PIN:
        return (finals.pins[:, 1] & ~before.pins[rows, 1]) != 0
    bars: Bytes = finals.boards[:, 1, at.BAR]
    return bars > before.boards[rows, 1, at.BAR]
