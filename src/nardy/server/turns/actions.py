"""Acts of players: apply one to a game, or say which law forbids a move."""

from collections.abc import Sequence

from nardy.core.draft import Draft
from nardy.core.game import Game
from nardy.core.lawful_acts import ACTS
from nardy.core.laws import LAWS
from nardy.core.legal import Reaches
from nardy.core.player import Player
from nardy.core.refusal import refuse_act
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalError, NardyError
from nardy.server.protocol.messages import Act, DieMove, MoveVerdict
from nardy.server.turns.move_graph import learn


def verdict(situation: Situation, asked: str, moves: Sequence[DieMove]) -> MoveVerdict:
    """The judge's word on the last of these moves, the others being made."""
    try:
        draft = Draft(situation)
        for step in moves:
            draft.move(step.origin, step.to)
    except IllegalError as error:
        law = LAWS[error.law]
        says = dict(error.words or law.words)
        return MoveVerdict(
            asked, law.id, says, law.source, str(error), moves[-1] if moves else None
        )
    return MoveVerdict(asked, None, {}, "", "", None)


def perform(game: Game, player: Player, order: Act, reaches: Reaches | None = None) -> None:
    """Do an act that needs no dice; *reaches* is what is known already of the turn that is due.

    Raises:
        NardyError: it is not lawful, or there is no such act.
    """
    if order.act == "play":
        _play(game, player, order, reaches)
    elif order.act.partition(":")[0] not in ACTS:
        # Its code on the wire is that of a wrong message, not that of a wrong text.
        raise NardyError(f"expected an act ({', '.join(ACTS)}), got {order.act!r:.40}")
    else:
        game.do(order.act, player=player)


def _play(game: Game, player: Player, order: Act, reaches: Reaches | None) -> None:
    if player is not game.to_act:
        refuse_act("not-yours", game.situation, "move")
    if order.turn:
        game.play(order.turn)
    else:
        draft = _draft(game, reaches, order.moves)
        for step in order.moves:
            draft.move(step.origin, step.to)
        game.play(draft)
    if reaches is not None:
        reaches.clear()
    dance(game)


def dance(game: Game, reaches: Reaches | None = None) -> None:
    """A turn without a lawful move needs nobody's consent."""
    while game.phase is Phase.TURN and _draft(game, reaches).is_complete:
        game.play("(no move)")


def _draft(game: Game, reaches: Reaches | None, steps: Sequence[DieMove] = ()) -> Draft:
    """A turn in which these steps will be tried."""
    reaches = {} if reaches is None else reaches
    learn(game.situation, steps, reaches)
    return Draft(game.situation, reaches)


def give_up(game: Game, size: str = "single") -> None:
    """The acts by which who must act loses: what is offered stands, else a game of this size."""
    if game.phase is not Phase.ANSWER:
        game.resign(size)
        game.agree()
    elif (offer := game.situation.offer) and offer.is_resignation:
        game.agree()
    else:
        game.pass_double()
