"""Chances, equities and choices in the output of commands: in a language, or for JSON."""

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any, cast

from nardy.translations import figure, say, texts


def word(language: str, key: str, **values: object) -> str:
    """A phrase from locale/*/commands.json."""
    return say(language, "commands", key, **values)


def known(language: str, kind: str, name: str) -> str:
    """The translation of a name that the JSON output uses.

    >>> known("ru", "act", "pass")
    'пас'
    """
    return texts(language, "commands").get(f"{kind}.{name}", name)


def equity_text(language: str, equity: float) -> str:
    """Points with their sign: '+0.123', '+0,123'."""
    return figure(language, f"{equity:+.3f}")


def chance_text(language: str, chance: float, form: str = ".1%") -> str:
    """A chance in percent."""
    return figure(language, f"{chance:{form}}")


def match_text(language: str, chance: float | None) -> str:
    """The match-winning chance after two spaces; empty outside a match."""
    if chance is None:
        return ""
    return f"  {word(language, 'match', chance=chance_text(language, chance, '.2%'))}"


def chances_line(language: str, texts: Mapping[str, str]) -> str:
    """All chances, each with its name."""
    return "  ".join(f"{known(language, 'chance', name)} {text}" for name, text in texts.items())


def column(language: str, kind: str, names: Iterable[str], least: int = 0) -> dict[str, str]:
    """Translated names, padded to the widest."""
    words = {name: known(language, kind, name) for name in names}
    width = max(least, *map(len, words.values()))
    return {name: f"{told:<{width}}" for name, told in words.items()}


def rounded(value: Any) -> Any:
    """A value for JSON, its numbers with five decimals; an unknown standard error is None.

    >>> rounded({"equity": (0.1234567, float("inf")), "plies": 2})
    {'equity': [0.12346, None], 'plies': 2}
    """
    return _changed(value, lambda number: round(number, 5))


def finite(value: Any) -> Any:
    """A value for JSON, which has no infinity: an unknown standard error is None.

    >>> finite({"loss": (0.1234567, float("inf")), "games": 1})
    {'loss': [0.1234567, None], 'games': 1}
    """
    return _changed(value, lambda number: number)


def _changed(value: Any, change: Callable[[float], float]) -> Any:
    """A value with all its finite numbers changed; others become None."""
    if isinstance(value, float):
        return change(value) if isfinite(value) else None
    if isinstance(value, Mapping):
        found = cast("Mapping[str, Any]", value)
        return {name: _changed(one, change) for name, one in found.items()}
    if isinstance(value, list | tuple):
        return [_changed(one, change) for one in cast("list[Any]", value)]
    return value


def known_only(**values: object) -> dict[str, object]:
    """The values that are not None."""
    return {name: value for name, value in values.items() if value is not None}
