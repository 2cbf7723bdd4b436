"""Stands for systemctl where a test runs the commands of the guide: it reads the same unit and begins the same program.

    small_systemctl.py FOLDER daemon-reload | enable --now UNIT... | restart UNIT | stop UNIT... | reload NAME

FOLDER has etc/systemd/system, and below run/ the numbers of the processes and their logs.
"""

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

START_SECONDS = 120


def settings_of(unit: Path, instance: str) -> list[tuple[str, str]]:
    lines = unit.read_text("utf-8").replace("%i", instance).splitlines()
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return [(name, value) for name, value in pairs]


class Service:
    """One instance of a template."""

    def __init__(self, folder: Path, name: str) -> None:
        stem, instance = name.split("@")
        unit = folder / "etc" / "systemd" / "system" / f"{stem}@.service"
        self.all = settings_of(unit, instance)
        self.one = dict(self.all)
        self.run = folder / "run" / instance
        self.run.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        environment = dict(os.environ)
        for name, value in self.all:
            if name == "EnvironmentFile":
                lines = Path(value).read_text("utf-8").splitlines()
                pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
                environment |= dict(pairs)
        at = self.run / "notify"
        at.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.bind(str(at))
            with (self.run / "log").open("a") as log:
                begun = subprocess.Popen(
                    shlex.split(self.one["ExecStart"]),
                    cwd=self.one["WorkingDirectory"],
                    env={**environment, "NOTIFY_SOCKET": str(at)},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            (self.run / "pid").write_text(str(begun.pid))
            self._wait_until_ready(line, begun)

    def _wait_until_ready(self, line: socket.socket, begun: "subprocess.Popen[bytes]") -> None:
        line.settimeout(0.2)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and begun.poll() is None:
            try:
                if line.recv(100) == b"READY=1":
                    return
            except TimeoutError:
                pass
        sys.exit(f"a service did not begin: {(self.run / 'log').read_text('utf-8')}")

    def stop(self) -> None:
        """End it by the signal of the unit, and kill it after its patience, which is a failure."""
        pid = int((self.run / "pid").read_text())
        os.kill(pid, getattr(signal, self.one["KillSignal"]))
        end = time.monotonic() + float(self.one["TimeoutStopSec"])
        while self._lives(pid):
            if time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
                sys.exit("a service did not end in time")
            time.sleep(0.1)

    @staticmethod
    def _lives(pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False


def main() -> None:
    folder, verb, *names = Path(sys.argv[1]), *sys.argv[2:]
    services = [Service(folder, name) for name in names if "@" in name]
    if verb in ("restart", "stop"):
        for one in services:
            one.stop()
    if verb in ("restart", "enable"):
        # All at once, as systemd does it.
        with ThreadPoolExecutor() as threads:
            list(threads.map(Service.start, services))


if __name__ == "__main__":
    main()
