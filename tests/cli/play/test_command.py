import io
import json
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from tests.cli.robot import Robot, sit_down
from tests.cli.talk import NARDY, nardy, play, refused, saved
from tests.effort import some, tries

from nardy.bots.baseline.bot import BaselineBot
from nardy.cli.play.prompt import QuitGame
from nardy.cli.play.saving import Setting
from nardy.cli.play.table import open_table, resume_table
from nardy.core.cube import Owner
from nardy.core.cube_acts import cube_law
from nardy.core.dice import Dice
from nardy.core.situation import Phase, Situation
from nardy.games import GAMES

CHEAP = ("hypergammon", "sudden-death", "fevga", "long-nardy", "mad-gulbar", "plakoto")


def a_game(path: Path, seed: int, **setting: object) -> Robot:
    """A whole game of a robot, saved act by act; what it was asked."""
    chosen = {"games": ("backgammon",), "seed": str(seed), **setting}
    table = open_table(Setting(**chosen), path)  # type: ignore[arg-type]
    robot = Robot(seed=seed)
    with suppress(QuitGame):
        sit_down(table, robot).run()
    assert table.game.phase is Phase.OVER
    assert resume_table(path).match.events == table.match.events
    return robot


@pytest.mark.parametrize("game", some(GAMES, 3))
def test_a_whole_game_in_every_game_leaves_a_file_that_tells_it(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    a_game(path, 3, games=(game,), black="random")
    replayed = nardy("replay", path, "--json").data
    assert replayed["games"][0]["result"]
    assert not replayed["games"][0]["unlawful"]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(tries(1, 2, 6)))
@pytest.mark.parametrize("game", some(GAMES, 6))
def test_many_whole_games_against_the_baseline(game: str, seed: int, tmp_path: Path) -> None:
    a_game(tmp_path / "game.jsonl", seed, games=(game,), black=("baseline", "person")[seed % 2])


