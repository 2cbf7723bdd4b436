"""Taking back a turn: only in casual games against a bot.

The log is append-only. A turn that is taken back stays in it, and an event of its own says so. Its dice stand,
so nobody throws again for a better roll; the bot throws anew for its reply. All throws stay in the proof.
"""

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.server.errors import RefusedError
from nardy.server.seats import is_bot
from nardy.server.store.log import RoomRecord

TAKE_BACK = "take-back"
"""The name of the act."""


def require_take_back(record: RoomRecord, player: Player) -> None:
    """Allow a player to take back a turn only in a casual game against a bot.

    Raises:
        RefusedError: the game is rated, of a tournament, or against a person.
    """
    opponent = record.black if player is Player.WHITE else record.white
    if record.terms.rated or record.terms.tournament or not is_bot(opponent):
        raise RefusedError(
            "back-protected",
            "expected a casual game against a bot to take back a turn, got another one; play on",
        )


def take_back(record: RoomRecord, game: Game, player: Player) -> None:
    """Take back a player's last turn.

    Raises:
        RefusedError: it is not such a game, or there is no turn of theirs to take back.
    """
    require_take_back(record, player)
    try:
        game.take_back(player)
    except NardyError as error:
        raise RefusedError("back-none", f"{error}; play a turn first") from error
