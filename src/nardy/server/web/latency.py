"""Pauses in which nobody at any board is answered: rarer and shorter than a program usually has."""

import gc
import sys

SWITCH = 0.0005
"""Seconds for which a thread keeps the others waiting. The one that writes asks for its turn at every
statement: at Python's own 5 ms an act in a full club waits twice as long until it is on the disk."""
YOUNG = (700, 10)
"""As Python has them: after so many new objects, and so many such rounds, the young ones are looked
through."""
OLD = 1000
"""Rounds of those after which all is looked through, 0.1 s of silence in a full club: minutes there,
where Python's own number has it every few seconds."""


def shorten_pauses() -> None:
    """Let this process, which does nothing but serve, answer evenly."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*YOUNG, OLD)
