"""`nardy games`: the list of games, or the rules of one game with their sources."""

from typing import Any

import click

from nardy.cli.encodings import json_line
from nardy.cli.games_pages import catalogue_lines, game_lines, rotation_lines, undescribed_lines
from nardy.cli.inputs import GameChoice, language_option, takes_game
from nardy.core.options import OPTIONS, option_text
from nardy.core.rules import Rules
from nardy.core.sources import SOURCES
from nardy.core.text import side_text
from nardy.games import GAMES, ROTATIONS, UNDESCRIBED
from nardy.games.catalogue import Undescribed, folded, names_of
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_sources import source_title, tags_of
from nardy.render.rulebook_summary import summary


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
        found = catalogue_data(games, unknown, language)
        lines = catalogue_lines(games, unknown, language)
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


def catalogue_data(games: list[Rules], unknown: list[Undescribed], language: str) -> dict[str, Any]:
    """The list of games as JSON values."""
    return {
        "games": [_heading(rules, language) for rules in games],
        "rotations": [rotation_data(games) for games in dict.fromkeys(ROTATIONS.values())],
        "undescribed": [undescribed_data(entry) for entry in unknown],
    }


def rotation_data(rotation: tuple[Rules, ...]) -> dict[str, Any]:
    """A rotation of several games as JSON values."""
    names = [name for name, games in ROTATIONS.items() if games == rotation]
    return {"id": names[0], "aliases": names[1:], "games": [rules.id for rules in rotation]}


def undescribed_data(entry: Undescribed) -> dict[str, Any]:
    """An undescribed game as JSON values."""
    return {
        "id": entry.id,
        "name": entry.name,
        "russian": entry.russian,
        "source": entry.source,
        "note": entry.note(),
    }


def game_data(rules: Rules, language: str) -> dict[str, Any]:
    """The rules of one game as JSON values."""
    book = rulebook(rules, language)
    return {
        **_heading(rules, language),
        "start": {
            "white": side_text(rules.start.player),
            "black": side_text(rules.start.opponent),
        },
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
