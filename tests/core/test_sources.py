import re

from tests.effort import each

from nardy.core.laws import LAWS
from nardy.core.sources import SOURCES, Source
from nardy.games import GAMES
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_sources import tags, tags_of


@each("source", SOURCES.values())
def test_every_source_can_be_looked_up(source: Source) -> None:
    assert source.title()
    assert re.search("[а-я]", source.title("ru"))
    if source.tag not in ("OURS", "CLUB"):
        assert re.search(r"\b(19|20)\d\d\b", source.date)
    if not re.fullmatch(r"S\d|OURS|CLUB", source.tag):
        assert re.fullmatch(r"https?://[\w.-]+/[^\s()]*", source.address)


def test_every_source_is_named_by_a_law() -> None:
    named = {tag for rules in GAMES.values() for tag in tags_of(rulebook(rules))}
    named |= {tag for law in LAWS.values() for tag in tags(law.source)}
    named |= {tag for rules in GAMES.values() for tag in tags(rules.source)}
    assert named == set(SOURCES)


@each("tag", ["WP", "LU", "TB"])
def test_a_source_of_several_pages_says_which_one_its_address_is(tag: str) -> None:
    assert "the address is that of" in SOURCES[tag].title()
    assert "адрес ведёт к" in SOURCES[tag].title("ru")
