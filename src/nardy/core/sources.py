"""What the tags of sources stand for: a title in two languages, an address, and a date.

>>> SOURCES["GZ"].address
'http://www.gamerz.net/pbmserv/'
>>> SOURCES["FL"].title("en"), SOURCES["FL"].date
('A. H. Sayce, "Cairene Folklore", Folk-Lore 11, p. 384', '1900')
"""

from dataclasses import dataclass

READ = "read 2026-11"
"""Of pages without a date of their own: when their text was read, in copies that are kept."""


@dataclass(frozen=True, slots=True)
class Source:
    """Who says a law."""

    tag: str
    english: str
    """The title; *russian* is the same in Russian."""
    russian: str
    address: str = ""
    """Where it stands on the web; empty for what has no public address."""
    date: str = ""
    """When it was published or read; empty for what is no text."""

    def title(self, language: str) -> str:
        """The title in English ('en') or Russian ('ru')."""
        return self.russian if language == "ru" else self.english


_SEEDS = (
    Source(
        "S0",
        "A page of five texts on long nardy, in machine translation: 1 the classic rules, paragraphs"
        " 1.1 to 4.3; 2 placement, start and goal; 3 short or long, with strategies; 4 rules common"
        " to all varieties, with mad gulbar; 5 the device of the board, with figures",
        "Страница с пятью текстами о длинных нардах, в машинном переводе: 1 классические правила,"
        " параграфы 1.1-4.3; 2 расстановка, начало и цель; 3 короткие или длинные, со стратегией;"
        " 4 правила, общие для всех разновидностей, и бешеный гюльбар; 5 устройство доски, с рисунками",
        date="2011-10",
    ),
    Source(
        "S1",
        "The rules of backgammon on a site for play, with bearing off and the doubling cube",
        "Правила коротких нард на игровом сайте, со снятием шашек и кубом удвоения",
        date=READ,
    ),
    Source(
        "S2",
        "The rules of backgammon for play at the table and on the internet",
        "Правила коротких нард для игры за столом и в интернете",
        date=READ,
    ),
    Source(
        "S3",
        "The rules of long nardy on a site for play, in machine translation",
        "Правила длинных нард на игровом сайте, в машинном переводе",
        date=READ,
    ),
    Source(
        "S4",
        "An encyclopedia's article on short nardy, in machine translation: rules, the cube,"
        " Caucasian rules, varieties, notation and strategy",
        "Энциклопедическая статья о коротких нардах, в машинном переводе: правила, куб,"
        " кавказские правила, разновидности, запись и стратегия",
        date=READ,
    ),
)

_FEDERATIONS = (
    Source(
        "MS",
        "The Russian Ministry of Sport's rules of the sport nardy, orders of 2024-07-22 and of"
        " 2025-04-30 (No. 347), article 26",
        "Правила вида спорта «нарды» Министерства спорта России, приказы от 22.07.2024 и от"
        " 30.04.2025 № 347, статья 26",
        "https://bazanpa.ru/minsport-rossii-pravila-ot22072024-h6437744/",
        "2025-04-30",
    ),
    Source(
        "GEO",
        "The Georgian federation's rules of the long game",
        "Правила длинной игры грузинской федерации",
        "http://geonardi.com/view.php?lang=en&cat=FEDERATION&view=rules&id=4",
        READ,
    ),
)

_COLLECTIONS = (
    Source(
        "BK",
        "Backgammon Galore: rules, glossary, variants, articles and the archive of its forum",
        "Backgammon Galore: правила, словарь, разновидности, статьи и архив форума",
        "https://www.bkgm.com/variants/",
        READ,
    ),
    Source(
        "WP",
        "Wikipedia's articles on the games: Tavli, Plakoto, Fevga, Tapa, Gul bara",
        "Статьи об играх в Википедии: тавли, плакото, февга, тапа, гюльбара",
        "https://en.wikipedia.org/wiki/Tavli",
        READ,
    ),
    Source(
        "GZ",
        "The rules of its variants on the games server gamerz.net",
        "Правила разновидностей на игровом сервере gamerz.net",
        "http://www.gamerz.net/pbmserv/",
        READ,
    ),
    Source(
        "IT",
        "The rules of the games on itavli.com",
        "Правила игр на itavli.com",
        "https://www.itavli.com/games/",
        READ,
    ),
    Source(
        "LU",
        "The Ludii portal of games",
        "Портал игр Ludii",
        "https://ludii.games/details.php?keyword=Portes",
        READ,
    ),
    Source(
        "BRK",
        "The rules of the games on brainking.com",
        "Правила игр на brainking.com",
        "https://brainking.com/en/GameRules?tp=111",
        READ,
    ),
    Source(
        "TB",
        "The rules of the program The Board",
        "Правила программы The Board",
        "http://fibs.com/~cthulhu/boardgame/en/rules_plakoto.html",
        READ,
    ),
    Source(
        "BGE",
        "The variants of backgammon-game.eu: tavla, the pin game",
        "Разновидности на backgammon-game.eu: тавла, игра с запиранием",
        "http://backgammon-game.eu/game_tavla_takhteh.html",
        READ,
    ),
    Source(
        "AB",
        "The rules of almahbusa on Arabic Backgammon",
        "Правила махбусы на сайте Arabic Backgammon",
        "https://arabic-backgammon.online/almahbusa_rules.html",
        READ,
    ),
    Source(
        "FL",
        'A. H. Sayce, "Cairene Folklore", Folk-Lore 11, p. 384',
        "А. Г. Сейс, «Каирский фольклор», Folk-Lore, том 11, с. 384",
        "https://en.wikisource.org/wiki/"
        "Page:Folk-lore_-_A_Quarterly_Review._Volume_11,_1900.djvu/404",
        "1900",
    ),
)

_AGREEMENTS = (
    Source(
        "OURS",
        "A choice of nardy's, where a source leaves the matter open or sources disagree",
        "Выбор самой nardy там, где источник молчит или источники расходятся",
    ),
    Source(
        "CLUB",
        "An agreement of a club or of the two players",
        "Договорённость клуба или двух игроков",
    ),
)

SOURCES: dict[str, Source] = {
    source.tag: source for source in (*_SEEDS, *_FEDERATIONS, *_COLLECTIONS, *_AGREEMENTS)
}
"""Every source by its tag; a number behind S0 is a paragraph of its text 1."""
