"""Matches of the rule book as the kernel's states."""

from nardy.core.events import Resigned
from nardy.core.game import Game
from nardy.core.match import Match, had_crawford, starter_of
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.kernel import act_layout as of
from nardy.kernel.act_arrays import SIZE_NAMES, situation_row
from nardy.kernel.layout import Ints

SEATS = {None: of.NOBODY, Player.WHITE: of.WHITE, Player.BLACK: of.BLACK}


def match_row(match: Match) -> Ints:
    """The state of a match: int64[STATE_SIZE]."""
    row = situation_row(match.game.situation)
    row[of.STATE_LENGTH] = match.length
    row[of.STATE_HAD_CRAWFORD] = had_crawford(match.games)
    row[of.STATE_STARTER] = SEATS[starter_of(match.game)]
    row[of.STATE_GAME] = len(match.games)
    row[of.STATE_RESIGNED] = _resigned(match.game)
    return row


def _resigned(game: Game) -> int:
    resigned = [event.size for event in game.events[-2:] if isinstance(event, Resigned)]
    if not resigned or game.phase not in (Phase.ANSWER, Phase.OVER):
        return of.NOBODY
    return SIZE_NAMES.index(resigned[-1])
