"""Bots by the text that names them."""

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from nardy.bots.baseline import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.external import UbgiBot
from nardy.bots.random_bot import RandomBot
from nardy.errors import MissingExtraError, NardyError
from nardy.kernel import is_available


class UnknownBotError(NardyError):
    """A bot that nardy does not know by this name."""


DEFAULT_PLIES = 1
MOST_PLIES = 2

BOTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "random": (
            "plays any lawful turn, each as likely as another",
            "играет любой допустимый ход, все с равной вероятностью",
        ),
        "nardy": (
            "plays by a network that taught itself, a ply ahead; nardy:2 two, nardy:FILE by yours",
            "играет по сети, обученной игрой с собой, на ход вперёд; nardy:2 на два, nardy:ФАЙЛ по своей",
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
    name, _, rest = spec.strip().partition(":")
    if name.casefold() == "nardy":
        return _neural(rest)
    name = spec.strip().casefold()
    if name == "random":
        return RandomBot(seed)
    if name == "baseline":
        return BaselineBot()
    if name.startswith("ubgi:"):
        return _outside(spec.strip()[5:], seed)
    near = difflib.get_close_matches(name, BOTS, n=1)
    example = near[0] if near else "baseline"
    raise UnknownBotError(
        f"expected a bot ({', '.join(sorted(BOTS))} or ubgi:COMMAND), got {spec!r} "
        f"(for example {example!r})"
    )


def _outside(rest: str, seed: int | None) -> Bot:
    """ubgi:COMMAND or ubgi:SECONDSs:COMMAND, such as ubgi:5s:gnubg-ubgi."""
    limit, _, command = rest.partition("s:")
    if not re.fullmatch(r"\d{1,4}(\.\d+)?", limit) or not float(limit):
        return UbgiBot(rest, seed=seed)
    return UbgiBot(command, float(limit), seed)


def _neural(rest: str) -> Bot:
    """nardy, nardy:PLIES, nardy:FILE or nardy:PLIES:FILE."""
    if not is_available():
        raise MissingExtraError(
            "expected Numba for a bot with a network, and it is not installed; "
            "install nardy[engine], or play against 'baseline'"
        )
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

    plies, _, file = rest.partition(":") if rest[:1].isdigit() else ("", "", rest)
    if plies and (not plies.isdecimal() or int(plies) > MOST_PLIES):
        raise UnknownBotError(
            f"expected from 0 to {MOST_PLIES} plies, got {plies!r:.20} (for example 'nardy:1')"
        )
    return NeuralBot(int(plies or DEFAULT_PLIES), Path(file) if file else None)
