"""All sentences that people read: a folder of JSON a language in nardy/locale, a file a subject.

Another language is another folder there. What it lacks is said in English, and scripts/words
lists it. docs/decisions/translations.md tells the format.

>>> say("ru", "board", "draw", points=0.5)
'Ничья: каждому 0,5 очка.'
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from nardy.errors import NardyError

# Every import of nardy reads this far: pathlib and json would make it a tenth longer.
FOLDER = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120
SOURCE = "en"
"""The language that has every sentence."""
LANGUAGES = (
    SOURCE,
    *sorted(one.name for one in os.scandir(FOLDER) if one.is_dir() and one.name != SOURCE),
)


def check_language(language: str) -> None:
    """Refuse a language that has no folder.

    Raises:
        NardyError: with the languages there are.
    """
    if language not in LANGUAGES:
        raise NardyError(f"expected a language ({', '.join(LANGUAGES)}), got {language!r}")


@cache
def read(language: str, subject: str) -> Mapping[str, Any]:
    """A file as it is; empty where a language has none."""
    import json  # noqa: PLC0415 (see FOLDER)
    from pathlib import Path  # noqa: PLC0415

    check_language(language)
    file = Path(FOLDER, language, f"{subject}.json")
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def texts(language: str, subject: str) -> Mapping[str, str]:
    """The sentences of a subject by their keys; a list in the file is a text of many lines."""
    own = {key: _text(text) for key, text in read(language, subject).items()}
    return own if language == SOURCE else {**texts(SOURCE, subject), **own}


def _text(told: str | list[str]) -> str:
    return told if isinstance(told, str) else "\n".join(told)


def say(language: str, subject: str, key: str, **values: object) -> str:
    """One sentence: `{name}` stands for a value, `{n:points}` for a number with its noun.

    >>> say("en", "board", "draw", points=1)
    'A draw: 1 point to each.'
    """
    return fill(language, texts(language, subject)[key], values)


def fill(language: str, text: str, values: Mapping[str, object]) -> str:
    """A text with its values."""
    return text.format_map({name: _Value(language, value) for name, value in values.items()})


class _Value:
    """A value in a sentence, which a noun may follow."""

    __slots__ = ("language", "value")

    def __init__(self, language: str, value: Any) -> None:
        self.language = language
        self.value = value

    def __format__(self, noun: str) -> str:
        return counted(self.language, noun, self.value) if noun else str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def listed(language: str, parts: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Parts with commas, and a word before the last.

    >>> listed("en", ["24", "23", "22"]), listed("ru", ["взять", "пас"], "or")
    ('24, 23 and 22', 'взять или пас')
    """
    *before, final = parts
    return ", ".join(before) + texts(language, "language")[last] + final if before else final


def number(language: str, count: float) -> str:
    """A number with its halves: '3.5', '3,5'."""
    text = str(int(count)) if count == int(count) else f"{count:g}"
    return text.replace(".", texts(language, "language")["decimal"])


def figure(language: str, text: str) -> str:
    """A number as Python formats it, with the signs of a language.

    >>> figure("ru", f"{0.144:+.3f}")
    '+0,144'
    """
    signs = texts(language, "language")
    return text.translate({ord(","): signs["thousands"], ord("."): signs["decimal"]})


def counted(language: str, noun: str, count: float) -> str:
    """A number and its noun in the right form.

    >>> counted("ru", "points", 0.5), counted("ru", "of_checkers", 2), counted("en", "points", 1)
    ('0,5 очка', '2 шашек', '1 point')
    """
    own = read(language, "nouns").get(noun)
    spoken = language if own else SOURCE
    forms = own or read(SOURCE, "nouns")[noun]
    return f"{number(language, count)} {forms.get(plural_category(spoken, count), forms['other'])}"


def plural_category(language: str, count: float) -> str:
    """Which form of a noun goes with a number: a category of Unicode CLDR.

    >>> [plural_category("ru", n) for n in (1, 2, 5, 0.5)]
    ['one', 'few', 'many', 'other']
    """
    integer, _, decimals = f"{abs(count):g}".partition(".")
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
    ranges = [one.split("..") for one in match[4].split(",")]
    # A number with decimals is in no range: 1.5 is not in 1..4.
    found = any(value == int(value) and int(r[0]) <= value <= int(r[-1]) for r in ranges)
    return found == (match[3] == "=")
