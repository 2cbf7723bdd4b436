"""How games end and what they pay: bearing off, mothers, the last throw, the cube, the match."""

from itertools import combinations_with_replacement

from tests.oracle.catalog import Side, dice_list, side_text, size
from tests.oracle.oracle import final_positions

Result = tuple[str, float]


def stake(game: dict, loser: Side, *, cube_taken: bool = True) -> int:
    """Points before the cube when the loser's opponent has borne all off.

    `cube_taken=False` says: a money game in which nobody took a double, where Jacoby may hold.
    """
    levels = [int(points) for points in game["stakes"].split("/")]
    stands = {point for point, count in loser.checkers.items() if point and count} | loser.pinned
    if loser.checkers.get(0, 0) or (game["jacoby"] == "on" and not cube_taken):
        return levels[0]
    points = levels[min(1, len(levels) - 1)]
    if max(stands) >= 19:  # the start quarter, or the bar
        return max(points, *levels[2:], _number(game, "koks"))
    if max(stands) <= 6:
        return max(points, _number(game, "home_mars"))
    return points


def _number(game: dict, option: str) -> int:
    value = game.get(option, "off")
    return 0 if value == "off" else value


def result(
    game: dict,
    mover: Side,
    other: Side,
    *,
    turn: str = "later",
    cube_taken: bool = True,
) -> Result | None:
    """What the position says after the mover's turn; None while the game goes on.

    `mover` and `other` name the winner beside his points before the cube; `draw` pays both alike;
    `void` pays nothing; `last` says that the other has his last throw now. The turn is `first` when
    the mover made the first turn of the game, `last` when this was the last throw.
    """
    all_off = mover.checkers.get(0, 0) == size(game)
    if turn == "last":
        if all_off:
            return "draw", {"half": 0.5, "one": 1}[game["last_throw"]]
        return "other", stake(game, mover, cube_taken=cube_taken)
    if game.get("first_hit_wins") == "on" and other.checkers.get(25, 0):
        return "mover", 1
    if all_off and turn == "first" and game["last_throw"] != "off":
        return "last", 0
    if all_off:
        return "mover", stake(game, other, cube_taken=cube_taken)
    return mothers(game, mover, other) if game.get("mother") == "on" else None


def mothers(game: dict, mover: Side, other: Side) -> Result | None:
    mine, theirs = 24 in mover.pinned, 24 in other.pinned
    if mine and theirs:
        return "void", 0
    if theirs and not mover.checkers.get(24):
        return "mover", 2
    if mine and not other.checkers.get(24):
        return "other", 2
    return None


def nobody_can_move(game: dict, one: Side, two: Side) -> bool:
    """Whether both dance on all 21 rolls (and so, without a bomb, the game is void)."""
    rolls = [list(roll) for roll in combinations_with_replacement(range(1, 7), 2)]
    for mover, other in ((one, two), (two, one)):
        stay = {(side_text(mover), side_text(other))}
        for roll in rolls:
            dice, in_order, double = dice_list(game, roll)
            ends = final_positions(game, mover, other, dice, in_order=in_order, double=double)
            if ends != stay:
                return False
    return True


def explode(game: dict, mover: Side, other: Side) -> tuple[Side, Side]:
    """The bomb: blots go to their bars, of both players or of the other alone."""

    def bombed(side: Side) -> Side:
        blots = [p for p, count in side.checkers.items() if count == 1 and 1 <= p <= 24]
        kept = {p: count for p, count in side.checkers.items() if p not in blots}
        return Side({**kept, 25: kept.get(25, 0) + len(blots)}, side.pinned)

    return (mover if game["bomb_hits"] == "opponent" else bombed(mover)), bombed(other)


def opening_cube(game: dict, ties: int) -> int:
    """The centred cube of a money game after so many ties of the opening roll."""
    return 2 ** min(ties, game["auto_doubles"])


def cube_story(value: int, offers: int, *, passed: bool) -> tuple[str, int]:
    """What follows a double, its beaver (two offers), its raccoon (three), from a cube of value.

    Passed: who loses, and what he loses. Else: who owns the cube now, and its value.
    """
    stake_offered = value * 2 ** (offers - 1)
    if passed:
        return ("doubler" if offers == 2 else "taker"), stake_offered
    return "taker", 2 * stake_offered


def next_match_game(
    length: int, score: tuple[float, float], *, crawford_played: bool
) -> tuple[bool, bool]:
    """Whether the match is over, and if not, whether its next game is the Crawford game."""
    over = max(score) >= length
    return over, not over and not crawford_played and max(score) >= length - 1
