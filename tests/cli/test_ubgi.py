"""`nardy ubgi` as other programs meet it, and as a bot of `nardy play`."""

from pathlib import Path

from tests.bots.engines import BAD, GREETING, OURS, engine
from tests.cli.talk import nardy, process, refused

TALK = """ubgi
isready
position text long-nardy w 24:15 24:15 dice=65
go role turn
quit
"""


def test_it_answers_line_by_line() -> None:
    answer = nardy("ubgi", "--bot", "baseline", typed=TALK)
    assert answer.status == 0
    assert answer.lines[-3:] == ["ubgiok", "readyok", "bestmove 24/18 18/13"]
    assert not answer.err


def test_the_end_of_the_input_is_an_end() -> None:
    asked = TALK.removesuffix("go role turn\nquit\n")
    done = process("ubgi", "--bot", "baseline", typed=asked.encode())
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == b"readyok"


def test_the_game_of_codes_may_be_named() -> None:
    answer = nardy("ubgi", "--bot", "baseline", "--game", "nackgammon", typed="get game.variant")
    assert answer.lines == ["value game.variant nackgammon"]


def test_a_bot_that_is_none() -> None:
    assert refused("ubgi", "--bot", "nobody").startswith("expected a bot")


def test_a_network_that_cannot_be_used_is_refused_before_the_first_question(tmp_path: Path) -> None:
    foreign = tmp_path / "other.npz"
    foreign.write_bytes(b"nothing of the kind")
    assert "other.npz" in refused("ubgi", "--bot", f"nardy:0:{foreign}")
    assert "no such file" in refused("ubgi", "--bot", f"nardy:0:{tmp_path / 'none.npz'}").casefold()


def test_nardy_plays_a_program(tmp_path: Path) -> None:
    options = ("--white", "baseline", "--black", f"ubgi:{OURS} random", "--seed", "1")
    answer = nardy("play", "hypergammon", *options, "--plain", "--save", tmp_path / "g.jsonl")
    assert answer.status == 0, answer
    assert "loses the game" not in answer.out


def test_a_saved_game_starts_no_program_by_itself(tmp_path: Path) -> None:
    (tmp_path / "engines").mkdir()
    started, path = tmp_path / "started", tmp_path / "g.jsonl"
    greet = f"{GREETING}; open({str(started)!r}, chr(119))"
    spec = f"ubgi:{engine(tmp_path / 'engines', BAD['dies'], greet)}"
    nardy("play", "long-nardy", "--black", spec, "--seed", "3", "--save", path, typed="quit\n")
    started.unlink(missing_ok=True)
    sentence = refused("play", "--resume", path)
    assert sentence.startswith("expected permission for the program that plays in")
    assert "starts no program by itself" in sentence
    assert not started.exists()
    nardy("play", "--resume", path, "--black", spec, typed="quit\n")
    assert started.exists()


def test_a_program_that_dies_loses_the_game_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "engines").mkdir()
    bad = engine(tmp_path / "engines", BAD["dies"])
    options = ("--white", "baseline", "--black", f"ubgi:{bad}", "--seed", "1", "--match", "2")
    answer = nardy("play", "long-nardy", *options, "--plain", "--save", tmp_path / "g.jsonl")
    assert answer.status == 0
    assert "Black loses the game: expected an answer" in answer.out
    assert "has ended with status 3" in answer.out
    assert "Traceback" not in answer.err
