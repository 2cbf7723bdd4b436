"""Measured losses of the playing levels in each game, and the level for a newcomer.

Measured: `python benchmarks/levels.py --no-duels --tables 48 --plies 80`, for gul bara, mad gulbar,
maghribiyya and gioul `--tables 24 --plies 40`. The standard errors are in docs/guide/bots.md.
"""

from collections.abc import Mapping

MEASURED = ("beginner", "casual", "club", "expert")
"""Levels of search/level.py, the weakest first; master plays the evaluation itself and loses nothing."""
LOSSES: Mapping[str, tuple[float, float, float, float]] = {
    "backgammon": (0.0566, 0.0293, 0.0139, 0.0048),
    "nackgammon": (0.0537, 0.0275, 0.0154, 0.0048),
    "hypergammon": (0.0340, 0.0195, 0.0096, 0.0037),
    "longgammon": (0.0280, 0.0227, 0.0164, 0.0069),
    "sudden-death": (0.0596, 0.0213, 0.0082, 0.0031),
    "nuclear": (0.0510, 0.0359, 0.0171, 0.0060),
    "caucasian": (0.0566, 0.0280, 0.0143, 0.0042),
    "portes": (0.0555, 0.0282, 0.0142, 0.0043),
    "tavla": (0.0576, 0.0269, 0.0139, 0.0041),
    "plakoto": (0.0697, 0.0421, 0.0181, 0.0072),
    "tapa": (0.0706, 0.0434, 0.0223, 0.0073),
    "mahbusa": (0.0599, 0.0417, 0.0204, 0.0071),
    "long-nardy": (0.0574, 0.0364, 0.0164, 0.0061),
    "gul-bara": (0.0775, 0.0405, 0.0154, 0.0088),
    "mad-gulbar": (0.0829, 0.0355, 0.0157, 0.0072),
    "fevga": (0.0607, 0.0325, 0.0165, 0.0079),
    "moultezim": (0.0590, 0.0376, 0.0168, 0.0076),
    "maghribiyya": (0.0595, 0.0366, 0.0216, 0.0085),
    "gioul": (0.0703, 0.0438, 0.0192, 0.0086),
}
"""Points lost for each decision with a choice, by the full network at 1 ply; each level plays itself."""
NEWCOMER = 0.05
"""Points for each decision: twice the start of the weakest band of reviews (analysis/summary.py)."""


def losses(game: str) -> dict[str, float]:
    """Points that each level loses for each decision, by game id; empty if not measured."""
    return dict(zip(MEASURED, LOSSES.get(game, ()), strict=False))


def newcomer_level(game: str) -> str:
    """The strongest level that loses as much as a newcomer in this game; otherwise the weakest.

    >>> newcomer_level("backgammon")
    'beginner'
    """
    weak = [level for level, lost in losses(game).items() if lost >= NEWCOMER]
    return weak[-1] if weak else MEASURED[0]
