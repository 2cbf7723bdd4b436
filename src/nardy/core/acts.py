"""The effect of each act on a situation: dice, turns, resignations, the bomb.

Pure functions: from a situation to the next one, or a refusal with the id of a law.
"""

from dataclasses import replace

from nardy.core.choices import BombHits, BombWhen, LastThrow, Leftovers, Opening
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.dice import Roll
from nardy.core.outcome import (
    is_last_throw_owed,
    is_void,
    result_after_turn,
    result_borne_off,
    size_points,
    sizes,
    won,
)
from nardy.core.player import Player
from nardy.core.position import BAR, Counts, Position
from nardy.core.refusal import refuse_act, require_phase
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Phase, Result, Situation
from nardy.errors import NotationError


def open_game(situation: Situation, white: int, black: int) -> Situation:
    """The opening roll: the higher die starts; a tie is rolled again and may double the cube."""
    require_phase(situation, Phase.OPENING, "roll off")
    if white == black:
        return _after_tie(situation)
    started = situation if white > black else situation.flipped()
    rules = situation.rules
    return replace(
        started,
        opening=False,
        roll=Roll.of(white, black) if rules.opening is Opening.USE else None,
        # Other games forget who began, so that equal moments have equal position texts.
        first=started.to_act if rules.last_throw is not LastThrow.OFF else Player.WHITE,
    )


def _after_tie(situation: Situation) -> Situation:
    rules, value = situation.rules, situation.cube.value
    automatic = rules.cube_play and situation.is_money and value < 2**rules.auto_doubles
    capped = rules.cube_cap and value * 2 > rules.cube_cap
    return replace(situation, cube=Cube(value * 2)) if automatic and not capped else situation


def roll_dice(situation: Situation, roll: Roll) -> Situation:
    """Set the dice of the player who must act."""
    require_phase(situation, Phase.ROLL, "roll")
    return replace(situation, roll=roll)


def end_turn(
    situation: Situation, final: Position, dice_played: int, *, goes_on: bool = False
) -> Situation:
    """The situation after a turn; *final* is the final position, seen by the mover.

    The opponent acts next; after leftovers the same player does, before a roll. Whether the game is
    void is not asked where it is known to *go on*: that is a third of the work of a replay.
    """
    played_leftovers = bool(situation.left)
    left = _left_over(situation, dice_played)
    turns = situation.turns
    # Leftovers belong to the opponent's roll and are no turn of their own.
    if turns is not None and not played_leftovers:
        turns = (turns[0] + 1, turns[1])
    after = replace(situation, position=final, roll=None, left=(), turns=turns)
    result = result_after_turn(situation, final)
    if result is not None:
        return _over(after, result)
    if is_last_throw_owed(situation, final) and not situation.last:
        return replace(after.flipped(), last=True)
    if played_leftovers:
        return after
    after = (replace(after, last=False) if after.last else after).flipped()
    # Checked before the roll: two blocked players would dance forever.
    if not goes_on and is_void(after):
        # `_over` expects the view of the player who acted last.
        return _over(after.flipped(), Result(Ending.VOID))
    return replace(after, left=left) if left else after


def _left_over(situation: Situation, dice_played: int) -> tuple[int, ...]:
    """The dice of a cascade that the opponent inherits. Leftovers are not passed on again."""
    dice = situation.dice
    if dice is None or not situation.is_cascade or situation.rules.leftover is Leftovers.LOST:
        return ()
    return dice.numbers[dice_played:]


def _over(situation: Situation, result: Result) -> Situation:
    """The end of a game, seen by the opponent of the player who acted last."""
    # Position text refuses these fields beside a result, so they are reset.
    ended = replace(
        situation,
        opening=False,
        roll=None,
        left=(),
        offer=None,
        last=False,
        bomb=Owner.NOBODY,
        result=result,
    )
    return ended.flipped()


def end_if_borne_off(situation: Situation) -> Situation:
    """The end of the game where all checkers of a side are off; position text may leave out the result."""
    if situation.result is not None or not situation.is_borne_off:
        return situation
    # `_over` turns the view to the player who acts here.
    return _over(situation.flipped(), result_borne_off(situation))


def end_by_offer(situation: Situation, *, winner: Player, points: float) -> Situation:
    """The end of a game by the answer of the player who must act."""
    return _over(situation, won(situation, winner, points))


def resign(situation: Situation, size: str) -> Situation:
    """Offer to lose a single, a gammon or a backgammon; the dice stay until the answer."""
    return replace(situation.flipped(), offer=_size_offered(situation, size))


def give_up(situation: Situation, size: str) -> Situation:
    """The player not on roll resigns and the other agrees, as in some servers' records."""
    points = size_points(situation.rules, _size_offered(situation, size).value)
    return end_by_offer(situation, winner=situation.to_act, points=points)


def _size_offered(situation: Situation, size: str) -> Offer:
    if situation.phase not in (Phase.ROLL, Phase.TURN):
        require_phase(situation, Phase.ROLL, "resign")
    if size not in sizes(situation.rules):
        known = ", ".join(sizes(situation.rules))
        raise NotationError(f"expected a size of loss that the game has ({known}), got {size!r}")
    return Offer(size)


def agree_to_resignation(situation: Situation) -> Situation:
    """The player who offered loses at the offered size."""
    size = _resignation(situation, "accept a resignation")
    points = size_points(situation.rules, size)
    return end_by_offer(situation, winner=situation.to_act, points=points)


def refuse_resignation(situation: Situation) -> Situation:
    """The game goes on where it was."""
    _resignation(situation, "refuse a resignation")
    return replace(situation, offer=None).flipped()


def _resignation(situation: Situation, act: str) -> str:
    require_phase(situation, Phase.ANSWER, act)
    if situation.offer is None or not situation.offer.is_resignation:
        refuse_act("no-offer", situation, act)
    return situation.offer.value


def explode(situation: Situation, player: Player | None = None) -> Situation:
    """Explode the bomb: blots go to the bar, and the opponent gets the bomb (S4: nuclear).

    *player* explodes it before the own roll, or with bomb_when=any_time before the
    opponent's.
    """
    player = player or situation.to_act
    act = "explode the bomb"
    require_phase(situation, Phase.ROLL, act)
    rules = situation.rules
    if player is not situation.to_act and rules.bomb_when is BombWhen.BEFORE_ROLL:
        refuse_act("not-yours", situation, act)
    view = situation if player is situation.to_act else situation.flipped()
    if not rules.bomb or not view.bomb.player_has_access:
        refuse_act("bomb-access", situation, act)
    exploded = replace(view, position=_exploded(rules, view.position), bomb=Owner.OPPONENT)
    return exploded if player is situation.to_act else exploded.flipped()


def _exploded(rules: Rules, position: Position) -> Position:
    both = rules.bomb_hits is BombHits.BOTH
    player = _blots_to_bar(position.player) if both else position.player
    return Position(player, _blots_to_bar(position.opponent))


def _blots_to_bar(counts: Counts) -> Counts:
    # The bar itself is no point: a single checker there is no blot.
    points = tuple(0 if count == 1 else count for count in counts[1:BAR])
    return (counts[0], *points, counts[BAR] + counts[1:BAR].count(1))
