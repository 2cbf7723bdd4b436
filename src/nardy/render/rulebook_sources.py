"""Which sources a rule book rests on.

>>> tags("S0 3.5, texts 3 and 5; GEO")
['S0', 'GEO']
"""

import re
from collections.abc import Iterable

from nardy.core.laws import SOURCES
from nardy.render.rulebook import Section

_TAG = re.compile(r"[A-Z]+[0-9]?")
_RUSSIAN = {
    "S0": (
        "Страница с пятью текстами о длинных нардах, в машинном переводе: 1 классические правила,"
        " параграфы 1.1-4.3; 2 расстановка, начало и цель; 3 короткие или длинные, со стратегией;"
        " 4 правила, общие для всех разновидностей, и бешеный гюльбар; 5 устройство доски, с рисунками"
    ),
    "S1": "Правила коротких нард на игровом сайте, со снятием шашек и кубом удвоения",
    "S2": "Правила коротких нард для игры за столом и в интернете",
    "S3": "Правила длинных нард на игровом сайте, в машинном переводе",
    "S4": (
        "Энциклопедическая статья о коротких нардах, в машинном переводе: правила, куб,"
        " кавказские правила, разновидности, запись и стратегия"
    ),
    "MS": "Правила вида спорта «нарды» Министерства спорта России, 2024 и 2025",
    "GEO": "Правила длинной игры грузинской федерации",
    "BK": "Backgammon Galore, bkgm.com: правила, словарь и страницы о разновидностях",
    "WP": "Статьи об играх в Википедии",
    "GZ": "Правила разновидностей на gamerz.net",
    "IT": "Правила игр на itavli.com",
    "LU": "Портал игр Ludii, ludii.games",
    "BRK": "Правила игр на brainking.com",
    "CLUB": "Договорённость клуба или двух игроков",
}


def source_title(tag: str, language: str = "en") -> str:
    """What a tag stands for.

    >>> source_title("WP"), source_title("WP", "ru")
    ("Wikipedia's articles on the games", 'Статьи об играх в Википедии')
    """
    return _RUSSIAN[tag] if language == "ru" else SOURCES[tag]


def tags(source: str) -> list[str]:
    """The tags in a line of sources, each once, in its order."""
    return list(dict.fromkeys(tag for tag in _TAG.findall(source) if tag in SOURCES))


def tags_of(book: Iterable[Section]) -> list[str]:
    """The tags of all sentences, each once, in the order of nardy.core.laws.SOURCES."""
    named = {
        tag for section in book for sentence in section.sentences for tag in tags(sentence.source)
    }
    return [tag for tag in SOURCES if tag in named]
