"""The words on and under a board, in English and Russian, and their plural forms.

Sentences name the seats, so that Russian can bend them: Белые ходят, ход белых.

>>> say("ru", "to_play", player="white", dice="3-1")
'Ход белых: 3-1.'
>>> counted("ru", "checkers", 2), counted("ru", "checkers", 11), counted("ru", "checkers", 21)
('2 шашки', '11 шашек', '21 шашка')
"""

from nardy.core.outcome import sizes
from nardy.core.rules import Rules
from nardy.errors import NardyError

LANGUAGES = ("en", "ru")

_SEATS = {
    "en": {"white": "White", "black": "Black", "White": "White", "Black": "Black"},
    "ru": {"white": "белых", "black": "чёрных", "White": "Белые", "Black": "Чёрные"},
}
"""By a small letter whose it is, by a capital who it is."""

WORDS: dict[str, dict[str, str]] = {
    # Beside the board
    "pips": {"en": "pips {count}", "ru": "пипсов {count}"},
    "off": {"en": "off {count}", "ru": "снято {count}"},
    "bar": {"en": "bar {count}", "ru": "бар {count}"},
    # What is awaited
    "opening": {"en": "The opening roll is owed.", "ru": "Впереди розыгрыш первого хода."},
    "to_roll": {"en": "{Player} to roll.", "ru": "Бросок {player}."},
    "to_play": {"en": "{Player} to play {dice}.", "ru": "Ход {player}: {dice}."},
    "to_play_left": {
        "en": "{Player} to play what is left: {dice}.",
        "ru": "Ход {player}, осталось сыграть: {dice}.",
    },
    "double": {
        "en": "{Other} offers a double to {value}. {Player} to answer.",
        "ru": "{Other} предлагают удвоение до {value}. Ответ {player}.",
    },
    "beaver": {
        "en": "{Other} beavers, to {value}. {Player} to answer.",
        "ru": "{Other} объявляют бивер, до {value}. Ответ {player}.",
    },
    "raccoon": {
        "en": "{Other} raccoons, to {value}. {Player} to answer.",
        "ru": "{Other} объявляют ракун, до {value}. Ответ {player}.",
    },
    "resigns": {
        "en": "{Other} offers to resign: {result}. {Player} to answer.",
        "ru": "{Other} предлагают сдаться: {result}. Ответ {player}.",
    },
    "with_roll": {"en": "{Other} rolled {dice}.", "ru": "Бросок {other}: {dice}."},
    # How it ended
    "won": {"en": "{Player} won {points}.", "ru": "Победа {player}: {points}."},
    "draw": {"en": "A draw: {points} to each.", "ru": "Ничья: каждому {points}."},
    "void": {
        "en": "Nobody can ever move again: the game counts for nobody.",
        "ru": "Ходить больше никто не сможет: партия не в счёт.",
    },
    "mothers": {"en": "Draw: both mothers are pinned.", "ru": "Ничья: заперты обе матери."},
    "over": {"en": "The game is over.", "ru": "Партия окончена."},
    # Cube, match and special laws
    "cube_centered": {"en": "The cube is in the middle.", "ru": "Куб посередине."},
    "cube_centered_at": {
        "en": "The cube is in the middle, at {value}.",
        "ru": "Куб посередине, на нём {value}.",
    },
    "cube_owned": {
        "en": "{Player} owns the cube, at {value}.",
        "ru": "Куб у {player}, на нём {value}.",
    },
    "score": {
        "en": "Match to {length}: White {white}, Black {black}.",
        "ru": "Матч до {length}: белые {white}, чёрные {black}.",
    },
    "crawford": {"en": "The Crawford game.", "ru": "Партия Кроуфорда."},
    "bomb_nobody": {"en": "The bomb is nobody's.", "ru": "Бомба ничья."},
    "bomb_owned": {"en": "{Player} owns the bomb.", "ru": "Бомба у {player}."},
    "first": {"en": "{Player} made the first turn.", "ru": "Первый ход был у {player}."},
    "last": {"en": "{Player} has the last throw.", "ru": "Право последнего броска у {player}."},
    "turns": {
        "en": "Turns taken: White {white}, Black {black}.",
        "ru": "Сделано ходов: белые {white}, чёрные {black}.",
    },
    # A side read aloud
    "side": {"en": "{Player}: {places}.", "ru": "{Player}: {places}."},
    "pip_count": {"en": "Pip count {count}.", "ru": "Пипсов: {count}."},
    "own_numbering": {
        "en": "Each side's points are counted from its own home.",
        "ru": "Пункты каждой стороны считаются от её дома.",
    },
    "one_numbering": {
        "en": "All points are numbered as {Player} counts them.",
        "ru": "Все пункты названы по счёту {player}.",
    },
    "on_bar": {"en": "{checkers} on the bar", "ru": "{checkers} на баре"},
    "on_point": {"en": "{checkers} on {point}", "ru": "{checkers} на {point}"},
    "pinned": {
        "en": "{checkers} pinned on {point}",
        "ru": "{checkers} под шашкой соперника на {point}",
    },
    "borne_off": {"en": "{checkers} borne off", "ru": "{checkers} за доской"},
    # A turn
    "dance": {"en": "cannot move", "ru": "пропуск хода"},
    "moves": {"en": "moves {ways}", "ru": "{ways}"},
    "enters": {"en": "enters {ways}", "ru": "{ways}"},
    "bears_off": {"en": "bears off {ways}", "ru": "снятие {ways}"},
    "way": {"en": "from {origin} to {target}", "ru": "с {origin} на {target}"},
    "way_in": {"en": "from the bar on {target}", "ru": "с бара на {target}"},
    "way_off": {"en": "from {origin}", "ru": "с {origin}"},
    "hitting": {"en": "hitting", "ru": "бой"},
    "hitting_on": {"en": "hitting on {points}", "ru": "бой на {points}"},
    "pinning": {"en": "pinning", "ru": "с запиранием"},
    "pinning_on": {"en": "pinning on {points}", "ru": "с запиранием на {points}"},
    "and": {"en": " and ", "ru": " и "},
}

