"""A bot that plays by a network trained by self-play."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nardy.bots.baseline.acts import may_beaver, wins_more
from nardy.bots.baseline.bot import beam
from nardy.bots.bot import PositionBot
from nardy.bots.turns import Moves, dice_of, is_listed
from nardy.core import acts
from nardy.core.choices import Leftovers
from nardy.core.cube import Offer, Owner, beavered
from nardy.core.cube_acts import cube_law
from nardy.core.legal import begin, sequences
from nardy.core.legal_acts import legal_acts
from nardy.core.outcome import size_points
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import RulesError, TooManyTurns
from nardy.evaluation.cube.cubeful import (
    CubeDecision,
    CubeEquities,
    choice_among,
    cube_equities,
    race_equities,
)
from nardy.evaluation.cube.lookahead import CubeAhead, Stand
from nardy.evaluation.cube.match_value import MatchValue, is_free, price_of_waiting
from nardy.evaluation.cube.money_cube import JacobyValue
from nardy.evaluation.network import weights
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.move_filter import FilterWidth, MoveFilter
from nardy.evaluation.network.network import Floats, Network, Value
from nardy.kernel import layout as at
from nardy.kernel.arrays import begin_rows, find_turns, moves_at, position_arrays, position_at
from nardy.kernel.layout import Finals, Ints
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.bomb import with_bomb
from nardy.search.cascades import cascade_finals, leaves_dice
from nardy.search.choose import Worth, worth_of
from nardy.search.conversions import table_of
from nardy.search.cube_look import waits
from nardy.search.every_roll import BestReplies, answers, seen_by_mover
from nardy.search.lookahead import CandidateValues, expected, look
from nardy.search.tables import LISTED, GameTables, Tables

IN_MATCH = FilterWidth(12, 0.2)
"""Wider in matches: the filter was trained on points, and gammons count differently here."""
CUBE_PLIES = 2
"""The least look-ahead of a cube decision: one roll of each player shows the cost of a double or its delay."""
EPSILON = 1e-4
"""Gains of at most this many points count as none."""
FileVersion = tuple[int, int, int, int]
"""Device, inode, time of the last change and size of a file: another file of the same name differs in one."""


class ValuedTurn(NamedTuple):
    """A bot's evaluation of a final position."""

    final: Position
    moves: Moves
    equity: float
    """For the mover, cubeless in points; see `JacobyValue`, and `MatchValue` in a match."""
    chances: Floats
    """The chance of every outcome for the mover, at this depth."""
    plies: int


class CubeEvaluation(NamedTuple):
    """Evaluation before a roll, for the player who may double."""

    chances: Floats
    """Of every outcome, the best first, at this depth."""
    equities: CubeEquities
    plies: int


