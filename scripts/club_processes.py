"""A club of several processes on loopback: `scripts/cluster`, tests and benchmarks."""

import argparse
import contextlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATABASE = "NARDY_DATABASE"
SERVE = (sys.executable, "-m", "nardy", "serve")


class ClubProcess:
    """One process, which can be killed, frozen, ended and begun again."""

    def __init__(self, command: Sequence[str], database: str, log: Path) -> None:
        """Begin it; `address` waits until it serves."""
        self._command, self._log = command, log
        # Everybody on the machine sees arguments, and an address has a password.
        self._environment = {**os.environ, DATABASE: database}
        self.address = ""
        self.begin()

    def begin(self) -> None:
        """Begin it again at the same port, or at a free one the first time."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own program)
                self._command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment
            )

    def wait(self) -> str:
        """Wait until it serves; returns its address."""
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"http://\S+", told)
        if found is None:
            said = self._log.read_text("utf-8").strip() or "it said nothing"
            raise SystemExit(f"a process of the club did not begin: {said}")
        self.address = found[0]
        # It begins again where the proxy looks for it.
        port = self.address.rpartition(":")[2]
        self._command = [*self._command, "--port", port]
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
    count: int,
    database: str | Sequence[str],
    more: Sequence[str] = (),
    folder: Path | None = None,
    metrics: int = 0,
) -> Iterator[list[ClubProcess]]:
    """A club of so many processes on a database of PostgreSQL; *more* are further options of `nardy serve`.

    The first serves metrics at the port *metrics*, the others at the next ones; 0 serves none.

    *database* is one address, or one for each process, where some reach the same database by another way.
    """
    addresses = [database] * count if isinstance(database, str) else database
    with contextlib.ExitStack() as opened:
        if folder is None:
            folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="nardy-club-")))
        secret = folder / "secret"
        secret.touch(mode=0o600)
        secret.write_text(secrets.token_hex(16))
        found = list[ClubProcess]()
        for number in range(count):
            options = ["--port", "0", "--relay", "127.0.0.1:0", "--relay-secret", str(secret)]
            if metrics:
                options += ["--metrics", str(metrics + number)]
            log = folder / f"club-{number}.log"
            process = ClubProcess([*SERVE, *options, *more], addresses[number], log)
            opened.callback(_over, process)
            found.append(process)
        for process in found:
            process.wait()
        yield found


@contextlib.contextmanager
def _server() -> Iterator[str]:
    """A server of PostgreSQL that ends with the club."""
    above = Path(tempfile.mkdtemp(prefix="nardy-cluster-"))
    above.chmod(0o755)  # PostgreSQL runs as another user
    folder, services = above / "services", ROOT / "scripts" / "services"
    try:
        told = subprocess.run(  # noqa: S603 (our own program)
            [services, "start", folder], stdout=subprocess.PIPE, text=True, check=True
        )
        found = re.search(r"NARDY_TEST_POSTGRESQL=(\S+)", told.stdout)
        if found is None:
            raise SystemExit(
                "expected PostgreSQL on this machine, got none; say scripts/services install"
            )
        yield found[1]
    finally:
        subprocess.run([services, "stop", folder], check=False)  # noqa: S603 (our own)
        shutil.rmtree(above, ignore_errors=True)


def database_in(option: str | None) -> str | None:
    """The database that is asked for; None begins a server."""
    if option and re.match(r"\w+://[^/@]*:[^/@]*@", option):
        raise SystemExit(
            "expected an address without a password, since everybody on this machine sees "
            f"arguments, got one with it; name it in {DATABASE}"
        )
    return option or os.environ.get(DATABASE)


def main() -> None:
    """Run a club until Ctrl-C or SIGTERM."""
    parser = argparse.ArgumentParser(description="A club of several processes on this machine.")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument(
        "--database", help="postgresql://..., or in NARDY_DATABASE; else a server is begun"
    )
    parser.add_argument("--metrics", type=int, default=0, help="port of the first one's metrics")
    parser.add_argument("options", nargs="*", help="further options of nardy serve")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.ExitStack() as opened, contextlib.suppress(KeyboardInterrupt):
        database = database_in(asked.database) or opened.enter_context(_server())
        club = club_of(asked.processes, database, asked.options, metrics=asked.metrics)
        clubs = opened.enter_context(club)
        proxy = opened.enter_context(proxy_of([club.address for club in clubs], asked.port))
        print(f"The club is open: {proxy} (Ctrl-C closes it)", flush=True)
        for number, one in enumerate(clubs):
            at = f", metrics at port {asked.metrics + number}" if asked.metrics else ""
            print(f"  {one.address}, process {one.process.pid}{at}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(1)
        # Whoever asks twice must leave nothing running.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _over(club: ClubProcess) -> None:
    if club.process.poll() is None:
        club.thaw()
        club.process.terminate()
        try:
            club.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            club.kill()


@contextlib.contextmanager
def proxy_of(addresses: Sequence[str], port: int = 0, *more: str) -> Iterator[str]:
    """The address of a small proxy in front of these, at this port or any free one, with *more* options."""
    script = Path(__file__).with_name("small_proxy.py")
    command = [sys.executable, str(script), str(port), *addresses, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as proxy:  # noqa: S603 (our own)
        assert proxy.stdout is not None
        try:
            yield proxy.stdout.readline().strip()
        finally:
            proxy.terminate()


if __name__ == "__main__":
    main()
