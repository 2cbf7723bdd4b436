"""Sources of the laws by tag: address and date; their titles are in locale/*/sources.json.

>>> SOURCES["GZ"].address
'http://www.gamerz.net/pbmserv/'
>>> SOURCES["FL"].title("en"), SOURCES["FL"].date
('A. H. Sayce, "Cairene Folklore", Folk-Lore 11, p. 384', '1900')
"""

import re
from dataclasses import dataclass

from nardy.translations import SOURCE, say, texts

READ = "read 2026-11"
"""The date of pages without one: when their text was read; copies are kept."""

_TEXTS = re.compile(r",? (texts?) (\d+)(?: and (\d+))?")


@dataclass(frozen=True, slots=True)
class Source:
    """A text or authority that states a law."""

    tag: str
    address: str = ""
    """URL, of one page of several where the title says so; empty if it has no public address."""
    date: str = ""
    """When it was published or read; empty for a source that is not a text."""

    def title(self, language: str = "en") -> str:
        """Its title in a language."""
        return texts(language, "sources")[self.tag]


SOURCES: dict[str, Source] = {
    source.tag: source
    for source in (
        Source("S0", date="2011-10"),
        Source("S1", date=READ),
        Source("S2", date=READ),
        Source("S3", date=READ),
        Source("S4", date=READ),
        Source(
            "MS", "https://bazanpa.ru/minsport-rossii-pravila-ot22072024-h6437744/", "2025-04-30"
        ),
        Source("GEO", "http://geonardi.com/view.php?lang=en&cat=FEDERATION&view=rules&id=4", READ),
        Source("BK", "https://www.bkgm.com/variants/", READ),
        Source("WP", "https://en.wikipedia.org/wiki/Tavli", READ),
        Source("WPG", "https://en.wikipedia.org/wiki/Gioul", READ),
        Source("GZ", "http://www.gamerz.net/pbmserv/", READ),
        Source("IT", "https://www.itavli.com/games/", READ),
        Source("LU", "https://ludii.games/details.php?keyword=Portes", READ),
        Source("BRK", "https://brainking.com/en/GameRules?tp=111", READ),
        Source("TB", "http://fibs.com/~cthulhu/boardgame/en/rules_plakoto.html", READ),
        Source("BGE", "http://backgammon-game.eu/game_tavla_takhteh.html", READ),
        Source("AB", "https://arabic-backgammon.online/almahbusa_rules.html", READ),
        Source(
            "FL",
            "https://en.wikisource.org/wiki/"
            "Page:Folk-lore_-_A_Quarterly_Review._Volume_11,_1900.djvu/404",
            "1900",
        ),
        Source("OURS"),
        Source("CLUB"),
    )
}
"""Every source by its tag; a number after S0 is a paragraph of its text 1."""


def cited(source: str, language: str) -> str:
    """A line of tags in the words of a language.

    >>> cited("S0 3.10, text 4; S1", "ru"), cited("S0 texts 2 and 5", "ru")
    ('S0 3.10, текст 4; S1', 'S0, тексты 2 и 5')
    """
    if language == SOURCE:
        return source
    return _TEXTS.sub(
        lambda found: say(language, "sources", found[1], n=found[2], m=found[3]), source
    )
