"""Commands run in this process as a shell would run them: status, output and errors."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from nardy.cli import main
from nardy.core.situation import Situation
from nardy.formats import position_text

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
NARDY = [sys.executable, "-m", "nardy"]


@dataclass(frozen=True)
class Answer:
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def data(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)


def nardy(*arguments: object, typed: str | bytes = "", **changed: str) -> Answer:
    """Run a command with this standard input and these changes of the environment."""
    given = typed if isinstance(typed, bytes) else typed.encode("utf-8")
    with _streams(given) as (out, err), mock.patch.dict(os.environ, changed):
        sys.argv = ["nardy", *map(str, arguments)]
        try:
            main()
        except SystemExit as leave:
            status = leave.code if isinstance(leave.code, int) else int(leave.code is not None)
        else:
            status = 0
        return Answer(status, _text(out), _text(err))


@contextmanager
def _streams(given: bytes) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    typed = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    with mock.patch.multiple(sys, stdin=typed, stdout=out, stderr=err, argv=["nardy"]):
        yield out, err


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def refused(*arguments: object, typed: str | bytes = "") -> str:
    """The one sentence in which a command refuses bad input, with exit status 1."""
    answer = nardy(*arguments, typed=typed)
    assert answer.status == 1, answer
    (sentence,) = answer.err.splitlines()
    assert sentence.startswith("nardy: ")
    return sentence.removeprefix("nardy: ")


def play(*arguments: object, typed: Iterable[str] = ()) -> Answer:
    """`nardy play`, with the lines that a person types; it ends with them.

    Black is baseline where nobody says who: its choices do not change.
    """
    if not {"--black", "--resume"}.intersection(arguments):
        arguments = (*arguments, "--black", "baseline")
    return nardy("play", *arguments, typed="".join(f"{line}\n" for line in typed))


def process(
    *arguments: object, typed: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A command as a process of its own."""
    return subprocess.run(
        [*NARDY, *map(str, arguments)],
        input=typed,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
        timeout=120,
    )


def saved(path: Path) -> list[dict[str, Any]]:
    """The lines of a saved game."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def moment(text: str) -> Situation:
    return position_text.loads(text)