class NeuralBot(PositionBot):
    """Takes the turn with the best value by its network at some depth."""

    def __init__(self, plies: int = 1, file: Path | None = None, how: str = "") -> None:
        """Use the bundled networks, or the network of a file; *how* is the kind of search by name."""
        self.plies = plies
        self.cube_plies = max(plies, CUBE_PLIES) if plies else 0
        """Look-ahead before a double is offered or answered."""
        self.file = file
        self._version: FileVersion | None = None
        self.name = f"nardy:{how or plies}" + (f":{file}" if file else "")

    def network(self, rules: Rules) -> Network:
        """The network for this game.

        Raises:
            WeightsError: there is none, or the file cannot be used.
        """
        if self.file is None:
            return bundled(rules)[0]
        if self._version is None:
            # Once only: a game that goes on keeps its network if the file is replaced.
            self._version = _version_of(self.file)
        return _from_file(self.file, self._version, rules)

    def evaluator(self, rules: Rules) -> ExactFirst:
        """Values positions of this game: exactly where tables have them, otherwise by `network`."""
        return _exact_first(self.network(rules), rules)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The best final position and its moves."""
        _, finals, _, examined = self._examined(situation)
        n = int(_best_first(examined)[0])
        return position_at(finals.boards, finals.pins, n), moves_at(finals.moves, n)

    def rank(self, situation: Situation, most: int | None = None) -> list[ValuedTurn]:
        """Every final position with its value, best first; of a cascade some good ones.

        Those examined more deeply come first. `most` limits the number of results.
        """
        table, finals, worth, examined = self._examined(situation)
        order = _best_first(examined)[:most]
        # `worth` has the outcomes and the player who rolls; the chances are those of the deepest look.
        ends = worth._replace(probabilities=examined.probabilities).some(order)
        chances = seen_by_mover(np.repeat(table.facts, len(order), axis=0), ends)
        return [
            ValuedTurn(
                position_at(finals.boards, finals.pins, n),
                moves_at(finals.moves, n),
                float(examined.equities[n]),
                chances[row],
                int(examined.plies[n]) if worth.outcomes[n] == GOING_ON else 0,
            )
            for row, n in enumerate(order.tolist())
        ]

    def _examined(self, situation: Situation) -> tuple[Tables, Finals, Worth, CandidateValues]:
        """The situation, its final positions, and their values without and with look-ahead."""
        dice = dice_of(situation)
        finals = final_arrays(situation, self.network(situation.rules))
        game, value = self._game_and_value(situation)
        table = table_of(game, situation)
        played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
        worth = worth_of(game, table, finals, value, leaves_dice(situation, dice, played))
        is_cascade = len(dice.numbers) > LISTED or situation.left
        examined = self.look(game, finals, worth, value, 0 if is_cascade else self.plies)
        return table, finals, worth, examined

    def look(
        self, game: GameTables, finals: Finals, worth: Worth, value: Value, plies: int
    ) -> CandidateValues:
        """The candidates of one decision; without look-ahead if *plies* is 0."""
        return look(game, finals, worth, value, plies)

    def expect(self, situation: Situation) -> Floats:
        """The chances of every outcome for the player who rolls next, with look-ahead."""
        if self.plies == 0 or situation.left:
            return self.probabilities(situation)
        return self.look_ahead(situation, self.plies)[0]

    def look_ahead(self, situation: Situation, plies: int) -> tuple[Floats, float]:
        """The chances at this depth, at least 1, and the equity, as in `ValuedTurn`."""
        game, value = self._game_and_value(situation)
        found = expected(game, table_of(game, situation), value, plies)
        return found.probabilities[0], float(found.equities[0])

    def price(self, situation: Situation) -> float:
        """The cost of waiting a turn with a free double; 0 elsewhere."""
        if situation.left or cube_law(situation) is not None or not is_free(situation):
            return 0.0
        return price_of_waiting(situation, *self.look_ahead(situation, 2))

    def replies(self, situation: Situation) -> BestReplies:
        """The value of the best of all turns for every roll, without exploding a bomb first."""
        game, value = self._game_and_value(situation)
        return answers(game.with_filter(None), table_of(game, situation), value)

    def _game_and_value(self, situation: Situation) -> tuple[GameTables, Value]:
        """The game and the value function for its positions: points, or match chances.

        Where the Jacoby rule applies, values are cubeful; cubeless ones would count gammons in full.
        """
        evaluator = self.evaluator(situation.rules)
        if situation.is_money:
            game = _filtered(situation.rules, evaluator.network.move_filter)
            if not situation.is_jacoby:
                return game, evaluator.value
            # The filter fits here too: it drops only turns that are far behind in points.
            jacoby = JacobyValue.of(situation, evaluator.value)
            return game._replace(worth=jacoby.worth.astype(np.float32)), jacoby.value
        match = MatchValue.of(situation, evaluator.value)
        return _game(situation.rules).valued(match.worth), match.value

    def probabilities(self, situation: Situation) -> Floats:
        """The chances of every outcome for the player who must act, if that player rolls next."""
        value = self.evaluator(situation.rules).value
        if situation.rules.bomb:
            value = with_bomb(_game(situation.rules), value)
        return _valued(value, situation)[0]

    def weigh(self, situation: Situation) -> CubeEvaluation:
        """Equities of doubling and of not doubling for the player who may double, with the cube in look-ahead."""
        # Leftover dice are played before a roll, and look-ahead begins with a roll.
        plies = 0 if situation.left else self.cube_plies
        game, value = self._with_cube(situation)
        table = table_of(game, situation)
        if not plies or game.cube is None:
            chances = self.expect(situation)
            equities = cube_equities(situation, chances, price=self.price(situation))
            return CubeEvaluation(chances, equities, plies)
        first = int(table.facts[0, FACT_FIRST])
        # Both cubes are valued in one search, since their positions are the same.
        doubled = Stand(1, Owner.OPPONENT)
        looked = waits(game, table, value, plies, [game.cube.stands[first], doubled])
        waiting, taken = looked.equities[0].tolist()
        passed = game.cube.cube_values[first].cash(game.cube.stands[first])
        # Where tables have the position, no search is as good.
        equities = race_equities(situation) or CubeEquities(waiting, taken, passed)
        return CubeEvaluation(looked.probabilities[0], equities, plies)

    def _with_cube(self, situation: Situation) -> tuple[GameTables, Value]:
        """The game and its values with the cube in look-ahead, and in matches with a wider filter."""
        game, value = NeuralBot._game_and_value(self, situation)
        rules = situation.rules
        # Look-ahead with the cube knows neither bombs nor leftover dice (search/cube_look.py).
        if rules.bomb or rules.leftover is Leftovers.OPPONENT:
            return game, value
        if not situation.is_money:
            plain = _filtered(rules, self.network(rules).move_filter)
            game = game._replace(move_filter=plain.move_filter, filter_width=IN_MATCH)
        return game._replace(cube=CubeAhead.of(situation)), value

    def choose_act(self, situation: Situation) -> str:
        """Bomb, cube and resignations by the network's chances; the cube with look-ahead."""
        if situation.phase is Phase.ANSWER and situation.offer is not None:
            return self._answer(situation)
        if self.explodes(situation):
            return "bomb"
        if situation.phase is Phase.ROLL and cube_law(situation) is None:
            choice = choice_among(situation, self.weigh(situation).equities)
            return "roll" if choice in (CubeDecision.NO_DOUBLE, CubeDecision.TOO_GOOD) else "double"
        return "roll"

    def explodes(self, situation: Situation) -> bool:
        """Whether to explode the bomb here; False where that is not possible."""
        rules = situation.rules
        may = rules.bomb and situation.phase is Phase.ROLL and situation.bomb.player_has_access
        if not may or acts.explode(situation).position == situation.position:
            return False
        _, value = self._game_and_value(situation)
        exploded = _valued(value, acts.explode(situation))
        return exploded[1] > _valued(value, situation)[1]

    def _worth(self, situation: Situation) -> float:
        """The equity of the player who must act, if that player rolls next, with the choice of the bomb."""
        game, value = self._game_and_value(situation)
        return _valued(with_bomb(game, value) if situation.rules.bomb else value, situation)[1]

    def _answer(self, situation: Situation) -> str:
        offer = situation.offer
        if offer is not None and offer.is_resignation:
            return "accept" if self._is_enough(situation, offer) else "refuse"
        if offer is Offer.BEAVER:
            return self._answer_to_beaver(situation)
        taken = self.weigh(replace(situation.flipped(), offer=None)).equities.double_take
        if beavered(taken) < taken and may_beaver(situation):
            return "beaver"
        # For the doubler, in units of the cube before the double: a pass gives 1.
        return "take" if taken <= 1 else "pass"

    def _answer_to_beaver(self, situation: Situation) -> str:
        """The answer of the doubler, who rolls next; the opponent owns the cube."""
        # In units of the present cube, which a pass loses.
        taken = self.weigh(replace(situation, offer=None)).equities.double_take
        # After a raccoon the opponent passes and loses the cube twice, or plays for twice as much.
        if min(2 * taken, 2) > taken and "raccoon" in legal_acts(situation):
            return "raccoon"
        return "take" if taken > -1 else "pass"

    def _is_enough(self, situation: Situation, offer: Offer) -> bool:
        """Whether the offered points are worth at least as much as playing on."""
        if situation.is_jacoby:
            return True
        game, _ = self._game_and_value(situation)
        points = size_points(situation.rules, offer)
        mine = game.worth[int(situation.first is situation.to_act)]
        offered = mine[int(np.argmin(np.abs(np.array(game.points) - points)))]
        to_come = -self._worth(situation.flipped())
        return bool(offered >= to_come - EPSILON) and not wins_more(situation)


