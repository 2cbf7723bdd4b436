"""Results of finished rooms, computed from their logs, and the ladders where they count."""

from collections import Counter
from collections.abc import Sequence

from nardy.core.events import Acted, Played, Rolled
from nardy.core.match import Match, game_points
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.situation import Ending, Phase
from nardy.errors import UnknownGameError
from nardy.games import GAMES, ROTATIONS
from nardy.games.catalog import default_variant
from nardy.render.phrases import game_name
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import FAMILY, RuleVersions, id_of
from nardy.server.ratings.ladder import RatedResult
from nardy.server.ratings.pace import Pace, pace_of
from nardy.server.seats import is_bot, is_guest
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.translations import LANGUAGES

ROTATION_TEXTS = {
    tuple(map(rules_text, rules)): name for name, rules in reversed(list(ROTATIONS.items()))
}
"""The first name of each rotation by the texts of its games."""
_SINGLE_GAMES = {rules_text(default_variant(rules)) for rules in GAMES.values()}
RATING_RULES = 2
"""The current version: a match weighs no more points than were played for."""
# Of 20 recorded matches, the shortest had 7.1 turns of each player for a point: a match that is
# played to its end loses no weight (docs/decisions/rating-abuse.md).
TURNS_A_POINT = 4
"""Turns of each player that add one point to the weight of a match."""


def game_of(games: tuple[str, ...]) -> str:
    """The id for ratings: the game without its options, or the rotation.

    >>> game_of(("long-nardy,last_throw=half",))
    'long-nardy'
    """
    return ROTATION_TEXTS.get(games) or id_of(games[0])


def game_names(game: str, known: RuleVersions = FAMILY) -> dict[str, str]:
    """The name of a game or rotation, by language."""
    try:
        rules = known.recall(game)
    except UnknownGameError:
        alike = [name for name, rules in ROTATIONS.items() if rules == ROTATIONS.get(game)]
        english, russian = (alike or [game])[0], (alike or [game])[-1]
        return {"en": english.capitalize(), "ru": russian.capitalize()}
    return {language: game_name(rules, language) for language in LANGUAGES}


def require_ratable(games: tuple[str, ...], clock: str | None) -> None:
    """Refuse a rated game without a clock or with changed rules.

    Raises:
        RefusedError: there is no clock, or the rules are not the published ones.
    """
    if clock is None:
        raise RefusedError(
            "rated-clock", "expected a clock for a rated game, got none; add one such as 600+8"
        )
    if is_changed(games):
        problem = f"expected published rules for a rated game, got {games[0]!r:.80}"
        raise RefusedError("rated-rules", f"{problem}; play a casual game")


def is_changed(games: tuple[str, ...]) -> bool:
    """Whether the rules differ from the published ones.

    The default cube rules of a single game do not count as a change.

    >>> is_changed(("long-nardy,last_throw=half",)), is_changed(("backgammon,beavers=off,jacoby=off",))
    (True, False)
    """
    return games not in ROTATION_TEXTS and "," in games[0] and games[0] not in _SINGLE_GAMES


def ladder_of(record: RoomRecord) -> tuple[str, Pace] | None:
    """The ladder where a room counts: its game and pace; None for a casual room."""
    pace = pace_of(record.terms.clock, record.length)
    if not record.terms.rated or pace is None:
        return None
    return game_of(record.games), pace


def result_of(record: RoomRecord, match: Match, entries: Sequence[LogEntry]) -> RatedResult | None:
    """The result of a room; None if it goes on, began at a chosen position, or has no two different players.

    *entries* is the whole log. A match is one result. It is rated only if both players have acted (see
    `actors`), so that no-shows do not change ratings. A loss of a bot on time is not rated, since the club
    decides how fast a bot thinks.
    """
    if record.white is None or record.black is None or not is_finished(record, match):
        return None
    if record.terms.from_position:
        return None
    if record.white == record.black and is_guest(record.white):
        return None  # a guest has signed in to the account that they had played against
    points = match.score if record.length else dict.fromkeys(Player, 0.0) | game_points(match.game)
    return RatedResult(
        room=record.id,
        game=game_of(record.games),
        pace=pace_of(record.terms.clock, record.length),
        length=record.length,
        rated_length=rated_length(record, entries),
        is_rated=record.terms.rated
        and have_both_acted(entries)
        and not _bot_was_late(record, entries),
        white=record.white,
        black=record.black,
        score=_score(record, match),
        white_points=points[Player.WHITE],
        black_points=points[Player.BLACK],
        size=_size(match),
        on_time=bool(entries[-1].note and "time" in entries[-1].note),
        ended_at=entries[-1].at,
    )


def rated_length(record: RoomRecord, entries: Sequence[LogEntry]) -> int | None:
    """The rated length of a match that ended early; None for its full length.

    A match to 25 points that is resigned in the first game weighs as a short match. The weight counts the
    turns of the player with fewer turns. Only turns add to it, however the match ends.
    """
    if record.terms.rating_rules < RATING_RULES:
        return None
    turns = Counter(entry.event.player for entry in entries if isinstance(entry.event, Played))
    fewest = min(turns[player.value] for player in Player)
    most = 1 + fewest // TURNS_A_POINT
    return most if most < record.length else None


def is_finished(record: RoomRecord, match: Match) -> bool:
    """Whether the room's match, or its only game, is over."""
    is_last = match.is_over or not record.length
    return is_last and match.game.phase is Phase.OVER


def have_both_acted(entries: Sequence[LogEntry]) -> bool:
    """Whether both players have rolled, played, doubled or answered a double."""
    return actors(entries) == set(Player)


def actors(entries: Sequence[LogEntry]) -> set[Player]:
    """Players who have rolled, played, doubled or answered a double."""
    return {
        Player(entry.event.player)
        for entry in entries
        if isinstance(entry.event, Rolled | Played)
        or (isinstance(entry.event, Acted) and entry.event.act not in ("accept", "refuse"))
    }


def _bot_was_late(record: RoomRecord, entries: Sequence[LogEntry]) -> bool:
    """Whether a bot has lost a game of the match on time."""
    seats = {"white": record.white, "black": record.black}
    return any(is_bot(seats.get(entry.note.get("time", ""))) for entry in entries if entry.note)


def _score(record: RoomRecord, match: Match) -> float | None:
    """White's score: 1, 0.5 or 0; None if the only game is void."""
    result = match.game.outcome
    if not record.length and result is not None and result.ending is Ending.VOID:
        return None
    winner = match.winner if record.length else (result.winner if result else None)
    return 0.5 if winner is None else float(winner is Player.WHITE)


def _size(match: Match) -> str:
    """The name of the last game's result."""
    result = match.game.outcome
    if result is None or result.winner is None:
        return "draw" if result and result.ending is Ending.DRAW else "void"
    return match.game.rules.result_name(match.game.ended_as)
