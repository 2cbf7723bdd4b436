from pathlib import Path

import pytest
from tests.bots.engines import BAD, engine
from tests.cli.talk import nardy, play, refused, saved

from nardy.cli.inputs import GameChoice
from nardy.cli.play.options import PlayOptions, setting_of
from nardy.cli.play.saving import SaveFile, Setting
from nardy.cli.play.table import open_table
from nardy.kernel import is_available

PLAIN = PlayOptions(
    white="person",
    black="baseline",
    match=0,
    cube=None,
    seed=None,
    real_dice=False,
    save=None,
    resume=None,
)


def test_what_is_asked_becomes_a_setting() -> None:
    setting = setting_of(GameChoice("narde@draw", None), PLAIN)
    assert setting.games == ("long-nardy,last_throw=half",)
    assert setting_of(GameChoice("Тавли", None), PLAIN).games == ("portes", "plakoto", "fevga")


@pytest.mark.parametrize(
    ("option", "games"), [("--cube", "fevga,cube_play=on"), ("--no-cube", "fevga")]
)
def test_the_cube_is_switched(option: str, games: str) -> None:
    play("fevga", option, "--save", "g.jsonl")
    assert saved(Path("g.jsonl"))[0]["games"] == [games]


def test_every_option_reaches_the_saved_file() -> None:
    options = ["--white", "random", "--black", "person", "--match", "5", "--seed", "x"]
    play("backgammon", *options, "--real-dice", "--save", "g.jsonl")
    assert saved(Path("g.jsonl"))[0] == {
        "nardy": 1,
        "games": ["backgammon"],
        "length": 5,
        "white": "random",
        "black": "person",
        "seed": "x",
        "game_file": None,
        "real_dice": True,
    }


def test_a_seed_of_bytes_that_are_no_text_is_a_seed() -> None:
    assert nardy("play", "--seed", "\udcff").status == 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--match", "-1"], 2), (["--match", "x"], 2), (["frog"], 1), (["--white", "frog"], 1)],
)
def test_what_cannot_be_is_refused(arguments: list[str], status: int) -> None:
    answer = play(*arguments)
    assert (answer.status, answer.out) == (status, "")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("asked", "black"),
    [
        (["--level", "club"], "nardy:club"),
        (["--level", "strongest"], "nardy:strongest"),
        (["--seconds", "0.5"], "nardy:0.5s"),
        ([], "nardy"),
    ],
)
def test_the_opponent_is_the_one_that_is_asked_for(asked: list[str], black: str) -> None:
    answer = nardy("play", "backgammon", *asked, "--save", "g.jsonl")
    assert answer.status == 0, answer.err
    assert saved(Path("g.jsonl"))[0]["black"] == black


def test_two_opponents_are_one_too_many() -> None:
    answer = nardy("play", "--level", "club", "--black", "random")
    assert answer.status == 2
    assert "expected one of --black, --level and --seconds" in answer.err


FILE = "game.jsonl"


def begun(**seats: str) -> list[dict[str, object]]:
    """A saved game with one roll, of whoever is seated; its lines."""
    path = Path(FILE)
    table = open_table(Setting(games=("hypergammon",), seed="7", black="person"), path)
    table.game.roll()
    table.save()
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.unlink()
    SaveFile.begin(path, Setting(games=("hypergammon",), seed="7", **seats))
    with path.open("a", encoding="utf-8") as file:
        file.writelines(lines[1:])
    return saved(path)


@pytest.mark.parametrize("broken", ["nardy:none.npz", "gnubg:7", "ubgi:./no-engine"])
def test_a_game_whose_bot_cannot_play_is_rescued_by_another(broken: str) -> None:
    before = begun(black=broken)
    sentence = refused("play", "--resume", FILE)
    assert sentence.startswith("expected ")
    assert FILE in sentence
    assert "--black" in sentence
    assert saved(Path(FILE)) == before
    answer = play("--resume", FILE, "--black", "baseline", "--white", "random")
    assert answer.status == 0
    assert "White: random. Black: baseline." in answer.lines
    after = saved(Path(FILE))
    assert after[0] == {**before[0], "white": "random", "black": "baseline"}
    assert after[1 : len(before)] == before[1:]
    assert len(after) > len(before)


