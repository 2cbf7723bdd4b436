"""What options, their values and presets are called on a list to choose from, in both languages.

The rulebook tells what they mean; here they have a few words each.
"""

from collections.abc import Mapping

from nardy.core.options import OPTIONS, option_text, options_of
from nardy.core.rules import Rules
from nardy.render.labels import check_language

Words = tuple[str, str]
"""In English and in Russian."""

OPTION_WORDS: Mapping[str, Words] = {
    "auto_doubles": ("Automatic doubles", "Автоматические удвоения"),
    "beavers": ("Beavers", "Биверы"),
    "bomb": ("The bomb", "Бомба"),
    "bomb_hits": ("The bomb hits", "Бомба бьёт"),
    "bomb_when": ("The bomb is exploded", "Когда взрывают бомбу"),
    "cascade_count": ("Moves of a double's own number", "Ходов самим дублем в каскаде"),
    "cascade_from": ("Doubles cascade from turn", "Каскад с хода номер"),
    "crawford": ("Crawford game", "Партия Кроуфорда"),
    "cube_cap": ("Highest cube", "Предел куба"),
    "cube_play": ("Doubling cube", "Куб удвоения"),
    "first_hit_wins": ("The first hit wins", "Первый бой выигрывает"),
    "head": ("Checkers from the head in a turn", "Шашек с головы за ход"),
    "head_exception": ("Two from the head", "Две с головы"),
    "head_scope": ("The exception holds", "Исключение действует"),
    "holland": ("Holland rule", "Голландское правило"),
    "home_hit": ("After a hit in one's home", "После боя в своём доме"),
    "home_mars": ("Home mars", "Домашний марс"),
    "jacoby": ("Jacoby rule", "Правило Джекоби"),
    "koks": ("Koks", "Кокс"),
    "last_throw": ("Last throw", "Последний бросок"),
    "leftover": ("Dice left of a cascade", "Остаток каскада"),
    "mother": ("The mother", "Мать"),
    "next_starter": ("The next game is begun by", "Следующую партию начинает"),
    "opening": ("The starter's first roll", "Первый бросок начинающего"),
    "pinned_bearoff": ("Bearing off with a checker pinned", "Снятие при запертой шашке"),
    "prime": ("Six points in a row", "Шесть пунктов подряд"),
    "prime_check": ("Primes are looked at", "Забор проверяется"),
    "quarter": ("Points held in a quarter", "Пунктов в четверти"),
    "raccoons": ("Raccoons", "Ракуны"),
    "release": ("A prime must be opened", "Забор нужно открывать"),
    "runner": ("The first checker runs to", "Первая шашка идёт до"),
    "stakes": ("Points of a win", "Очки за победу"),
}
"""Every option by its name."""

VALUE_WORDS: Mapping[str, Words] = {
    "on": ("yes", "да"),
    "off": ("no", "нет"),
    "bomb_hits=both": ("both players' blots", "одиночные шашки обоих"),
    "bomb_hits=opponent": ("the opponent's blots", "одиночные шашки соперника"),
    "bomb_when=before_roll": ("before one's own roll", "перед своим броском"),
    "bomb_when=any_time": ("before any roll", "перед любым броском"),
    "cascade_count=0": ("no cascade", "без каскада"),
    "cube_cap=0": ("no limit", "без предела"),
    "head=0": ("any number", "сколько угодно"),
    "head_exception=classic": ("first turn: 3-3, 4-4, 6-6", "первый ход: 3-3, 4-4, 6-6"),
    "head_exception=any_double": ("first turn: any double", "первый ход: любой дубль"),
    "head_exception=always_double": ("any double, any turn", "любой дубль, любой ход"),
    "head_exception=six_four": ("first turn: 6-6, 4-4", "первый ход: 6-6, 4-4"),
    "head_exception=none": ("never", "никогда"),
    "head_scope=head_block": ("if the head is in the way", "если мешает голова"),
    "head_scope=always": ("always", "всегда"),
    "home_hit=free": ("no limit", "без ограничений"),
    "home_hit=no_hide": ("no hiding", "прятаться нельзя"),
    "home_hit=no_hide_no_off": ("no hiding, no bearing off", "ни прятаться, ни сниматься"),
    "home_hit=no_move": ("the hitter stays", "бившая стоит"),
    "last_throw=off": ("no", "нет"),
    "last_throw=half": ("yes, a draw is half a point", "есть, ничья — пол-очка"),
    "last_throw=one": ("yes, a draw is a point", "есть, ничья — очко"),
    "leftover=lost": ("are lost", "пропадает"),
    "leftover=opponent": ("go to the opponent", "переходит сопернику"),
    "next_starter=opening_roll": ("who throws higher", "кто бросит больше"),
    "next_starter=previous_winner": ("who won the last one", "кто выиграл прошлую"),
    "next_starter=previous_second": ("who was second before", "кто был вторым"),
    "opening=use": ("the dice of the roll-off", "кости жребия"),
    "opening=reroll": ("a fresh roll", "новый бросок"),
    "pinned_bearoff=allow": ("allowed", "можно"),
    "pinned_bearoff=forbid": ("forbidden", "нельзя"),
    "prime=ahead": ("with a checker ahead", "если впереди есть шашка"),
    "prime=opp_home": ("with a checker in its home", "если шашка дошла до дома"),
    "prime=forbid": ("never", "нельзя"),
    "prime=allow": ("always", "можно"),
    "prime_check=step": ("after every move", "после каждого перемещения"),
    "prime_check=turn": ("at the end of the turn", "в конце хода"),
    "quarter=none": ("any number", "сколько угодно"),
    "quarter=19-24:5": ("19-24: at most 5", "19–24: не больше 5"),
    "quarter=7-12:4": ("7-12: at most 4", "7–12: не больше 4"),
    "runner=0": ("no such law", "без этого"),
}
"""Values by what they say, or by option and value; numbers speak for themselves."""

