"""Bots by name."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.python_bot import EXAMPLE, PREFIX, PythonBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.ubgi.external import UbgiBot
from nardy.errors import MissingExtraError, NardyError
from nardy.kernel import is_available
from nardy.search.level_numbers import LEVEL_NAMES


class UnknownBotError(NardyError):
    """A bot name that nardy does not know."""


DEFAULT_PLIES = 1
MOST_PLIES = 2
MOST_SECONDS = 3_600
HOW = re.compile(rf"(?:\d+(?:\.\d+)?s?|rollout|{'|'.join(LEVEL_NAMES)})(?::|$)", re.IGNORECASE)
"""The part after the name and before a file."""


@dataclass(frozen=True)
class KnownBot:
    """A bot that is found by its name."""

    english: str
    russian: str
    load: Callable[[str, int | None], Bot]
    """Makes it from what follows the name and its colon, and the seed."""
    more: Literal["never", "maybe", "always"] = "never"
    """Whether something follows the name."""
    example: str = ""
    """How it is written, if its name alone means none."""
    runs_code: bool = False
    """Whether loading or playing it runs a program or a file of the user's machine."""


def runs_code(spec: str) -> bool:
    """Whether this bot runs code from outside nardy, so a file must not choose it.

    >>> runs_code("python:my_bot.py:MyBot"), runs_code("nardy:my.npz")
    (True, False)
    """
    known = BOTS.get(_split(spec)[0])
    return known is not None and known.runs_code


def load_bot(spec: str, seed: int | None = None) -> Bot:
    """The bot of a name; *seed* makes its choices repeatable.

    >>> load_bot("baseline").name
    'baseline'

    Raises:
        UnknownBotError: there is no bot of this name; the message lists the known ones.
        MissingExtraError: the bot needs an extra that is not installed.
    """
    name, colon, rest = _split(spec)
    known = BOTS.get(name)
    if known is not None and known.more != ("never" if colon else "always"):
        return known.load(rest, seed)
    near = difflib.get_close_matches(spec.strip().casefold(), BOTS, n=1)
    plain = sorted(name for name, bot in BOTS.items() if not bot.example)
    *others, last = [*plain, *(bot.example for bot in BOTS.values() if bot.example)]
    example = (BOTS[near[0]].example or near[0]) if near else "baseline"
    raise UnknownBotError(
        f"expected a bot ({', '.join(others)} or {last}), got {spec!r} (for example {example!r})"
    )


def _split(spec: str) -> tuple[str, str, str]:
    """The name of a bot as in `BOTS`, the colon and what follows."""
    name, colon, rest = spec.strip().partition(":")
    return name.casefold(), colon, rest


def _outside(rest: str, seed: int | None) -> Bot:
    """ubgi:COMMAND or ubgi:SECONDSs:COMMAND, such as ubgi:5s:gnubg-ubgi."""
    limit, _, command = rest.partition("s:")
    # A command may contain "s:" itself, as in the path of a file.
    if not re.fullmatch(r"\d{1,4}(\.\d+)?", limit) or not float(limit):
        return UbgiBot(rest, seed=seed)
    return UbgiBot(command, float(limit), seed)


def _neural(rest: str, seed: int | None) -> Bot:
    """nardy, nardy:HOW, nardy:FILE or nardy:HOW:FILE; HOW are plies, seconds, a level, rollout."""
    if not is_available():
        raise MissingExtraError.of("a compiled kernel for a bot with a network", "compile")
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.variants import LevelBot, RolloutBot, TimedBot  # noqa: PLC0415

    how, _, file = rest.partition(":") if HOW.match(rest) else ("", "", rest)
    how, path = how.casefold(), Path(file) if file else None
    if how in LEVEL_NAMES:
        return LevelBot(how, path, seed)
    if how == "rollout":
        return RolloutBot(path)
    if how.endswith("s"):
        return TimedBot(_seconds(how), path)
    if how and (not how.isdecimal() or int(how) > MOST_PLIES):
        raise UnknownBotError(
            f"expected from 0 to {MOST_PLIES} plies, got {how!r:.20} (for example 'nardy:1')"
        )
    return NeuralBot(int(how or DEFAULT_PLIES), path)


def _seconds(how: str) -> float:
    seconds = float(how[:-1])
    if not 0 < seconds <= MOST_SECONDS:
        raise UnknownBotError(
            f"expected more than 0 and at most {MOST_SECONDS:,} seconds, got {how!r:.20} "
            "(for example 'nardy:2s')"
        )
    return seconds


BOTS: Mapping[str, KnownBot] = MappingProxyType(
    {
        "random": KnownBot(
            "plays any legal turn, each as likely as another",
            "играет любой допустимый ход, все с равной вероятностью",
            lambda _, seed: RandomBot(seed),
        ),
        "nardy": KnownBot(
            "plays by a network that taught itself; nardy:level-1 to nardy:level-8, nardy:5s, nardy:FILE",
            "играет по сети, обученной игрой с собой; от nardy:level-1 до nardy:level-8, nardy:5s, nardy:ФАЙЛ",
            _neural,
            more="maybe",
        ),
        "baseline": KnownBot(
            "plays by a short table of weights, and can say why",
            "играет по короткой таблице весов и может объяснить почему",
            lambda _, __: BaselineBot(),
        ),
        "ubgi": KnownBot(
            "plays as an outside program that speaks UBGI",
            "играет внешней программой, которая говорит по UBGI",
            _outside,
            more="always",
            example="ubgi:COMMAND",
            runs_code=True,
        ),
        PREFIX.removesuffix(":"): KnownBot(
            "plays by a Python class of your own",
            "играет по вашему классу на Python",
            PythonBot,
            more="always",
            example=EXAMPLE,
            runs_code=True,
        ),
    }
)
"""Every bot by its name."""
