"""The public rating, as on FIBS, the first backgammon server: it depends on the match length.

Skill is taken to grow with the square root of the match length, so that a longer match is more
decisive and counts more. A newcomer's rating moves up to five times as fast. Gammons and the cube do not
count: the unit is the match.

Source: the page `formula` of FIBS's manual, as quoted at bkgm.com and stason.org. FIBS has no draws;
here a draw is half a win for each.
"""

START = 1500.0
"""Initial rating."""
# The divisor of FIBS's formula: 2000 points more win a match to 1 with odds of ten to one.
SCALE = 2000
# FIBS's factor: 5 at first, less by 1 with each 100 points of experience, and at last 1.
FASTEST, SLOWEST, POINTS_A_STEP = 5.0, 1.0, 100
"""Factor of a newcomer, factor of an experienced player, and experience points per step between them."""
STAKE = 4
"""Points at stake: an even 1-point match moves experienced players by half of this."""


def expected_score(mine: float, theirs: float, length: int) -> float:
    """The chance to win a match of *length* points, from the ratings alone.

    >>> f"{expected_score(1600, 1500, 1):.4f} {expected_score(1600, 1500, 9):.4f}"
    '0.5288 0.5855'
    """
    return 1 / (10 ** ((theirs - mine) * length**0.5 / SCALE) + 1)


def factor(experience: int) -> float:
    """How fast a rating moves: 5 for a newcomer, falling to 1 at 400 points of matches.

    *experience* is the sum of the lengths of all rated matches before this one.

    >>> factor(0), factor(150), factor(4000)
    (5.0, 3.5, 1.0)
    """
    return max(SLOWEST, FASTEST - experience / POINTS_A_STEP)


def change(score: float, expected: float, length: int, experience: int) -> float:
    """The rating change for a score of 1, 0.5 or 0 in a match of *length* points.

    >>> change(1, 0.5, length=1, experience=400)
    2.0
    """
    return STAKE * factor(experience) * length**0.5 * (score - expected)
