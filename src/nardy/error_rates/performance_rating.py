"""The performance rating (PR), the unit of eXtreme Gammon for what decisions lose; lower is better.

The page has the same scale in web/js/review/performance_rating.js; a test compares them.
"""

PR_SCALE = 500
"""PR is this many times the mean loss of a decision, in points for a cube of 1."""


def performance_rating(lost: float, decisions: int) -> float:
    """The PR of so many decisions that lost so many points in all; 0 without a decision.

    >>> performance_rating(0.2, 10), performance_rating(0.0, 0)
    (10.0, 0.0)
    """
    return PR_SCALE * lost / decisions if decisions else 0.0
