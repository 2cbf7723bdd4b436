"""Look up games by id, name, alias, preset, and options after commas."""

import difflib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from nardy.core.options import with_options
from nardy.core.outcome import is_void
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import RulesError, UnknownGameError
from nardy.translations import SOURCE, texts

SINGLE = "single"
"""The default preset of a game without chosen options."""
StakeKind = Literal["", "single", "money"]


@dataclass(frozen=True)
class Undescribed:
    """A game that a source names but none describes."""

    id: str
    name: str
    russian: str
    source: str

    def note(self, language: str = SOURCE) -> str:
        """What is known of it."""
        return texts(language, "games")[f"{self.id}.note"]


def names_of(rules: Rules | Undescribed) -> set[str]:
    """All names of a game, folded: id, names in both languages, aliases."""
    return set(_spellings(rules))


def _spellings(rules: Rules | Undescribed) -> dict[str, str]:
    """All folded names of a game, with their spelling."""
    aliases = rules.aliases if isinstance(rules, Rules) else ()
    names = (*aliases, rules.russian, rules.name, rules.id)
    return {folded(name): name for name in names if name}


def find_in(
    name: str,
    games: Mapping[str, Rules],
    undescribed: Mapping[str, Undescribed],
    known_elsewhere: Callable[[str], str] = lambda _: "",
) -> Rules:
    """The game of this id, name or alias; an UnknownGameError suggests the nearest.

    *known_elsewhere* describes a name that no game here has, or returns ''.
    """
    # Ids are the usual case; folding all names takes longer.
    if name in games:
        return games[name]
    wanted = folded(name)
    for rules in games.values():
        if wanted in names_of(rules):
            return rules
    for entry in undescribed.values():
        if wanted in names_of(entry):
            raise UnknownGameError(entry.note())
    if note := known_elsewhere(name):
        raise UnknownGameError(note)
    known = {key: name for rules in games.values() for key, name in _spellings(rules).items()}
    near = difflib.get_close_matches(wanted, known, n=1)
    hint = f"did you mean {known[near[0]]!r}?" if near else "'nardy games' lists them"
    raise UnknownGameError(f"expected a game, got {name!r}; {hint}")


def named_options(text: str, find: Callable[[str], Rules]) -> Rules:
    """The game of 'name[@preset][,option=value]*', with options in alphabetical order."""
    name, *pairs = text.split(",")
    name, _, preset = name.partition("@")
    rules = find(name)
    if preset:
        rules = with_preset(rules, preset)
    options = [_pair(pair) for pair in pairs]
    names = [option for option, _ in options]
    if names != sorted(set(names)):
        expected = ",".join(f"{option}={value}" for option, value in sorted(dict(options).items()))
        raise RulesError(
            f"expected options once each, in alphabetical order, got {','.join(pairs)!r} "
            f"(write {name},{expected})"
        )
    return with_options(rules, dict(options))


def with_preset(rules: Rules, preset: str) -> Rules:
    """A variant of a game, from a club or source, by its name."""
    presets = dict(rules.published.presets)
    if preset not in presets:
        known = ", ".join(presets) or "none"
        raise RulesError(f"expected a preset of {rules.id} ({known}), got {preset!r}")
    return with_options(rules, dict(presets[preset]))


def default_variant(rules: Rules) -> Rules:
    """The game without chosen options: with its preset `single`, if it has one.

    >>> from nardy.games import BACKGAMMON, LONG_NARDY
    >>> default_variant(BACKGAMMON).jacoby, default_variant(LONG_NARDY) is LONG_NARDY
    (False, True)
    """
    has_single = SINGLE in dict(rules.published.presets) and rules == rules.published
    return with_preset(rules, SINGLE) if has_single else rules


def stake_of(rules: Rules) -> StakeKind:
    """The name of the stake outside a match, if the game distinguishes single and money games."""
    if SINGLE not in dict(rules.published.presets):
        return ""
    is_money = rules.cube_play and (rules.jacoby or rules.beavers)
    return "money" if is_money else "single"


def _pair(text: str) -> tuple[str, str]:
    option, equals, value = text.partition("=")
    if not (option and equals and value):
        raise RulesError(f"expected option=value, got {text!r} (for example jacoby=off)")
    return option, value


_PLAINER = str.maketrans("ıə", "ie")
"""Turkish and Azeri letters that other keyboards lack and Unicode does not decompose."""


def folded(name: str) -> str:
    """A name for comparison: without case, accents, hyphens and the like.

    >>> folded("Şeş-Beş"), folded("ΠΟΡΤΕΣ") == folded("πόρτες")
    ('ses bes', True)
    """
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_PLAINER))
    # Decomposition may bring capitals back (one character TEL becomes three), hence the second
    # casefold.
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(kept.casefold().replace("-", " ").replace("_", " ").split())


def require_playable(rules: Rules) -> None:
    """Refuse a game that would be void at once.

    Raises:
        RulesError: neither player has a legal turn at the start with any roll.
    """
    if is_void(Situation(rules=rules, position=rules.start)):
        raise RulesError(
            "expected a game in which somebody can move, got laws and a start that leave neither "
            "player a legal turn with any roll; change the start, or the laws on points held"
        )
