"""The engine's side: every command has its answer, and thinking can be stopped."""

import threading
from pathlib import Path

import pytest
from tests.moments import STD

from nardy.bots import ubgi_engine
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.ubgi.session import UbgiSession
from nardy.bots.ubgi_engine import Options, UbgiEngine, answer_to
from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.kernel import is_available

START = f"position text backgammon w {STD} {STD}"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def said(*lines: str, bot: str = "baseline") -> list[str]:
    """What the engine says to these lines."""
    heard: list[str] = []
    UbgiEngine(heard.append, Options(bot)).run(lines)
    return heard


def test_it_says_who_it_is_and_what_it_knows() -> None:
    greeting = said("ubgi")
    assert greeting[0] == "id name nardy"
    assert "id positions text xgid gnubgid" in greeting
    assert greeting[-1] == "ubgiok"
    (variants,) = [line for line in greeting if line.startswith("option name Variant")]
    for game in GAMES:
        assert f"var {game}" in variants


@pytest.mark.parametrize("role", ["", " role chequer", " role turn"])
def test_it_plays_a_turn_move_by_move(role: str) -> None:
    assert said(START, "dice 3 1", f"go{role}") == ["bestmove 8/5 6/5"]
    assert said(f"position xgid {XGID}", f"go{role}") == ["bestmove 8/5 6/5"]


def test_moves_are_written_one_by_one() -> None:
    entering = "position text backgammon w bar:1,24:1,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=33"
    (answer,) = said(entering, "go")
    moves = answer.split()[1:]
    assert moves[0] == "bar/22"
    assert len(moves) == 4
    assert "(" not in answer


def test_a_dance_is_a_pass() -> None:
    closed = "backgammon w bar:1,6:14 8:3,6:2,5:2,4:2,3:2,2:2,1:2 dice=31"
    assert said(f"position text {closed}", "go role chequer") == ["bestmove pass"]
    assert said(closed) == [""]


def test_it_answers_about_the_cube() -> None:
    won = "backgammon w 1:2 18:8,17:7"
    assert said(START, "go role cube") == ["bestmove roll"]
    assert said(f"position text {won}", "go role turn") == ["bestmove double"]
    assert said("position text backgammon b 1:2 18:8,17:7 offer=double", "go role cube") == [
        "bestmove drop"
    ]


def test_a_bare_position_is_answered_without_a_word_before() -> None:
    assert said(XGID) == ["8/5 6/5"]
    assert said(f"backgammon w {STD} {STD}") == ["roll"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("hello", "unknown_command"),
        ("go", "missing_context"),
        ("go role king", "bad_argument"),
        ("position xgid none", "bad_argument"),
        ("XGID=nonsense", "bad_argument"),
        ("setoption name Bot value nobody", "bad_argument"),
        ("setoption name Speed value 9", "bad_argument"),
        ("setoption Speed", "bad_argument"),
        ("setoption name Seed value minus", "bad_value"),
        ("setoption name Seed value -2", "bad_value"),
        ("setoption name Seed value --1", "bad_value"),
        ("setoption name Seed value 2147483648", "bad_value"),
        pytest.param(f"set seed {'9' * 5_000}", "bad_value", id="a long seed"),
        pytest.param(f"setscore {'9' * 5_000} 0", "bad_argument", id="a long score"),
        ("setoption name Variant value chess", "bad_argument"),
        ("get engine.ply", "bad_argument"),
    ],
)
def test_what_it_cannot_do_is_an_error_in_one_line(line: str, code: str) -> None:
    (answer,) = said(line)
    assert answer.startswith(f"error {code} ")
    # And it goes on.
    assert said(line, "isready")[-1] == "readyok"


def test_options_are_set_and_told() -> None:
    lines = ("set game.variant tapa", "set engine.seed 4", "setoption name Bot value random")
    assert said(*lines, "get game.variant", "keys") == [
        "value game.variant tapa",
        "key engine.bot string random",
        "key engine.seed string 4",
        "key game.variant string tapa",
    ]


def test_a_seed_is_announced_as_it_is() -> None:
    """Without one the bot plays at random, and seed 0 is another thing."""
    (announced,) = [line for line in said("ubgi") if line.startswith("option name Seed ")]
    assert announced == f"option name Seed type spin default -1 min -1 max {2**31 - 1}"
    asked = "get engine.seed"
    assert said(asked, "set engine.seed 0", asked, "set engine.seed -1", asked) == [
        "value engine.seed -1",
        "value engine.seed 0",
        "value engine.seed -1",
    ]


def test_a_variant_is_the_game_of_positions_that_do_not_name_theirs() -> None:
    lines = ("setoption name Variant value nackgammon", f"position xgid {XGID}", "go")
    assert said(*lines)[0].startswith("bestmove ")


def test_nothing_is_answered_after_quit() -> None:
    assert said("isready", "quit", "isready") == ["readyok"]


class _Slow(BaselineBot):
    """Thinks until it is told to go on, and then answers something else."""

    def __init__(self) -> None:
        self.go_on, self.is_asked = threading.Event(), threading.Event()

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        self.is_asked.set()
        self.go_on.wait(20)
        return find_turn(situation, "24/23 13/10")[0]


