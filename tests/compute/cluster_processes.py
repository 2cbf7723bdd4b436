"""A Dask scheduler and workers as separate processes, which tests may kill."""

import contextlib
import datetime as dt
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@dataclass
class ClusterProcesses:
    """One scheduler and any number of workers with one thread each."""

    port: int = field(default_factory=free_port)
    protocol: str = "tcp"
    options: tuple[str, ...] = ()
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.protocol}://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        place = ("--protocol", self.protocol, "--host", "127.0.0.1", "--port", str(self.port))
        self.scheduler = _dask("scheduler", *place, "--no-dashboard", *self.options)

    def start_worker(self, **environment: str) -> None:
        place = tempfile.mkdtemp(prefix="nardy-worker-")
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", place)
        self.workers.append(_dask("worker", self.address, *options, *self.options, **environment))

    def kill_worker(self, number: int = 0) -> None:
        worker = self.workers.pop(number)
        worker.kill()
        worker.wait()

    def kill_scheduler(self) -> None:
        assert self.scheduler is not None
        self.scheduler.kill()
        self.scheduler.wait()

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None:
                process.kill()
                process.wait()


@contextlib.contextmanager
def running_cluster(
    workers: int = 1, protocol: str = "tcp", options: tuple[str, ...] = ()
) -> Iterator[ClusterProcesses]:
    cluster = ClusterProcesses(protocol=protocol, options=options)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.close()


def self_signed(folder: Path) -> tuple[str, str]:
    """The files of a certificate, which is its own authority, and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "nardy")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "own.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "own.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return str(folder / "own.pem"), str(folder / "own.key")


def _dask(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    # Allowed failures as the guide says: a chunk that meets three lost workers is no bad chunk.
    settings = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "10"}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env={**os.environ, **settings, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
