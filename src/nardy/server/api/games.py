"""HTTP: the list of games, and one game with its options."""

from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter
from msgspec import structs

from nardy.core.options import with_options
from nardy.core.rules import Rules
from nardy.games import GAMES, ROTATIONS
from nardy.search.level_losses import losses, newcomer_level
from nardy.server.api.requests import club_of
from nardy.server.club.first_levels import EVERY, levels_of
from nardy.server.games.catalog import GameOffer, offer_of, rotation_laws
from nardy.server.games.related_games import related_game
from nardy.server.games.shown_games import scene_of
from nardy.server.protocol.front import GameScene
from nardy.server.protocol.messages import Laws
from nardy.server.protocol.shared import filled_from
from nardy.server.turns.view import laws_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.pages import send
from nardy.server.web.static_files import File


class ListedGame(Laws, kw_only=True):
    """A game in the list, with the strength of the bots for people."""

    newcomer: str
    """The level offered to a newcomer: the club's choice, or who loses about as much per decision in this game."""
    lost: dict[str, float]
    """The measured mean loss per decision in points, by level; empty if not measured."""
    is_first: bool
    """Whether the club offers it to whoever has not played here; it is the first of the list."""
    scene: GameScene | None
    """A position that shows what happens in the game; null for the club's own games."""


_GAMES = ResponseSpec(list[ListedGame], generate_examples=False, description="The games.")
_OFFER = ResponseSpec(GameOffer, generate_examples=False, description="The game.")


@get("/api/games", sync_to_thread=False, responses={200: _GAMES})
def list_games(request: AnyRequest) -> Response[bytes]:
    """Every built-in game, matches of several games in turn, and the club's own games."""
    club = club_of(request)
    words = club.words.now
    return send(request, _list(tuple(club.rule_versions.own), words.game, words.levels))


@lru_cache(maxsize=4)
def _list(own: tuple[Rules, ...], first: str, levels: str) -> File:
    """The list as a compressed file: the first page waits for it."""
    rotations = {rules: name for name, rules in reversed([*ROTATIONS.items()])}
    games = [
        *(_listed(laws_of(rules), rules) for rules in GAMES.values()),
        *(_listed(rotation_laws(name), ROTATIONS[name][0]) for name in rotations.values()),
        *(_listed(structs.replace(laws_of(rules), house="now"), rules) for rules in own),
    ]
    offered = levels_of(levels)
    for game in games:
        game.is_first = game.id == first
        game.newcomer = offered.get(game.id) or offered.get(EVERY) or game.newcomer
    games.sort(key=lambda game: not game.is_first)
    return File.of(msgspec.json.encode(games), "application/json")


def _listed(laws: Laws, rules: Rules) -> ListedGame:
    lost = {} if laws.rotation else losses(laws.id)
    newcomer = newcomer_level(related_game(rules).published.id)
    scene = scene_of(rules.published.id)
    return filled_from(ListedGame, laws, newcomer=newcomer, lost=lost, is_first=False, scene=scene)


@get("/api/games/{game:str}", sync_to_thread=False, responses={200: _OFFER})
def tell_game(
    request: AnyRequest,
    game: FromPath[str],
    change: Annotated[str, QueryParameter(max_length=80)] = "",
) -> Response[bytes]:
    """A game with its presets and options; `change` sets one option, such as last_throw=half."""
    if game in ROTATIONS:
        offer = GameOffer(rotation_laws(game), [], [])
    else:
        rules = club_of(request).rule_versions.find(game)
        name, _, value = change.partition("=")
        offer = offer_of(with_options(rules, {name: value}) if change else rules)
    return send(request, File.of(msgspec.json.encode(offer), "application/json"))
