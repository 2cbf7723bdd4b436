"""Programs as children: lines in time, an end whatever they do."""

import shlex
import sys
import time
from pathlib import Path

import pytest
from tests.bots.engines import engine

from nardy.bots.ubgi.process import ExternalBotError, ExternalProcess


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def test_lines_go_there_and_come_back() -> None:
    process = ExternalProcess(
        python("import sys\nfor l in sys.stdin: print(l.upper(), flush=True)")
    )
    process.write("one", "two")
    assert process.wait_for(lambda line: line.startswith("T"), 10) == "TWO"
    process.close()
    assert process.status is not None


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ExternalBotError, match=r"No such file .*'/no/such/engine -x'"):
        ExternalProcess("/no/such/engine -x")


@pytest.mark.parametrize("command", ["", "'unclosed"])
def test_a_command_line_that_is_none(command: str) -> None:
    with pytest.raises(ExternalBotError, match="expected a program to play"):
        ExternalProcess(command)


def test_what_was_written_so_far_can_be_skipped() -> None:
    process = ExternalProcess(
        python("import sys\nprint('old', flush=True)\nfor l in sys.stdin: print(l, flush=True)")
    )
    time.sleep(0.5)
    process.skip()
    process.write("new")
    assert process.wait_for(bool, 10) == "new"
    process.close()


def test_its_end_is_not_skipped() -> None:
    process = ExternalProcess(python("print('old'); raise SystemExit(4)"))
    time.sleep(0.5)
    process.skip()
    process.skip()
    with pytest.raises(ExternalBotError, match="has ended with status 4"):
        process.wait_for(lambda _: True, 10)


def test_who_is_too_late_is_told_and_ended() -> None:
    process = ExternalProcess(python("import time; print('well', flush=True); time.sleep(60)"))
    with pytest.raises(ExternalBotError, match=r"within 1 s, got 'well' from"):
        process.wait_for(lambda line: line == "done", 1)
    before = time.monotonic()
    process.close()
    assert time.monotonic() - before < 5
    assert process.status is not None


def test_who_ends_is_told_with_the_status() -> None:
    process = ExternalProcess(python("import sys; sys.exit(7)"))
    with pytest.raises(ExternalBotError, match="has ended with status 7"):
        process.wait_for(bool, 10)
    with pytest.raises(ExternalBotError, match="has ended"):
        process.write("more")


def test_who_does_not_want_to_quit_is_ended() -> None:
    stubborn = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)"
    process = ExternalProcess(python(stubborn))
    process.close()
    assert process.status is not None
    process.close()


def test_a_program_ends_with_its_object(tmp_path: Path) -> None:
    process = ExternalProcess(engine(tmp_path, "pass"))
    child = process._child  # noqa: SLF001 (nothing else knows whether it runs)
    del process
    assert child.poll() is not None
