"""Bots by the text that names them."""

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from nardy.bots.baseline import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.random_bot import RandomBot
from nardy.errors import NardyError


class UnknownBotError(NardyError):
    """A bot that nardy does not know by this name."""


BOTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "random": (
            "plays any lawful turn, each as likely as another",
            "играет любой допустимый ход, все с равной вероятностью",
        ),
        "baseline": (
            "plays by a short table of weights, and can say why",
            "играет по короткой таблице весов и может объяснить почему",
        ),
    }
)
"""Every bot by its name: what it is, in English and in Russian."""


def load_bot(spec: str, seed: int | None = None) -> Bot:
    """The bot of a name; *seed* makes its choices repeatable.

    >>> load_bot("baseline").name
    'baseline'

    Raises:
        UnknownBotError: there is no bot of this name; the message lists what there is.
    """
    name = spec.strip().casefold()
    if name == "random":
        return RandomBot(seed)
    if name == "baseline":
        return BaselineBot()
    near = difflib.get_close_matches(name, BOTS, n=1)
    example = near[0] if near else "baseline"
    raise UnknownBotError(
        f"expected a bot ({', '.join(sorted(BOTS))}), got {spec!r} (for example {example!r})"
    )
