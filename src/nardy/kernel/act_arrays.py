"""The bridge between the rule book and the rows of act_layout.py."""

import numpy as np

from nardy.core.choices import Contact, LastThrow, NextStarter, Opening
from nardy.core.cube import Offer, Owner
from nardy.core.outcome import HOME_MARS, SIZES, size_points, sizes
from nardy.core.player import Player
from nardy.core.rules import HOLLAND_TURNS, Rules
from nardy.core.situation import Ending, Phase, Situation
from nardy.kernel import act_layout as of
from nardy.kernel.layout import Ints

PHASES = (Phase.OPENING, Phase.ROLL, Phase.TURN, Phase.ANSWER, Phase.OVER)
STARTERS = (NextStarter.OPENING_ROLL, NextStarter.PREVIOUS_WINNER, NextStarter.PREVIOUS_SECOND)
SIZE_NAMES = (*SIZES, HOME_MARS)
OFFERS = (None, Offer.DOUBLE, Offer.BEAVER, Offer.RACCOON, *map(Offer, SIZE_NAMES))
ENDINGS = (None, Ending.WON, Ending.DRAW, Ending.VOID)
DRAWS = {LastThrow.OFF: 0, LastThrow.HALF: 1, LastThrow.ONE: 2}


def cube_laws_row(rules: Rules) -> Ints:
    """What a game says of the cube, of matches and of resignations: int64[CUBE_LAWS_SIZE]."""
    row = np.zeros(of.CUBE_LAWS_SIZE, np.int64)
    row[of.CUBE_PLAY] = rules.cube_play
    row[of.CUBE_CAP] = rules.cube_cap
    row[of.CUBE_JACOBY] = rules.jacoby
    row[of.CUBE_BEAVERS] = rules.beavers
    row[of.CUBE_RACCOONS] = rules.raccoons
    row[of.CUBE_AUTO_DOUBLES] = rules.auto_doubles
    row[of.CUBE_CRAWFORD] = rules.crawford
    row[of.CUBE_HOLLAND] = rules.holland
    row[of.CUBE_USES_OPENING] = rules.opening is Opening.USE
    row[of.CUBE_STARTER] = STARTERS.index(rules.next_starter)
    row[of.CUBE_HITS] = rules.contact is Contact.HIT
    row[of.CUBE_DRAW] = DRAWS[rules.last_throw]
    for size in sizes(rules):
        row[of.CUBE_SIZES + SIZE_NAMES.index(size)] = size_points(rules, size)
    return row


def situation_row(situation: Situation) -> Ints:
    """The cube and the score of a moment, as far as they follow from it alone: int64[STATE_SIZE]."""
    row = np.zeros(of.STATE_SIZE, np.int64)
    white = situation if situation.to_act is Player.WHITE else situation.flipped()
    row[of.STATE_PHASE] = PHASES.index(situation.phase)
    row[of.STATE_TO_ACT] = _seat(situation.to_act)
    row[of.STATE_CUBE] = white.cube.value
    row[of.STATE_OWNER] = (Owner.PLAYER, Owner.OPPONENT, Owner.NOBODY).index(white.cube.owner)
    if white.cube.owner is Owner.NOBODY:
        row[of.STATE_OWNER] = of.NOBODY
    row[of.STATE_OFFER] = OFFERS.index(situation.offer)
    if score := white.score:
        row[of.STATE_LENGTH] = score.length
        row[of.STATE_SCORE : of.STATE_SCORE + 2] = int(2 * score.player), int(2 * score.opponent)
        row[of.STATE_IS_CRAWFORD] = score.is_crawford
    # Without counts every law that waits for a turn is in force.
    taken = white.turns or (HOLLAND_TURNS, HOLLAND_TURNS)
    row[of.STATE_TURNS : of.STATE_TURNS + 2] = np.minimum(taken, HOLLAND_TURNS)
    row[of.STATE_IS_ROLLED] = situation.roll is not None
    result = situation.result
    row[of.STATE_WINNER] = _seat(result.winner) if result else of.NOBODY
    if result:
        row[of.STATE_ENDING] = ENDINGS.index(result.ending)
        row[of.STATE_POINTS] = int(2 * result.points)
    row[of.STATE_STARTER] = row[of.STATE_RESIGNED] = of.NOBODY
    row[of.STATE_GAME] = 1
    return row


def _seat(player: Player | None) -> int:
    if player is None:
        return of.NOBODY
    return of.WHITE if player is Player.WHITE else of.BLACK
