"""Grades of a loss, for reviewed turns and for acts with the cube or the bomb."""

GRADES = ((0.08, "blunder"), (0.03, "error"), (0.015, "inaccuracy"))
"""The least loss of each grade, in points for a cube of 1 before the decision, the worst first."""


def grade_of(loss: float) -> str:
    """The grade of a loss; '' for a negligible one.

    >>> grade_of(0.08), grade_of(0.0799), grade_of(0.01)
    ('blunder', 'error', '')
    """
    return next((name for least, name in GRADES if loss >= least), "")
