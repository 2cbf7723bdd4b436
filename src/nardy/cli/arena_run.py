"""What `nardy arena` does; importing it imports Numba."""

import contextlib
import copy
from dataclasses import dataclass
from typing import Any

from nardy.arena.duel import Terms, duel, mean_and_error
from nardy.arena.gnubg import GnubgEyes
from nardy.arena.player import ArrayPlayer, BotPlayer, LevelPlayer, NetworkPlayer
from nardy.bots.baseline import BaselineBot
from nardy.bots.level_bot import LevelBot
from nardy.bots.neural import NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.bots.rollout_bot import RolloutBot
from nardy.bots.timed import TimedBot
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.evaluation.network import Network
from nardy.search.tables import Game


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Who plays whom, and how often."""

    rules: Rules
    first: str
    second: str
    pairs: int
    seed: int
    judge: str | None
    threads: int


def run(meeting: Meeting) -> dict[str, Any]:
    """Play, and the result as plain values."""
    specs = meeting.first, meeting.second
    rules = without_cube(meeting.rules)
    seeds = meeting.seed, meeting.seed + 1
    players = player_of(specs[0], rules, seeds[0]), player_of(specs[1], rules, seeds[1])
    eyes = _judge(meeting.judge, specs, rules)
    terms = Terms(
        game=Game.of(rules),
        pairs=meeting.pairs,
        seed=meeting.seed,
        judge=eyes,
        threads=meeting.threads,
    )
    found = duel(players, terms)
    points, error = mean_and_error(found.points)
    adjusted, adjusted_error = mean_and_error(found.adjusted) if eyes else (None, None)
    return {
        "game": rules.id,
        "first": specs[0],
        "second": specs[1],
        "games": 2 * meeting.pairs,
        "seed": meeting.seed,
        "points": points,
        "points_error": error,
        "adjusted": adjusted,
        "adjusted_error": adjusted_error,
        "wins": float((found.points > 0).mean() + (found.points == 0).mean() / 2),
    }


def without_cube(rules: Rules) -> Rules:
    """The game without a cube, and so without Jacoby: larger wins count."""
    plain = not (rules.cube_play or rules.jacoby)
    return rules if plain else rules.replace(cube_play=False, jacoby=False)


def player_of(spec: str, rules: Rules, seed: int) -> ArrayPlayer:
    """A bot as a player of many games; 'gnubg' is GNU Backgammon's networks.

    Raises:
        NardyError: nobody of this name, or one who does not know the game.
    """
    if spec.casefold() in ("gnubg", "gnubg:0"):
        return NetworkPlayer(spec, GnubgEyes(rules))
    bot = load_bot(spec, seed)
    if isinstance(bot, LevelBot):
        return LevelPlayer(spec, bot.eyes(rules), bot.person)
    if isinstance(bot, (TimedBot, RolloutBot)):
        # Each thread has its own: a clock is not shared.
        return BotPlayer(spec, lambda _: copy.copy(bot))
    if isinstance(bot, NeuralBot):
        return NetworkPlayer(spec, bot.eyes(rules), bot.plies)
    if isinstance(bot, RandomBot):
        return BotPlayer(spec, lambda game_seed: RandomBot(seed + game_seed))
    return BotPlayer(spec, lambda _: BaselineBot())


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