def _best_first(examined: CandidateValues) -> Ints:
    """The order of the candidates: those that were examined more deeply come first."""
    order: Ints = np.lexsort((-examined.equities, -examined.plies))
    return order


def final_arrays(situation: Situation, network: Network) -> Finals:
    """Every final position of the turn that is due, or some good ones of a cascade, in one row.

    Raises:
        IllegalTurnError: no dice have been rolled.
    """
    rules, dice = situation.rules, dice_of(situation)
    try:
        if not is_listed(dice):
            return cascade_finals(network, situation, dice)
        found = find_turns(rules, begin_rows(rules, [situation.position], [dice])).finals
    except TooManyTurns:
        return as_arrays(beam(situation, dice))
    except RulesError:  # more checkers than the kernel can hold
        listed = is_listed(dice)
        begun = begin(rules, situation.position, dice)
        return as_arrays(sequences(rules, begun) if listed else beam(situation, dice))
    # The arrays have spare rows after the last final position.
    end = int(found.offsets[1])
    return Finals(found.boards[:end], found.pins[:end], found.moves[:end], found.offsets)


def as_arrays(finals: Mapping[Position, Moves]) -> Finals:
    """Final positions of the rule book, with their moves."""
    boards, pins = position_arrays(list(finals))
    longest = max(map(len, finals.values()), default=0)
    moves = np.zeros((len(finals), max(1, longest), at.MOVE_SIZE), np.int8)
    for row, played in enumerate(finals.values()):
        for n, move in enumerate(played):
            moves[row, n] = move.origin, move.target, 0, move.hits
    return Finals(boards, pins, moves, np.array([0, len(finals)]))


_game = lru_cache(maxsize=32)(GameTables.of)
# A tenth of a decision without look-ahead would otherwise make these anew.
_exact_first = lru_cache(maxsize=16)(ExactFirst)


@lru_cache(maxsize=16)
def _filtered(rules: Rules, move_filter: MoveFilter | None) -> GameTables:
    return _game(rules).with_filter(move_filter)


def _valued(value: Value, situation: Situation) -> tuple[Floats, float]:
    """Chances and equity of the player who must act, if that player rolls next."""
    chances, equities = value(table_of(_game(situation.rules), situation).positions)
    return chances[0], float(equities[0])


def _version_of(file: Path) -> FileVersion | None:
    """Device, inode, time of the last change and size of a file; None if it is missing."""
    try:
        found = file.stat()
    except OSError:
        # `_from_file` reads it and says why it cannot.
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=8)
def _from_file(file: Path, version: FileVersion | None, rules: Rules) -> Network:
    """Weights for these rules, or for the game as published; *version* is a key of the cache alone."""
    return weights.load(file, rules)[0]
