"""The catalog: every game with its presets and options, and matches of several games in turn."""

from collections.abc import Callable

import msgspec
from msgspec import structs

from nardy.core.options import OPTIONS, option_text, rules_text, with_options
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.games import ROTATIONS
from nardy.games.catalog import with_preset
from nardy.render.phrases import option_word, preset_word, standing_options, value_word
from nardy.server.games.rule_versions import FAMILY, RuleVersions
from nardy.server.protocol.messages import Laws
from nardy.server.turns.view import laws_of
from nardy.translations import LANGUAGES

NOT_OFFERED = frozenset({"bomb_when"})
"""Options of rooms that were made with them: the page asks nobody to explode in the other's turn."""


class ValueOffer(msgspec.Struct):
    """A value that an option can have."""

    value: str
    title: dict[str, str]


class OptionOffer(msgspec.Struct):
    """An option of a game: its value, its value in the published game, and the choices."""

    name: str
    title: dict[str, str]
    value: str
    published: str
    values: list[ValueOffer]


class PresetOffer(msgspec.Struct):
    """A named set of options; `text` is the game with them."""

    name: str
    title: dict[str, str]
    text: str


class GameOffer(msgspec.Struct):
    """A game with its presets and options."""

    laws: Laws
    presets: list[PresetOffer]
    options: list[OptionOffer]


def offer_of(rules: Rules) -> GameOffer:
    game = rules.published
    presets = [
        PresetOffer(name, _title(preset_word, game.id, name), rules_text(with_preset(game, name)))
        for name, options in game.presets
        if NOT_OFFERED.isdisjoint(dict(options))
    ]
    offered = [_option(rules, name) for name in standing_options(rules) if name not in NOT_OFFERED]
    return GameOffer(laws_of(rules), presets, offered)


def rotation_laws(name: str) -> Laws:
    """Several games in turn as one entry, with the picture of the first."""
    games = ROTATIONS[name]
    names = [other for other, rules in ROTATIONS.items() if rules == games]
    return structs.replace(
        laws_of(games[0]),
        id=names[0],
        text=names[0],
        name={"en": names[0].capitalize(), "ru": names[-1].capitalize()},
        rotation=[laws_of(rules).name for rules in games],
    )


def laws_of_games(games: tuple[str, ...], known: RuleVersions = FAMILY) -> Laws:
    """The game of a room, or its several games in turn."""
    if len(games) == 1:
        state = known.state(games[0])
        return structs.replace(laws_of(known.recall(games[0])), text=games[0], house=state)
    turns = (name for name, rules in ROTATIONS.items() if tuple(map(rules_text, rules)) == games)
    return rotation_laws(next(turns))


def _title(word: Callable[..., str], *names: str) -> dict[str, str]:
    return {language: word(*names, language) for language in LANGUAGES}


def _option(rules: Rules, name: str) -> OptionOffer:
    values = (value for value in OPTIONS[name].values if _is_legal(rules, name, value))
    return OptionOffer(
        name,
        _title(option_word, name),
        option_text(rules, name),
        option_text(rules.published, name),
        [ValueOffer(value, _title(value_word, name, value)) for value in values],
    )


def _is_legal(rules: Rules, name: str, value: str) -> bool:
    try:
        with_options(rules, {name: value})
    except RulesError:
        return False
    return True
