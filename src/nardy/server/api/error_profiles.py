"""HTTP: a player's error rates over their reviewed games, and who may see them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from nardy.error_rates import rates
from nardy.error_rates.rates import LossContrast, LossCount, contrast, mean_loss
from nardy.error_rates.twins import first_of_twins
from nardy.server.api.requests import club_of, guest_of, known
from nardy.server.club.club import Club
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.protocol import error_profiles as told
from nardy.server.protocol.shared import filled_from
from nardy.server.rooms.results import game_names
from nardy.server.seats import guest_id_of, guest_seat, is_guest
from nardy.server.store import guests, reviewed_games
from nardy.server.store.guests import Guest
from nardy.server.store.reviewed_games import GameFigures, ReviewChoice, ReviewPart
from nardy.server.timestamps import noon_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of
from nardy.translations import LANGUAGES, texts

MOST_MARKS = 200
MOST_WAITING = 100
Parts = Mapping[str, Sequence[ReviewPart]]
"""The parts of each room."""


@get("/api/players/{player:str}/errors")
async def tell_errors(request: AnyRequest, player: FromPath[str]) -> told.ErrorProfile:
    """A player's error rates by game, phase, plan and reason; `me` is yourself.

    Private unless the player has opened them. A token sees those of its owner and the owner's other
    programs with the scope `errors` alone.
    """
    club, asking = club_of(request), await guest_of(request)
    reader = asking.seat if asking else None
    who = reader if player == "me" else guest_seat(player)
    if who is None:
        return _closed(is_you=True)
    guest = guest_id_of(who)
    if not await club.store.read(lambda c: guests.names_of(c, [guest])):
        raise NotFoundException(f"expected the id of a player, got {player!r:.40}")
    choice = await club.store.read(lambda c: reviewed_games.choice_of(c, guest))
    is_you = asking is not None and who in await _sees_as_own(club, asking)
    if not is_you and not await _is_open(club, choice, guest, reader):
        return _closed(is_you=False)
    games = await club.store.read(lambda c: reviewed_games.games_of(c, guest))
    hidden = await hidden_rooms(club, reader, games)
    parts = _by_room(await club.store.read(lambda c: reviewed_games.parts_of(c, guest)))
    shown = [game for game in games if game.room not in hidden]
    profile = told.ErrorProfile(
        is_you=is_you,
        is_shown=True,
        games=_by_game(shown, parts, club.rule_versions, is_you=is_you),
        needs_games=rates.FEWEST_GAMES,
        needs_turns=rates.FEWEST_TURNS,
        withheld=len(hidden),
    )
    if is_you:
        profile.shown_to, profile.is_automatic = choice.shown_to, choice.is_automatic
        profile.waiting = len(
            await club.store.read(lambda c: reviewed_games.waiting(c, guest, MOST_WAITING))
        )
    return profile


@post("/api/me/errors", status_code=200)
async def choose_errors(
    request: AnyRequest, data: JSONBody[told.ErrorChoice]
) -> Response[told.ErrorChoice]:
    """Choose who sees your error rates, and whether the club reviews all your finished games."""
    guest, cookies = await known(request)
    club = club_of(request)
    club.limits.take("choice", person=guest.id, address=address_of(request))
    choice = ReviewChoice(data.shown_to, data.is_automatic)
    await club.store.run(lambda c: reviewed_games.choose(c, guest.id, choice))
    return Response(data, cookies=cookies)


async def hidden_rooms(
    club: Club, reader: str | None, games: Sequence[GameFigures]
) -> Collection[str]:
    """The rooms among these whose figures the reader may not see for now."""
    asked = [(game.game, game.ended_at) for game in games]
    return {games[place].room for place in await club.fair_play.withheld_totals(reader, asked)}


def _closed(*, is_you: bool) -> told.ErrorProfile:
    needs = rates.FEWEST_GAMES, rates.FEWEST_TURNS
    return told.ErrorProfile(
        is_you, is_shown=is_you, games=[], needs_games=needs[0], needs_turns=needs[1]
    )


async def _sees_as_own(club: Club, asking: Guest) -> Collection[str]:
    """The people whose private figures somebody sees: they and their programs, or their owner."""
    is_narrow = asking.scopes and "errors" not in asking.scopes
    return {asking.seat} if is_narrow else await club.fair_play.people(asking.seat)


async def _is_open(club: Club, choice: ReviewChoice, guest: str, reader: str | None) -> bool:
    if choice.shown_to == "all":
        return True
    if choice.shown_to == "me" or not is_guest(reader):
        return False
    other = guest_id_of(reader)
    return await club.store.read(lambda c: reviewed_games.are_friends(c, guest, other))


def _by_room(parts: Iterable[tuple[str, ReviewPart]]) -> Parts:
    found: dict[str, list[ReviewPart]] = defaultdict(list)
    for room, part in parts:
        found[room].append(part)
    return found


def _by_game(
    games: Sequence[GameFigures], parts: Parts, known_games: RuleVersions, *, is_you: bool
) -> list[told.GameErrors]:
    by_game: dict[str, list[GameFigures]] = defaultdict(list)
    for game in games:
        if game.decisions:
            by_game[game.game].append(game)
    return [
        _errors_of(some, parts, game_names(name, known_games), is_you=is_you)
        for name, some in sorted(by_game.items(), key=lambda one: (-len(one[1]), one[0]))
    ]


def _errors_of(
    games: Sequence[GameFigures], parts: Parts, name: dict[str, str], *, is_you: bool
) -> told.GameErrors:
    own = {game.room: parts.get(game.room, ()) for game in games}
    return told.GameErrors(
        game=games[0].game,
        name=name,
        all=_rate(LossCount(game.decisions, game.lost) for game in games),
        turns=_rate(LossCount(game.turns, game.turns_lost) for game in games),
        cubes=_rate(LossCount(game.cubes, game.cubes_lost) for game in games),
        luck=sum(game.luck for game in games) / len(games),
        marks=[_mark(game, own[game.room], is_you=is_you) for game in games[-MOST_MARKS:]],
        parts=_contrasts(games, own),
        reasons=_reasons(own),
    )


def _rate(games: Iterable[LossCount]) -> told.ErrorRate:
    return filled_from(told.ErrorRate, mean_loss(list(games)))


def _mark(game: GameFigures, parts: Sequence[ReviewPart], *, is_you: bool) -> told.ErrorMark:
    counts = [
        told.ErrorSum(kind, part.name, part.count, part.lost)
        for part in parts
        if (kind := _kind(part.kind))
    ]
    if is_you:
        return filled_from(told.ErrorMark, game, parts=counts)
    # The exact time would find the game in the history of either player.
    ended_at = noon_of(game.ended_at)
    return filled_from(told.ErrorMark, game, room="", ended_at=ended_at, parts=counts)


def _kind(text: str) -> told.PartKind | None:
    return "phase" if text == "phase" else "plan" if text == "plan" else None


def _contrasts(games: Sequence[GameFigures], parts: Parts) -> list[told.ErrorPart]:
    names = sorted({(part.kind, part.name) for some in parts.values() for part in some})
    found: list[tuple[told.PartKind, str, LossContrast]] = []
    insides: list[tuple[str, list[LossCount]]] = []
    for text, name in names:
        if kind := _kind(text):
            pairs = [_split(game, parts[game.room], (text, name)) for game in games]
            insides.append((kind, [inside for inside, _ in pairs]))
            found.append((kind, name, contrast(pairs)))
    verdicts = _verdicts([one for *_, one in found], insides)
    return [
        told.ErrorPart(
            kind=kind,
            id=name,
            words=_plan_words(name) if kind == "plan" else {},
            inside=filled_from(told.ErrorRate, one.inside),
            elsewhere=filled_from(told.ErrorRate, one.elsewhere),
            error=one.error,
            chance=one.chance,
            verdict="leak" if verdict == "leak" else "strength" if verdict else "",
        )
        for (kind, name, one), verdict in zip(found, verdicts, strict=True)
    ]


def _verdicts(
    found: Sequence[LossContrast], insides: Sequence[tuple[str, Sequence[LossCount]]]
) -> list[str]:
    """What is told of each part; nothing of a plan that has nearly the decisions of a phase."""
    known = [place for place, one in enumerate(found) if one.chance is not None]
    firsts = first_of_twins([insides[place] for place in known])
    tried = [known[place] for place, first in enumerate(firsts) if place == first]
    verdicts = dict(zip(tried, rates.told([found[place] for place in tried]), strict=True))
    return [verdicts.get(place, "") for place in range(len(found))]


def _split(
    game: GameFigures, parts: Sequence[ReviewPart], wanted: tuple[str, str]
) -> tuple[LossCount, LossCount]:
    """The decisions of a part, and all other turns of the game."""
    inside = [part for part in parts if (part.kind, part.name) == wanted]
    count, lost = sum(part.count for part in inside), sum(part.lost for part in inside)
    # The two sums are made of the same figures in another order.
    rest = LossCount(game.turns - count, max(0.0, game.turns_lost - lost))
    return LossCount(count, lost), rest


def _plan_words(plan: str) -> dict[str, str]:
    return {language: texts(language, "coach").get(f"plan.{plan}", plan) for language in LANGUAGES}


def _reasons(parts: Parts) -> list[told.ErrorReason]:
    found: dict[str, list[ReviewPart]] = defaultdict(list)
    for some in parts.values():
        for part in some:
            if part.kind == "reason":
                found[part.name].append(part)
    reasons = [
        told.ErrorReason(name, sum(one.count for one in some), sum(one.lost for one in some))
        for name, some in found.items()
    ]
    return sorted(reasons, key=lambda reason: (-reason.lost, reason.id))
