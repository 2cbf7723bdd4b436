"""Commands with --cluster: the same words as on one machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.cli.test_analyze import MISTAKE
from tests.compute.cluster_processes import running_cluster

ROLLOUT = ("rollout", "backgammon w 6:2,5:1 6:2,4:1", "--trials", "360", "--raw")
ARENA = ("arena", "nardy:0", "baseline", "--game", "hypergammon", "--games", "40")
ANALYZE = ("analyze", "match.mat", "--bot", "nardy:0")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_cluster() as cluster:
        yield cluster.address


@pytest.mark.parametrize("command", [ROLLOUT, ARENA, ANALYZE], ids=lambda command: command[0])
def test_a_cluster_gives_the_same_answer(command: tuple[str, ...], address: str) -> None:
    Path("match.mat").write_text(MISTAKE, "utf-8")
    alone = nardy(*command)
    spread = nardy(*command, "--cluster", address)
    assert spread.status == 0, spread.err
    assert spread.lines == alone.lines
    assert spread.err.startswith("computed on: ")


@pytest.mark.parametrize("command", [ROLLOUT, ARENA, ANALYZE], ids=lambda command: command[0])
def test_an_unsafe_cluster_is_refused(command: tuple[str, ...]) -> None:
    Path("match.mat").write_text(MISTAKE, "utf-8")
    told = refused(*command, "--cluster", "tcp://10.0.0.5:8786")
    assert "expected TLS for another machine, got tcp://10.0.0.5:8786" in told
