"""The rules of a game in prose, generated from its Rules value alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from nardy.core.options import option_text, options_of
from nardy.core.rules import Rules
from nardy.core.sources import cited
from nardy.render.rulebook_articles import SECTIONS, SPECIAL
from nardy.render.rulebook_words import Article, facts
from nardy.translations import fill, say, texts


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the rules, and the tags of its sources (nardy.core.sources.SOURCES)."""

    text: str
    source: str

    def __str__(self) -> str:
        """The sentence with its sources in brackets."""
        return f"{self.text} [{self.source}]"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rule book with its title."""

    title: str
    sentences: tuple[Sentence, ...]


def rulebook(rules: Rules, language: str = "en") -> list[Section]:
    """The rules of a game, section by section; the last one lists changed options.

    >>> from nardy.games import find_game
    >>> book = rulebook(find_game("long-nardy@draw"))
    >>> print(book[4].sentences[0])
    A single opposing checker closes its point, and nothing is ever hit. [S0 3.8; S3; GEO; BK]
    >>> print(book[-1].sentences[0].text)
    last_throw=half is played; the published game has last_throw=off.

    Raises:
        NardyError: the language is unknown.
    """
    words = facts(rules, language)
    sections: list[Section] = []
    for name, articles in SECTIONS.items():
        held = [article for article in articles if article.holds(rules)]
        sentences = tuple(_sentence(article, language, words) for article in held)
        if articles is SPECIAL and not sentences:
            sentences = (Sentence(no_special_laws(language), str(words["source"])),)
        sections.append(Section(say(language, "rulebook", f"title.{name}"), sentences))
    changed = _changed(rules, language)
    if changed:
        sections.append(Section(say(language, "rulebook", "title.changed"), changed))
    return sections


def no_special_laws(language: str) -> str:
    """The sentence for a game without special laws."""
    return say(language, "rulebook", "no_special_laws")


def _sentence(article: Article, language: str, words: Mapping[str, object]) -> Sentence:
    text = fill(language, texts(language, "laws")[article.key], words)
    return Sentence(text, cited(article.source.format(**words), language))


def _changed(rules: Rules, language: str) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(
            say(
                language,
                "rulebook",
                "changed",
                option=name,
                value=value,
                published=option_text(rules.published, name),
            ),
            "CLUB",
        )
        for name, value in options_of(rules).items()
    )
