"""Header tags of .mat files: which game they name, and the tags that name a game.

Source: the author of eXtreme Gammon on rec.games.backgammon, April 2010; nardy adds the
names of its other games, and the tag Options.
"""

from collections.abc import Iterable

from nardy.core.options import option_text, options_of, with_options
from nardy.core.rules import Rules
from nardy.formats.record import Tag
from nardy.games import BACKGAMMON, find_game
from nardy.games.catalogue import named_options

_XG_NAMES = {
    "backgammon": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon": "HyperGammon",
    "longgammon": "LongGammon",
}
_SWITCHES = {"Crawford": "crawford", "Jacoby": "jacoby", "Beaver": "beavers"}
_NO_CAP, _CUBELESS = "1024", "1"


def rules_of_tags(tags: Iterable[Tag]) -> Rules:
    """The game that the tags name; backgammon where they name none.

    >>> rules_of_tags([("Variation", "NackGammon"), ("Jacoby", "Off")]).id
    'nackgammon'

    Raises:
        RulesError: a game or an option that does not exist.
    """
    known = dict(tags)
    rules = find_game(known["Variation"]) if known.get("Variation") else BACKGAMMON
    if known.get("Options"):
        rules = named_options(f"{rules.id},{known['Options']}", {rules.id: rules}.__getitem__)
    return with_options(rules, _options(rules, known))


def _options(rules: Rules, tags: dict[str, str]) -> dict[str, str]:
    """The options that have a tag of their own, where the game has them."""
    limit = tags.get("CubeLimit", "")
    if limit == _CUBELESS:
        return {"cube_play": "off"}
    if not rules.cube_play:
        return {}
    options: dict[str, str] = {}
    if limit.isdecimal():
        value = int(limit)
        fits = 2 <= value <= 4096 and not value & (value - 1) and limit != _NO_CAP
        options["cube_cap"] = limit if fits else "0"
    for tag, option in _SWITCHES.items():
        text = tags.get(tag, "").casefold()
        if text in ("on", "off"):
            options[option] = text
    return options


def tags_of_rules(rules: Rules, tags: Iterable[Tag] = ()) -> tuple[Tag, ...]:
    """The given tags, with those changed or added that are needed to name the game."""
    kept = dict(tags)
    if _names(kept, rules):
        return tuple(kept.items())
    kept["Variation"] = _XG_NAMES.get(rules.id, rules.id)
    options = options_of(rules)
    if options.pop("cube_play", "on") == "off" or "CubeLimit" in kept or "cube_cap" in options:
        kept["CubeLimit"] = _limit(rules)
        options.pop("cube_cap", None)
    if rules.cube_play and not rules.published.cube_play:
        options["cube_play"] = "on"
    for tag, option in _SWITCHES.items():
        if option in options or (tag in kept and rules.cube_play):
            kept[tag] = option_text(rules, option).title()
            options.pop(option, None)
    kept.pop("Options", None)
    if options:
        kept["Options"] = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    return tuple(kept.items())


def _names(tags: dict[str, str], rules: Rules) -> bool:
    named = "Variation" in tags or rules.id == BACKGAMMON.id
    return named and rules_of_tags(tags.items()) == rules


def _limit(rules: Rules) -> str:
    if not rules.cube_play:
        return _CUBELESS
    return str(rules.cube_cap) if rules.cube_cap else _NO_CAP
