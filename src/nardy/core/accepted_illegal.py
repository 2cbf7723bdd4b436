"""Illegal turns that the opponent accepted, as in records of live games and other programs.

Source: S0 3.4: the opponent may accept an illegal turn as it was made.
"""

from nardy.core.choices import Contact
from nardy.core.position import BAR, OFF, Position
from nardy.core.refusal import LAWS_OF_PHASES, clause
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.steps import displaced, lands_on_opponent
from nardy.core.turn import Move, Turn
from nardy.core.words import join_moves, place_text, read_words, words_text
from nardy.errors import IllegalTurnError


def accepted_illegal_turn(situation: Situation, text: str) -> tuple[Turn, Position]:
    """The turn as written, regardless of dice and laws, and its final position, seen by the mover.

    Raises:
        IllegalTurnError: the checkers cannot move so: none on the origin, or the target is held.
        NotationError: the text cannot be read as a turn.
    """
    if situation.phase is not Phase.TURN:
        law = LAWS_OF_PHASES[situation.phase]
        raise IllegalTurnError(law.id, f"cannot play {text!r}: {clause(law)}", law.words)
    # Refusing the turn would lose the rest of the record (docs/decisions/real-boards.md).
    rules, position = situation.rules, situation.position
    moves: list[Move] = []
    for word in read_words(text):
        for _ in range(word.times):
            for origin, target in zip(word.places, word.places[1:], strict=False):
                hits = lands_on_opponent(rules, position, target)
                position = _moved(rules, position, origin, target)
                moves.append(Move(origin, target, hits))
    return Turn(tuple(moves), words_text(join_moves(moves))), position


def _moved(rules: Rules, position: Position, origin: int, target: int) -> Position:
    move = f"{place_text(origin)}/{place_text(target)}"
    if origin == OFF or not position.player[origin] or origin in position.player_pinned:
        raise IllegalTurnError("no-checker", f"{move}: no checker there is free to move")
    others = 0 if target in (OFF, BAR) else position.opponent[rules.facing(target)]
    under = rules.facing(target) in position.opponent_pinned if others else False
    # An opposing checker that is pinned there does not block.
    closed = others > (rules.contact is not Contact.BLOCK) and not under
    if closed or target in position.player_pinned:
        raise IllegalTurnError("closed-point", f"{move}: opposing checkers hold the point")
    return displaced(rules, position, origin, target)
