"""Label files: lines of JSON, to which labels are appended as they are found.

The first line says what made the file, the second how often each class occurs. Then come the moments
that were drawn, and then one line for each label. A line that was cut off, after a crash, is dropped:
its moment is rolled out again.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, cast

from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.core.text import situation_text
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import find_game
from nardy.labels.drawing import Drawn, Sample
from nardy.labels.truth import CubeLabel, Label, Moment, Precision, TurnLabel

VERSION = 1
_KEY = "nardy labels"
Find = Callable[[str], Rules]


class LabelFileError(NardyError):
    """A label file that cannot be read, or was made in another way."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """What made a file: a run with an equal header continues it."""

    game: str
    """The game with its options, as in position text."""
    moments: str
    """'decisions', after a roll; 'positions', before one; 'cubes'; or 'book', first rolls and replies."""
    count: int
    least: int
    games: int
    kinds: tuple[str, ...] = ()
    """The classes that were drawn; none: all."""
    seed: int
    bot: str
    network: str
    """A hash of the network that rolled out."""
    precision: Precision

    def as_json(self) -> dict[str, Any]:
        values = asdict(self)
        values["precision"]["to_end"] = sorted(self.precision.to_end)
        return {_KEY: VERSION, **values}


class LabelFile:
    """A file of moments, some of which have their label."""

    def __init__(
        self,
        path: Path,
        shares: dict[str, float],
        moments: tuple[Moment, ...],
        labels: dict[int, Label],
        made: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.path = path
        self.shares = shares
        """The part of each class in play."""
        self.moments = moments
        self.labels = labels
        """By the number of the moment."""
        self.made = made
        """The first line: what made the file."""
        self.find: Find = find_game
        """Finds the game of its moments by name."""

    @property
    def missing(self) -> tuple[Moment, ...]:
        return tuple(moment for moment in self.moments if moment.number not in self.labels)

    def with_labels(self, labels: dict[int, Label]) -> Self:
        """The same moments with other labels; nothing is written."""
        other = type(self)(self.path, self.shares, self.moments, labels, self.made)
        other.find = self.find
        return other

    @property
    def games(self) -> set[str]:
        """The games of its moments, with their options."""
        return {rules_text(moment.situation.rules) for moment in self.moments}

    @classmethod
    def create(cls, path: Path, header: Header, sample: Sample, find: Find = find_game) -> Self:
        """Write a new file with all moments and no label; *find* finds their game by name."""
        moments = _numbered(sample.drawn, find=find)
        shares = {kind: round(share, 5) for kind, share in sample.shares.items()}
        made = header.as_json()
        lines = [made, {"shares": shares}, *map(_moment_json, moments)]
        path.parent.mkdir(parents=True, exist_ok=True)
        # Renamed when it is whole: a file whose moments are incomplete would look like a smaller one.
        part = path.with_name(path.name + ".part")
        part.write_text("".join(map(_line, lines)), "utf-8")
        part.replace(path)
        found = cls(path, shares, moments, {}, made)
        found.find = find
        return found

    @classmethod
    def read(cls, path: Path, find: Find = find_game) -> Self:
        """Read a file; skip an incomplete last line. *find* finds the game by name.

        Raises:
            LabelFileError: it is no label file, of another version, or damaged.
        """
        return cls._of(path, *_read(path), find)

    @classmethod
    def resume(cls, path: Path, header: Header, find: Find = find_game) -> Self:
        """Read a file that was made with this header, to append to it.

        Raises:
            LabelFileError: as `read`; or it was made in another way.
        """
        found, lines = _read(path)
        expected = json.loads(_line(header.as_json()))
        for name, value in expected.items():
            if found.get(name) != value:
                raise LabelFileError(
                    f"expected labels made with {name} {value!r} in {path}, got {found.get(name)!r}; "
                    "give the same options, or choose another file with --out"
                )
        os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
        return cls._of(path, found, lines, find)

    @classmethod
    def _of(cls, path: Path, made: dict[str, Any], lines: list[str], find: Find) -> Self:
        shares, moments, labels = dict[str, float](), list[Moment](), dict[int, Label]()
        for number, line in enumerate(lines, 2):
            try:
                content = json.loads(line)
                if "shares" in content:
                    shares = {str(kind): float(share) for kind, share in content["shares"].items()}
                elif "position" in content:
                    situation = position_text.loads(content["position"], find)
                    moments.append(Moment(int(content["n"]), str(content["class"]), situation))
                else:
                    label = _label_of(content)
                    labels[label.number] = label
            except (ValueError, KeyError, TypeError, AttributeError, NardyError) as error:
                raise LabelFileError(
                    f"expected a moment or a label in line {number} of {path}, got {line!r:.60} "
                    f"({error}); make the file again"
                ) from None
        found = cls(path, shares, tuple(moments), labels, made)
        found.find = find
        return found

    def extend(self, drawn: Iterable[Drawn]) -> None:
        """Add moments, numbered on."""
        first = len(self.moments)
        added = _numbered(drawn, first, find=self.find)
        self._write(map(_moment_json, added))
        self.moments += added

    def append(self, labels: Iterable[Label]) -> None:
        """Add labels, on disk before this returns."""
        found = tuple(labels)
        self._write(map(_label_json, found))
        self.labels.update({label.number: label for label in found})

    def _write(self, lines: Iterable[dict[str, Any]]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(map(_line, lines))
            file.flush()
            os.fsync(file.fileno())


def _numbered(drawn: Iterable[Drawn], first: int = 0, *, find: Find) -> tuple[Moment, ...]:
    """As they will be read again: options that have no effect are not written."""
    return tuple(
        Moment(number, kind, position_text.loads(situation_text(situation), find))
        for number, (kind, situation) in enumerate(drawn, first)
    )


def _read(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The header, and the other complete lines."""
    try:
        first, *lines = path.read_text("utf-8").split("\n")[:-1] or [""]
        header: Any = json.loads(first)
    except OSError as error:
        raise LabelFileError(
            f"expected labels in {path}, got no such file ({error.strerror}); make it with nardy label"
        ) from None
    except ValueError:
        raise _no_labels(path) from None
    if not isinstance(header, dict) or _KEY not in header:
        raise _no_labels(path)
    if header[_KEY] != VERSION:
        raise LabelFileError(
            f"expected labels of version {VERSION} in {path}, got {header[_KEY]!r:.20}; make the file "
            "again, or use the nardy that wrote it"
        )
    return cast("dict[str, Any]", header), lines


