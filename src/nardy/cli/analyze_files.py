"""The matches that `nardy analyze` is asked about: files, folders of files, and standard input."""

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
            NotationError: the only file cannot be read, or a folder has no file.
        """
        for file in expanded(self.files):
            try:
                yield NamedRecord(file, read_record(file, self.game))
            except NardyError as error:
                if self.is_alone:
                    raise
                self.refuse(file, error)

    def refuse(self, file: str, error: NardyError) -> None:
        """Keep the sentence about a file that cannot be analyzed."""
        self.refused.append(f"{file}: {error}")


def expanded(files: Iterable[str]) -> Iterator[str]:
    """The files, and those in folders at any depth in the order of their names, except hidden ones.

    Raises:
        NotationError: a folder has no file.
    """
    for file in files:
        if file == "-" or not Path(file).is_dir():
            yield file
            continue
        inside = sorted(path for path in Path(file).rglob("*") if _is_shown(path, Path(file)))
        if not inside:
            raise NotationError(f"expected matches in {file}, got an empty folder; name another")
        yield from map(str, inside)


def _is_shown(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden


def unwritable(path: Path, reason: str) -> NardyError:
    """The error of a report that cannot be written to a file."""
    return NardyError(f"cannot write the report to {path}: {reason}; name another file")
