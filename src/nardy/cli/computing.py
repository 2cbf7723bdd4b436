"""Shared by the commands that compute for long: options, the engine, Ctrl-C."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Generator
from typing import Any, NoReturn, Protocol

import click

from nardy.compute.chunks import Workers
from nardy.errors import MissingExtraError
from nardy.kernel import compile_missing, is_available

_ENOUGH_THREADS = 2
STATUS = 130
"""The usual exit status after Ctrl-C: 128 + SIGINT."""


class Tell(Protocol):
    """Shows how much is done, and perhaps a new label."""

    def __call__(self, done: float, label: str | None = None, /) -> None: ...


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object.")
seed_option = click.option("--seed", type=click.IntRange(min=0), default=1)


cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Use the workers of this Dask scheduler instead of threads: tls://HOST:PORT.",
)


def threads_option(text: str = "[all cores]") -> Callable[..., Any]:
    """Pass --threads as `threads`; by default the number of cores."""
    return _workers_option(text, "--threads")


def processes_option(text: str = "[all cores]") -> Callable[..., Any]:
    """Pass --processes, also given as --threads, as `processes`; by default the number of cores."""
    return _workers_option(text, "processes", "--processes", "--threads")


def _workers_option(text: str, *names: str) -> Callable[..., Any]:
    def or_all(context: click.Context, option: click.Parameter, count: int | None) -> int:
        return count or os.cpu_count() or 1

    return click.option(*names, type=click.IntRange(1, 256), callback=or_all, help=text)


def require_engine(purpose: str) -> None:
    """Refuse to go on without a compiled kernel.

    Raises:
        MissingExtraError: neither a built kernel nor Numba is there; the message names the purpose.
    """
    if not is_available():
        raise MissingExtraError.of(f"a compiled kernel for {purpose}", "compile")


def start_engine(purpose: str) -> None:
    """Compile what is missing, with a message; `require_engine` first."""
    require_engine(purpose)
    use_one_blas_thread()
    compile_missing()


def use_one_blas_thread() -> None:
    """Keep BLAS to one thread: the matrices are small, and more would slow each other down."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextlib.contextmanager
def cluster_or_processes(address: str | None, count: int) -> Generator[Workers | None]:
    """The workers of a cluster; else *count* processes, or None where threads do as well.

    A third of a rollout holds the interpreter's lock: on 16 cores 4 threads were 2.5 times as fast as one,
    16 threads 1.6 times, and 16 processes 12 times (docs/decisions/compute.md). Two threads save the
    start of two processes.
    """
    if address is not None or count <= _ENOUGH_THREADS:
        with connected(address) as workers:
            yield workers
        return
    from nardy.compute.local import Processes  # noqa: PLC0415 (only for long work)

    with contextlib.closing(Processes(count)) as processes:
        yield processes


@contextlib.contextmanager
def connected(address: str | None) -> Generator[Workers | None]:
    """The workers of a cluster, or None without an address; say at the end which processors worked."""
    if address is None:
        yield None
        return
    from nardy.compute.cluster import Cluster  # noqa: PLC0415 (an extra)

    with contextlib.closing(Cluster(address)) as cluster:
        yield cluster
        # Another kind of processor may round differently in the last digit.
        click.echo(f"computed on: {', '.join(sorted(cluster.processors))}", err=True)


@contextlib.contextmanager
def progress(label: str, total: float) -> Generator[Tell]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _label=None: None
        return
    from rich.console import Console  # noqa: PLC0415 (only where somebody looks)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done, label=None: bar.update(task, completed=done, description=label)


def stop_for_good(message: str) -> NoReturn:
    """Print a message and exit; ignore further Ctrl-C."""
    # The interpreter waits for its threads at exit; a second Ctrl-C would interrupt that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    click.echo(message, err=True)
    sys.exit(STATUS)


def counted(count: float, noun: str) -> str:
    """A number with its noun: '1 game', '2,000 games', '2 processes'."""
    plural = "es" if noun.endswith("s") else "s"
    return f"{count:,.10g} {noun}{'' if count == 1 else plural}"