def _no_labels(path: Path) -> LabelFileError:
    return LabelFileError(f"expected labels in {path}, got another file; make one with nardy label")


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _moment_json(moment: Moment) -> dict[str, Any]:
    return {"n": moment.number, "class": moment.kind, "position": situation_text(moment.situation)}


def _label_json(label: Label) -> dict[str, Any]:
    turns = [[one.turn, *_rounded(one.equity), *_rounded(one.behind)] for one in label.turns]
    chances = {name: round(chance, 4) for name, chance in label.chances}
    found = {"n": label.number, "trials": label.trials, "equity": _rounded(label.equity)}
    cube = {} if label.cube is None else {"cube": [_rounded(one) for one in label.cube]}
    return {**found, "chances": chances, **({"turns": turns} if turns else {}), **cube}


def _rounded(figure: tuple[float, float]) -> list[float]:
    return [round(value, 5) for value in figure]


def _label_of(content: dict[str, Any]) -> Label:
    mean, error = content["equity"]
    turns = tuple(
        TurnLabel(str(turn), (float(worth), float(noise)), (float(gap), float(doubt)))
        for turn, worth, noise, gap, doubt in content.get("turns", ())
    )
    chances = tuple((str(name), float(chance)) for name, chance in content["chances"].items())
    found = int(content["n"]), int(content["trials"]), (float(mean), float(error))
    return Label(*found, turns, chances, _cube_of(content.get("cube")))


def _cube_of(content: list[list[float]] | None) -> CubeLabel | None:
    if content is None:
        return None
    waiting, taken, gain = ((float(mean), float(error)) for mean, error in content)
    return CubeLabel(waiting, taken, gain)
