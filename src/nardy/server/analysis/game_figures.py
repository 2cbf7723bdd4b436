"""The figures of each player in a reviewed game: losses by phase, plan and reason, luck, and times.

All are those of the review's first look, one ply ahead, so that games of every age have the same judge.
"""

import math
import statistics
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from nardy.core.events import Started
from nardy.core.player import Player
from nardy.server.rooms.results import game_of
from nardy.server.rooms.room import Room
from nardy.server.seats import is_guest
from nardy.server.store.log import LogEntry
from nardy.server.store.reviewed_games import GameFigures, ReviewPart

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision, ReviewedTurn

PLIES = 1
"""Of the judge."""
FEWEST_TIMES = 12
"""Turns with a choice from which the spread of their times is told."""
LEAST_SECONDS = 0.1
"""Shorter times, of turns sent ahead, count as this long."""
PlayerFigures = tuple[GameFigures, list[ReviewPart]]


def figures_of(
    room: Room,
    decisions: "Sequence[Decision]",
    reasons: Mapping[int, str],
    hidden: Collection[int] = (),
) -> dict[Player, PlayerFigures]:
    """The figures of both seats where people sit.

    Args:
        room: The finished room.
        decisions: All its decisions, in order.
        reasons: The fact that explains an error, by the index of its event.
        hidden: Indexes of events whose decisions are left out.
    """
    phases = _phases(room.entries, decisions)
    return {
        player: _of_player(
            room,
            [one for one in decisions if one.player is player and one.event not in hidden],
            phases,
            reasons,
        )
        for player in Player
        if is_guest(room.who(player))
    }


def _of_player(
    room: Room,
    own: "Sequence[Decision]",
    phases: Mapping[int, str],
    reasons: Mapping[int, str],
) -> PlayerFigures:
    from nardy.analysis.cube_review import ReviewedCube  # noqa: PLC0415 (imports NumPy)
    from nardy.analysis.game_review import ReviewedTurn  # noqa: PLC0415 (imports NumPy)

    turns = [one for one in own if isinstance(one, ReviewedTurn)]
    chosen = [turn for turn in turns if turn.is_decision]
    acts = [one for one in own if isinstance(one, ReviewedCube)]
    times = list(_seconds(room, chosen))
    figures = GameFigures(
        room=room.record.id,
        game=game_of(room.record.games),
        begun=room.record.since,
        ended_at=room.entries[-1].at,
        plies=PLIES,
        is_protected=is_protected(room),
        turns=len(chosen),
        turns_lost=math.fsum(turn.loss for turn in chosen),
        cubes=len(acts),
        cubes_lost=math.fsum(act.loss for act in acts),
        luck=math.fsum(turn.luck or 0.0 for turn in turns),
        timed=len(times),
        spread=statistics.stdev(map(math.log, times)) if len(times) >= FEWEST_TIMES else None,
    )
    return figures, _parts(chosen, phases, reasons)


def is_protected(room: Room) -> bool:
    """Whether a game was played without help: it is rated, of a tournament, or between people."""
    terms, people = room.record.terms, (room.record.white, room.record.black)
    return terms.rated or terms.tournament is not None or all(map(is_guest, people))


def _phases(entries: Sequence[LogEntry], decisions: "Iterable[Decision]") -> dict[int, str]:
    """The phase of every turn, by the index of its event."""
    from nardy.analysis.game_review import ReviewedTurn  # noqa: PLC0415 (imports NumPy)
    from nardy.coach.phases import phase_of  # noqa: PLC0415 (imports NumPy)

    starts = [number for number, entry in enumerate(entries) if isinstance(entry.event, Started)]
    made: dict[tuple[int, Player], int] = defaultdict(int)
    found: dict[int, str] = {}
    for turn in decisions:
        if not isinstance(turn, ReviewedTurn):
            continue
        game = sum(start <= turn.event for start in starts)
        found[turn.event] = phase_of(turn.before, made[game, turn.player])
        made[game, turn.player] += 1
    return found


def _parts(
    chosen: "Sequence[ReviewedTurn]", phases: Mapping[int, str], reasons: Mapping[int, str]
) -> list[ReviewPart]:
    from nardy.coach.plans import plan_of  # noqa: PLC0415 (imports NumPy)

    losses: dict[tuple[str, str], list[float]] = defaultdict(list)
    for turn in chosen:
        losses["phase", phases[turn.event]].append(turn.loss)
        plan = plan_of(turn.before.rules, turn.before.position)
        losses["plan", plan.id].append(turn.loss)
        if turn.event in reasons:
            losses["reason", reasons[turn.event]].append(turn.loss)
    return [
        ReviewPart(kind, name, len(lost), math.fsum(lost))
        for (kind, name), lost in sorted(losses.items())
    ]


def _seconds(room: Room, chosen: "Iterable[ReviewedTurn]") -> Iterable[float]:
    """Seconds from the roll, or the opponent's last event, to each turn with a choice."""
    if room.record.terms.is_correspondence:
        return
    for turn in chosen:
        passed = room.entries[turn.event].at - room.entries[turn.event - 1].at
        yield max(LEAST_SECONDS, passed / 1000)