def test_while_it_thinks_it_is_ready_and_can_be_stopped() -> None:
    heard: list[str] = []
    engine = UbgiEngine(heard.append, Options("baseline"))
    slow = engine._bot = _Slow()  # noqa: SLF001 (no bot of ours is slow)
    for line in (START, "dice 3 1", "go", "isready"):
        engine.answer(line)
    assert heard == ["readyok"]
    engine.answer("stop")
    engine.answer("stop")
    assert heard == ["readyok", "bestmove 8/5 6/5"]
    slow.go_on.set()
    engine.answer(START)
    assert heard == ["readyok", "bestmove 8/5 6/5"]


def test_after_stop_nothing_waits_for_the_abandoned_search() -> None:
    heard: list[str] = []
    engine = UbgiEngine(heard.append, Options("baseline"))
    slow = engine._bot = _Slow()  # noqa: SLF001 (no bot of ours is slow)
    try:
        engine.run([START, "dice 3 1", "go", "stop", "get engine.bot", "go"])
    finally:
        slow.go_on.set()
    # The second search has a bot of its own.
    assert heard == ["bestmove 8/5 6/5", "value engine.bot baseline", "bestmove 8/5 6/5"]


def test_only_so_many_abandoned_searches_go_on_beside_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots, heard = list[_Slow](), list[str]()

    def load(*_: object) -> _Slow:
        bots.append(_Slow())
        return bots[-1]

    monkeypatch.setattr(ubgi_engine, "load_bot", load)
    engine = UbgiEngine(heard.append, Options("baseline"))
    most = ubgi_engine.MOST_ABANDONED + 1
    try:
        for _ in range(most + 1):
            for line in (START, "dice 3 1", "go"):
                engine.answer(line)
            if len(bots) <= most:
                assert bots[-1].is_asked.wait(20)
            engine.answer("stop")
        # The last one waits for the first, and the engine answers all the same.
        assert heard == ["bestmove 8/5 6/5"] * (most + 1)
        assert not bots[-1].is_asked.is_set()
        engine.answer("isready")
        engine.answer("go")
        bots[0].go_on.set()
        bots[1].go_on.set()
        assert bots[-1].is_asked.wait(20)
        # One that was stopped before it began never does.
        assert not bots[-2].is_asked.is_set()
    finally:
        for bot in bots:
            bot.go_on.set()


def test_a_stop_that_comes_too_late_changes_nothing() -> None:
    heard: list[str] = []
    engine = UbgiEngine(heard.append, Options("baseline"))
    bot = engine._bot = BaselineBot()  # noqa: SLF001
    for line in (START, "dice 3 1", "go"):
        engine.answer(line)
    search = engine._pending  # noqa: SLF001
    assert search is not None
    search.join()
    engine.answer("stop")
    assert heard == ["bestmove 8/5 6/5"]
    assert engine._bot is bot  # noqa: SLF001


class _Broken(BaselineBot):
    """Fails in a way of its own."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        raise self.error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (NardyError("expected a network, got none"), "expected a network, got none"),
        (
            ZeroDivisionError("by\nzero"),
            (
                "expected an answer, got ZeroDivisionError: by zero; "
                "'setoption name Bot value baseline' selects another bot"
            ),
        ),
    ],
)
def test_a_bot_that_fails_is_told_by_an_error_and_no_move(error: Exception, sentence: str) -> None:
    heard: list[str] = []
    engine = UbgiEngine(heard.append, Options("baseline"))
    engine._bot = _Broken(error)  # noqa: SLF001 (no bot of ours fails)
    engine.run([START, "dice 3 1", "go", XGID, "setoption name Bot value baseline", "go"])
    assert heard == [f"error internal {sentence}"] * 2 + ["bestmove 8/5 6/5"]


def test_whatever_a_command_runs_into_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> bool:
        raise RecursionError("too deep")

    monkeypatch.setattr(UbgiSession, "do", failing)
    wrong, ready = said("newgame", "isready")
    assert wrong.startswith("error internal expected an answer, got RecursionError: too deep")
    assert ready == "readyok"


def test_a_bot_whose_file_is_missing_or_holds_no_weights_is_refused_at_once(
    tmp_path: Path,
) -> None:
    if not is_available():
        pytest.skip("needs the kernel")
    (tmp_path / "notes.txt").write_text("Dear Ann", "utf-8")
    for name, got in (("nofile.npz", "No such file"), ("notes.txt", "something else")):
        wrong, bot = said(f"setoption name Bot value nardy:{tmp_path / name}", "get engine.bot")
        assert wrong.startswith("error bad_argument expected a file of weights")
        assert got in wrong
        assert bot == "value engine.bot baseline"


def test_a_bot_may_be_named_before_its_game(tmp_path: Path) -> None:
    if not is_available():
        pytest.skip("needs the kernel")
    from nardy.evaluation.network import weights  # noqa: PLC0415 (imports NumPy)
    from nardy.evaluation.network.network import Network  # noqa: PLC0415

    path = tmp_path / "tapa.npz"
    weights.save(Network.random(GAMES["tapa"], 8, 8, 1), {}, path)
    assert said(f"set bot nardy:0:{path}", "set variant tapa") == []


def test_stop_says_nothing_where_nothing_is_asked() -> None:
    assert said("stop") == []


def test_what_a_bot_does_is_told_in_the_words_of_the_interface() -> None:
    rolled = position_text.loads(f"backgammon w {STD} {STD} dice=31")
    assert answer_to(BaselineBot(), rolled) == "8/5 6/5"
