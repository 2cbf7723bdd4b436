"""Bundled data: weights, match equity tables, outcome counts. Large texts are packed by bzip2."""

import bz2
from importlib.resources import files
from importlib.resources.abc import Traversable


def unpacked(file: Traversable) -> bytes:
    """The bytes of a file whose name ends in .bz2.

    Raises:
        OSError: it is missing or damaged.
        ValueError: it is cut.
    """
    return bz2.decompress(file.read_bytes())


def weights_file(game: str) -> Traversable:
    """The file of a game's network, by the game's id; it may not exist."""
    return files("nardy.data").joinpath("weights", f"{game}.npz")


def table_files() -> list[Traversable]:
    """The files of published match equity tables, packed XML with their notices inside."""
    return _packed("met")


def shares_file() -> Traversable:
    """Shares of the outcomes of games, counted by benchmarks/shares.py."""
    return files("nardy.data").joinpath("shares.json")


def equities_file() -> Traversable:
    """Match equity tables of games with a cube, computed from those shares by benchmarks/shares.py, packed."""
    return files("nardy.data").joinpath("equities.json.bz2")


def levels_file() -> Traversable:
    """The playing levels: their styles, and their random errors by game (search/ladder.py)."""
    return files("nardy.data").joinpath("levels.json")


def results_file() -> Traversable:
    """What each level scores against the one below it, by game (search/level_results.py)."""
    return files("nardy.data").joinpath("level-results.json")


def losses_file() -> Traversable:
    """Points that each level loses for each decision, by game (search/level_losses.py)."""
    return files("nardy.data").joinpath("level-losses.json")


def baseline_file() -> Traversable:
    """The weights of the bot `baseline`: by contact, by game id, and in a race."""
    return files("nardy.data").joinpath("baseline.json")


def book_files() -> list[Traversable]:
    """The opening books, one a game, packed (labels/opening_book.py)."""
    return _packed("books")


def puzzle_file(game: str) -> Traversable:
    """The puzzles of a game (labels/puzzles.py), by the game's id; the file may not exist."""
    return files("nardy.data").joinpath("puzzles", f"{game}.json.bz2")


def shown_games_file() -> Traversable:
    """A recorded game of each kind, and the position that shows what happens in it (scripts/shown-games); packed."""
    return files("nardy.data").joinpath("shown-games.json.bz2")


def _packed(folder: str) -> list[Traversable]:
    found = files("nardy.data").joinpath(folder)
    return [file for file in found.iterdir() if file.name.endswith(".bz2")]