_SINGLE_AND_MONEY: Mapping[str, Words] = {
    "single": ("Single game", "Обычная игра"),
    "money": ("Money game", "Игра на деньги"),
}

PRESET_WORDS: Mapping[str, Words] = {
    **{
        f"{game}@{preset}": words
        for game in ("backgammon", "nackgammon", "hypergammon", "longgammon")
        for preset, words in _SINGLE_AND_MONEY.items()
    },
    "caucasian@strict": ("Strict", "Строгие"),
    "fevga@classic": ("Classic", "Классика"),
    "long-nardy@classic": ("Classic", "Классика"),
    "long-nardy@draw": ("With a last throw", "С последним броском"),
    "long-nardy@any-double": ("Any double from the head", "С головы любым дублем"),
    "long-nardy@no-six": ("No six in a row", "Без шести подряд"),
    "long-nardy@run": ("Check at the end of the turn", "Забор в конце хода"),
    "long-nardy@opp-home": ("Prime with one home", "Забор, если дошёл до дома"),
    "long-nardy@amateur": ("Amateur: koks", "Любительские: кокс"),
    "long-nardy@sport": ("Sport: with the cube", "Спортивные: с кубом"),
    "mad-gulbar@four": ("Four of the double", "Четыре хода дублем"),
    "moultezim@classic": ("Classic", "Классика"),
    "moultezim@own-start": ("No six on one's own start", "Без шести на своём старте"),
    "nuclear@any-time": ("A bomb at any time", "Бомба в любой момент"),
    "portes@free": ("Hit and run at home", "Бой с уходом в доме"),
    "tapa@clubs": ("Without the mother", "Без матери"),
}
"""Presets by game and name."""


def option_word(name: str, language: str) -> str:
    """What an option is called.

    >>> option_word("cube_play", "ru")
    'Куб удвоения'
    """
    check_language(language)
    return OPTION_WORDS[name][language == "ru"]


def value_word(name: str, value: str, language: str) -> str:
    """What a value of an option is called.

    >>> value_word("last_throw", "half", "en")
    'yes, a draw is half a point'
    >>> value_word("cascade_from", "4", "en")
    '4'
    """
    check_language(language)
    words = VALUE_WORDS.get(f"{name}={value}") or VALUE_WORDS.get(value) or (value, value)
    return words[language == "ru"]


def preset_word(game: str, preset: str, language: str) -> str:
    """What a preset of a game is called; a club's own has its own name."""
    check_language(language)
    return PRESET_WORDS.get(f"{game}@{preset}", (preset, preset))[language == "ru"]


def standing_options(rules: Rules) -> dict[str, str]:
    """The options that may be chosen in a game, each with its value there."""
    return {
        name: option_text(rules, name) for name, option in OPTIONS.items() if option.stands(rules)
    }


def changed_words(rules: Rules, language: str) -> list[str]:
    """The options in which a game differs from the published one, in words.

    >>> from nardy.games import find_game
    >>> changed_words(find_game("long-nardy@no-six"), "en")
    ['Two from the head: any double, any turn', 'Six points in a row: never']

    That it is a single game is told beside its length, and nothing more of it:

    >>> changed_words(find_game("backgammon@single"), "en")
    []
    """
    single = dict(dict(rules.published.presets).get("single", ()))
    return [
        f"{option_word(name, language)}: {value_word(name, value, language)}"
        for name, value in options_of(rules).items()
        if single.get(name) != value
    ]
