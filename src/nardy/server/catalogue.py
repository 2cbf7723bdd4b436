"""What there is to play: every game with its presets and options, and matches of several games."""

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter
from msgspec import structs

from nardy.core.options import OPTIONS, option_text, rules_text, with_options
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.games import GAMES, ROTATIONS
from nardy.games.catalogue import with_preset
from nardy.render.option_words import option_word, preset_word, standing_options, value_word
from nardy.search.level_losses import losses, newcomer_level
from nardy.server.pages import send
from nardy.server.protocol import Laws
from nardy.server.relatives import kin
from nardy.server.repertoire import FAMILY, Repertoire
from nardy.server.room import Room
from nardy.server.view import laws_of
from nardy.server.web_files import File

LANGUAGES = ("en", "ru")
Asked = Request[Any, Any, Any]


class ValueOffer(msgspec.Struct):
    """What an option may be set to."""

    value: str
    title: dict[str, str]


class OptionOffer(msgspec.Struct):
    """One option of a game: what it is set to, what the published game has, what may be chosen."""

    name: str
    title: dict[str, str]
    value: str
    published: str
    values: list[ValueOffer]


class PresetOffer(msgspec.Struct):
    """A set of options under a name; `text` is the game with it."""

    name: str
    title: dict[str, str]
    text: str


class ListedGame(Laws, kw_only=True):
    """A game on the list, with the bots that play it at a person's strength."""

    newcomer: str
    """The level that a newcomer is offered: one that loses about as much in this very game."""
    lost: dict[str, float]
    """By level, measured: points that it loses a decision. Empty for a game of the club's own."""


class GameOffer(msgspec.Struct):
    """A game as it may be ordered."""

    laws: Laws
    presets: list[PresetOffer]
    options: list[OptionOffer]


_GAMES = ResponseSpec(list[ListedGame], generate_examples=False, description="The games.")
_OFFER = ResponseSpec(GameOffer, generate_examples=False, description="The game.")


@get("/api/games", sync_to_thread=False, responses={200: _GAMES})
def list_games(request: Asked) -> Response[bytes]:
    """Every game of the family, the matches that play several in turn, and the club's own games."""
    return send(request, _list(tuple(repertoire_of(request).own)))


@lru_cache(maxsize=4)
def _list(own: tuple[Rules, ...]) -> File:
    """Packed: it is on the way to the first page's main button."""
    rotations = {rules: name for name, rules in reversed([*ROTATIONS.items()])}
    games = [
        *(_listed(laws_of(rules), rules) for rules in GAMES.values()),
        *(_listed(rotation_laws(name), ROTATIONS[name][0]) for name in rotations.values()),
        *(_listed(structs.replace(laws_of(rules), house="now"), rules) for rules in own),
    ]
    return File.of(msgspec.json.encode(games), "application/json")


def _listed(laws: Laws, rules: Rules) -> ListedGame:
    told = structs.asdict(laws)
    lost = {} if laws.rotation else losses(laws.id)
    return ListedGame(**told, newcomer=newcomer_level(kin(rules).published.id), lost=lost)


@get("/api/games/{game:str}", sync_to_thread=False, responses={200: _OFFER})
def tell_game(
    request: Asked, game: FromPath[str], change: Annotated[str, QueryParameter(max_length=80)] = ""
) -> Response[bytes]:
    """A game with its presets and options; `change` sets one option: last_throw=half."""
    offer = _offer(repertoire_of(request), game, change)
    return send(request, File.of(msgspec.json.encode(offer), "application/json"))


def _offer(known: Repertoire, game: str, change: str) -> GameOffer:
    if game in ROTATIONS:
        return GameOffer(rotation_laws(game), [], [])
    rules = known.find(game)
    if change:
        name, _, value = change.partition("=")
        rules = with_options(rules, {name: value})
    return offer_of(rules)


def offer_of(rules: Rules) -> GameOffer:
    """A game as it may be ordered, by its own data."""
    options = [_option(rules, name) for name in standing_options(rules)]
    return GameOffer(laws_of(rules), _presets(rules.published), options)


def rotation_laws(name: str) -> Laws:
    """Several games in turn as one entry of the list, drawn as the first of them."""
    games = ROTATIONS[name]
    names = [other for other, rules in ROTATIONS.items() if rules == games]
    return structs.replace(
        laws_of(games[0]),
        id=names[0],
        text=names[0],
        name={"en": names[0].capitalize(), "ru": names[-1].capitalize()},
        rotation=[laws_of(rules).name for rules in games],
    )


def laws_of_games(games: tuple[str, ...], known: Repertoire = FAMILY) -> Laws:
    """What a room plays: one game, or several in turn."""
    if len(games) == 1:
        state = known.state(games[0])
        return structs.replace(laws_of(known.recall(games[0])), text=games[0], house=state)
    turns = (name for name, rules in ROTATIONS.items() if tuple(map(rules_text, rules)) == games)
    return rotation_laws(next(turns))


def laws_at(room: Room, known: Repertoire) -> Laws:
    """The game that is being played in a room."""
    games = room.record.games
    return laws_of(room.match.game.rules) if len(games) > 1 else laws_of_games(games, known)


def repertoire_of(request: Asked) -> Repertoire:
    """What is played at the club that answers."""
    return request.app.state.club.repertoire


def _presets(game: Rules) -> list[PresetOffer]:
    return [
        PresetOffer(
            name,
            {language: preset_word(game.id, name, language) for language in LANGUAGES},
            rules_text(with_preset(game, name)),
        )
        for name, _ in game.presets
    ]


def _option(rules: Rules, name: str) -> OptionOffer:
    now = option_text(rules, name)
    return OptionOffer(
        name,
        {language: option_word(name, language) for language in LANGUAGES},
        now,
        option_text(rules.published, name),
        [_value(name, value) for value in OPTIONS[name].values if _may_be(rules, name, value)],
    )


def _may_be(rules: Rules, name: str, value: str) -> bool:
    try:
        with_options(rules, {name: value})
    except RulesError:
        return False
    return True


def _value(name: str, value: str) -> ValueOffer:
    return ValueOffer(
        value, {language: value_word(name, value, language) for language in LANGUAGES}
    )


HANDLERS: tuple[Any, ...] = (list_games, tell_game)
