"""A Dask cluster of this machine: the same digits whatever happens to its workers."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import dask
import pytest
from tests.compute.cluster_processes import ClusterProcesses, running_cluster, self_signed

import nardy
from nardy.analysis.rollouts import RolledOut, rollout_position
from nardy.bots.neural import NeuralBot
from nardy.compute.chunks import Workers, run_chunks
from nardy.compute.cluster import Cluster, ClusterError
from nardy.errors import MissingExtraError, way_to_install
from nardy.formats import position_text
from nardy.search.rollout import RolloutPlan

START = "hypergammon w 22:1,9:1,6:1 24:1,5:1,4:1"
CHUNKS = 28


@pytest.fixture
def processes() -> Iterator[ClusterProcesses]:
    with running_cluster() as running:
        yield running


def rolled_out(workers: Workers | None, report: Callable[[int], None] | None = None) -> RolledOut:
    """A rollout of some seconds in all."""
    plan = RolloutPlan(trials=144 * CHUNKS, cubeless=True, plies=1, workers=workers)
    return rollout_position(position_text.loads(START), NeuralBot(0), plan, report)


@pytest.mark.parametrize(
    "address",
    [
        "tcp://10.0.0.5:8786",
        "tcp://example.org:8786",
        "tcp://[::]:8786",
        "10.0.0.5:8786",
        "http://127.0.0.1:8786",
        "inproc://1",
        "",
    ],
)
def test_an_address_without_tls_on_another_machine_is_refused(address: str) -> None:
    with pytest.raises(ClusterError, match=r"expected (TLS|the address)"):
        Cluster(address)


def test_a_silent_address_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.compute.cluster.CONNECT_SECONDS", 1.0)
    with pytest.raises(
        ClusterError, match=r"expected a Dask scheduler at tcp://127.0.0.1:1, got no"
    ):
        Cluster("tcp://127.0.0.1:1")


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=re.escape(way_to_install("cluster"))):
        Cluster("tcp://127.0.0.1:1")


def test_the_same_digits_on_one_worker_on_two_and_after_one_is_killed(
    processes: ClusterProcesses,
) -> None:
    alone = rolled_out(None)
    with closing(Cluster(processes.address)) as cluster:
        assert rolled_out(cluster) == alone
        processes.start_worker()

        reported = list[int]()

        def kill_first(trials: int) -> None:
            reported.append(trials)
            if len(processes.workers) == 2:
                processes.kill_worker()

        assert rolled_out(cluster, kill_first) == alone
        assert len(cluster.processors) == 1
        assert len(processes.workers) == 1
        assert len(reported) == CHUNKS


ROLL_OUT = """
import sys
from contextlib import closing
from nardy.analysis.rollouts import rollout_position
from nardy.bots.neural import NeuralBot
from nardy.compute.cluster import Cluster
from nardy.formats import position_text
from nardy.search.rollout import RolloutPlan

def report(trials):
    print(trials, flush=True)

with closing(Cluster(sys.argv[1])) as cluster:
    plan = RolloutPlan(trials=int(sys.argv[3]), cubeless=True, plies=1, workers=cluster)
    print(rollout_position(position_text.loads(sys.argv[2]), NeuralBot(0), plan, report).equity)
"""


@pytest.mark.thorough
def test_after_the_scheduler_is_lost_the_work_goes_on(processes: ClusterProcesses) -> None:
    # In a process of its own: Dask leaves the sockets of a lost scheduler open until the end.
    command = [sys.executable, "-c", ROLL_OUT, processes.address, START, str(144 * CHUNKS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        first = client.stdout.readline()
        processes.kill_scheduler()
        processes.kill_worker()
        processes.start_scheduler()
        processes.start_worker()
        told, _ = client.communicate(timeout=120)
        *reports, equity = told.splitlines()
    assert int(first) < int(reports[-1]) == 144 * CHUNKS
    assert equity == str(rolled_out(None).equity)


@pytest.mark.thorough
def test_another_version_is_refused_at_the_start_and_later(
    processes: ClusterProcesses, tmp_path: Path
) -> None:
    package = Path(nardy.__file__).parent
    (tmp_path / "nardy").mkdir()
    for entry in package.iterdir():
        (tmp_path / "nardy" / entry.name).symlink_to(entry)
    (tmp_path / "nardy" / "version.py").unlink()
    (tmp_path / "nardy" / "version.py").write_text('__version__ = "0.0.1"')
    with closing(Cluster(processes.address)) as cluster:
        processes.start_worker(PYTHONPATH=str(tmp_path))
        with pytest.raises(ClusterError, match=r"expected nardy .* on every worker, got 0.0.1"):
            list(run_chunks(cluster, time.sleep, [0.05] * 500))
    with pytest.raises(ClusterError, match="install the same nardy, numpy and numba"):
        Cluster(processes.address)


@pytest.mark.thorough
def test_a_cluster_without_workers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.compute.cluster.FIRST_WORKER_SECONDS", 1.0)
    with running_cluster(0) as empty, pytest.raises(ClusterError, match="got none in 1 seconds"):
        Cluster(empty.address)


@pytest.mark.thorough
def test_tls_with_certificates_of_both_sides(
    tmp_path: Path,
) -> None:
    certificate, key = self_signed(tmp_path)
    tls = ("--tls-ca-file", certificate, "--tls-cert", certificate, "--tls-key", key)
    with running_cluster(protocol="tls", options=tls) as running:
        with pytest.raises(ClusterError, match="expected the certificates of TLS"):
            Cluster(running.address)
        files = {"ca-file": certificate, "client.cert": certificate, "client.key": key}
        settings = {f"distributed.comm.tls.{name}": file for name, file in files.items()}
        with (
            dask.config.set(settings),
            closing(Cluster(running.address)) as cluster,
        ):
            assert rolled_out(cluster) == rolled_out(None)
