"""HTTP: the admins' list of games that look unlike all others; everybody else gets 404."""

from typing import Literal

import msgspec
from litestar import get

from nardy.error_rates.unusual_games import UnusualGame
from nardy.server.accounts.moderation import Moderator
from nardy.server.api.admin import PairMember, admin_of
from nardy.server.api.requests import club_of
from nardy.server.protocol.shared import filled_from
from nardy.server.rooms.results import game_names
from nardy.server.web.cookies import AnyRequest


class FigureComparison(msgspec.Struct):
    """A figure of a game beside those of other games."""

    value: float
    usual: float
    """The geometric mean of the others."""
    games: int
    chance: float
    """How often chance alone makes so low a figure, from 0 to 1."""


class UnusualGameFacts(msgspec.Struct):
    """A game whose figures are unlike the others: a hint and no verdict."""

    room: str
    player: PairMember
    name: dict[str, str]
    """Of the game."""
    ended_at: int
    decisions: int
    kinds: list[Literal["errors", "times"]]
    """What made the hint: few errors, or even times."""
    own: FigureComparison | None
    """Points lost a decision, beside the player's other games; null with too few of them, as the others."""
    others: FigureComparison | None
    """Points lost a decision, beside other people's games."""
    times: FigureComparison | None
    """The standard deviation of the logarithm of the times a turn, beside other people's games."""


class UnusualGamesList(msgspec.Struct):
    """`/api/admin/unusual`: the least likely first, at most 100."""

    games: list[UnusualGameFacts]
    compared: int
    """Reviewed games that were looked at."""
    by_chance: float
    """How many of them chance alone would name, at most."""


@get("/api/admin/unusual")
async def tell_unusual(request: AnyRequest) -> UnusualGamesList:
    """Reviewed games with far fewer errors than the player's own and other people's, or with even times."""
    club, admin = club_of(request), await admin_of(request)
    told, names = await Moderator(club.store, admin.id).unusual()
    asked = [(one.measure.game, one.measure.ended_at) for one in told.found]
    # An admin may be playing, too.
    hidden = await club.fair_play.withheld_totals(admin.seat, asked)
    games = [
        _facts(one, names, game_names(one.measure.game, club.rule_versions))
        for place, one in enumerate(told.found)
        if place not in hidden
    ]
    return UnusualGamesList(games, told.compared, told.by_chance)


def _facts(one: UnusualGame, names: dict[str, str], name: dict[str, str]) -> UnusualGameFacts:
    def compared(kind: Literal["own", "others", "times"]) -> FigureComparison | None:
        found = getattr(one, kind)
        return filled_from(FigureComparison, found) if found else None

    return filled_from(
        UnusualGameFacts,
        one.measure,
        player=PairMember(one.measure.who, names.get(one.measure.who, "?")),
        name=name,
        kinds=list(one.kinds),
        own=compared("own"),
        others=compared("others"),
        times=compared("times"),
    )
