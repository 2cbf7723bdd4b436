"""The matches that `nardy analyze` is asked about: files, folders of files, and standard input."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nardy.cli.files import read_record
from nardy.cli.inputs import GameChoice
from nardy.errors import NardyError, NotationError
from nardy.formats.record import Record


@dataclass(frozen=True, slots=True)
class NamedRecord:
    """A match and the file that it came from."""

    name: str
    record: Record


@dataclass
class MatchFiles:
    """Files that are read one by one; those that hold no match are kept apart."""

    files: tuple[str, ...]
    game: GameChoice
    refused: list[str] = field(default_factory=list[str])
    """A sentence about each file that could not be read."""

    @property
    def is_alone(self) -> bool:
        """Whether one file was asked for, and no folder."""
        return len(self.files) == 1 and not Path(self.files[0]).is_dir()

    def read(self) -> Iterator[NamedRecord]:
        """Every match; the content of a file decides which format it has.

        Raises:
            NotationError: the only file cannot be read, or the only folder has no file.
        """
        for file in once(self._expanded()):
            try:
                yield NamedRecord(file, read_record(file, self.game))
            except NardyError as error:
                if self.is_alone:
                    raise
                self.refuse(file, error)

    def _expanded(self) -> Iterator[str]:
        for file in once(self.files):
            try:
                inside = files_of(file)
            except NotationError as error:
                # One empty folder must not cost the work on the others.
                if len(self.files) == 1:
                    raise
                self.refuse(file, error)
            else:
                yield from inside

    def refuse(self, file: str, error: NardyError) -> None:
        """Keep the sentence about a file that cannot be analyzed."""
        self.refused.append(f"{file}: {error}")


def files_of(file: str) -> list[str]:
    """The file, or those in a folder at any depth in the order of their names, except hidden ones.

    Raises:
        NotationError: the folder has no file.
    """
    if file == "-" or not Path(file).is_dir():
        return [file]
    inside = sorted(path for path in Path(file).rglob("*") if _is_shown(path, Path(file)))
    if not inside:
        raise NotationError(f"expected matches in {file}, got an empty folder; name another")
    return [*map(str, inside)]


def once(files: Iterable[str]) -> Iterator[str]:
    """Each file or folder under the first of its names, also where links lead to it."""
    seen = set[str]()
    for file in files:
        # Standard input is no file named "-".
        place = file if file == "-" else os.path.realpath(file)
        if place not in seen:
            seen.add(place)
            yield file


def _is_shown(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden


def unwritable(path: Path, reason: str) -> NardyError:
    """The error of a report that cannot be written to a file."""
    return NardyError(f"cannot write the report to {path}: {reason}; name another file")
