"""The text output of `nardy games`, wrapped for a terminal of 80 columns."""

from textwrap import wrap

from nardy.cli.encodings import can_show
from nardy.core.options import OPTIONS, Option, option_text
from nardy.core.rules import Rules
from nardy.games import ROTATIONS
from nardy.games.catalogue import Undescribed
from nardy.render.phrases import game_name
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_sources import source_line, tags_of
from nardy.render.rulebook_summary import summary
from nardy.translations import say

WIDTH = 79
MANY = 8


def catalogue_lines(games: list[Rules], unknown: list[Undescribed], language: str) -> list[str]:
    """Every game: id, names, summary, aliases and presets."""
    lines = list[str]()
    for rules in games:
        presets = " ".join(f"@{name}" for name, _ in rules.published.presets)
        lines += [
            f"{rules.id:<14} {rules.name}, {rules.russian}",
            *_hanging(summary(rules, language)),
            *_hanging(_also(other_names(rules), language)),
            *_hanging(presets),
            "",
        ]
    for rotation in dict.fromkeys(ROTATIONS.values()):
        lines += [*rotation_lines(rotation, language), ""]
    for entry in unknown:
        lines += [
            f"{entry.id:<14} {entry.name}, {entry.russian}",
            *_hanging(f"{_word(language, 'undescribed')} [{entry.source}]"),
            "",
        ]
    return [*lines, _word(language, "more")]


def undescribed_lines(entry: Undescribed, language: str) -> list[str]:
    """An undescribed game: what sources say about it."""
    note = entry.note(language)
    return [f"{entry.id}: {entry.name}, {entry.russian}", *_wrapped(note, "", "")]


def rotation_lines(rotation: tuple[Rules, ...], language: str) -> list[str]:
    """A rotation of several games: its names, and the games in order."""
    names = [name for name, games in ROTATIONS.items() if games == rotation]
    text = _word(language, "rotation", games=", ".join(rules.id for rules in rotation))
    return [f"{names[0]:<14} {', '.join(names)}", *_hanging(text)]


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
        text = " ".join(f"{option}={value}" for option, value in options) or _word(
            language, "published"
        )
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
    return wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
