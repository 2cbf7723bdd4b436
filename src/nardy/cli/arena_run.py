"""The implementation of `nardy arena`; importing it imports NumPy."""

import contextlib
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nardy.arena.duel import (
    MOST_PLIES,
    Duel,
    DuelTerms,
    chunks_of,
    duel_parts,
    joined,
    mean_and_error,
    play_pairs,
)
from nardy.arena.outside import GnubgEvaluator, outside_bot
from nardy.arena.player import ArrayPlayer, BotPlayer, LevelPlayer, NetworkPlayer
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.named import network_digest
from nardy.bots.neural import NeuralBot
from nardy.bots.python_bot import PythonBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.bots.ubgi.external import UbgiBot
from nardy.bots.variants import LevelBot, RolloutBot, TimedBot
from nardy.compute.chunks import Workers, run_chunks
from nardy.compute.local import Processes
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.search.tables import GameTables, without_cube

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


@dataclass(frozen=True)
class DuelWork:
    """A duel as small values, for other processes: they load the bots by their names."""

    meeting: Matchup
    digests: tuple[str | None, ...]
    """Of the networks of both bots and the judge; None for a bot without one."""

    def __call__(self, pairs: range) -> Duel:
        """Play one chunk."""
        return play_pairs(*_prepared(self), pairs)


@lru_cache(maxsize=1)
def _prepared(work: DuelWork) -> tuple[tuple[ArrayPlayer, ArrayPlayer], DuelTerms]:
    """What all chunks of a duel share, made once in each process."""
    found = _digests(work.meeting)
    if found != work.digests:
        raise WeightsError(
            f"expected the networks {work.digests} for {work.meeting.first} and "
            f"{work.meeting.second}, got {found} on a worker; copy the same files to the same "
            "places on every machine"
        )
    return seats(work.meeting)


def run(
    meeting: Matchup, told: Told = lambda _: None, cluster: Workers | None = None
) -> dict[str, Any]:
    """Play all games and return the result as JSON values; `told` reports progress.

    Raises:
        NardyError: a bot is missing, does not know the game, or cannot play on a cluster.
    """
    players, terms = seats(meeting)
    _require_programs(players, terms.game.rules)
    alone = any(isinstance(player, BotPlayer) for player in players)
    if cluster is not None:
        for spec in (meeting.first, meeting.second):
            _require_ours(spec, terms.game.rules)
        found = _until_stopped(_parts_on(cluster, meeting, terms), told)
    elif meeting.threads > 1 and (alone or meeting.pairs >= MANY):
        with contextlib.closing(Processes(min(meeting.threads, len(chunks_of(terms))))) as workers:
            found = _until_stopped(_parts_on(workers, meeting, terms), told)
    else:
        found = _until_stopped(duel_parts(players, terms), told)
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


def _parts_on(workers: Workers, meeting: Matchup, terms: DuelTerms) -> Iterator[Duel]:
    work = DuelWork(meeting, _digests(meeting))
    with contextlib.closing(run_chunks(workers, work, chunks_of(terms))) as parts:
        yield from parts


def _digests(meeting: Matchup) -> tuple[str | None, ...]:
    rules = without_cube(meeting.rules)
    specs = meeting.first, meeting.second, meeting.judge
    return tuple(_digest(spec, rules) for spec in specs)


def _digest(spec: str | None, rules: Rules) -> str | None:
    if spec in (None, "none") or _is_outside(spec, rules):
        return None
    bot = load_bot(spec)
    return network_digest(bot, rules) if isinstance(bot, NeuralBot) else None


def _is_outside(spec: str, rules: Rules) -> bool:
    """Whether the bot is a program or a file that is not part of nardy."""
    is_gnubg = spec.casefold() in ("gnubg", "gnubg:0")
    if is_gnubg or outside_bot(spec, rules) is not None:
        return True
    return isinstance(load_bot(spec), (UbgiBot, PythonBot))


def _require_ours(spec: str, rules: Rules) -> None:
    """Refuse a bot that workers may not have.

    Raises:
        UnknownBotError: it is a program or a file that is not part of nardy.
    """
    if _is_outside(spec, rules):
        raise UnknownBotError(
            f"expected bots of nardy with --cluster, got {spec!r}; a worker has no programs of "
            "this machine: leave --cluster out"
        )


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
