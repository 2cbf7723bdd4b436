"""The reference of options: values, where they may stand, what each says."""

import re
from collections.abc import Iterator, Mapping

from scripts.pages.markdown import bullets, literal, page

from nardy.cli.games import MANY, values_text
from nardy.core.options import OPTIONS, Option, option_text, with_options
from nardy.core.rules import Rules
from nardy.games import GAMES
from nardy.games.game_file import HOUSE_OPTIONS
from nardy.render.rulebook_articles import SECTIONS
from nardy.render.rulebook_words import facts
from nardy.translations import fill, texts

INTRODUCTION = """
An option is one law of a game, changed: `nardy games long-nardy,last_throw=half`. Several stand in
alphabetical order, each once, behind commas; a preset is a set of them under a name,
`long-nardy@draw`. In a [game file](../guide/game-files.md) options are fields. The names and values
are a contract; what a value says below is what `nardy games` tells of a game that has it.
"""

NO_LAW = "There is no such law."
CONSEQUENCES = ("match", "resign")
"""Subjects of articles that list what other articles define."""
ALSO_WITH: Mapping[str, Mapping[str, str]] = {"head_scope": {"head_exception": "six_four"}}
"""Options whose values are told once more, beside another option."""


def pages() -> Iterator[tuple[str, str]]:
    """One page with all options."""
    yield "reference/options.md", page("Options", INTRODUCTION, *map(_option, OPTIONS.values()))


def _option(option: Option) -> str:
    parts = [
        f"## {option.name}",
        f"Stands in {_where(option)}. Values: {_values(option)}.",
        f"As published: {_published(option)}.",
    ]
    parts += [_meanings(option)]
    return "\n\n".join(part for part in parts if part)


def _where(option: Option) -> str:
    is_house = option.name in HOUSE_OPTIONS
    return (
        f"{option.where}, and in block games whose game file allows it"
        if is_house
        else option.where
    )


def _values(option: Option) -> str:
    if option.name == "quarter":
        return "`none`, or `LOW-HIGH:MOST` such as `19-24:5`"
    return f"`{values_text(option)}`" if len(option.values) > MANY else literal(option.values)


def _published(option: Option) -> str:
    by_value: dict[str, list[str]] = {}
    for rules in GAMES.values():
        if option.stands(rules):
            by_value.setdefault(option_text(rules, option.name), []).append(rules.id)
    if len(by_value) == 1:
        return f"`{next(iter(by_value))}` in all of them"
    # The commonest value needs no list, which each new game would make longer.
    commonest, *others = sorted(by_value.items(), key=lambda item: -len(item[1]))
    told = [f"`{value}` in {', '.join(games)}" for value, games in others]
    return "; ".join([*told, f"`{commonest[0]}` in the others"])


def _meanings(option: Option) -> str:
    """What each value means as one game tells it; in another the numbers may differ."""
    rules = _telling_game(option)
    told = _sentences(option, rules)
    if option.name in ALSO_WITH:
        for value, more in _sentences(option, with_options(rules, ALSO_WITH[option.name])).items():
            told[value] += [text for text in more if text not in told[value]]
    lines = (f"`{value}`: {' '.join(told[value]) or NO_LAW}" for value in _shown(option))
    return f"As `{rules.id}` tells it:\n\n{bullets(lines)}"


def _sentences(option: Option, rules: Rules) -> dict[str, list[str]]:
    """The option's own articles for each value; without one, what describes no other value."""
    told = {value: _told(rules, option.name, value) for value in option.values}
    always = set.intersection(*(set(texts.values()) for texts in told.values()))
    found: dict[str, list[str]] = {}
    for value in option.values:
        apart = {key: text for key, text in told[value].items() if text not in always}
        own = [text for key, text in apart.items() if _subject(key) == option.name]
        # A law that is off has no article; what other articles then say is not about it.
        if not own and value != "off":
            rest = (texts.values() for other, texts in told.items() if other != value)
            others = {text for texts in rest for text in texts}
            loose = (text for key, text in apart.items() if _subject(key) not in CONSEQUENCES)
            own = [text for text in loose if text not in others]
        found[value] = own
    return found


def _shown(option: Option) -> list[str]:
    """All values, or of many numbers those that games and presets have, and one more."""
    if not any(value.isdigit() for value in option.values):
        return [*option.values]
    games = {option_text(rules, option.name) for rules in GAMES.values() if option.stands(rules)}
    presets = (options for rules in GAMES.values() for _, options in rules.presets)
    games |= {value for options in presets for name, value in options if name == option.name}
    other = next((value for value in option.values if value not in games), "")
    return [value for value in option.values if value in games or value == other]


def _telling_game(option: Option) -> Rules:
    """The first game that is described differently for every value."""
    games = [rules for rules in GAMES.values() if option.stands(rules)]
    different = (
        rules
        for rules in games
        if len({tuple(_told(rules, option.name, value).values()) for value in option.values})
        == len(option.values)
    )
    return next(different, games[0])


def _told(rules: Rules, name: str, value: str) -> dict[str, str]:
    """The sentences of a game with this value, by their keys."""
    changed = with_options(rules, {name: value})
    sentences, words = texts("en", "laws"), facts(changed, "en")
    articles = (article for section in SECTIONS.values() for article in section)
    held = [article.key for article in articles if article.holds(changed)]
    return {key: fill("en", sentences[key], words) for key in held}


def _subject(key: str) -> str:
    """The option or the part of the rules that a sentence is about: book.head_scope=always."""
    return re.split(r"[.=]", key)[1]
