"""The implementation of `nardy arena`; importing it imports Numba."""

import contextlib
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nardy.arena.duel import MOST_PLIES, Duel, DuelTerms, duel_parts, joined, mean_and_error
from nardy.arena.outside import GnubgEvaluator, outside_bot
from nardy.arena.player import ArrayPlayer, BotPlayer, LevelPlayer, NetworkPlayer
from nardy.arena.spread import spread_parts
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
from nardy.search.tables import GameTables

Told = Callable[[int], None]
"""Called with the number of finished games."""
MANY = 256
"""With fewer pairs, starting processes takes longer than it saves."""


@dataclass(frozen=True, kw_only=True)
class Matchup:
    """Two bots, their game and the number of pairs of games."""

    rules: Rules
    first: str
    second: str
    pairs: int
    seed: int
    judge: str | None
    threads: int


def run(meeting: Matchup, told: Told = lambda _: None) -> dict[str, Any]:
    """Play all games and return the result as JSON values; `told` reports progress."""
    players, terms = seats(meeting)
    _require_programs(players, terms.game.rules)
    alone = any(isinstance(player, BotPlayer) for player in players)
    if meeting.threads > 1 and (alone or meeting.pairs >= MANY):
        parts = spread_parts(partial(seats, meeting), meeting.threads)
    else:
        parts = duel_parts(players, terms)
    found = _until_stopped(parts, told)
    points, error = mean_and_error(found.points)
    adjusted, adjusted_error = mean_and_error(found.adjusted) if terms.judge else (None, None)
    return {
        "game": terms.game.rules.id,
        "first": meeting.first,
        "second": meeting.second,
        "games": found.points.size,
        "seed": meeting.seed,
        "points": points,
        "points_error": error,
        "adjusted": adjusted,
        "adjusted_error": adjusted_error,
        "wins": float((found.points > 0).mean() + (found.points == 0).mean() / 2),
        "cut": found.cut,
        "cut_after": MOST_PLIES,
        "forfeits": [dict(Counter(reasons)) for reasons in found.forfeits],
    }


def _until_stopped(parts: Iterator[Duel], told: Told) -> Duel:
    """The results of all games, or of those finished before Ctrl-C."""
    done: list[Duel] = []
    try:
        for part in parts:
            done.append(part)
            told(sum(one.points.size for one in done))
    except KeyboardInterrupt:
        if not done:
            raise
    return joined(done)


def seats(meeting: Matchup) -> tuple[tuple[ArrayPlayer, ArrayPlayer], DuelTerms]:
    """The players and the terms of the duel; every playing process makes its own."""
    specs = meeting.first, meeting.second
    rules = without_cube(meeting.rules)
    seeds = meeting.seed, meeting.seed + 1
    players = player_of(specs[0], rules, seeds[0]), player_of(specs[1], rules, seeds[1])
    terms = DuelTerms(
        game=GameTables.of(rules),
        pairs=meeting.pairs,
        seed=meeting.seed,
        judge=_judge(meeting.judge, specs, rules),
        threads=meeting.threads,
        chunk=_chunk(players),
    )
    return players, terms


def _require_programs(players: Sequence[ArrayPlayer], rules: Rules) -> None:
    """Refuse a program that cannot play at all: a win by forfeit says nothing about strength.

    Raises:
        ExternalBotError: it cannot be started, does not answer, or does not accept the game.
    """
    for player in players:
        if isinstance(player, BotPlayer) and isinstance(player.bot, UbgiBot):
            player.bot.check([rules])


def _chunk(players: tuple[ArrayPlayer, ArrayPlayer]) -> int:
    """Pairs per chunk: few for slow players, so that every core has work; 0: the default."""
    if any(isinstance(player, BotPlayer) for player in players):
        return 8
    plies = max(player.plies for player in players if isinstance(player, NetworkPlayer))
    return 32 if plies else 0


def without_cube(rules: Rules) -> Rules:
    """The game without cube and Jacoby rule, so that gammons count."""
    plain = not (rules.cube_play or rules.jacoby)
    return rules if plain else rules.replace(cube_play=False, jacoby=False)


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
        return LevelPlayer(spec, evaluator, bot.seeded_level, move_filter)
    return NetworkPlayer(spec, evaluator, bot.plies, move_filter)


def _for_one(bot: Bot, seed: int) -> Bot:
    """A copy of a bot for one pair of games, since clocks and processes are not thread-safe."""
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


def _judge(spec: str | None, specs: tuple[str, str], rules: Rules) -> Network | None:
    if spec == "none":
        return None
    if spec:
        bot = load_bot(spec)
        if not isinstance(bot, NeuralBot):
            raise UnknownBotError(
                f"expected a judge with a network, got {spec!r} (for example 'nardy', or 'none')"
            )
        return bot.network(rules)
    for name in ("nardy", *specs):
        with contextlib.suppress(NardyError):
            bot = load_bot(name)
            if isinstance(bot, NeuralBot):
                return bot.network(rules)
    return None
