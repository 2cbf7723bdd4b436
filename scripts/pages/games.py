"""One page a game: the start, the laws in prose, options and presets, sources, culture."""

import re
from collections.abc import Iterator
from pathlib import Path

from scripts.pages import opening_books
from scripts.pages.markdown import bullets, code, demoted, literal, page, table

from nardy import render
from nardy.cli.games import other_names, values_text
from nardy.core.options import OPTIONS, option_text
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.sources import SOURCES
from nardy.core.text import situation_text
from nardy.evaluation.network.related_games import network_game
from nardy.games import GAMES, ROTATIONS, UNDESCRIBED
from nardy.games.catalog import Undescribed
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_sources import tags_of
from nardy.render.rulebook_summary import summary
from nardy.translations import texts

CULTURE = Path(__file__).parents[2] / "docs" / "culture"
_LINK = re.compile(r"\]\(([\w-]+)\.md\)")
_GAME_LINK = re.compile(r"\]\(([\w-]+)\)")


def pages() -> Iterator[tuple[str, str]]:
    """The pages of all games, their pictures, and the index."""
    for rules in GAMES.values():
        yield f"games/{rules.id}.md", game_page(rules)
        yield f"games/{rules.id}.svg", render.svg(start_of(rules)) + "\n"
    for entry in UNDESCRIBED.values():
        yield f"games/{entry.id}.md", undescribed_page(entry)
    yield "games/README.md", index_page()


def start_of(rules: Rules) -> Situation:
    """The start, with White to roll."""
    return Situation(rules=rules, position=rules.start)


def game_page(rules: Rules) -> str:
    """Everything about one game."""
    start, book = start_of(rules), rulebook(rules)
    names = [f"in Russian *{rules.russian}*", f"id `{rules.id}`"]
    if others := other_names(rules):
        names.append(f"also {literal(others)}")
    return page(
        _title(rules.name),
        f"{_title(summary(rules))}. {_title('; '.join(names))}.",
        f"![The start of {rules.name}, seen by White]({rules.id}.svg)",
        code(render.text(start)),
        f"As position text: `{situation_text(start)}`. Play it with `nardy play {rules.id}`."
        + _borrowed(rules),
        "## The rules",
        "You are the player on roll, and all points are in your own numbering, unless the"
        " opponent's are meant. The tags in brackets name the [sources](#sources).",
        _prose(rules, "en"),
        *opening_books.parts(rules),
        "## Options and presets",
        _presets(rules),
        "An option is written behind the name of the game,"
        f" `{rules.id},{_example(rules)}`; [all options](../reference/options.md).",
        _options(rules),
        "## Sources",
        bullets(source_bullet(tag) for tag in tags_of(book)),
        "## About the game",
        culture(rules.id),
        advice(rules.id, "en"),
        "## Правила по-русски",
        _prose(rules, "ru"),
        advice(rules.id, "ru"),
    )


def _borrowed(rules: Rules) -> str:
    """A sentence on the network that bots use, if it is not the game's own."""
    known = network_game(rules)
    if known is None:
        return " No network plays it: the bot is `baseline`."
    if known == rules:
        return ""
    return f" Bots play it with the network of [{known.name}]({known.id}.md)."


def undescribed_page(entry: Undescribed) -> str:
    """A game that a source names and none describes."""
    return page(
        f"{_title(entry.name)} ({entry.russian})",
        f"Source: {entry.source}, {_lowered(SOURCES[entry.source].title())}.",
        culture(entry.id),
    )


def index_page() -> str:
    """All games on one page."""
    rows = [
        (f"[{rules.name}]({rules.id}.md)", rules.russian, f"`{rules.id}`", summary(rules))
        for rules in GAMES.values()
    ]
    rows += [
        (
            f"[{entry.name}]({entry.id}.md)",
            entry.russian,
            "",
            "named in a source, described in none",
        )
        for entry in UNDESCRIBED.values()
    ]
    return page(
        "The games",
        f"{len(GAMES)} games are described, and every one is a value of `Rules`. A game of your own"
        " is [a file](../guide/game-files.md). What they share, and what their boards and dice stand"
        " for, is told in [the board](../culture/board.md); books are listed in"
        " [books](../culture/books.md).",
        table(("game", "in Russian", "id", "what it is"), rows),
        "A match may be of several games in turn: "
        + "; ".join(
            f"`{name}` ({', '.join(rules.name for rules in rotation)})"
            for rotation, name in _rotations()
        )
        + ".",
        "## Sources",
        "The rules name their sources by these tags. Pages without a date of their own have the month"
        " in which a copy of them was read.",
        _sources(),
    )


def source_bullet(tag: str) -> str:
    """A tag with what it stands for, where that is on the web, and its date."""
    source = SOURCES[tag]
    named = f"[{source.title()}]({source.address})" if source.address else source.title()
    return f"**{tag}**: {named}" + (f", {source.date}" if source.date else "")


def _sources() -> str:
    rows = [
        (
            f"**{source.tag}**",
            source.title(),
            f"<{source.address}>" if source.address else "",
            source.date,
        )
        for source in SOURCES.values()
    ]
    return table(("tag", "source", "address", "date"), rows)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _rotations() -> list[tuple[tuple[Rules, ...], str]]:
    first: dict[tuple[Rules, ...], str] = {}
    for name, rotation in ROTATIONS.items():
        first.setdefault(rotation, name)
    return [*first.items()]


def culture(game: str) -> str:
    """The culture page, its headings one deeper and its links seen from docs/games."""
    text = (CULTURE / f"{game}.md").read_text("utf-8")
    return demoted(_LINK.sub(_seen_from_games, text), 1)


def advice(game: str, language: str) -> str:
    """What a beginner is told, in the words of the page; '' where nobody has written any."""
    words = texts(language, "page/advice")
    told = {key: _GAME_LINK.sub(r"](\1.md)", text) for key, text in words.items()}
    begin = f"advice.{game}."
    items = [text for key, text in told.items() if key.removeprefix(begin).isdigit()]
    if not items:
        return ""
    parts = ("### " + words["advice.title"], told.get(f"{begin}intro", ""))
    numbered = "\n".join(f"{n}. {text}" for n, text in enumerate(items, 1))
    return "\n\n".join(filter(None, (*parts, numbered)))


def _seen_from_games(link: re.Match[str]) -> str:
    known = link[1] in GAMES or link[1] in UNDESCRIBED
    return link[0] if known else f"](../culture/{link[1]}.md)"


def _prose(rules: Rules, language: str) -> str:
    parts: list[str] = []
    for section in rulebook(rules, language):
        parts += [f"### {section.title}", bullets(map(str, section.sentences))]
    return "\n\n".join(parts)


def _presets(rules: Rules) -> str:
    if not rules.presets:
        return ""
    rows = [
        (
            f"`{rules.id}@{name}`",
            literal(f"{option}={value}" for option, value in options) or "the published game",
        )
        for name, options in rules.presets
    ]
    return table(("preset", "its options"), rows)


def _options(rules: Rules) -> str:
    rows = [
        (
            f"[`{name}`](../reference/options.md#{name})",
            f"`{option_text(rules, name)}`",
            f"`{values_text(option)}`",
        )
        for name, option in OPTIONS.items()
        if option.stands(rules)
    ]
    return table(("option", "in this game", "may be"), rows)


def _example(rules: Rules) -> str:
    return f"last_throw={'one' if option_text(rules, 'last_throw') == 'half' else 'half'}"


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
