"""Resuming a saved game, perhaps with other players."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from nardy.cli.play.options import PlayOptions
from nardy.cli.play.preflight import require_ready
from nardy.cli.play.saving import Setting, latest_path, load
from nardy.cli.play.table import EXTERNAL, PERSON, TerminalMatch, resume_table, rotation_of
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import EventsError, NardyError, RulesError

_SETTLED = {"match": "--match", "cube": "--cube", "seed": "--seed", "real_dice": "--real-dice"}
"""Options for new games only; a saved game keeps its own."""


def resumed(
    options: PlayOptions, given: Collection[str], asked: Sequence[Rules] = ()
) -> TerminalMatch:
    """Resume a saved game; newly named players replace the saved ones.

    *given* are the options on the command line, and *asked* its games, if any.

    Raises:
        click.UsageError: an option cannot be changed in a saved game.
        NardyError: there is no saved game, it is another game, or a bot cannot play it.
    """
    _refuse_settled(options, given)
    named = options.resume or options.save
    path = Path(named) if named else latest_path()
    setting, _, _ = load(path)
    games = _games_of(setting, path)
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


def _games_of(setting: Setting, path: Path) -> tuple[Rules, ...]:
    try:
        return rotation_of(setting)
    except NardyError as error:
        raise EventsError(f"expected a game in {path}: {error}") from None


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
        if spec.strip().casefold().startswith(EXTERNAL) and spec not in trusted:
            continue  # `resume_table` refuses it: a saved game must not start programs
        try:
            require_ready(setting, [player])
        except NardyError as error:
            raise EventsError(
                f"expected a bot that can continue {path}: {error}; "
                f"choose another with --{player.value} BOT"
            ) from None
