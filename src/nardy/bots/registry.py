"""Bots by the text that names them."""

import difflib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from nardy.bots.baseline import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.random_bot import RandomBot
from nardy.errors import MissingExtraError, NardyError
from nardy.kernel import is_available


class UnknownBotError(NardyError):
    """A bot that nardy does not know by this name."""


BOTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "random": (
            "plays any lawful turn, each as likely as another",
            "играет любой допустимый ход, все с равной вероятностью",
        ),
        "nardy": (
            "plays by a network that taught itself; nardy:FILE by one of your own",
            "играет по сети, обученной игрой с собой; nardy:ФАЙЛ — по вашей собственной",
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
        MissingExtraError: the bot needs an extra that is not installed.
    """
    name, _, file = spec.strip().partition(":")
    name = name.casefold()
    if name == "nardy":
        return _neural(file)
    if name == "random":
        return RandomBot(seed)
    if name == "baseline":
        return BaselineBot()
    near = difflib.get_close_matches(name, BOTS, n=1)
    example = near[0] if near else "baseline"
    raise UnknownBotError(
        f"expected a bot ({', '.join(sorted(BOTS))}), got {spec!r} (for example {example!r})"
    )


def _neural(file: str) -> Bot:
    if not is_available():
        raise MissingExtraError(
            "expected Numba for a bot with a network, and it is not installed; "
            "install nardy[engine], or play against 'baseline'"
        )
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

    return NeuralBot(Path(file) if file else None)
