"""One game's rules in plain prose, written from its Rules value alone.

The articles stand in tables beside this file: when each holds, what it says in English and
in Russian, and who says so. A club's game from a file is told like any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from nardy.core.options import option_text, options_of
from nardy.core.rules import Rules
from nardy.render.labels import check_language
from nardy.render.rulebook_board import BOARD, CONTACT, DIRECTION, STARTER, TURN
from nardy.render.rulebook_cube import CUBE, MATCH
from nardy.render.rulebook_end import BEARING_OFF, END
from nardy.render.rulebook_special import SPECIAL
from nardy.render.rulebook_words import Article, facts

SECTIONS: Mapping[str, tuple[str, tuple[Article, ...]]] = {
    "Board and start": ("Доска и расстановка", BOARD),
    "Who starts": ("Кто начинает", STARTER),
    "Direction": ("Направление", DIRECTION),
    "The turn": ("Ход", TURN),
    "Contact": ("Встреча шашек", CONTACT),
    "Special laws": ("Особые правила", SPECIAL),
    "Bearing off": ("Снятие шашек", BEARING_OFF),
    "End and stakes": ("Конец партии и счёт", END),
    "Cube": ("Куб", CUBE),
    "Match": ("Матч", MATCH),
}
"""Titles in English, each with its Russian one and its articles, in the order of the telling."""

NO_SPECIAL_LAWS = {
    "en": "None: what is told here is the whole game.",
    "ru": "Нет: всё, что есть в игре, рассказано здесь.",
}
_CHANGED = {"en": "House options", "ru": "Что изменено"}
_OPTION = {
    "en": "{option}={value} is played; the published game has {option}={published}.",
    "ru": "Играется {option}={value}; в игре, как она опубликована, {option}={published}.",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a law says, and the tags of its sources (nardy.core.laws.SOURCES)."""

    text: str
    source: str

    def __str__(self) -> str:
        """The sentence with its sources in brackets."""
        return f"{self.text} [{self.source}]"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rule book under its title."""

    title: str
    sentences: tuple[Sentence, ...]


def rulebook(rules: Rules, language: str = "en") -> list[Section]:
    """The rules of a game, section by section; options that differ are told at the end.

    >>> from nardy.games import find_game
    >>> book = rulebook(find_game("long-nardy@draw"))
    >>> print(book[4].sentences[0])
    A single opposing checker closes its point, and nothing is ever hit. [S0 3.8; S3; GEO; BK]
    >>> print(book[-1].sentences[0].text)
    last_throw=half is played; the published game has last_throw=off.

    Raises:
        NardyError: there are no words in this language.
    """
    check_language(language)
    words = facts(rules, language)
    told: list[Section] = []
    for title, (russian, articles) in SECTIONS.items():
        held = [article for article in articles if article.holds(rules)]
        sentences = tuple(_sentence(article, language, words) for article in held)
        if articles is SPECIAL and not sentences:
            sentences = (Sentence(NO_SPECIAL_LAWS[language], str(words["source"])),)
        told.append(Section(title if language == "en" else russian, sentences))
    changed = _changed(rules, language)
    return [*told, Section(_CHANGED[language], changed)] if changed else told


def _sentence(article: Article, language: str, words: Mapping[str, object]) -> Sentence:
    text = article.russian if language == "ru" else article.english
    return Sentence(text.format(**words), article.source.format(**words))


def _changed(rules: Rules, language: str) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(
            _OPTION[language].format(
                option=name, value=value, published=option_text(rules.published, name)
            ),
            "CLUB",
        )
        for name, value in options_of(rules).items()
    )
