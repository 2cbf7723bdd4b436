import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.talk import nardy

from nardy.cli import COMMANDS
from nardy.cli.completion import SHELLS, VARIABLE
from nardy.games import GAMES

# What a person would see after the tab key, asked of the shell itself.
ASKED = {
    "bash": "COMP_WORDS=(nardy {words}); COMP_CWORD={count}; _nardy_completion nardy; "
    'printf "%s\\n" "${{COMPREPLY[@]}}"',
    "fish": 'complete --do-complete "nardy {words}"',
}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command `nardy` on the path."""
    file = tmp_path / "bin" / "nardy"
    file.parent.mkdir()
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nardy "$@"\n', "utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(file.parent), prepend=os.pathsep)
    monkeypatch.setenv("HOME", str(tmp_path))


def completed(words: str) -> list[str]:
    """What nardy answers to bash."""
    count = words.count(" ") + 1
    told = nardy(
        **{VARIABLE: "bash_complete", "COMP_WORDS": f"nardy {words}", "COMP_CWORD": str(count)}
    )
    return [line.partition(",")[2] for line in told.lines]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script_that_asks_nardy(shell: str) -> None:
    script = nardy("completion", shell).out
    assert f"{VARIABLE}={shell}_complete" in script


def test_another_shell_is_wrong_usage() -> None:
    assert nardy("completion", "frog").status == 2


def test_commands_options_and_games_are_completed() -> None:
    assert completed("") == list(COMMANDS)
    assert completed("h") == ["hint"]
    assert completed("--v") == ["--version"]
    assert completed("turns --jsonl") == ["--jsonl"]
    assert completed("games ") == list(GAMES)
    assert completed("play long") == ["longgammon", "long-nardy"]


def test_the_first_word_is_completed_without_importing_a_command() -> None:
    code = (
        "import sys; from nardy.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith('nardy.cli.')])"
    )
    asked = {VARIABLE: "bash_complete", "COMP_WORDS": "nardy ", "COMP_CWORD": "1"}
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines()[-1] == "['nardy.cli.encodings']"


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize("shell", ASKED)
def test_the_shell_itself_completes(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    for words, wanted in (("rollo", "rollout"), ("games hyper", "hypergammon")):
        asked = ASKED[shell].format(words=words, count=words.count(" ") + 1)
        load = (
            "nardy completion fish | source"
            if shell == "fish"
            else f'eval "$(nardy completion {shell})"'
        )
        answer = subprocess.run(
            [shell, "-c", f"{load}\n{asked}"], capture_output=True, text=True, check=True
        )
        assert [line.split("\t")[0] for line in answer.stdout.splitlines()] == [wanted]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_its_script(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = nardy("completion", shell).out
    subprocess.run([shell, "-n"], input=script, text=True, check=True)
