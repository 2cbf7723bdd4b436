"""Laws on formations after a move: primes, quarters, release.

Source: S0 3.5 and texts 3 and 5, S3, GEO (primes); BK, BRK (fevga); BK, GZ (moultezim).
"""

from functools import lru_cache

from nardy.core.choices import Prime
from nardy.core.position import OFF, Position
from nardy.core.rules import Rules


def has_formation_laws(rules: Rules) -> bool:
    """Whether the game has any of these laws."""
    return rules.prime is not Prime.ALLOW or rules.quarter is not None or rules.release


def broken_formation(rules: Rules, position: Position) -> str | None:
    """The id of the law that the player's checkers break, or None."""
    if rules.prime is not Prime.ALLOW and breaks_prime(rules, position):
        return "prime"
    if rules.quarter is not None and breaks_quarter(rules, position):
        return "quarter"
    if rules.release and breaks_release(rules, position):
        return "release"
    return None


def primes(rules: Rules, position: Position) -> list[int]:
    """Primes of six on the opponent's way: the lowest point of each, in the opponent's numbering.

    The mover's 1 and 24 are adjacent there; the opponent's are not.
    """
    found: list[int] = []
    in_a_row = 0
    for theirs, mine in enumerate(_their_way(rules), 1):
        in_a_row = in_a_row + 1 if position.player[mine] else 0
        if in_a_row >= 6:
            found.append(theirs - 5)
    return found


@lru_cache(maxsize=512)
def _their_way(rules: Rules) -> tuple[int, ...]:
    """The opponent's points 1 to 24 in the mover's numbering."""
    return tuple(map(rules.facing, range(1, 25)))


def breaks_prime(rules: Rules, position: Position) -> bool:
    """Whether a prime of six lacks the required opposing checker: ahead, at home, or off."""
    found = primes(rules, position)
    if not found or rules.prime is Prime.FORBID:
        return bool(found)
    opponent = position.opponent
    if rules.prime is Prime.OPP_HOME:
        return not any(opponent[OFF:7])
    # Borne off (place 0) counts as ahead. The lowest prime has the fewest places ahead, so it decides.
    return not any(opponent[: found[0]])


def breaks_quarter(rules: Rules, position: Position) -> bool:
    """Whether more points of a range are held than allowed."""
    if rules.quarter is None:
        return False
    low, high, most = rules.quarter
    return sum(count > 0 for count in position.player[low : high + 1]) > most


def breaks_release(rules: Rules, position: Position) -> bool:
    """Whether a prime is directly in front of the point with all opposing checkers."""
    everyone = rules.checkers
    crowd = next((p for p in range(7, 25) if position.opponent[p] == everyone), None)
    if crowd is None:
        return False
    return all(position.player[rules.facing(point)] for point in range(crowd - 6, crowd))
