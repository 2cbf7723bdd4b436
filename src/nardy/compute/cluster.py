"""Workers on other machines: a Dask cluster that somebody else has started.

Dask runs whatever it is sent. So an address must be of this machine, or use TLS, for which Dask's own
settings name the certificates (docs/guide/clusters.md).
"""

import contextlib
import ipaddress
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Any, Generic
from urllib.parse import urlsplit

from nardy.compute.chunks import Chunk, Part
from nardy.compute.identity import WorkerIdentity, identity
from nardy.errors import MissingExtraError, NardyError
from nardy.kernel import compile_missing

PATIENCE_SECONDS = 300.0
"""How long a lost scheduler may take to come back."""
FIRST_WORKER_SECONDS = 30.0
CONNECT_SECONDS = 10.0
# Between two attempts to reach the scheduler, and for closing a client that may hang.
RETRY_SECONDS = 2.0


class ClusterError(NardyError):
    """A cluster that cannot be used: its address, its workers or their version."""


@dataclass(frozen=True)
class _Named(Generic[Chunk, Part]):
    """Work that checks the program of its worker, which may have joined at any time."""

    program: tuple[str, str]
    work: Callable[[Chunk], Part]

    def __call__(self, chunk: Chunk) -> tuple[str, Part]:
        """The processor that did the work, and the result."""
        _require_program(identity(), self.program, "a worker")
        return identity().processor, self.work(chunk)


class Cluster:
    """The workers of a Dask scheduler."""

    shares_memory = False

    def __init__(self, address: str) -> None:
        """Connect, and compare versions.

        Raises:
            ClusterError: the address is unsafe or silent, there are no workers, or they have another
                version of nardy.
            MissingExtraError: Dask is not installed.
        """
        _require_safe(address)
        distributed = _distributed()
        context = distributed.Security().get_connection_args("client")["ssl_context"]
        if context is None and address.startswith("tls:"):
            raise ClusterError(
                f"expected the certificates of TLS for {address}, got none; name them in Dask's "
                "settings (docs/guide/clusters.md)"
            )
        self.lost: tuple[type[BaseException], ...] = (
            CancelledError,
            distributed.KilledWorker,
            distributed.comm.CommClosedError,
            distributed.client.ClosedClientError,
        )
        self.address = address
        self.processors: set[str] = set()
        """The processors of the workers whose results were used."""
        self._count = 1
        self._client = self._connected(time.monotonic())

    @property
    def count(self) -> int:
        """The workers' threads; at least 1, since some may be on their way."""
        with contextlib.suppress(OSError):  # a lost scheduler: the chunks that wait will tell
            self._count = max(1, sum(self._client.nthreads().values()))
        return self._count

    def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]:
        # Dask takes equal calls for the same unless told otherwise: results must not be shared.
        executor = self._client.get_executor(pure=False)
        return _unnamed(
            executor.submit(_Named(identity().program, function), chunk), self.processors.add
        )

    def renew(self) -> None:
        """Connect again if the scheduler was lost; it replaces lost workers itself."""
        if self._is_alive():
            return
        self._give_up()
        self._client = self._connected(time.monotonic() + PATIENCE_SECONDS)

    def close(self) -> None:
        self._give_up()

    def _is_alive(self) -> bool:
        try:
            return self._client.status == "running" and bool(self._client.scheduler_info())
        except Exception:  # noqa: BLE001 (whatever a broken connection raises)
            return False

    def _give_up(self) -> None:
        with contextlib.suppress(Exception):
            self._client.close(timeout=RETRY_SECONDS)

    def _connected(self, end: float) -> Any:
        """A client whose workers are warm and have this version; try until `end`."""
        distributed = _distributed()
        while True:
            try:
                client = distributed.Client(
                    self.address, timeout=CONNECT_SECONDS, set_as_default=False
                )
                break
            except (OSError, TimeoutError) as error:
                if time.monotonic() >= end:
                    raise ClusterError(
                        f"expected a Dask scheduler at {self.address}, got no answer ({error}); start "
                        "it with `dask scheduler`, or give another --cluster"
                    ) from None
                time.sleep(RETRY_SECONDS)
        try:
            self._require_workers(client)
        except BaseException:
            client.close(timeout=RETRY_SECONDS)
            raise
        return client

    def _require_workers(self, client: Any) -> None:
        try:
            client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
        except TimeoutError:
            raise ClusterError(
                f"expected workers at {self.address}, got none in {FIRST_WORKER_SECONDS:.0f} seconds; "
                f"start one with `dask worker {self.address}`"
            ) from None
        for worker, found in client.run(identity).items():
            _require_program(found, identity().program, worker)
        # Before the first chunk: a worker without a built kernel would compile while a chunk waits.
        client.run(compile_missing)


def _require_program(found: WorkerIdentity, expected: tuple[str, str], where: str) -> None:
    """Refuse a worker that may compute other figures.

    Raises:
        ClusterError: its program is not the expected one.
    """
    if found.program != expected:
        raise ClusterError(
            f"expected nardy {expected[0]} ({expected[1]}) on every worker, got {found.version} "
            f"({found.code}) at {where}; install the same nardy, numpy and numba everywhere"
        )


def _unnamed(named: Future[tuple[str, Part]], note: Callable[[str], None]) -> Future[Part]:
    """The future of the part alone; the processor is noted."""
    plain: Future[Part] = Future()
    plain.set_running_or_notify_cancel()

    def finish(done: Future[tuple[str, Part]]) -> None:
        try:
            processor, part = done.result()
        except BaseException as error:  # noqa: BLE001 (it is raised again where the part is read)
            plain.set_exception(error)
        else:
            note(processor)
            plain.set_result(part)

    named.add_done_callback(finish)
    return plain


def _require_safe(address: str) -> None:
    """Refuse an address without TLS on another machine.

    Raises:
        ClusterError: see above.
    """
    found = urlsplit(address)
    if found.scheme not in ("tcp", "tls") or not found.hostname:
        raise ClusterError(
            f"expected the address of a Dask scheduler, got {address!r}; give for example "
            "tls://10.0.0.5:8786, or tcp://127.0.0.1:8786 on this machine"
        )
    if found.scheme == "tcp" and not _is_loopback(found.hostname):
        raise ClusterError(
            f"expected TLS for another machine, got {address}; without it anybody who reaches the "
            "scheduler can run programs there: use tls:// (docs/guide/clusters.md)"
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _distributed() -> Any:
    """Dask's module.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import distributed  # noqa: PLC0415 (an extra)
    except ImportError:
        raise MissingExtraError.of("Dask for --cluster", "cluster") from None
    return distributed
