"""The implementation of `nardy arena`; importing it imports NumPy."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nardy.arena.duels import (
    MOST_PLIES,
    Duel,
    DuelTerms,
    chunks_of,
    duel_parts,
    joined,
    mean_and_error,
    play_pairs,
)
from nardy.arena.matchup import NOBODY, Matchup, seats, with_judge
from nardy.arena.outside import outside_bot
from nardy.arena.player import ArrayPlayer, BotPlayer
from nardy.bots.named import network_digest
from nardy.bots.neural import NeuralBot
from nardy.bots.python_bot import PythonBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.bots.ubgi.external import UbgiBot
from nardy.cli.figures import finite
from nardy.compute.chunks import Workers, run_chunks
from nardy.compute.local import Processes
from nardy.core.rules import Rules
from nardy.evaluation.network.weights import WeightsError
from nardy.search.tables import without_cube

TellDone = Callable[[int], None]
"""Called with the number of finished games."""
MANY = 256
"""With fewer pairs, starting processes takes longer than it saves."""


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
    meeting: Matchup, report: TellDone = lambda _: None, cluster: Workers | None = None
) -> dict[str, Any]:
    """Play all games and return the result as JSON values; *report* hears of progress.

    Raises:
        NardyError: a bot is missing, does not know the game, or cannot play on a cluster.
    """
    # The workers compare its network, too.
    meeting = with_judge(meeting)
    players, terms = seats(meeting)
    _require_programs(players, terms.game.rules)
    alone = any(isinstance(player, BotPlayer) for player in players)
    if cluster is not None:
        for spec in (meeting.first, meeting.second):
            _require_ours(spec, terms.game.rules)
        found = _until_stopped(_parts_on(cluster, meeting, terms), report)
    elif meeting.threads > 1 and (alone or meeting.pairs >= MANY):
        with contextlib.closing(Processes(min(meeting.threads, len(chunks_of(terms))))) as workers:
            found = _until_stopped(_parts_on(workers, meeting, terms), report)
    else:
        found = _until_stopped(duel_parts(players, terms), report)
    points, error = mean_and_error(found.points, found.together)
    adjusted, adjusted_error = None, None
    if terms.judge:
        adjusted, adjusted_error = mean_and_error(found.adjusted, found.together)
    result = {
        "game": terms.game.rules.id,
        "first": meeting.first,
        "second": meeting.second,
        "games": found.points.size,
        "seed": meeting.seed,
        "pairs_together": found.together,
        "points": points,
        "points_error": error,
        "adjusted": adjusted,
        "adjusted_error": adjusted_error,
        "wins": _won(found),
        "cut": found.cut,
        "cut_after": MOST_PLIES,
        "forfeits": [dict(Counter(reasons)) for reasons in found.forfeits],
    }
    return finite(result)


def _won(found: Duel) -> float | None:
    """The share of games won, a draw as half of one; None if no game was over."""
    over = found.points.size - found.cut
    # Of the games without points, those that were cut are no draws.
    drawn = int((found.points == 0).sum()) - found.cut
    return (int((found.points > 0).sum()) + drawn / 2) / over if over else None


def _parts_on(workers: Workers, meeting: Matchup, terms: DuelTerms) -> Iterator[Duel]:
    work = DuelWork(meeting, _digests(meeting))
    with contextlib.closing(run_chunks(workers, work, chunks_of(terms))) as parts:
        yield from parts


def _digests(meeting: Matchup) -> tuple[str | None, ...]:
    rules = without_cube(meeting.rules)
    specs = meeting.first, meeting.second, meeting.judge
    return tuple(_digest(spec, rules) for spec in specs)


def _digest(spec: str | None, rules: Rules) -> str | None:
    if spec in (None, NOBODY) or _is_outside(spec, rules):
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


def _until_stopped(parts: Iterator[Duel], report: TellDone) -> Duel:
    """The results of all games, or of those finished before Ctrl-C."""
    done: list[Duel] = []
    try:
        for part in parts:
            done.append(part)
            report(sum(one.points.size for one in done))
    except KeyboardInterrupt:
        if not done:
            raise
    return joined(done)


def _require_programs(players: Sequence[ArrayPlayer], rules: Rules) -> None:
    """Refuse a program that cannot play at all: a win by forfeit says nothing about strength.

    Raises:
        ExternalBotError: it cannot be started, does not answer, or does not accept the game.
    """
    for player in players:
        if isinstance(player, BotPlayer) and isinstance(player.bot, UbgiBot):
            player.bot.check([rules])
