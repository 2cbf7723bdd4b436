"""Tags of sources, such as S0: their titles and addresses, and which of them a rule book cites.

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
    """The title of a source.

    >>> source_title("GEO"), source_title("GEO", "ru")
    ("The Georgian federation's rules of the long game", 'Правила длинной игры грузинской федерации')
    """
    return SOURCES[tag].title(language)


def source_line(tag: str, language: str = "en") -> str:
    """A source with its title, address and date.

    >>> source_line("AB")
    'The rules of almahbusa on Arabic Backgammon, https://arabic-backgammon.online/almahbusa_rules.html, read 2026-11'
    """
    source = SOURCES[tag]
    date = say(language, "sources", "read") if source.date == READ else source.date
    return ", ".join(part for part in (source.title(language), source.address, date) if part)


def tags(source: str) -> list[str]:
    """The tags in a line of sources, in order, without duplicates."""
    return list(dict.fromkeys(tag for tag in _TAG.findall(source) if tag in SOURCES))


def tags_of(book: Iterable[Section]) -> list[str]:
    """The tags of all sentences, in the order of SOURCES, without duplicates."""
    named = {
        tag for section in book for sentence in section.sentences for tag in tags(sentence.source)
    }
    return [tag for tag in SOURCES if tag in named]
