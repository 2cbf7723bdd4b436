"""Acts of players: apply one to a game, or name the law that forbids a move."""

from collections.abc import Sequence

from nardy.core.draft import Draft
from nardy.core.game import Game
from nardy.core.laws import LAWS
from nardy.core.legal import Reaches
from nardy.core.legal_acts import ACTS
from nardy.core.player import Player
from nardy.core.refusal import refuse_act
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalError, NardyError
from nardy.server.protocol.messages import Act, DieMove, MoveVerdict
from nardy.server.turns.move_graph import learn


def verdict(situation: Situation, request_id: str, moves: Sequence[DieMove]) -> MoveVerdict:
    """The verdict on the last of these moves, after the earlier ones."""
    try:
        draft = Draft(situation)
        for step in moves:
            draft.move(step.origin, step.to)
    except IllegalError as error:
        law = LAWS[error.law]
        says = dict(error.words or law.words)
        return MoveVerdict(
            request_id, law.id, says, law.source, str(error), moves[-1] if moves else None
        )
    return MoveVerdict(request_id, None, {}, "", "", None)


def perform(game: Game, player: Player, act: Act, reaches: Reaches | None = None) -> None:
    """Do an act that needs no dice; *reaches* has cached results for the current turn.

    Raises:
        NardyError: the act is illegal or unknown.
    """
    if act.act == "play":
        _play(game, player, act, reaches)
    elif act.act.partition(":")[0] not in ACTS:
        # Refused here, since `Game.do` would report the error code of a bad text and not of a bad message.
        raise NardyError(f"expected an act ({', '.join(ACTS)}), got {act.act!r:.40}")
    else:
        game.do(act.act, player=player)


def _play(game: Game, player: Player, act: Act, reaches: Reaches | None) -> None:
    if player is not game.to_act:
        refuse_act("not-yours", game.situation, "move")
    if act.turn:
        game.play(act.turn)
    else:
        draft = _draft(game, reaches, act.moves)
        for step in act.moves:
            draft.move(step.origin, step.to)
        game.play(draft)
    if reaches is not None:
        reaches.clear()
    dance(game)


def dance(game: Game, reaches: Reaches | None = None) -> None:
    """Play dances without asking the player."""
    while game.phase is Phase.TURN and _draft(game, reaches).is_complete:
        game.play("(no move)")


def _draft(game: Game, reaches: Reaches | None, steps: Sequence[DieMove] = ()) -> Draft:
    """A draft in which these steps can be tried fast."""
    reaches = {} if reaches is None else reaches
    learn(game.situation, steps, reaches)
    return Draft(game.situation, reaches)


def give_up(game: Game, size: str = "single") -> None:
    """Let the player to act lose: the offer on the table, or without one a game of this size."""
    if game.phase is not Phase.ANSWER:
        game.resign(size)
        game.agree()
    elif (offer := game.situation.offer) and offer.is_resignation:
        game.agree()
    else:
        game.pass_double()
