"""The files of a new built-in game: its rules, its place in the catalog, a page to fill in."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from pathlib import Path

from nardy.core.choices import Quarter
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.evaluation.network.related_games import relative_of
from nardy.games import GAMES
from nardy.games.elsewhere import sentence
from nardy.games.game_file import parse_game
from nardy.render.rulebook_summary import summary

ROOT = Path(__file__).parents[1]
CATALOG = "src/nardy/games/__init__.py"
OWN = ("id", "name", "russian", "aliases", "source")
"""Fields that every game states."""
NOT_STATED = ("base", *OWN)
UNFILLED = "To be written:"
"""The mark of a passage that is still to be written in docs/culture; a test finds the remaining marks."""
CULTURE = f"""\
{{name}}: {UNFILLED} what it is, what its name means, and where it is played, with tags of sources.

## Where it comes from

{UNFILLED} its history, and which sources could not be read.

## How it feels

{UNFILLED} the pace, the length and the mood of a game.
"""


def main(arguments: Sequence[str]) -> int:
    """Write the files, make what is generated, and print what is left to do."""
    parser = argparse.ArgumentParser(prog="scripts/new-game", description="Add a built-in game.")
    parser.add_argument("id", help="small letters, digits and hyphens")
    parser.add_argument("--like", required=True, metavar="OTHER", help="the nearest built-in game")
    parser.add_argument("fields", nargs="*", metavar="FIELD=VALUE", help="as in a game file")
    asked = parser.parse_intermixed_args(arguments)
    try:
        rules = read(asked.id, asked.like, asked.fields)
    except RulesError as error:
        print(f"scripts/new-game: {error}", file=sys.stderr)
        return 1
    for name, text in files(ROOT, rules, GAMES[asked.like]).items():
        (ROOT / name).write_text(text, "utf-8")
        print(name)
    generate(rules.id)
    print(left_to_do(rules))
    return 0


def read(own_id: str, like: str, changes: Sequence[str]) -> Rules:
    """The game of these arguments, checked as a game file is.

    Raises:
        RulesError: an id, a game, a field or a value that cannot be.
    """
    if like not in GAMES:
        raise RulesError(
            f"expected a built-in game after --like, got {like!r}; 'nardy games' lists them"
        )
    lines = [f"id = {json.dumps(own_id)}", f"extends = {json.dumps(like)}"]
    for change in changes:
        name, equals, value = change.partition("=")
        if not (name and equals and value):
            raise RulesError(f"expected FIELD=VALUE, got {change!r} (for example koks=3)")
        lines.append(f"{json.dumps(name)} = {json.dumps(value)}")
    return parse_game("\n".join(lines), "the arguments")


def files(root: Path, rules: Rules, like: Rules) -> dict[str, str]:
    """The files of the game that people write, by name below *root*."""
    catalog = (root / CATALOG).read_text("utf-8")
    return {
        f"src/nardy/games/{module(rules)}.py": source_text(rules, like),
        CATALOG: listed(catalog, rules, like),
        f"docs/culture/{rules.id}.md": CULTURE.format(name=rules.name.capitalize()),
    }


def module(rules: Rules) -> str:
    """The name of its file and, in capitals, of its value.

    >>> module(GAMES["long-nardy"])
    'long_nardy'
    """
    return rules.id.replace("-", "_")


def source_text(rules: Rules, like: Rules) -> str:
    """The file of the game: the differences from the other one."""
    stated = {name: getattr(rules, name) for name in OWN} | differences(rules, like)
    lines = [f"    {name}={literal(value)}," for name, value in stated.items()]
    choices = sorted({type(value).__name__ for value in stated.values() if is_choice(value)})
    imports = [f"from nardy.core.choices import {', '.join(choices)}"] if choices else []
    if any(isinstance(value, Position) for value in stated.values()):
        imports.append("from nardy.core.position import Position")
    imports.append(f"from nardy.games.{module(like)} import {module(like).upper()}")
    return "\n".join(
        [
            f'"""{rules.name.capitalize()}: {summary(rules)}. Source: {rules.source}."""',
            "",
            *imports,
            "",
            f"{module(rules).upper()} = {module(like).upper()}.replace(",
            *lines,
            ")\n",
        ]
    )


def differences(rules: Rules, like: Rules) -> dict[str, object]:
    """The fields of the game that differ from the other one's."""
    names = [field.name for field in fields(Rules) if field.name not in NOT_STATED]
    both = {name: (getattr(rules, name), getattr(like, name)) for name in names}
    return {name: own for name, (own, other) in both.items() if own != other}


def is_choice(value: object) -> bool:
    return isinstance(value, Enum | Quarter)


def literal(value: object) -> str:
    """A field's value as Python source.

    >>> literal(GAMES["fevga"].quarter), literal(GAMES["hypergammon"].start)
    ('Quarter(19, 24, 5)', 'Position.of({24: 1, 23: 1, 22: 1})')
    """
    if isinstance(value, Position):
        sides = [value.player, value.opponent]
        told = [
            ", ".join(f"{p}: {n}" for p, n in reversed([*enumerate(side)]) if n) for side in sides
        ]
        return f"Position.of({', '.join(f'{{{one}}}' for one in dict.fromkeys(told))})"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, Quarter):
        return f"Quarter({value.low}, {value.high}, {value.most})"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def listed(catalog: str, rules: Rules, like: Rules) -> str:
    """The catalog with the game behind the other one."""
    lines = catalog.splitlines(keepends=True)
    start = "from nardy.games."
    places = [place for place, line in enumerate(lines) if line.startswith(start)]
    imports = [lines[place] for place in places]
    imports.append(f"{start}{module(rules)} import {module(rules).upper()}\n")
    lines[places[0] : places[-1] + 1] = sorted(imports)
    entry = f"            {module(like).upper()},\n"
    lines.insert(lines.index(entry) + 1, f"            {module(rules).upper()},\n")
    return "".join(lines)


def generate(game: str) -> None:
    """Make the stored counts, the game by random acts, and the pages."""
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    for command in (
        ("-m", "tests.perft", game),
        ("-m", "tests.playthroughs", game),
        ("scripts/docs",),
    ):
        subprocess.run(  # noqa: S603 (our own scripts)
            [sys.executable, *command],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths},
            check=True,
        )


def left_to_do(rules: Rules) -> str:
    """A list of the remaining steps, which need a person."""
    relative = relative_of(rules)
    begin = f" --begin-with src/nardy/data/weights/{relative.id}.npz" if relative else ""
    now = (
        f"the network of {relative.id}"
        if relative
        else "baseline, for no related game has a network"
    )
    steps = [
        f"src/nardy/games/{module(rules)}.py: the sources ({rules.source} now), the Russian name, aliases",
        "a new tag of a source: src/nardy/core/sources.py, with titles in locale/*/sources.json",
        f"docs/culture/{rules.id}.md: what stands behind '{UNFILLED}'; then scripts/docs again",
        f"src/nardy/locale/*/page/advice.json: three to eight sentences for a beginner, advice.{rules.id}.1 ...",
        f"src/nardy/web/lessons/{rules.id}.json: a lesson, named in web/js/learn/lesson_games.js",
        "src/nardy/web/library/games.json: a story in both languages, if there is one",
        f"nardy train {rules.id}{begin} --out {rules.id}.npz (it plays with {now} until then)",
        "./check tests/games tests/test_docs.py, and CHANGELOG.md",
    ]
    if sentence(rules.id) or sentence(rules.name):
        steps.insert(0, "src/nardy/games/elsewhere.py: its name stands among games not played yet")
    return "\nleft to do:\n" + "\n".join(f"- {step}" for step in steps)
