"""Labels are the same from any number of processes, and after Ctrl-C."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.talk import Answer, nardy, refused

from nardy.cli import label_run
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games.game_file import load_game
from nardy.labels.label_file import LabelFile

ASKED = ("label", "hypergammon", "--count", 6, "--games", 16, "--error", 0.2, "--bot", "nardy:0")
FILE = Path("labels/hypergammon.jsonl")


def label(*more: object) -> Answer:
    return nardy(*ASKED, "--cut", 2, *more)


def test_any_number_of_processes_makes_the_same_file() -> None:
    label("--threads", 1)
    alone = FILE.read_bytes()
    FILE.unlink()
    assert label("--threads", 2).status == 0
    assert FILE.read_bytes() == alone


def test_after_ctrl_c_the_same_command_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    label("--threads", 1)
    whole = FILE.read_bytes()
    FILE.unlink()

    def stopping(
        file: LabelFile, labels: list[object], real: Callable[..., None] = LabelFile.append
    ) -> None:
        if len(file.labels) == 3:
            raise KeyboardInterrupt
        real(file, labels)

    with monkeypatch.context() as patched:
        patched.setattr(LabelFile, "append", stopping)
        answer = label("--threads", 1)
    assert answer.status == 130
    assert answer.err == "stopped after 3 labels; the same command continues\n"
    assert len(LabelFile.read(FILE).labels) == 3
    assert label("--threads", 1).status == 0
    assert FILE.read_bytes() == whole
    assert label("--threads", 1).out.endswith(", 0 to be rolled out\n")


def test_nothing_is_written_if_nothing_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(label_run, "draw", fail)
    assert label().status != 0
    assert not FILE.exists()


@pytest.mark.parametrize(
    ("moments", "classes"), [("decisions", "race"), ("cubes", "money, near a pass"), ("book", "21")]
)
def test_only_a_class_of_the_moments_is_rolled_out_to_the_end(moments: str, classes: str) -> None:
    out = ("--moments", moments, "--out", "new.jsonl", "--to-end", "back gaem")
    told = refused("label", "backgammon", *out)
    assert "expected a class of backgammon, got 'back gaem'; the classes are " in told
    assert classes in told
    assert not Path("new.jsonl").exists()


def test_cube_decisions_are_labeled_and_continued() -> None:
    asked = (
        "label",
        "backgammon",
        "--moments",
        "cubes",
        "--count",
        2,
        "--games",
        64,
        "--error",
        0.5,
    )
    how = ("--bot", "nardy:0", "--cut", 1, "--threads", 1, "--out", "cubes.jsonl")
    assert nardy(*asked, *how).status == 0
    file = LabelFile.read(Path("cubes.jsonl"))
    assert file.made["game"] == "backgammon"
    assert file.labels
    assert all(label.cube for label in file.labels.values())
    assert nardy(*asked, *how).out.endswith(", 0 to be rolled out\n")
    other = refused(*asked, *how, "--class", "race")
    assert (
        "expected a class of backgammon, got 'race'; the classes are money, near a pass" in other
        or ("expected labels made with kinds" in other)
    )


def test_a_book_says_at_once_how_many_moments_there_will_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopping(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(LabelFile, "append", stopping)
    how = ("--bot", "nardy:0", "--cut", 1, "--error", 0.5, "--threads", 1)
    told = nardy("label", "backgammon", "--moments", "book", *how).out
    assert told == "330 moments in labels/backgammon.jsonl, 330 to be rolled out\n"


def test_a_game_without_a_cube_has_no_cube_decisions() -> None:
    told = refused("label", "fevga", "--moments", "cubes", "--out", "cubes.jsonl")
    assert "expected a game with a cube, got fevga" in told


def test_candidates_for_puzzles_are_labeled_and_continued() -> None:
    asked = ("label", "hypergammon", "--moments", "puzzles", "--count", 3, "--games", 8, "--cut", 2)
    assert nardy(*asked, "--bot", "nardy:0", "--threads", 1).status == 0
    whole = FILE.read_text("utf-8")
    FILE.write_text(whole[:-30], "utf-8")
    assert nardy(*asked, "--bot", "nardy:0", "--threads", 1).status == 0
    assert FILE.read_text("utf-8") == whole
    assert all(len(label.turns) > 1 for label in LabelFile.read(FILE).labels.values())


@pytest.mark.parametrize("moments", ["decisions", "puzzles"])
def test_no_moment_takes_more_trials_than_asked_for(moments: str) -> None:
    never_ends = () if moments == "puzzles" else ("--error", 1e-9)
    drawn = ("--count", 6, "--games", 16, "--bot", "nardy:0", "--cut", 2)
    asked = ("--moments", moments, *never_ends, "--trials", 144)
    assert nardy("label", "hypergammon", *drawn, *asked).status == 0
    file = LabelFile.read(FILE)
    assert file.made["precision"]["most"] == 144
    assert {one.trials for one in file.labels.values()} <= {72, 144}
    assert 144 in {one.trials for one in file.labels.values()} or moments == "puzzles"


def test_an_own_game_is_labeled_and_examined_by_its_own_network() -> None:
    """There is no bundled network of such a game, nor of a relative."""
    Path("club.toml").write_text(
        'extends = "hypergammon"\nid = "club"\nname = "club"\nstart = "24:2,23:2"\n', "utf-8"
    )
    rules = load_game(Path("club.toml"))
    weights.save(Network.random(rules, 8, 8, 1), {}, Path("club.npz"))
    asked = ("--count", 6, "--games", 4, "--error", 0.5, "--cut", 1, "--rivals", 2)
    bot = ("--bot", "nardy:0:club.npz", "--threads", 1)
    answer = nardy("label", "--file", "club.toml", *asked, *bot)
    assert answer.status == 0, answer.err
    found = nardy("exam", "club", "random", "nardy:0:club.npz", "--file", "club.toml", "--json")
    ours = found.data["bots"]
    # The estimates are those of the labels' network.
    assert ours[0]["estimated"] > 0
    assert ours[0]["decisions"] == ours[1]["decisions"] > 2
