"""The rules of a game in three lines, for somebody who has not chosen yet; sentences of the rule book."""

from nardy.core.rules import Rules
from nardy.games import BACKGAMMON
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_articles import CUBE, SECTIONS


def three_lines(rules: Rules, language: str = "en") -> list[str]:
    """How the players move, what happens where they meet, and what sets the game apart.

    >>> from nardy.games import FEVGA
    >>> three_lines(FEVGA)[1]
    'A single opposing checker closes its point, and nothing is ever hit.'

    Raises:
        NardyError: the language is unknown.
    """
    book = {
        name: [sentence.text for sentence in section.sentences]
        for name, section in zip(SECTIONS, rulebook(rules, language), strict=False)
    }
    section, number = _apart(rules)
    return [book["direction"][-1], book["contact"][0], book[section][number]]


def _apart(rules: Rules) -> tuple[str, int]:
    """Section and number of the sentence about the first law with a name of its own; else about the start, or the end."""
    for name in ("special", "turn"):
        held = [article for article in SECTIONS[name] if article.holds(rules)]
        for number, article in enumerate(held):
            if article.summary and article not in CUBE:
                return name, number
    return ("end", 0) if rules.start == BACKGAMMON.start else ("board", 1)
