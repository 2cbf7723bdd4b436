"""The words on and under a board.

Sentences get the seats in two grammatical cases, as Russian needs: Белые ходят, ход белых.

>>> say("ru", "to_play", player="white", dice="3-1")
'Ход белых: 3-1.'
"""

from nardy import translations
from nardy.core.outcome import sizes
from nardy.core.rules import Rules
from nardy.translations import LANGUAGES, texts


def say(language: str, key: str, *, player: str = "white", **values: object) -> str:
    """One sentence or label about the seat *player*."""
    words, other = texts(language, "board"), "black" if player == "white" else "white"
    return translations.say(
        language,
        "board",
        key,
        player=words[f"of_{player}"],
        Player=words[player],
        other=words[f"of_{other}"],
        Other=words[other],
        **values,
    )


def seat(language: str, player: str) -> str:
    """The name of a seat: 'White', 'Белые'."""
    return texts(language, "board")[player]


def result_word(language: str, name: str) -> str:
    """The name of a result in a language.

    >>> result_word("en", "oin"), result_word("ru", "double")
    ('oin', 'двойная победа')
    """
    return texts(language, "board").get(f"result.{name}", name)


def result_words(rules: Rules) -> dict[str, dict[str, str]]:
    """The game's names of the sizes of a win, by size and language."""
    return {
        size: {language: result_word(language, rules.result_name(size)) for language in LANGUAGES}
        for size in sizes(rules)
    }
