import signal
from collections.abc import Iterator

import pytest

from nardy.cli.computing import STATUS, stop_for_good


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
