"""Two bots by their names, and how they play many games against each other."""

import contextlib
import copy
from dataclasses import dataclass, replace

from nardy.arena.duels import Duel, DuelTerms, duel
from nardy.arena.outside import GnubgEvaluator, outside_bot
from nardy.arena.player import ArrayPlayer, BotPlayer, LevelPlayer, NetworkPlayer
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.neural import NeuralBot
from nardy.bots.python_bot import PythonBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.bots.ubgi.external import UbgiBot
from nardy.bots.variants import LevelBot, RolloutBot, TimedBot
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.evaluation.network.network import Network
from nardy.search.tables import GameTables, without_cube

NOBODY = "none"
"""The judge of a duel whose luck is not measured."""


@dataclass(frozen=True, kw_only=True)
class Matchup:
    """Two bots by their names, their game and the number of pairs of games."""

    rules: Rules
    first: str
    """As `load_bot` takes it, and 'gnubg:PLIES' or 'bgsage:PLIES' where their packages are installed."""
    second: str
    pairs: int
    """Pairs of games with the same dice and swapped seats."""
    seed: int = 1
    judge: str | None = None
    """The bot whose network measures the luck; None: some network that knows the game; 'none': nobody."""
    threads: int = 1


def play(meeting: Matchup) -> Duel:
    """Play all games of two bots, without a cube.

    Equal seeds give equal games, except of bots with a time limit and of programs that take no seed.

    >>> from nardy import HYPERGAMMON
    >>> from nardy.arena import Matchup, mean_and_error, play
    >>> found = play(Matchup(rules=HYPERGAMMON, first="baseline", second="random", pairs=8))
    >>> found.points.shape, mean_and_error(found.adjusted)[0] > 0
    ((8, 2), True)

    Raises:
        NardyError: there is no such bot, it does not know the game, or `pairs` is less than 1.
    """
    players, terms = seats(meeting)
    return duel(players, terms)


def seats(meeting: Matchup) -> tuple[tuple[ArrayPlayer, ArrayPlayer], DuelTerms]:
    """The players and the terms of the duel; every playing process makes its own."""
    meeting = with_judge(meeting)
    specs = meeting.first, meeting.second
    rules = without_cube(meeting.rules)
    seeds = meeting.seed, meeting.seed + 1
    players = player_of(specs[0], rules, seeds[0]), player_of(specs[1], rules, seeds[1])
    terms = DuelTerms(
        game=GameTables.of(rules),
        pairs=meeting.pairs,
        seed=meeting.seed,
        judge=_judge(meeting.judge, rules),
        threads=meeting.threads,
        chunk=(chunk := _chunk(players)),
        together=chunk if any(map(_errs, players)) else 1,
    )
    return players, terms


def _chunk(players: tuple[ArrayPlayer, ArrayPlayer]) -> int:
    """Pairs per chunk: few for slow players, so that every core has work; 0: the default."""
    if any(isinstance(player, BotPlayer) for player in players):
        return 8
    plies = max(player.plies for player in players if isinstance(player, NetworkPlayer))
    # Each set has players of a level with other errors, so there must be many sets.
    return 32 if plies or any(map(_errs, players)) else 0


def _errs(player: ArrayPlayer) -> bool:
    """Whether a player misjudges the same positions in all games of a set."""
    return isinstance(player, LevelPlayer) and bool(player.seeded_level.level.most)


def player_of(spec: str, rules: Rules, seed: int) -> ArrayPlayer:
    """A bot as a player of many games; 'gnubg:1' is GNU Backgammon, 'bgsage:1' Open Sage.

    Raises:
        NardyError: there is no such bot, or it does not know the game.
    """
    if spec.casefold() in ("gnubg", "gnubg:0"):
        return NetworkPlayer(spec, GnubgEvaluator(rules))
    if outside := outside_bot(spec, rules):
        return BotPlayer(spec, lambda _: outside)
    bot = load_bot(spec, seed)
    if not isinstance(bot, NeuralBot) or isinstance(bot, (TimedBot, RolloutBot)):
        return BotPlayer(spec, lambda own: _for_one(bot, seed + own))
    evaluator, move_filter = bot.evaluator(rules), bot.network(rules).move_filter
    if isinstance(bot, LevelBot):
        return LevelPlayer(spec, evaluator, bot.seeded_level(rules), move_filter)
    return NetworkPlayer(spec, evaluator, bot.plies, move_filter)


def _for_one(bot: Bot, seed: int) -> Bot:
    """A copy of a bot for one set of pairs, since clocks and processes are not thread-safe."""
    match bot:
        case UbgiBot():
            return UbgiBot(bot.command, bot.seconds, seed)
        case PythonBot():
            return PythonBot(bot.place, seed)
        case TimedBot() | RolloutBot():
            return copy.copy(bot)
        case RandomBot():
            return RandomBot(seed)
        case _:
            return BaselineBot()


def with_judge(meeting: Matchup) -> Matchup:
    """The same with the name of its judge: every process that plays must find the same one."""
    if meeting.judge:
        return meeting
    rules = without_cube(meeting.rules)
    for name in ("nardy", meeting.first, meeting.second):
        with contextlib.suppress(NardyError):
            bot = load_bot(name)
            if isinstance(bot, NeuralBot):
                bot.network(rules)
                return replace(meeting, judge=name)
    return replace(meeting, judge=NOBODY)


def _judge(spec: str | None, rules: Rules) -> Network | None:
    if spec is None or spec == NOBODY:
        return None
    bot = load_bot(spec)
    if not isinstance(bot, NeuralBot):
        raise UnknownBotError(
            f"expected a judge with a network, got {spec!r} (for example 'nardy', or {NOBODY!r})"
        )
    return bot.network(rules)
