"""Short names of options, their values and presets, for menus.

The rule book explains them.
"""

from nardy.core.options import OPTIONS, option_text, options_of
from nardy.core.rules import Rules
from nardy.translations import texts


def option_word(name: str, language: str) -> str:
    """The name of an option.

    >>> option_word("cube_play", "ru")
    'Куб удвоения'
    """
    return texts(language, "laws")[f"option.{name}"]


def value_word(name: str, value: str, language: str) -> str:
    """The name of a value of an option.

    >>> value_word("last_throw", "half", "en")
    'yes, a draw is half a point'
    >>> value_word("cascade_from", "4", "en")
    '4'
    """
    words = texts(language, "laws")
    return words.get(f"option.{name}={value}") or words.get(f"value.{value}") or value


def preset_word(game: str, preset: str, language: str) -> str:
    """The name of a preset; the id itself for a preset of the club's own."""
    words = texts(language, "laws")
    return words.get(f"preset.{game}@{preset}") or words.get(f"preset.{preset}") or preset


def standing_options(rules: Rules) -> dict[str, str]:
    """The options that apply to a game, each with its value there."""
    return {
        name: option_text(rules, name) for name, option in OPTIONS.items() if option.stands(rules)
    }


def changed_words(rules: Rules, language: str) -> list[str]:
    """The differences from the published game, in words.

    >>> from nardy.games import find_game
    >>> changed_words(find_game("long-nardy@no-six"), "en")
    ['Two from the head: any double, any turn', 'Six points in a row: never']

    The options of a single game are left out, since the length of the match already says so:

    >>> changed_words(find_game("backgammon@single"), "en")
    []
    """
    single = dict(dict(rules.published.presets).get("single", ()))
    return [
        f"{option_word(name, language)}: {value_word(name, value, language)}"
        for name, value in options_of(rules).items()
        if single.get(name) != value
    ]
