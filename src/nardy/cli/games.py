"""`nardy games`: the list of games, or the rules of one game with their sources."""

from textwrap import TextWrapper
from typing import Any

import click

from nardy.cli.encodings import can_show, json_line
from nardy.cli.inputs import GameChoice, language_option, takes_game
from nardy.core.options import OPTIONS, Option, option_text
from nardy.core.rules import Rules
from nardy.core.sources import SOURCES
from nardy.core.text import side_text
from nardy.games import GAMES, ROTATIONS, UNDESCRIBED
from nardy.games.catalog import Undescribed, folded, names_of
from nardy.render.phrases import game_name
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_sources import source_line, source_title, tags_of
from nardy.render.rulebook_summary import summary
from nardy.translations import say

WIDTH = 79
MANY = 8
"""Longer lists of an option's values are shortened."""


@click.command()
@takes_game
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@language_option
def command(game: GameChoice, as_json: bool, language: str) -> None:
    """List the games, or print the rules of one with their sources.

    GAME is an id, a name or an alias, with a preset or options if you like. --file adds a game
    of your own; it is printed if no GAME is named.

    Example: nardy games long-nardy@draw

    Exit status: 0; 1 for an unknown game; 2 for wrong usage.
    """
    entry, rotation = named_only(game), ROTATIONS.get((game.name or "").casefold())
    if not game.is_given:
        games, unknown = list(GAMES.values()), list(UNDESCRIBED.values())
        found = catalog_data(games, unknown, language)
        lines = catalog_lines(games, unknown, language)
    elif entry:
        found, lines = undescribed_data(entry), undescribed_lines(entry, language)
    elif rotation and not game.file:
        found, lines = rotation_data(rotation), rotation_lines(rotation, language)
    else:
        rules = game.rules()
        found, lines = game_data(rules, language), game_lines(rules, language)
    click.echo(json_line(found, indent=2) if as_json else "\n".join(lines))


def named_only(game: GameChoice) -> Undescribed | None:
    """The undescribed game of this name: one that sources only mention."""
    if game.name is None or game.file:
        return None
    wanted = folded(game.name)
    return next((entry for entry in UNDESCRIBED.values() if wanted in names_of(entry)), None)


def catalog_data(games: list[Rules], unknown: list[Undescribed], language: str) -> dict[str, Any]:
    return {
        "games": [_heading(rules, language) for rules in games],
        "rotations": [rotation_data(games) for games in dict.fromkeys(ROTATIONS.values())],
        "undescribed": [undescribed_data(entry) for entry in unknown],
    }


def rotation_data(rotation: tuple[Rules, ...]) -> dict[str, Any]:
    name, *aliases = (name for name, games in ROTATIONS.items() if games == rotation)
    return {"id": name, "aliases": aliases, "games": [rules.id for rules in rotation]}


def undescribed_data(entry: Undescribed) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "russian": entry.russian,
        "source": entry.source,
        "note": entry.note(),
    }


def game_data(rules: Rules, language: str) -> dict[str, Any]:
    book = rulebook(rules, language)
    return {
        **_heading(rules, language),
        "start": {"white": side_text(rules.start.player), "black": side_text(rules.start.opponent)},
        "sections": [
            {
                "title": section.title,
                "sentences": [{"text": s.text, "source": s.source} for s in section.sentences],
            }
            for section in book
        ],
        "options": {
            name: {
                "value": option_text(rules, name),
                "published": option_text(rules.published, name),
                "values": list(option.values),
            }
            for name, option in OPTIONS.items()
            if option.stands(rules)
        },
        "sources": {tag: source_title(tag, language) for tag in tags_of(book)},
        "source_pages": {
            tag: {"address": SOURCES[tag].address, "date": SOURCES[tag].date}
            for tag in tags_of(book)
        },
    }


def _heading(rules: Rules, language: str) -> dict[str, Any]:
    return {
        "id": rules.id,
        "name": rules.name,
        "russian": rules.russian,
        "aliases": list(rules.aliases),
        "summary": summary(rules, language),
        "source": rules.source,
        "presets": {name: dict(options) for name, options in rules.published.presets},
    }