@pytest.mark.parametrize("seed", range(4))
def test_two_people_with_the_dice_of_a_real_board(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    robot = a_game(path, seed, games=("hypergammon",), black="person", real_dice=True)
    assert any("White, the dice on your board" in question for question in robot.questions)
    assert any("Black, the dice on your board" in question for question in robot.questions)


def test_with_real_dice_the_person_types_those_of_the_bot_too(tmp_path: Path) -> None:
    robot = a_game(tmp_path / "g.jsonl", 1, games=("hypergammon",), real_dice=True)
    assert "Black, the dice on your board, for example 31: " in robot.questions


@pytest.mark.parametrize("option", ["before_roll", "any_time"])
def test_the_bomb_before_ones_own_roll_and_before_the_opponents(
    option: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    robot = a_game(path, 2, games=(f"nuclear,bomb_when={option}",))
    asked = any("Enter goes on, or bomb" in question for question in robot.questions)
    assert asked == (option == "any_time")


def test_who_has_doubled_rolls_and_is_not_asked_for_the_bomb(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot could not know: no position tells of a double that was taken in this turn."""

    def eager(_: object, situation: Situation) -> str:
        if situation.phase is Phase.ANSWER:
            return "take"
        if situation.cube.value == 1 and not cube_law(situation):
            return "double"
        return "bomb" if situation.bomb is Owner.NOBODY else "roll"

    monkeypatch.setattr(BaselineBot, "choose_act", eager)
    answer = play("nuclear", "--white", "baseline", "--black", "baseline", "--seed", "4")
    assert answer.status == 0, answer.err
    assert "took. The cube is at 2." in answer.out
    assert "exploded the bomb" in answer.out


def test_beavers_and_raccoons_are_asked_for_only_where_they_may_be(tmp_path: Path) -> None:
    robot = a_game(tmp_path / "g.jsonl", 5, games=("backgammon,raccoons=on",), black="person")
    answers = [question for question in robot.questions if "answer" in question]
    assert any("take, beaver or pass?" in question for question in answers)
    match = a_game(tmp_path / "m.jsonl", 5, length=9, black="person")
    assert not any("beaver" in question for question in match.questions)


@pytest.mark.parametrize(
    ("asked", "played"),
    [
        ([], "backgammon,beavers=off,jacoby=off"),
        (["hyper"], "hypergammon,beavers=off,jacoby=off"),
        (["backgammon@money"], "backgammon"),
        (["backgammon,jacoby=off"], "backgammon,jacoby=off"),
        (["backgammon", "--no-cube"], "backgammon,cube_play=off"),
        (["backgammon", "--match", "3"], "backgammon"),
        (["long-nardy"], "long-nardy"),
    ],
)
def test_a_game_without_options_is_a_single_game(
    asked: list[str], played: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    play(*asked, "--seed", "5", "--save", str(path))
    assert saved(path)[0]["games"] == [played]


# ------------------------------------------------------------------------- what is said


def test_a_game_of_bots_is_told_with_dice_and_turns_and_ends_with_the_score() -> None:
    answer = play("hypergammon", "--white", "random", "--match", "1", "--seed", "7")
    assert answer.status == 0
    assert "White: random. Black: baseline." in answer.lines
    assert any(line.startswith("Black rolled ") for line in answer.lines)
    assert any(line.startswith("White plays ") for line in answer.lines)
    assert "won the match" in answer.lines[-1]


def test_the_starter_is_told_with_the_dice_of_the_roll_off() -> None:
    lines = play("--seed", "5").lines
    assert lines[1:6] == [
        "Opening roll: White 3, Black 3.",
        "A tie: roll again.",
        "Opening roll: White 5, Black 6.",
        "Black starts with 6-5.",
        lines[5],
    ]
    assert lines[5].startswith("Black plays ")


def test_a_kernel_is_compiled_once_before_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bool] = []
    monkeypatch.setattr("nardy.cli.play.command.compile_missing", lambda: begun.append(True))
    play("fevga", typed=["quit"])
    assert begun == [True]


def test_a_forced_turn_is_played_and_said_once() -> None:
    told = play("long-nardy", "--seed", "3").out
    assert "White has only one legal turn: 24/21." in told
    assert "White plays 24/21" not in told


def test_two_people_see_the_board_turned_to_whoever_must_act() -> None:
    told = play("long-nardy", "--black", "person", "--seed", "1", typed=["?", "24/21"]).out
    assert "The board turns: whoever must act sits below." in told


def test_plain_never_draws_and_never_repeats_a_position() -> None:
    answer = play("--plain", "--seed", "5", typed=["", "24/23", "23/18", "undo", "quit"])
    assert "│" not in answer.out
    assert "\x1b" not in answer.out
    assert answer.out.count("Pip count") == 2
    assert "White moves from 24 to 23." in answer.lines
    assert "White moves from 24 to 18." in answer.lines


def test_the_same_checkers_are_drawn_once_for_the_roll_and_the_turn() -> None:
    answer = play("--seed", "5", typed=["", "?", "pips"])
    assert answer.out.count("╭") == 1


def test_a_part_of_a_turn_is_drawn_as_it_stands() -> None:
    answer = play("--seed", "5", typed=["", "24/23", "undo", "24/23"])
    boards = answer.out.split("╭")
    assert "pips 166" in boards[2]
    assert "pips 166" not in boards[3]
    assert "Your turn, 5 left: " in answer.out


def test_a_match_of_tavli_names_each_game() -> None:
    answer = play("tavli", "--white", "baseline", "--match", "3", "--seed", "2")
    assert "Game 2." in answer.lines
    assert "It is Plakoto." in answer.lines


def test_russian() -> None:
    typed = ["справка", "?", "сдаюсь кокс", "почему 24/23", "сдаюсь марс", "выход"]
    answer = play("long-nardy", "--language", "ru", "--seed", "3", typed=typed)
    assert answer.status == 0
    assert "В этой игре можно сдаться так: обычная победа, марс." in answer.out
    assert "Возможные ходы (4 хода): 24/22 21/17; 24/20 21/19; 24/18; 21/15" in answer.lines
    assert "Победа: Чёрные, марс, 2 очка." in answer.lines
    assert not [line for line in answer.lines if line.startswith(("nardy:", "cannot", "expected"))]


def test_the_crawford_game_is_announced_and_a_double_in_it_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    typed = ["resign"] * 3 + ["", "double", "why", "quit"]
    answer = play("--match", "2", "--black", "person", "--seed", "4", "--save", path, typed=typed)
    assert "The Crawford game: nobody may double." not in answer.lines
    lines = ["", "resign", "accept", "", "double", "why"]
    told = play("--match", "2", "--black", "person", "--seed", "1", typed=lines).out
    assert "The Crawford game" in told


# ------------------------------------------------------------------------- going on


def test_the_end_of_input_saves_and_tells_how_to_go_on() -> None:
    path = "game.jsonl"
    answer = play("--save", path, "--seed", "5")
    assert answer.status == 0
    assert answer.lines[-2:] == [
        f"Saved in {path}.",
        "nardy play --resume goes on with it. Goodbye.",
    ]
    again = play("--resume", path, typed=["pips"])
    assert again.lines[0] == f"Resumed from {path}: backgammon,beavers=off,jacoby=off."
    assert "Pip count: White 167, Black 156." in again.lines


def test_resume_alone_takes_the_game_that_was_played_last() -> None:
    play("fevga", "--seed", "1")
    play("plakoto", "--seed", "1")
    assert ": plakoto." in " ".join(play("--resume").lines[:3])
    assert play("plakoto", "--resume").status == 0


def test_resume_with_another_game_is_refused() -> None:
    path = "game.jsonl"
    play("fevga", "--save", path)
    answer = play("plakoto", "--resume", path)
    assert answer.status == 1
    assert "expected fevga, which is saved in game.jsonl, got plakoto" in answer.err


def test_no_game_takes_the_place_of_another() -> None:
    for _ in range(3):
        play("fevga")
    folder = Path(os.environ["XDG_DATA_HOME"]) / "nardy" / "games"
    assert len(list(folder.iterdir())) == 3


def test_a_resumed_match_goes_on_with_the_dice_that_would_have_come(tmp_path: Path) -> None:
    arguments = ["--white", "baseline", "--match", "3", "--seed", "11", "hypergammon"]
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert play(*arguments, "--save", whole).status == 0
    lines = whole.read_bytes().splitlines(keepends=True)
    chance = Random(1)
    for _ in range(tries(4, 12, 12)):
        cut = chance.randrange(1, len(lines))
        spill = lines[cut][: chance.randrange(len(lines[cut]))]
        part.write_bytes(b"".join(lines[:cut]) + spill)
        assert play("--resume", part).status == 0
        assert part.read_bytes() == whole.read_bytes()


@pytest.mark.thorough
def test_nothing_is_lost_when_a_game_is_killed_again_and_again(tmp_path: Path) -> None:
    killed(tmp_path, 20)


def test_nothing_is_lost_when_a_game_is_killed(tmp_path: Path) -> None:
    killed(tmp_path, 1)


def killed(folder: Path, times: int) -> None:
    """Kill -9 at any moment; what was told is in the file, and the end is the same."""
    arguments = ["--white", "random", "--black", "random", "--seed", "9"]
    path, chance = folder / "game.jsonl", Random(times)
    first = ["play", "backgammon", *arguments, "--match", "25", "--save", str(path)]
    before: list[dict[str, object]] = []
    for n in range(times):
        command = first if n == 0 else ["play", "--resume", str(path)]
        with subprocess.Popen([*NARDY, *command], stdout=subprocess.PIPE) as running:
            assert running.stdout
            told = [running.stdout.readline() for _ in range(chance.randrange(5, 60))]
            running.send_signal(signal.SIGKILL)
            told += running.stdout.readlines()
        lines = path.read_bytes().splitlines(keepends=True)
        events = [json.loads(line) for line in lines if line.endswith(b"\n")]
        assert events[: len(before)] == before
        played = [event for event in events[len(before) :] if event.get("kind") == "rolled"]
        whole = [line for line in told if line.endswith(b"\n")]
        assert len(played) >= sum(b" rolled " in line for line in whole)
        before = events
    rolls = [tuple(event["dice"]) for event in saved(path) if event.get("kind") == "rolled"]  # type: ignore[arg-type]
    assert rolls == expected_rolls(path)


def expected_rolls(path: Path) -> list[tuple[int, int]]:
    """The rolls that the seed gives, with the roll-offs where they were."""
    dice, rolls = Dice("9"), []
    for event in saved(path):
        if event.get("kind") == "rolled":
            rolls.append(tuple(dice.roll()))
        elif event.get("kind") == "rolled-off":
            assert (event["white"], event["black"]) == (dice.die(), dice.die())
    return rolls


@pytest.mark.parametrize("game", some(CHEAP, 2))
def test_help_and_questions_come_at_every_moment_without_a_traceback(
    game: str, tmp_path: Path
) -> None:
    table = open_table(Setting(games=(game,), seed="1", black="person"), tmp_path / "g.jsonl")
    robot = Robot(seed=8, clutter=0.6, plain=True, language="ru")
    with suppress(QuitGame):
        sit_down(table, robot).run()
    assert table.game.phase is Phase.OVER


def test_interrupting_saves_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [*NARDY, "play", "--black", "person", "--seed", "5", "--save", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert isinstance(running.stdout, io.BufferedReader)
        shown = b""
        while b"Black, 6-5: " not in shown:
            read = running.stdout.read1(4096)
            assert read, running.communicate()
            shown += read
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=60)
    assert f"Saved in {path}.".encode() in told
    assert not errors
    assert running.returncode == 0


def test_a_bot_resigns_what_is_lost_once_and_plays_on_if_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("nardy.bots.resignation.certain_loss", lambda _: "single")
    monkeypatch.setattr("nardy.cli.play.command.is_available", lambda: True)
    bots = ("--white", "baseline", "--seed", "1", "--plain", "--save", tmp_path / "game.jsonl")
    accepted = play("long-nardy", *bots)
    assert accepted.out.count("offered to resign") == 1
    monkeypatch.setattr(BaselineBot, "choose_act", _refusing)
    refused = play("hypergammon", *bots)
    # Each seat once, and the game goes to its end.
    assert refused.out.count("offered to resign") == 2
    assert refused.status == 0


def _refusing(_: BaselineBot, situation: Situation) -> str:
    return "refuse" if situation.offer else "roll"


FAILING = """
class Failing:
    def choose_turn(self, situation):
        raise KeyError("lost my way")

    def choose_act(self, situation):
        return "roll"
"""


@pytest.mark.parametrize("seat", ["white", "black"])
def test_a_bot_that_fails_against_a_person_stops_the_game_and_loses_nothing(
    seat: str, tmp_path: Path
) -> None:
    (tmp_path / "failing.py").write_text(FAILING, "utf-8")
    path, other = tmp_path / "game.jsonl", "black" if seat == "white" else "white"
    seats = (f"--{seat}", "python:failing.py:Failing", f"--{other}", "person")
    sentence = refused("play", "hypergammon", *seats, "--seed", seed_of(seat), "--save", path)
    assert sentence.startswith("python:failing.py:Failing failed: KeyError: 'lost my way'")
    assert sentence.endswith(f"nardy play --resume {path} --{seat} BOT")
    before = saved(path)
    assert not any(event.get("act") or event.get("kind") == "resigned" for event in before)
    assert play("--resume", path, f"--{seat}", "baseline").status == 0
    assert saved(path)[1 : len(before)] == before[1:]
    assert len(saved(path)) > len(before)


def seed_of(seat: str) -> str:
    """A seed by which this seat begins."""
    dice = {seed: Dice(seed) for seed in "123456789"}
    thrown = {seed: (one.die(), one.die()) for seed, one in dice.items()}
    return next(s for s, (w, b) in thrown.items() if w != b and (w > b) == (seat == "white"))


def test_between_bots_the_one_that_fails_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING, "utf-8")
    seats = ("--white", "baseline", "--black", "python:failing.py:Failing", "--match", "2")
    answer = nardy("play", "hypergammon", *seats, "--seed", "1", "--save", tmp_path / "g.jsonl")
    assert answer.status == 0
    assert "Black loses the game: python:failing.py:Failing failed" in answer.out
