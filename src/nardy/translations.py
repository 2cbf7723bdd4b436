"""All translated text: JSON files in nardy/locale, one folder per language, one file per subject.

A new language is a new folder. Missing sentences fall back to English; scripts/words lists them.
The format is described in docs/decisions/translations.md.

>>> say("ru", "board", "draw", points=0.5)
'Ничья: каждому 0,5 очка.'
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from nardy.errors import NardyError

# Every import of nardy runs this module: pathlib and json would make it a tenth slower.
FOLDER = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120
SOURCE = "en"
"""The language of the fallback; it has every sentence."""
LANGUAGES = (
    # First, since a browser that asks for no known language gets the first one (server/web/pages.py).
    SOURCE,
    *sorted(entry.name for entry in os.scandir(FOLDER) if entry.is_dir() and entry.name != SOURCE),
)


def check_language(language: str) -> None:
    """Refuse an unknown language.

    Raises:
        NardyError: names the languages that exist.
    """
    if language not in LANGUAGES:
        raise NardyError(f"expected a language ({', '.join(LANGUAGES)}), got {language!r}")


@cache
def read(language: str, subject: str) -> Mapping[str, Any]:
    """The content of a file; empty if the language has no such file."""
    import json  # noqa: PLC0415 (see FOLDER)
    from pathlib import Path  # noqa: PLC0415

    check_language(language)
    file = Path(FOLDER, language, f"{subject}.json")
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def texts(language: str, subject: str) -> Mapping[str, str]:
    """The sentences of a subject by key; a list in the file is a text of several lines."""
    own = {key: _text(text) for key, text in read(language, subject).items()}
    return own if language == SOURCE else {**texts(SOURCE, subject), **own}


def _text(content: str | list[str]) -> str:
    return content if isinstance(content, str) else "\n".join(content)


def say(language: str, subject: str, key: str, **values: object) -> str:
    """One sentence: `{name}` stands for a value, `{n:points}` for a number with its noun.

    >>> say("en", "board", "draw", points=1)
    'A draw: 1 point to each.'
    """
    return fill(language, texts(language, subject)[key], values)


def fill(language: str, text: str, values: Mapping[str, object]) -> str:
    """Replace the placeholders of a text by values."""
    return text.format_map({name: _Value(language, value) for name, value in values.items()})


class _Value:
    """A placeholder's value; its format specification is the noun to count, if any."""

    __slots__ = ("language", "value")

    def __init__(self, language: str, value: Any) -> None:
        self.language = language
        self.value = value

    def __format__(self, noun: str) -> str:
        return counted(self.language, noun, self.value) if noun else str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def listed(language: str, parts: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Join parts with commas, and with "and" or "or" before the last.

    >>> listed("en", ["24", "23", "22"]), listed("ru", ["взять", "пас"], "or")
    ('24, 23 and 22', 'взять или пас')
    """
    *before, final = parts
    return ", ".join(before) + texts(language, "language")[last] + final if before else final


def number(language: str, count: float) -> str:
    """A number with the decimal sign of the language: '3.5', '3,5'."""
    return _digits(count).replace(".", texts(language, "language")["decimal"])


def _digits(count: float) -> str:
    """A number as it is shown, with a point and without an exponent."""
    if count == int(count):
        return str(int(count))
    text = f"{count:g}"
    # Without an exponent "g" has six digits in all, and "f" six decimals.
    return f"{count:zf}".rstrip("0").rstrip(".") if "e" in text else text


def figure(language: str, text: str) -> str:
    """Localize the decimal and thousands signs of a number formatted by Python.

    Rounded to zero, it has no sign: "-0.000" would look like a loss.

    >>> figure("ru", f"{0.144:+.3f}"), figure("en", f"{-0.0001:+.3f}")
    ('+0,144', '0.000')
    """
    signs = texts(language, "language")
    return re.sub(r"(?<![\d.])[-+](?=0\.0+(?!\d))", "", text).translate(
        {ord(","): signs["thousands"], ord("."): signs["decimal"]}
    )


def counted(language: str, noun: str, count: float) -> str:
    """A number and its noun in the right plural form.

    >>> counted("ru", "points", 0.5), counted("ru", "of_checkers", 2), counted("en", "points", 1)
    ('0,5 очка', '2 шашек', '1 point')
    """
    own = read(language, "nouns").get(noun)
    spoken = language if own else SOURCE
    forms = own or read(SOURCE, "nouns")[noun]
    return f"{number(language, count)} {forms.get(plural_category(spoken, count), forms['other'])}"


def plural_category(language: str, count: float) -> str:
    """The plural category of a number, as Unicode CLDR defines it.

    >>> [plural_category("ru", n) for n in (1, 2, 5, 0.5)]
    ['one', 'few', 'many', 'other']
    """
    # The digits that are shown: CLDR's v and f count visible decimals.
    integer, _, decimals = _digits(abs(count)).partition(".")
    shortest = decimals.rstrip("0")
    operands = {
        "n": abs(count),
        "i": int(integer),
        "v": len(decimals),
        "w": len(shortest),
        "f": int(decimals or 0),
        "t": int(shortest or 0),
    }
    rules: Mapping[str, str] = read(language, "language")["plurals"]
    return next((name for name, rule in rules.items() if _holds(rule, operands)), "other")


def _holds(rule: str, operands: Mapping[str, float]) -> bool:
    return any(
        all(_is_true(relation, operands) for relation in either.split(" and "))
        for either in rule.split(" or ")
    )


def _is_true(relation: str, operands: Mapping[str, float]) -> bool:
    # As in 'i % 10 = 2..4': Unicode TR 35, "Plural rules syntax".
    match = re.fullmatch(r"([nivwft])(?: % (\d+))? (!?=) ([\d.,]+)", relation)
    if match is None:
        raise ValueError(f"expected a relation such as 'i % 10 = 2..4', got {relation!r}")
    value = operands[match[1]] % int(match[2]) if match[2] else operands[match[1]]
    ranges = [part.split("..") for part in match[4].split(",")]
    # A number with decimals is in no range: 1.5 is not in 1..4.
    found = any(value == int(value) and int(r[0]) <= value <= int(r[-1]) for r in ranges)
    return found == (match[3] == "=")
