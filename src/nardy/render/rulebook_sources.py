"""Which sources a rule book rests on.

>>> tags("S0 3.5, texts 3 and 5; GEO")
['S0', 'GEO']
"""

import re
from collections.abc import Iterable

from nardy.core.laws import SOURCES
from nardy.render.rulebook import Section

_TAG = re.compile(r"[A-Z]+[0-9]?")


def tags(source: str) -> list[str]:
    """The tags in a line of sources, each once, in its order."""
    return list(dict.fromkeys(tag for tag in _TAG.findall(source) if tag in SOURCES))


def tags_of(book: Iterable[Section]) -> list[str]:
    """The tags of all sentences, each once, in the order of nardy.core.laws.SOURCES."""
    named = {
        tag for section in book for sentence in section.sentences for tag in tags(sentence.source)
    }
    return [tag for tag in SOURCES if tag in named]
