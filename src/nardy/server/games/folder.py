"""The club's own games: each TOML file of a folder is one, and startup fails on an invalid one."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.games.catalog import names_of
from nardy.games.game_file import parse_game, read_game_file

MOST_FILES = 50


@dataclass(frozen=True)
class OwnGame:
    """A game of the club, with the text of its file."""

    rules: Rules
    text: str


def read_folder(folder: Path | None) -> tuple[OwnGame, ...]:
    """The games of a folder, sorted by file name; none without a folder.

    Raises:
        RulesError: the folder or a file cannot be read, a file is invalid, or two games share a name.
    """
    if folder is None:
        return ()
    games: dict[str, OwnGame] = {}
    for file in _files(folder):
        text = read_game_file(file)
        game = OwnGame(parse_game(text, str(file)), text)
        _refuse_alike(file, game.rules, games)
        games[file.name] = game
    return tuple(games.values())


def digest_of(games: Sequence[OwnGame]) -> str:
    """Tells whether two processes have the same games, whatever their files are called.

    >>> digest_of([]) == digest_of(())
    True
    """
    found = hashlib.sha256()
    for text in sorted(game.text for game in games):
        found.update(hashlib.sha256(text.encode()).digest())
    return found.hexdigest()


def _files(folder: Path) -> Sequence[Path]:
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == ".toml")
    except OSError as error:
        raise RulesError(
            f"expected a folder of game files, cannot read {folder}: {error.strerror}; "
            "name another with --games"
        ) from None
    if len(files) > MOST_FILES:
        raise RulesError(
            f"expected at most {MOST_FILES} game files in {folder}, got {len(files)}; remove some"
        )
    return files


def _refuse_alike(file: Path, rules: Rules, games: dict[str, OwnGame]) -> None:
    for other, game in games.items():
        if alike := names_of(rules) & names_of(game.rules):
            raise RulesError(
                f"in {file}: expected a name that no other game has, got {min(alike)!r}, "
                f"which is in {other}, too; rename one of the two"
            )