def test_who_is_not_named_keeps_the_seat() -> None:
    begun(white="random", black="person")
    assert "White: random. Black: you." in play("--resume", FILE).lines
    # 'person' is what --white says where nobody says it.
    assert saved(Path(FILE))[0]["white"] == "random"
    assert "White: a person. Black: a person." in play("--resume", FILE, "--white", "person").lines


def test_a_person_may_take_the_seat_of_a_bot() -> None:
    begun(black="baseline")
    assert play("--resume", FILE, "--black", "person").status == 0
    assert saved(Path(FILE))[0]["black"] == "person"


def test_who_cannot_play_takes_no_seat() -> None:
    before = begun(black="baseline")
    for bot in ("nobody", "nardy:none.npz", "ubgi:./no-engine"):
        assert refused("play", "--resume", FILE, "--black", bot)
        assert saved(Path(FILE)) == before


def test_a_program_of_the_other_seat_is_still_to_be_named(tmp_path: Path) -> None:
    (tmp_path / "engines").mkdir()
    started = tmp_path / "started"
    greet = f"say('ubgiok'); open({str(started)!r}, chr(119))"
    begun(white=f"ubgi:{engine(tmp_path / 'engines', BAD['dies'], greet)}")
    before = saved(Path(FILE))
    assert "expected permission for the program" in refused(
        "play", "--resume", FILE, "--black", "random"
    )
    assert saved(Path(FILE)) == before
    assert not started.exists()


def test_a_python_file_runs_only_if_it_is_named_again(tmp_path: Path) -> None:
    ran, file = tmp_path / "ran", tmp_path / "own.py"
    methods = "    choose_turn = choose_act = lambda *_: 'roll'\n"
    file.write_text(f"open({str(ran)!r}, 'w').close()\nclass Own:\n{methods}", "utf-8")
    spec = f" Python:{file}:Own"
    for other in ([], ["--black", "random"]):
        before = begun(white=spec)
        assert "expected permission for the program" in refused("play", "--resume", FILE, *other)
        assert saved(Path(FILE)) == before
        Path(FILE).unlink()
    begun(black=spec)
    assert "expected permission for the program" in refused("play", "--resume", FILE)
    assert not ran.exists()
    assert play("--resume", FILE, "--black", spec).status == 0
    assert ran.exists()


def test_a_level_is_for_the_bot_that_is_black() -> None:
    if not is_available():
        pytest.skip("needs the kernel")
    begun(black="baseline")
    assert play("--resume", FILE, "--level", "club").status == 0
    assert saved(Path(FILE))[0]["black"] == "nardy:club"
    begun(white="random", black="person")
    answer = play("--resume", FILE, "--seconds", "2")
    assert answer.status == 2
    assert "expected a bot as Black for --seconds, got a person" in answer.err


@pytest.mark.parametrize(
    "asked",
    [
        ["--match", "5"],
        ["--cube"],
        ["--no-cube"],
        ["--seed", "8"],
        ["--real-dice"],
    ],
)
def test_what_a_game_has_settled_is_refused(asked: list[str]) -> None:
    before = begun(black="baseline")
    answer = nardy("play", "--resume", FILE, *asked)
    assert answer.status == 2
    assert "start a new game without --resume" in answer.err
    assert saved(Path(FILE)) == before


def test_there_is_one_file_to_go_on_with() -> None:
    begun(black="baseline")
    answer = nardy("play", "--resume", FILE, "--save", "other.jsonl")
    assert answer.status == 2
    assert "leave --save out" in answer.err
    assert nardy("play", "--save", FILE, "--resume", "").status == 0


def test_another_game_takes_no_seat_either() -> None:
    before = begun(black="baseline")
    sentence = refused("play", "fevga", "--resume", FILE, "--black", "random")
    assert sentence.startswith("expected hypergammon, which is saved in game.jsonl, got fevga")
    assert saved(Path(FILE)) == before


def test_neither_does_another_reading_of_it() -> None:
    before = begun(black="baseline")
    sentence = refused("play", "hypergammon,last_throw=half", "--resume", FILE)
    assert "expected hypergammon, which is saved in game.jsonl, got hypergammon,last" in sentence
    assert saved(Path(FILE)) == before
    assert play("hypergammon", "--resume", FILE, "--black", "random").status == 0


def test_a_game_that_is_not_known_is_told_with_its_file() -> None:
    SaveFile.begin(Path(FILE), Setting(games=("frog",)))
    assert refused("play", "--resume", FILE).startswith(f"expected a game in {FILE}: ")