_PLURALS: dict[str, dict[str, tuple[str, ...]]] = {
    "checkers": {"en": ("checker", "checkers"), "ru": ("шашка", "шашки", "шашек", "шашки")},
    "points": {"en": ("point", "points"), "ru": ("очко", "очка", "очков", "очка")},
    # after "снятие": the genitive
    "of_checkers": {"en": ("checker", "checkers"), "ru": ("шашки", "шашек", "шашек", "шашки")},
}
"""One and other in English; one, few, many and a fraction in Russian (Unicode CLDR)."""

_RESULTS = {
    "en": {"double": "double win"},
    "ru": {
        "single": "обычная победа",
        "oin": "обычная победа",
        "gammon": "марс",
        "mars": "марс",
        "double": "двойная победа",
        "backgammon": "кокс",
        "koks": "кокс",
        "home mars": "домашний марс",
    },
}
"""The names of results (`Rules.names`) in words; what is not here is said as it is."""


def check_language(language: str) -> None:
    """Refuse a language that has no words here."""
    if language not in LANGUAGES:
        raise NardyError(f"expected a language ({', '.join(LANGUAGES)}), got {language!r}")


def say(language: str, key: str, *, player: str = "white", **values: object) -> str:
    """One sentence or label; *player* is the seat it speaks of, the other is its opponent."""
    check_language(language)
    seats, other = _SEATS[language], "black" if player == "white" else "white"
    return WORDS[key][language].format(
        player=seats[player],
        Player=seats[player.title()],
        other=seats[other],
        Other=seats[other.title()],
        **values,
    )


def seat(language: str, player: str) -> str:
    """The name of a seat: 'White', 'Белые'."""
    check_language(language)
    return _SEATS[language][player.title()]


def result_word(language: str, name: str) -> str:
    """What a game calls a result, in a language.

    >>> result_word("en", "oin"), result_word("ru", "double")
    ('oin', 'двойная победа')
    """
    check_language(language)
    return _RESULTS[language].get(name, name)


def result_words(rules: Rules) -> dict[str, dict[str, str]]:
    """What a game calls each size of loss that it has, by size and language."""
    return {
        size: {language: result_word(language, rules.result_name(size)) for language in LANGUAGES}
        for size in sizes(rules)
    }


def number(language: str, count: float) -> str:
    """A number with its halves: '3.5', '3,5'."""
    text = f"{count:g}"
    return text.replace(".", ",") if language == "ru" else text


def counted(language: str, noun: str, count: float) -> str:
    """A number and its noun in the right form.

    >>> counted("ru", "points", 0.5), counted("ru", "of_checkers", 2), counted("en", "points", 1)
    ('0,5 очка', '2 шашек', '1 point')
    """
    return f"{number(language, count)} {_PLURALS[noun][language][_form(language, count)]}"


def _form(language: str, count: float) -> int:
    if language == "en":
        return int(count != 1)
    if count != int(count):
        return 3
    tens, ones = int(count) % 100, int(count) % 10
    if ones == 1 and tens != 11:
        return 0
    return 1 if 2 <= ones <= 4 and not 12 <= tens <= 14 else 2
