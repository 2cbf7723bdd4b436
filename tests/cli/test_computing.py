import signal
import sys
from collections.abc import Iterator

import pytest

from nardy.cli.computing import STATUS, cluster_or_processes, progress, stop_for_good


@pytest.fixture(autouse=True)
def kept_signal() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_it_tells_and_ends_and_a_second_one_is_not_heard(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        stop_for_good("stopped; it is saved")
    assert ended.value.code == STATUS == 128 + signal.SIGINT
    assert capsys.readouterr().err == "stopped; it is saved\n"
    signal.raise_signal(signal.SIGINT)


def test_on_a_terminal_there_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", _Terminal())
    with progress("solving", 1.0) as tell:
        tell(0.5, "sweep 2")
    assert "sweep 2" in "".join(sys.stderr.written)  # type: ignore[attr-defined]


def test_elsewhere_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("solving", 1.0) as tell:
        tell(0.5, "sweep 2")
    assert capsys.readouterr().err == ""


class _Terminal:
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.written = list[str]()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written.append(text)
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(("count", "processes"), [(1, None), (2, None), (3, 3), (16, 16)])
def test_processes_are_started_where_threads_would_wait_for_each_other(
    count: int, processes: int | None
) -> None:
    with cluster_or_processes(None, count) as workers:
        assert (workers.count if workers else None) == processes
        assert not (workers and workers.shares_memory)
