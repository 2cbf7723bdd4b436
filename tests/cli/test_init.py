import importlib
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec

import pytest
from tests.cli.talk import START, nardy, process
from tests.effort import each

from nardy import __version__
from nardy.cli import COMMANDS, module_of

HERE = [name for name in COMMANDS if find_spec(f"nardy.cli.{name}")]
LAZY = "import sys, {}; print(*sorted({{'numpy', 'numba', 'click', 'rich'}} & set(sys.modules)))"


@each("command", HERE)
def test_every_command_has_help_with_an_example(command: str) -> None:
    answer = nardy(command, "--help")
    assert answer.status == 0
    assert "Example: nardy " in answer.out
    assert max(map(len, answer.lines)) <= 80


def test_help_names_every_command() -> None:
    told = nardy("--help").out
    assert nardy("-h").out == told
    assert told.startswith("Usage: nardy [OPTIONS]")
    assert all(f"\n  {name} " in told for name in COMMANDS)
    assert nardy("--version").status == 0


@each("command", [[], *([name] for name in HERE), ["bench", "turns"]])
def test_help_calls_the_program_nardy_and_cuts_nothing_short(command: list[str]) -> None:
    lines = nardy(*command, "-h").lines
    assert lines[0].startswith(" ".join(["Usage: nardy", *command]))
    assert not [line for line in lines[1:] if line.endswith("...")]


def test_the_version_is_told_also_where_nothing_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", none)
    assert nardy("--version").out == f"nardy, version {__version__}\n"


def test_wrong_usage_exits_with_2() -> None:
    for arguments in (["frog"], ["show"], ["show", START, "--theme", "frog"], ["play", "--frog"]):
        answer = nardy(*arguments)
        assert (answer.status, answer.out) == (2, "")
        assert "Error: " in answer.err


@pytest.mark.parametrize(
    ("module", "loaded"), [("nardy", ""), ("nardy.cli", "click"), ("nardy.cli.turns", "")]
)
def test_what_an_import_leaves_alone(module: str, loaded: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", LAZY.format(module)], capture_output=True, text=True, check=True
    )
    heavy = set(answer.stdout.split()) - {"click"}
    assert not heavy
    assert loaded in answer.stdout


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from nardy.cli import main; sys.argv = ['nardy', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith(('nardy.c', 'nardy.g', 'nardy.k'))])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = answer.stdout.splitlines()[-1]
    assert not [name for name in COMMANDS if f"nardy.cli.{name}'" in loaded]
    assert "nardy.kernel" not in loaded


def test_every_command_is_a_file_with_its_name() -> None:
    for command in HERE:
        assert importlib.import_module(module_of(command)).command.callback


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_output_to_a_full_disk_is_a_sentence() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        answer = subprocess.run(
            [sys.executable, "-m", "nardy", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert answer.returncode == 1
    assert answer.stderr == b"nardy: system error: No space left on device\n"


def test_a_reader_that_has_seen_enough_hears_no_complaint() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "nardy", "games", "long-nardy"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout
    running.stdout.close()
    _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (1, b"")


def test_a_closed_standard_input_is_an_empty_one() -> None:
    answer = subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m nardy turns --jsonl <&-"],
        capture_output=True,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", ["games", "--help", "games --json", f"show '{START}'"])
def test_a_closed_standard_output_is_said(arguments: str) -> None:
    answer = subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m nardy {arguments} >&-"],
        capture_output=True,
        check=False,
    )
    expected = b"nardy: cannot print: standard output is closed\n"
    assert (answer.returncode, answer.stderr) == (1, expected)


def test_a_terminal_without_unicode_gets_what_it_can_show() -> None:
    answer = process(
        "show", START, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    )
    assert answer.returncode == 0
    assert not answer.stderr
