import json
from pathlib import Path

from click.testing import CliRunner
from tests.formats.test_proof import honest

from nardy.cli.verify import command
from nardy.errors import NotationError
from nardy.formats import proof


def test_a_proof_is_checked_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proof.dumps(honest(bot=True)), "utf-8")
    told = CliRunner().invoke(command, [str(file)])
    assert told.exit_code == 0
    assert told.output.startswith("proven: all 12 throws")
    assert "players without a hash chain, such as bots: 1" in told.output
    told = CliRunner().invoke(command, ["-", "--json"], input=proof.dumps(honest()))
    assert json.loads(told.output) == {
        "proven": True,
        "throws": 12,
        "lost": 2,
        "without_chain": 0,
    }


def test_what_does_not_follow_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proof.dumps(honest()).replace("k3Jd", "k3je"), "utf-8")
    for name in (str(file), str(tmp_path), str(tmp_path / "none")):
        answer = CliRunner().invoke(command, [name])
        assert isinstance(answer.exception, NotationError)
        assert answer.exit_code == 1
