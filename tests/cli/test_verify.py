import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner, Result
from tests.formats.test_proof import honest

from nardy.cli.verify import command
from nardy.errors import NotationError
from nardy.formats import proof
from nardy.formats.proof import Throw


def test_a_proof_is_checked_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proof.dumps(honest(bot=True)), "utf-8")
    told = CliRunner().invoke(command, [str(file)])
    assert told.exit_code == 0
    assert told.output.startswith("proven: all 12 throws")
    assert "players without a hash chain, such as bots: 1" in told.output
    assert "not compared, since not given: --match, --commitment, --room" in told.output
    told = CliRunner().invoke(command, ["-", "--json"], input=proof.dumps(honest()))
    assert json.loads(told.output) == {
        "proven": True,
        "throws": 12,
        "lost": 2,
        "without_chain": 0,
        "compared": [],
    }


def test_what_does_not_follow_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proof.dumps(honest()).replace("k3Jd", "k3je"), "utf-8")
    for name in (str(file), str(tmp_path), str(tmp_path / "none")):
        answer = CliRunner().invoke(command, [name])
        assert isinstance(answer.exception, NotationError)
        assert answer.exit_code == 1


def test_a_proof_is_compared_with_the_match_the_commitment_and_the_room(tmp_path: Path) -> None:
    fair = honest()
    file, match = tmp_path / "proof.json", tmp_path / "match.json"
    file.write_text(proof.dumps(fair), "utf-8")

    def told(throws: Sequence[Throw], **more: str) -> Result:
        events = [
            {"kind": one.kind, "white": one.dice[0], "black": one.dice[1]}
            if one.kind == "rolled-off"
            else {"kind": one.kind, "player": "white", "dice": one.dice}
            for one in throws
        ]
        # What was taken back stays in the log, and its throws in the proof.
        events.append({"kind": "taken-back", "player": "white", "events": 3})
        match.write_text(json.dumps({"nardy": "match", "version": 1, "events": events}), "utf-8")
        known = {"match": str(match), "commitment": fair.commitment, "room": fair.room, **more}
        arguments = [part for name, one in known.items() for part in (f"--{name}", one)]
        return CliRunner().invoke(command, [str(file), *arguments])

    good = told(fair.throws)
    assert good.exit_code == 0, good.output
    assert "not compared" not in good.output
    first, *others = fair.throws
    last = others[-1]
    lied = replace(last, dice=(7 - last.dice[1], 7 - last.dice[0]))
    for wrong, reason in (
        (told(fair.throws, room="other"), "of room"),
        (told(fair.throws, commitment="ab" * 32), "another commitment"),
        (told(others), "expected the 11 throws of the match, got 12"),
        (told([first, *others[:-1], lied]), "throw 12"),
        (told([replace(first, kind="rolled"), *others]), "throw 1 "),
        (told(fair.throws, match=str(file)), "expected a match"),
    ):
        assert wrong.exit_code == 1
        assert isinstance(wrong.exception, NotationError)
        assert reason in str(wrong.exception)
