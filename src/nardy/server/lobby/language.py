"""Rude words are masked for readers who want that; what was written stays as it was."""

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files

_WORD = re.compile(r"[\w@$]+")
_DISGUISES = str.maketrans("013457@$", "oieastas")
_CYRILLIC = str.maketrans("aekmopctyxbhu", "аекморстухвни")
"""Latin letters that look like Russian ones; the disguises are undone before."""


def masked(text: str) -> str | None:
    """The text with its rude words masked; None where there is none.

    >>> masked("What the fuck?")
    'What the ••••?'
    >>> masked("Good game!") is None
    True
    """
    shown = _WORD.sub(lambda found: "•" * len(found[0]) if is_rude(found[0]) else found[0], text)
    return None if shown == text else shown


def is_rude(word: str) -> bool:
    """Whether a word is on the list, also with digits or letters of another alphabet in it."""
    plain = _plain(word)
    latin = plain.translate(_DISGUISES)
    readings = {plain, latin, plain.translate(_CYRILLIC), latin.translate(_CYRILLIC)}
    return any(_list().fullmatch(reading) for each in readings for reading in (each, _once(each)))


def _plain(word: str) -> str:
    """Small letters without accents; Russian й is a letter of its own."""
    letters = unicodedata.normalize("NFC", word.casefold()).replace("ё", "е")
    return "".join(
        letter if letter == "й" else unicodedata.normalize("NFD", letter)[0] for letter in letters
    )


def _once(word: str) -> str:
    """Letters drawn out are said once: fuuuck."""
    return re.sub(r"(.)\1+", r"\1", word)


@cache
def _list() -> re.Pattern[str]:
    told = json.loads(files("nardy.data").joinpath("rude-words.json").read_text("utf-8"))
    words = (_pattern(word) for language in ("en", "ru") for word in told[language])
    return re.compile("|".join(words))


def _pattern(word: str) -> str:
    stem = word.removesuffix("*")
    return _plain(stem) + (r"\w*" if word != stem else "")
