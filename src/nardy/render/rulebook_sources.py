"""Which sources a rule book rests on.

>>> tags("S0 3.5, texts 3 and 5; GEO")
['S0', 'GEO']
"""

import re
from collections.abc import Iterable

from nardy.core.sources import READ, SOURCES
from nardy.render.rulebook import Section
from nardy.translations import say

_TAG = re.compile(r"[A-Z]+[0-9]?")


def source_title(tag: str, language: str = "en") -> str:
    """What a tag stands for.

    >>> source_title("GEO"), source_title("GEO", "ru")
    ("The Georgian federation's rules of the long game", 'Правила длинной игры грузинской федерации')
    """
    return SOURCES[tag].title(language)


def source_line(tag: str, language: str = "en") -> str:
    """The same with where and when it can be read.

    >>> source_line("AB")
    'The rules of almahbusa on Arabic Backgammon, https://arabic-backgammon.online/almahbusa_rules.html, read 2026-11'
    """
    source = SOURCES[tag]
    date = say(language, "sources", "read") if source.date == READ else source.date
    return ", ".join(part for part in (source.title(language), source.address, date) if part)


def tags(source: str) -> list[str]:
    """The tags in a line of sources, each once, in its order."""
    return list(dict.fromkeys(tag for tag in _TAG.findall(source) if tag in SOURCES))


def tags_of(book: Iterable[Section]) -> list[str]:
    """The tags of all sentences, each once, in the order of nardy.core.sources.SOURCES."""
    named = {
        tag for section in book for sentence in section.sentences for tag in tags(sentence.source)
    }
    return [tag for tag in SOURCES if tag in named]
