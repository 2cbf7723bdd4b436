"""The rating that everybody sees: that of FIBS, the first backgammon server, by match length.

The skill in a match is taken to grow with the square root of its length, so a longer match both
tells more and counts more. A newcomer's rating moves up to five times as fast. What a match was won
by does not count, nor does the cube: the match is the unit.

Source: the page `formula` of FIBS's own manual, as quoted at bkgm.com and stason.org. FIBS knows no
draw; here a draw is half a win for each.
"""

START = 1500.0
"""The rating of somebody who has not played."""
SCALE = 2000
FASTEST, SLOWEST, POINTS_A_STEP = 5.0, 1.0, 100
"""A newcomer's factor, that of an experienced player, and how much experience lies between two."""
STAKE = 4
"""An even match to one point moves two experienced players by half of this."""


def expected_score(mine: float, theirs: float, length: int) -> float:
    """The chance to win a match of this many points, by the ratings alone.

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
    """What a match of *length* points adds to the rating of who scored 1, 0.5 or 0 in it.

    >>> change(1, 0.5, length=1, experience=400)
    2.0
    """
    return STAKE * factor(experience) * length**0.5 * (score - expected)
