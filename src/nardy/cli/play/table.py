"""A match in the terminal, with its players and its save file."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from nardy.bots.bot import Bot
from nardy.bots.registry import load_bot, runs_code
from nardy.bots.ubgi.external import UbgiBot
from nardy.cli.play.saving import SaveFile, Setting, load
from nardy.core.dice import Dice
from nardy.core.events import Event, Played, Rolled, RolledOff
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import EventsError, NardyError
from nardy.games import find_game
from nardy.games.game_file import finder, parse_game
from nardy.search.level_numbers import LEVEL_NAMES

PERSON = "person"


class TerminalMatch:
    """A match being played; every act is saved before anything else happens."""

    def __init__(self, setting: Setting, match: Match, save: Callable[[], SaveFile]) -> None:
        """Use `open_table` or `resume_table` instead."""
        self.setting = setting
        self.match = match
        self.bots = {
            Player.WHITE: bot_of(setting.white, setting.seed),
            Player.BLACK: bot_of(setting.black, setting.seed),
        }
        # Create the file last, when nothing can be refused any more.
        self.saved = save()
        self.save()

    @property
    def game(self) -> Game:
        """The game of the match that is played now, or was last."""
        return self.match.game

    @property
    def people(self) -> tuple[Player, ...]:
        """The seats of people."""
        return tuple(player for player, bot in self.bots.items() if bot is None)

    def save(self) -> None:
        """Save new events."""
        self.saved.append(self.match.events)

    def take_back(self) -> Rolled | RolledOff | None:
        """Undo the last typed dice, and the dance or bot's turn that followed automatically.

        Returns None and undoes nothing if a person has acted since.
        """
        events = [*self.match.events]
        while isinstance(last := events[-1], Played) and self._went_by_itself(last):
            events.pop()
        thrown = events.pop()
        if not (self.setting.real_dice and isinstance(thrown, (Rolled, RolledOff))):
            return None
        self.match = match_of(self.setting, events)
        self.saved.keep(len(events))
        return thrown

    def _went_by_itself(self, turn: Played) -> bool:
        is_chosen = turn.moves and self.bots[Player(turn.player)] is None
        return not (turn.accepted or is_chosen)

    def bot_to_act(self) -> Bot | None:
        """The bot that must act now; None for a person."""
        return self.bots[self.game.to_act]


def bot_of(spec: str, seed: str | None) -> Bot | None:
    """The bot of a seat; None for a person.

    Raises:
        NardyError: there is no such bot.
    """
    if spec.strip().casefold() == PERSON:
        return None
    try:
        # Bots have a random source of their own, so that the dice depend on the seed alone.
        return load_bot(spec, None if seed is None else hash_seed(seed))
    except NardyError as error:
        raise type(error)(f"{error}; 'person' is you") from None


def open_table(setting: Setting, path: Path) -> TerminalMatch:
    """Start a match and create its file."""
    match = Match(rotation_of(setting), setting.length, dice=Dice(setting.seed))
    return TerminalMatch(setting, match, lambda: SaveFile.begin(path, setting))


def resume_table(
    path: Path,
    named: Collection[str | None] = (),
    newcomers: Mapping[Player, str] = MappingProxyType({}),
) -> TerminalMatch:
    """Resume a saved match; its dice continue as if it had not stopped.

    Files are not trusted: a program or Python file that they would run must be *named* by the caller.
    Newcomers replace the saved players, in the file too, unless the match is refused.

    Raises:
        EventsError: there is no saved game, or it would run a program that is not named.
    """
    saved, events, save = load(path)
    setting = replace(saved, **{player.value: bot for player, bot in newcomers.items()})
    for spec in (setting.white, setting.black):
        if runs_code(spec) and spec not in named:
            raise EventsError(
                f"expected permission for the program that plays in {path}, since a saved game starts "
                f"no program by itself; add --white or --black {spec!r:.200}"
            )
    try:
        match = match_of(setting, events)
    except NardyError as error:
        raise EventsError(f"expected a game in {path}: {error}") from None
    if setting != saved:
        save.reseat(setting)
    return TerminalMatch(setting, match, lambda: save)


def match_of(setting: Setting, events: Sequence[Event]) -> Match:
    """Replay the events to a match, with the dice that follow them."""
    dice = dice_after(setting.seed, events)
    match = Match(rotation_of(setting), setting.length, dice=dice)
    if events:
        match.replay(events, find_of(setting))
    return match


def find_of(setting: Setting) -> Callable[[str], Rules]:
    """The function that finds the games of a setting."""
    return finder(parse_game(setting.game_file)) if setting.game_file else find_game


def rotation_of(setting: Setting) -> tuple[Rules, ...]:
    """The games of a setting in order."""
    find = find_of(setting)
    return tuple(find(text) for text in setting.games)


def dice_after(seed: str | None, events: Sequence[Event]) -> Dice:
    """The dice of a seed, without those that the events have used."""
    dice = Dice(seed)
    if seed is not None:
        for event in events:
            if isinstance(event, (Rolled, RolledOff)):
                dice.roll()
    return dice


def hash_seed(seed: str) -> int:
    """A number for the bots, equal for the same seed on every machine."""
    # Not `hash`, which differs from process to process for texts.
    return int.from_bytes(hashlib.sha256(seed.encode("utf-8")).digest()[:8], "big")


@runtime_checkable
class _HasNetworks(Protocol):
    """A bot with networks; a protocol, since importing its class would import NumPy."""

    def network(self, rules: Rules) -> object:
        """The network for a game."""
        ...


def require_ready(setting: Setting, seats: Collection[Player] = tuple(Player)) -> None:
    """Refuse a bot in these seats that cannot play the games of the setting.

    Raises:
        NardyError: there is no such bot, a network is missing, or a program does not start or
            does not accept the game.
    """
    games = rotation_of(setting)
    for player in seats:
        # The requirements do not depend on the seed.
        bot = bot_of(setting.seat(player), None)
        if bot:
            require_able(bot, games)


def require_able(bot: Bot, games: Sequence[Rules]) -> None:
    """Load the networks of a bot for all of these games, or start its program.

    Raises:
        NardyError: the bot cannot play one of the games; the message says why.
    """
    if isinstance(bot, UbgiBot):
        bot.check(games)
    elif isinstance(bot, _HasNetworks):
        for rules in games:
            try:
                bot.network(rules)
            except NardyError as error:
                # The text after 'nardy:' may be a misspelt level.
                file: Path | None = getattr(bot, "file", None)
                may_be_level = file is not None and not file.suffix
                levels = f"; the levels are {', '.join(LEVEL_NAMES)}" if may_be_level else ""
                raise type(error)(f"{error}{levels}") from None
