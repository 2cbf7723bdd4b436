import re

from tests.effort import each

from nardy.core.sources import SOURCES
from nardy.games import GAMES
from nardy.render.rulebook import Section, Sentence, rulebook
from nardy.render.rulebook_sources import source_title, tags, tags_of


def test_tags_are_found_among_paragraphs_and_texts() -> None:
    assert tags("S0 1.2, 3.1; S3; GEO") == ["S0", "S3", "GEO"]
    assert tags("S0, S3; a table in Tbilisi") == ["S0", "S3"]


@each("tag", SOURCES)
def test_every_source_is_told_in_russian_too(tag: str) -> None:
    assert source_title(tag) == SOURCES[tag].title()
    assert re.search("[а-я]", source_title(tag, "ru"))


def test_a_book_names_each_source_once_in_the_order_of_the_list() -> None:
    book = [Section("x", (Sentence("a", "BK; S0 3.1"), Sentence("b", "S0 text 2; CLUB")))]
    assert tags_of(book) == ["S0", "BK", "CLUB"]
    assert "GEO" in tags_of(rulebook(GAMES["long-nardy"]))
