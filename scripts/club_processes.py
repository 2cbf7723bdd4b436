"""A club of several processes on loopback, for `scripts/cluster`, tests and benchmarks."""

import contextlib
import re
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
START_SECONDS = 60.0


class ClubProcess:
    """One process, which can be killed, frozen, ended and begun again."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        """Begin it; `address` waits until it serves."""
        self._command, self._log = command, log
        self.address = ""
        self.begin()

    def begin(self) -> None:
        """Begin it again at the same port, or at a free one the first time."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own program)
                self._command, stdout=subprocess.PIPE, stderr=log, text=True
            )

    def wait(self) -> str:
        """Wait until it serves; returns its address."""
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"http://\S+", told)
        if found is None:
            raise SystemExit(f"a process of the club did not begin; see {self._log}")
        self.address = found[0]
        return self.address

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Stop it in the middle of whatever it does."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> int:
        """Ask it to end, and wait; returns its status."""
        self.process.terminate()
        return self.process.wait()


@contextlib.contextmanager
def club_of(
    count: int, database: str, more: Sequence[str] = (), folder: Path | None = None
) -> Iterator[list[ClubProcess]]:
    """A club of so many processes on a database of PostgreSQL; *more* are further options of `nardy serve`."""
    with contextlib.ExitStack() as opened:
        if folder is None:
            folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="nardy-club-")))
        secret = folder / "secret"
        secret.touch(mode=0o600)
        secret.write_text(secrets.token_hex(16))
        found = list[ClubProcess]()
        for number in range(count):
            options = ["--port", "0", "--relay", "127.0.0.1:0", "--relay-secret", str(secret)]
            command = [sys.executable, "-m", "nardy", "serve", "--database", database]
            process = ClubProcess([*command, *options, *more], folder / f"club-{number}.log")
            opened.callback(_over, process)
            found.append(process)
        for process in found:
            process.wait()
        yield found


def _over(club: ClubProcess) -> None:
    if club.process.poll() is None:
        club.thaw()
        club.process.terminate()
        try:
            club.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            club.kill()


@contextlib.contextmanager
def proxy_of(addresses: Sequence[str]) -> Iterator[str]:
    """The address of a small proxy in front of these."""
    script = Path(__file__).with_name("small_proxy.py")
    command = [sys.executable, str(script), "0", *addresses]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as proxy:  # noqa: S603 (our own)
        assert proxy.stdout is not None
        try:
            yield proxy.stdout.readline().strip()
        finally:
            proxy.terminate()
