"""An external process: line input and output with time limits."""

import contextlib
import os
import queue
import shlex
import subprocess
import threading
import time
import weakref
from collections.abc import Callable
from typing import TextIO

from nardy.errors import NardyError

MOST_CHARACTERS = 10_000
# Lines that the program may print ahead; further ones are dropped, and it is never blocked.
MOST_UNREAD = 1_000
EXIT_SECONDS = 0.5
"""Seconds to wait for the program to end after 'quit'."""
_ENDED = ""
"""Queue marker for the end of output. Other lines keep their line ends, so none is empty."""


class ExternalBotError(NardyError):
    """An external bot that is missing, has ended, is too late, or answers nonsense."""


class ExternalProcess:
    """A running program; it ends with this object at the latest."""

    def __init__(self, command: str) -> None:
        """Start the command line, without a shell.

        Raises:
            ExternalBotError: the program cannot be started.
        """
        self.command = command
        try:
            # Backslashes separate folders on Windows, and POSIX rules would drop them.
            words = shlex.split(command, posix=os.name == "posix")
            self._child = _start(words)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ExternalBotError(
                f"expected a program to play, got {reason} for {command!r:.200}; "
                "name its command line after 'ubgi:'"
            ) from None
        self._lines: queue.Queue[str] = queue.Queue(MOST_UNREAD)
        stdout = self._child.stdout
        if stdout is None:
            raise AssertionError("its output is a pipe")
        # Pipes have no portable read with a time limit, hence a thread and a queue.
        threading.Thread(target=_read, args=(stdout, self._lines), daemon=True).start()
        # Refers to the child alone: a method of this object would keep the object alive.
        self._end = weakref.finalize(self, _end, self._child)

    @property
    def status(self) -> int | None:
        return self._child.poll()

    def write(self, *lines: str) -> None:
        """Send lines.

        Raises:
            ExternalBotError: the program has ended.
        """
        try:
            if self._child.stdin:
                self._child.stdin.write("".join(f"{line}\n" for line in lines))
                self._child.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def wait_for(self, is_wanted: Callable[[str], bool], seconds: float) -> str:
        """The next line that matches; earlier lines are discarded.

        Raises:
            ExternalBotError: the program has ended, or no such line came in time.
        """
        until, last = time.monotonic() + seconds, "nothing"
        while (left := until - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line == _ENDED:
                raise self._ended()
            if is_wanted(line.strip()):
                return line.strip()
            last = repr(line.strip()[:60])
        raise ExternalBotError(
            f"expected an answer within {seconds:g} s, got {last} from {self.command!r:.200}"
        )

    def skip(self) -> None:
        """Discard all output so far."""
        # Only so many: a program that keeps writing would keep this loop running.
        for _ in range(self._lines.qsize()):
            if self._lines.get() == _ENDED:
                self._lines.put(_ENDED)
                return

    def close(self) -> None:
        self._end()

    def _ended(self) -> ExternalBotError:
        self.close()
        status = self._child.returncode
        return ExternalBotError(
            f"expected an answer, and {self.command!r:.200} has ended with status {status}"
        )


def _start(words: list[str]) -> subprocess.Popen[str]:
    if not words:
        raise ValueError("nothing")
    return subprocess.Popen(  # noqa: S603 (the user's own command line, without a shell)
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # A pipe that nobody reads would fill up and block the program.
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        # A line that is not UTF-8 is a malformed answer and must not end the reading thread.
        errors="replace",
    )


def _read(stream: TextIO, lines: queue.Queue[str]) -> None:
    """Queue the program's output; lines beyond a full queue are dropped."""
    try:
        # Bounded, so that endless output without line ends cannot fill the memory.
        while line := stream.readline(MOST_CHARACTERS):
            if not lines.full():
                lines.put(line)
    except (OSError, ValueError):
        pass  # closed meanwhile
    stream.close()
    lines.put(_ENDED)


def _end(child: subprocess.Popen[str]) -> None:
    """Ask the program to quit; kill it if it does not."""
    if child.stdin:
        with contextlib.suppress(OSError):
            child.stdin.write("quit\n")
            child.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(EXIT_SECONDS)
    if child.poll() is None:
        child.kill()
        child.wait()
