"""Header tags of .mat files, and the games that they name.

Source: the author of eXtreme Gammon on rec.games.backgammon, April 2010; nardy adds the names of its
other games, and the tag Options.
"""

from collections.abc import Iterable
from contextlib import suppress

from nardy.core.options import option_text, options_of, with_options
from nardy.core.rules import Rules
from nardy.errors import RulesError, UnknownGameError
from nardy.formats.record import Tag
from nardy.games import BACKGAMMON, find_game
from nardy.games.catalog import find_in, named_options

_XG_NAMES = {
    "backgammon": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon": "HyperGammon",
    "longgammon": "LongGammon",
}
_OTHER_NAMES = {"hypergammon (3)": "hypergammon"}
"""As GNU Backgammon names a game."""
_SWITCHES = {"Crawford": "crawford", "Jacoby": "jacoby", "Beaver": "beavers"}
RULE_TAGS = {"Variation", "Options", "CubeLimit", *_SWITCHES}
"""Tags for rules; all others describe the match."""
# As eXtreme Gammon writes them: 1024 for no limit, 1 for a game without the cube.
_NO_CAP, _CUBELESS = "1024", "1"


def rules_of_tags(tags: Iterable[Tag], given: Rules | None = None) -> Rules:
    """The game that the tags name; by default backgammon.

    A name of the *given* game, which may be a custom one, means that game.

    >>> rules_of_tags([("Variation", "NackGammon"), ("Jacoby", "Off")]).id
    'nackgammon'

    Raises:
        RulesError: a game or an option that does not exist.
    """
    known = dict(tags)
    rules = _named(known["Variation"], given) if known.get("Variation") else BACKGAMMON
    if known.get("Options"):
        rules = named_options(f"{rules.id},{known['Options']}", {rules.id: rules}.__getitem__)
    return with_options(rules, _options(rules, known))


def _named(name: str, given: Rules | None) -> Rules:
    """The published game of a name; the given game is known as well."""
    name = _OTHER_NAMES.get(name.casefold(), name)
    if given:
        with suppress(UnknownGameError):
            return find_in(name, {given.id: given.published}, {})
    return find_game(name)


def _options(rules: Rules, tags: dict[str, str]) -> dict[str, str]:
    """The options with tags of their own, as far as the game has them."""
    limit = tags.get("CubeLimit", "")
    if limit == _CUBELESS:
        return {"cube_play": "off"}
    if not rules.cube_play:
        return {}
    options: dict[str, str] = {}
    if limit.isdecimal():
        value = int(limit)
        # A cap is a power of two, which has a single bit.
        fits = 2 <= value <= 4096 and not value & (value - 1) and limit != _NO_CAP
        options["cube_cap"] = limit if fits else "0"
    for tag, option in _SWITCHES.items():
        text = tags.get(tag, "").casefold()
        if text in ("on", "off"):
            options[option] = text
    return options


def later_tags(tags: Iterable[Tag], later: Iterable[Tag]) -> list[Tag]:
    """The tags for a later game: a new game discards the rules of the one before."""
    added = list(later)
    is_new = any(name == "Variation" for name, _ in added)
    return [tag for tag in tags if not (is_new and tag[0] in RULE_TAGS)] + added


def tags_of_rules(rules: Rules, tags: Iterable[Tag] = ()) -> tuple[Tag, ...]:
    """The given tags, with changes and additions to name the game."""
    kept = list(tags)
    if _names(kept, rules):
        return tuple(kept)
    values = _values(rules, {name for name, _ in kept})
    # A rule tag occurs once; others, such as Transcriber, may repeat.
    changed: list[Tag] = []
    for name, value in kept:
        if name not in RULE_TAGS:
            changed.append((name, value))
        elif name in values:
            changed.append((name, values.pop(name)))
    return (*changed, *values.items())


def named_tags(rules: Rules, tags: Iterable[Tag] = ()) -> tuple[Tag, ...]:
    """`tags_of_rules` with backgammon named as well.

    >>> named_tags(BACKGAMMON)
    (('Variation', 'Backgammon'),)
    """
    kept = list(tags)
    if not any(name == "Variation" for name, _ in kept):
        kept.append(("Variation", _name(rules)))
    return tags_of_rules(rules, kept)


def _values(rules: Rules, stated: set[str]) -> dict[str, str]:
    """The tags that the rules need, and the stated ones that apply to them."""
    values = {"Variation": _name(rules)}
    options = options_of(rules)
    if options.pop("cube_play", "on") == "off" or "CubeLimit" in stated or "cube_cap" in options:
        limit = str(rules.cube_cap) if rules.cube_cap else _NO_CAP
        values["CubeLimit"] = limit if rules.cube_play else _CUBELESS
        options.pop("cube_cap", None)
    if rules.cube_play and not rules.published.cube_play:
        options["cube_play"] = "on"
    for tag, option in _SWITCHES.items():
        if option in options or (tag in stated and rules.cube_play):
            values[tag] = option_text(rules, option).title()
            options.pop(option, None)
    if options:
        values["Options"] = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    return values


def _names(tags: list[Tag], rules: Rules) -> bool:
    named = rules.id == BACKGAMMON.id or any(name == "Variation" for name, _ in tags)
    try:
        return named and rules_of_tags(tags, rules) == rules
    except RulesError:
        # The tags belong to another game, perhaps a custom one.
        return False


def _name(rules: Rules) -> str:
    return _XG_NAMES.get(rules.id, rules.id)
