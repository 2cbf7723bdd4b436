"""What `nardy games` prints, wrapped for a terminal of 80 columns."""

from collections.abc import Mapping
from textwrap import wrap

from nardy.cli.encodings import can_show
from nardy.core.options import OPTIONS, Option, option_text
from nardy.core.rules import Rules
from nardy.games import ROTATIONS
from nardy.games.catalogue import Undescribed
from nardy.render.phrases import game_name
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_sources import source_line, source_title, tags_of
from nardy.render.rulebook_summary import summary

WIDTH = 79
MANY = 8

_TITLES = {
    "en": {
        "also": "also: ",
        "presets": "Presets",
        "options": "Options: what is played, and what may stand",
        "changed": "* differs from the published game",
        "published": "as published",
        "rotation": "a match of several games in turn: {games}",
        "sources": "Sources",
        "undescribed": "named in a source, described in none",
        "more": "nardy games ID tells a game's rules; nardy play ID plays it.",
    },
    "ru": {
        "also": "ещё: ",
        "presets": "Готовые наборы",
        "options": "Настройки: что играется и что бывает",
        "changed": "* отличается от опубликованной игры",
        "published": "как опубликовано",
        "rotation": "матч из нескольких игр по очереди: {games}",
        "sources": "Источники",
        "undescribed": "назван в источнике, но нигде не описан",
        "more": "nardy games ID расскажет правила, nardy play ID начнёт игру.",
    },
}

_UNDESCRIBED_RUSSIAN = (
    "Игра названа в одном источнике, и нигде её правила не описаны. Если вы их знаете, опишите "
    "игру в файле TOML и играйте: nardy play --file ФАЙЛ. Источник: {source}."
)


def catalogue_lines(games: list[Rules], unknown: list[Undescribed], language: str) -> list[str]:
    """Every game: its id, its names, what it is, its aliases and presets."""
    titles, lines = _TITLES[language], list[str]()
    for rules in games:
        presets = " ".join(f"@{name}" for name, _ in rules.published.presets)
        lines += [
            f"{rules.id:<14} {rules.name}, {rules.russian}",
            *_hanging(summary(rules, language)),
            *_hanging(_also(other_names(rules), titles)),
            *_hanging(presets),
            "",
        ]
    for rotation in dict.fromkeys(ROTATIONS.values()):
        lines += [*rotation_lines(rotation, language), ""]
    for entry in unknown:
        lines += [
            f"{entry.id:<14} {entry.name}, {entry.russian}",
            *_hanging(f"{titles['undescribed']} [{entry.source}]"),
            "",
        ]
    return [*lines, titles["more"]]


def undescribed_lines(entry: Undescribed, language: str) -> list[str]:
    """A game without rules: what is known of it."""
    note = entry.note
    if language == "ru":
        note = _UNDESCRIBED_RUSSIAN.format(source=source_title(entry.source, language))
    return [f"{entry.id}: {entry.name}, {entry.russian}", *_wrapped(note, "", "")]


def rotation_lines(rotation: tuple[Rules, ...], language: str) -> list[str]:
    """A match of several games: its names, and the games in their order."""
    names = [name for name, games in ROTATIONS.items() if games == rotation]
    told = _TITLES[language]["rotation"].format(games=", ".join(rules.id for rules in rotation))
    return [f"{names[0]:<14} {', '.join(names)}", *_hanging(told)]


def game_lines(rules: Rules, language: str) -> list[str]:
    """One game: its rules in prose, its presets, its options, its sources."""
    titles, book = _TITLES[language], rulebook(rules, language)
    other = rules.name if language == "ru" else rules.russian
    lines = [game_name(rules, language) + (f" — {other}" if other else "")]
    lines += _wrapped(_also([rules.id, *other_names(rules)], titles), "", "  ")
    for section in book:
        lines += ["", section.title]
        lines += [line for s in section.sentences for line in _wrapped(str(s), "  - ", "    ")]
    if rules.published.presets:
        lines += ["", titles["presets"], *_preset_lines(rules, titles)]
    lines += ["", titles["options"], *_option_lines(rules)]
    if any(line.startswith("* ") for line in lines):
        lines.append(titles["changed"])
    lines += ["", titles["sources"]]
    return lines + [
        line
        for tag in tags_of(book)
        for line in _wrapped(source_line(tag, language), f"  {tag:<5}", " " * 7)
    ]


def other_names(rules: Rules) -> list[str]:
    """The aliases that are not its names once more."""
    return [alias for alias in rules.aliases if alias not in (rules.name, rules.russian)]


def values_text(option: Option) -> str:
    """What may be written, long lists of numbers shortened."""
    if len(option.values) <= MANY:
        return " ".join(option.values)
    first, second, *_, last = option.values
    return f"{first} {second} ... {last}"


def _also(names: list[str], titles: Mapping[str, str]) -> str:
    shown = list(filter(can_show, names))
    return titles["also"] + ", ".join(shown) if shown else ""


def _preset_lines(rules: Rules, titles: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for name, options in rules.published.presets:
        text = " ".join(f"{option}={value}" for option, value in options) or titles["published"]
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


def _hanging(text: str) -> list[str]:
    return _wrapped(text, " " * 15, " " * 17)


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
