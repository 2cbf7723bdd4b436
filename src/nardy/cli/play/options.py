"""Command-line options of `nardy play`."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from nardy.bots.registry import LEVEL_NAMES, MOST_SECONDS
from nardy.cli.inputs import NumberRange


@dataclass(frozen=True)
class PlayOptions:
    """Values of the options."""

    white: str
    black: str | None
    match: int
    cube: bool | None
    seed: str | None
    real_dice: bool
    save: Path | None
    resume: str | None
    level: str | None = None
    seconds: float | None = None


def _clean(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Replace undecodable bytes in a seed, since it is saved as UTF-8."""
    return value and value.encode("utf-8", errors="replace").decode("utf-8")


_OPTIONS = (
    click.option("--white", default="person", show_default=True, help="person, or a bot."),
    click.option(
        "--black", help="person, or a bot [nardy; baseline if no network knows the game]."
    ),
    click.option(
        "--level",
        type=click.Choice(LEVEL_NAMES),
        help="How well the bot plays, instead of --black.",
    ),
    click.option(
        "--seconds",
        type=NumberRange(min=0, min_open=True, max=MOST_SECONDS),
        help="How long the bot thinks at most, instead of --black.",
    ),
    click.option(
        "--match",
        type=click.IntRange(0, 999),
        default=0,
        help="Points of the match; 0: game after game.",
    ),
    click.option("--cube/--no-cube", default=None, help="With or without the doubling cube."),
    click.option("--seed", callback=_clean, help="The same seed gives the same dice."),
    click.option("--real-dice", is_flag=True, help="Type the dice of a real board."),
    click.option("--save", type=click.Path(path_type=Path), help="The file to save to."),
    click.option(
        "--resume",
        is_flag=False,
        flag_value="",
        help="Go on with the latest saved game, or with this file.",
    ),
)


def play_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Pass the options as one `options: PlayOptions`."""

    @functools.wraps(command)
    def wrapped(**values: Any) -> object:
        own = {name: values.pop(name) for name in PlayOptions.__dataclass_fields__}
        return command(options=PlayOptions(**own), **values)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