def catalog_lines(games: list[Rules], unknown: list[Undescribed], language: str) -> list[str]:
    """Every game: id, names, summary, aliases and presets."""
    lines = list[str]()
    for rules in games:
        presets = " ".join(f"@{name}" for name, _ in rules.published.presets)
        also = _also(other_names(rules), language)
        lines.append(f"{rules.id:<14} {rules.name}, {rules.russian}")
        lines += [*_hanging(summary(rules, language)), *_hanging(also), *_hanging(presets), ""]
    for rotation in dict.fromkeys(ROTATIONS.values()):
        lines += [*rotation_lines(rotation, language), ""]
    for entry in unknown:
        lines.append(f"{entry.id:<14} {entry.name}, {entry.russian}")
        lines += [*_hanging(f"{_word(language, 'undescribed')} [{entry.source}]"), ""]
    return [*lines, _word(language, "more")]


def undescribed_lines(entry: Undescribed, language: str) -> list[str]:
    """An undescribed game: what sources say about it."""
    head = f"{entry.id}: {entry.name}, {entry.russian}"
    return [head, *_wrapped(entry.note(language), "", "")]


def rotation_lines(rotation: tuple[Rules, ...], language: str) -> list[str]:
    """A rotation of several games: its names, and the games in order."""
    data = rotation_data(rotation)
    name, names = data["id"], ", ".join([data["id"], *data["aliases"]])
    text = _word(language, "rotation", games=", ".join(data["games"]))
    return [f"{name:<14} {names}", *_hanging(text)]


def game_lines(rules: Rules, language: str) -> list[str]:
    """One game: rules in prose, presets, options, sources."""
    book = rulebook(rules, language)
    other = rules.name if language == "ru" else rules.russian
    lines = [game_name(rules, language) + (f" — {other}" if other else "")]
    lines += _wrapped(_also([rules.id, *other_names(rules)], language), "", "  ")
    for section in book:
        lines += ["", section.title]
        lines += [line for s in section.sentences for line in _wrapped(str(s), "  - ", "    ")]
    if rules.published.presets:
        lines += ["", _word(language, "presets"), *_preset_lines(rules, language)]
    lines += ["", _word(language, "options"), *_option_lines(rules)]
    if any(line.startswith("* ") for line in lines):
        lines.append(_word(language, "changed"))
    lines += ["", _word(language, "sources")]
    return lines + [
        line
        for tag in tags_of(book)
        for line in _wrapped(source_line(tag, language), f"  {tag:<5}", " " * 7)
    ]


def other_names(rules: Rules) -> list[str]:
    """The aliases without the names of the game itself."""
    return [alias for alias in rules.aliases if alias not in (rules.name, rules.russian)]


def values_text(option: Option) -> str:
    """The values of an option; long lists of numbers are shortened."""
    if len(option.values) <= MANY:
        return " ".join(option.values)
    first, second, *_, last = option.values
    return f"{first} {second} ... {last}"


def _also(names: list[str], language: str) -> str:
    shown = list(filter(can_show, names))
    return _word(language, "also", names=", ".join(shown)) if shown else ""


def _preset_lines(rules: Rules, language: str) -> list[str]:
    lines: list[str] = []
    for name, options in rules.published.presets:
        text = " ".join(f"{option}={value}" for option, value in options)
        text = text or _word(language, "published")
        lines += _wrapped(text, f"  @{name:<14} ", " " * 18)
    return lines


def _option_lines(rules: Rules) -> list[str]:
    lines: list[str] = []
    for name, option in OPTIONS.items():
        if option.stands(rules):
            value = option_text(rules, name)
            mark = " " if value == option_text(rules.published, name) else "*"
            lines += _wrapped(values_text(option), f"{mark} {name:<15} {value:<17} ", " " * 36)
    return lines


def _word(language: str, key: str, **values: object) -> str:
    return say(language, "commands", f"games.{key}", **values)


def _hanging(text: str) -> list[str]:
    return _wrapped(text, " " * 15, " " * 17)


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    wrapper = TextWrapper(WIDTH, first, rest, break_on_hyphens=False, break_long_words=False)
    return wrapper.wrap(text)
