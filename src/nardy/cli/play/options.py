"""The options of `nardy play`, and the new or resumed match that they describe."""

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from nardy.bots.registry import MOST_SECONDS, runs_code
from nardy.cli.inputs import GameChoice, NumberRange
from nardy.cli.play.saving import Setting, latest_path, load
from nardy.cli.play.table import (
    PERSON,
    TerminalMatch,
    require_ready,
    resume_table,
    rotation_of,
)
from nardy.core.options import rules_text, with_options
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import EventsError, NardyError, RulesError
from nardy.evaluation.network.related_games import network_game
from nardy.games import ROTATIONS
from nardy.games.catalog import default_variant, require_playable
from nardy.kernel import is_available
from nardy.search.level_numbers import ALIASES, NUMBERS, PREFIX


@dataclass(frozen=True)
class PlayOptions:
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
    click.option("--white", default="person", help="person, or a bot."),
    click.option(
        "--black", help="person, or a bot [nardy; baseline if no network knows the game]."
    ),
    click.option(
        "--level",
        type=click.Choice([*map(str, NUMBERS), *ALIASES]),
        metavar="LEVEL",
        help="How well the bot plays, from 1 to 8, instead of --black.",
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
        show_default=False,
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
    """Pass the values of `PlayOptions`, each as an argument."""
    return functools.reduce(lambda given, option: option(given), reversed(_OPTIONS), command)


def setting_of(game: GameChoice, options: PlayOptions) -> Setting:
    """The setting of a new match.

    Without a match length, a game named by its id alone is played in its default variant.
    """
    chosen = _chosen(game)
    if not (options.match or game.is_spelled_out):
        chosen = tuple(map(default_variant, chosen))
    if options.cube is not None:
        cube = "on" if options.cube else "off"
        chosen = tuple(with_options(rules, {"cube_play": cube}) for rules in chosen)
    return Setting(
        games=tuple(rules_text(rules) for rules in chosen),
        length=options.match,
        white=options.white,
        black=opponent_of(chosen, options),
        seed=options.seed,
        game_file=game.text,
        real_dice=options.real_dice,
    )


def opponent_of(games: tuple[Rules, ...], options: PlayOptions) -> str:
    """The requested bot; by default the best one that knows all of these games."""
    trained = all(network_game(rules) for rules in games)
    return asked_opponent(options) or ("nardy" if is_available() and trained else "baseline")


def asked_opponent(options: PlayOptions) -> str | None:
    """The bot or person named by --black, --level or --seconds; None if none is given."""
    asked = [options.black, options.level, options.seconds]
    if sum(value is not None for value in asked) > 1:
        raise click.UsageError("expected one of --black, --level and --seconds, got more")
    if options.level is not None:
        return f"nardy:{PREFIX if options.level.isdecimal() else ''}{options.level}"
    if options.seconds is not None:
        return f"nardy:{options.seconds:g}s"
    return options.black


def _chosen(game: GameChoice) -> tuple[Rules, ...]:
    rotation = None if game.file else ROTATIONS.get((game.name or "").casefold())
    if rotation:
        return rotation
    rules = game.rules()
    require_playable(rules)
    return (rules,)


_SETTLED = {"match": "--match", "cube": "--cube", "seed": "--seed", "real_dice": "--real-dice"}
"""Options for new games only; a saved game keeps its own."""


def resumed(options: PlayOptions, game: GameChoice) -> TerminalMatch:
    """Resume a saved game; newly named players replace the saved ones.

    The command line wins for players; the save wins for everything else. Other games, and options
    that would change the length, the cube or the dice, are refused.

    Raises:
        click.UsageError: an option cannot be changed in a saved game.
        NardyError: there is no saved game, it is another game, or a bot cannot play it.
    """
    options = replace(options, black=asked_opponent(options))
    context = click.get_current_context()
    source = ParameterSource.COMMANDLINE
    given = {name for name in context.params if context.get_parameter_source(name) is source}
    asked = _chosen(game) if game.is_given else ()
    _refuse_settled(options, given)
    named = options.resume or options.save
    path = Path(named) if named else latest_path()
    setting, _, _ = load(path)
    try:
        games = rotation_of(setting)
    except NardyError as error:
        raise EventsError(f"expected a game in {path}: {error}") from None
    _require_same(asked, games, path)
    newcomers = _newcomers(setting, options, given)
    seated = replace(setting, **{player.value: bot for player, bot in newcomers.items()})
    trusted = (options.white, options.black)
    _require_ready(seated, newcomers, trusted, path)
    return resume_table(path, trusted, newcomers)


def _refuse_settled(options: PlayOptions, given: Collection[str]) -> None:
    settled = [_SETTLED[name] for name in _SETTLED if name in given]
    if settled:
        raise click.UsageError(
            f"expected no {' or '.join(settled)} beside --resume, since a saved game keeps its own; "
            "leave it out, or start a new game without --resume"
        )
    if options.resume and options.save:
        raise click.UsageError(
            f"expected one file to resume, got {options.resume} and {options.save}; "
            "leave --save out"
        )


def _require_same(asked: Sequence[Rules], saved: Sequence[Rules], path: Path) -> None:
    """Refuse a game beside --resume that is not the saved one."""
    names, others = (sorted({rules_text(rules) for rules in games}) for games in (saved, asked))
    # The id alone also names the game with options.
    plain = sorted({rules.id for rules in saved})
    if others and others not in (names, plain):
        raise RulesError(
            f"expected {', '.join(names)}, which is saved in {path}, got {', '.join(others)}; "
            "--resume needs no game"
        )


def _newcomers(
    setting: Setting, options: PlayOptions, given: Collection[str]
) -> Mapping[Player, str]:
    """The players that the command line names, by seat."""
    how = [f"--{name}" for name in ("level", "seconds") if name in given]
    if how and setting.black.strip().casefold() == PERSON:
        raise click.UsageError(
            f"expected a bot as Black for {how[0]}, got a person in the saved game; "
            "name both players with --white and --black"
        )
    newcomers: dict[Player, str] = {}
    if "white" in given:
        newcomers[Player.WHITE] = options.white
    if options.black is not None:
        newcomers[Player.BLACK] = options.black
    return newcomers


def _require_ready(
    setting: Setting, newcomers: Collection[Player], trusted: Collection[str | None], path: Path
) -> None:
    require_ready(setting, newcomers)
    for player in set(Player).difference(newcomers):
        spec = setting.seat(player)
        if runs_code(spec) and spec not in trusted:
            continue  # `resume_table` refuses it: a saved game must not run code
        try:
            require_ready(setting, [player])
        except NardyError as error:
            raise EventsError(
                f"expected a bot that can continue {path}: {error}; "
                f"choose another with --{player.value} BOT"
            ) from None
