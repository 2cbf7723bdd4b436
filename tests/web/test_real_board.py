"""A game on a real board by the page: the record, cocked dice, an illegal turn that stands, and the clock."""

import contextlib
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.web.browser import Browser, Tab
from tests.web.node import node

from nardy.cli import replay
from nardy.core.accepted_illegal import accepted_illegal_turn
from nardy.core.canonical import legal_turns
from nardy.core.judge import judge
from nardy.core.situation import Situation
from nardy.errors import IllegalTurnError
from nardy.formats import match_json, position_text

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "src" / "nardy" / "web" / "js" / "real_board"


def test_the_record_and_the_clock(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    files = [MODULES / "record.js", MODULES / "clock_state.js"]
    copies = [tmp_path / file.name for file in files]
    for file, copy in zip(files, copies, strict=True):
        copy.write_text(file.read_text("utf-8"), "utf-8")
    command = [node(), str(HERE / "real_board.mjs"), *map(str, copies)]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert told["now"] == "p2"
    # A refused act changes nothing.
    assert told["asked"] == [
        ["/api/real-board", "", 0],
        ["/api/real-board/act", "p1", -1],
        ["/api/real-board/act", "p2", -1],
    ]
    assert (told["back"], told["events"]) == (["p1", 1], ["e1", "e3"])
    assert told["again"] == "p3"
    assert told["file"]["players"] == ["Ann", "Bo"]
    assert [one["kind"] for one in told["file"]["events"]] == ["e1", "e3", "e4"]
    assert (told["moments"], told["left"]) == (6, 1)
    # Two answers for one board: the first counts. An answer after the end brings nothing back.
    assert told["pressedTwice"] == 1
    assert (told["none"], told["spoiled"]) == (None, None)
    assert told["blocked"] == [None, 2]
    # A second press of the same player is none; ten seconds were used and eight added.
    assert told["fischer"] == [60_000, 58_000, 0]
    assert told["paused"] == [50_000, None]
    assert told["delay"] == [60_000, 52_000, False, True]
    assert told["fallen"] == 0
    assert told["words"] == ["10:00", "1:00", "9.9", "0.1"]


PATIENCE = 120
"""Seconds, on a busy machine."""
LABEL = "[...document.querySelectorAll('.real button')].find((one) => one.checkVisibility() && one.textContent.includes({!r}))"
KEPT = "JSON.parse(localStorage['nardy.real-board'])"


def press(tab: Tab, word: str) -> None:
    tab.wait(LABEL.format(word), PATIENCE)
    tab.js(f"{LABEL.format(word)}.click()")


def now(tab: Tab) -> tuple[Situation, str]:
    view = tab.js(f"{KEPT}.moments.at(-1).board.view")
    return position_text.loads(view["position"]), view["phase"]


def throw(tab: Tab, dice: tuple[int, int]) -> None:
    for n, die in enumerate(dice):
        tab.js(f"document.querySelectorAll('.real-dice .chips')[{n}].children[{die - 1}].click()")
    press(tab, "This was thrown")


def make(tab: Tab, moves: list[tuple[int, int]]) -> None:
    """Make a turn on the board by its keys, and say that it is made."""
    keys = [key for move in moves for place in move for key in (*str(place), "/")]
    board = "document.querySelector('.real svg.board')"
    tab.js(
        f"{json.dumps(keys)}.forEach((key) => {board}.dispatchEvent(new KeyboardEvent('keydown', {{ key }})))"
    )
    press(tab, "The turn is made")


def fault(situation: Situation) -> tuple[int, int] | None:
    """A move that breaks a law, and that checkers can make all the same."""
    for origin in range(24, 7, -1):
        for target in range(origin - 1, 0, -1):
            text = f"{origin}/{target}"
            if judge(situation, text).is_legal:
                continue
            with contextlib.suppress(IllegalTurnError):
                accepted_illegal_turn(situation, text)
                return origin, target
    return None


@pytest.mark.thorough
def test_a_whole_game_with_one_accepted_faulty_turn_is_replayed(
    club: str, chromium_browser: Browser, tmp_path: Path
) -> None:
    chance, faults, cocked = random.Random(3), 0, 0
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tab.go(f"{club}/real-board")
        tab.wait("document.querySelector('#real-game')", PATIENCE)
        tab.js("document.querySelector('#real-game').value = 'hypergammon'")
        press(tab, "Begin")
        tab.wait("document.querySelector('.real svg.board')", PATIENCE)
        while now(tab)[1] != "over":
            before = tab.js(f"{KEPT}.events.length")
            situation, phase = now(tab)
            if phase in {"opening", "roll"}:
                throw(tab, (chance.randint(1, 6), chance.randint(1, 6)))
            elif not cocked:
                press(tab, "Cocked dice")
                cocked += 1
                tab.wait(f"{KEPT}.events.length === {before - 1}")
                continue
            elif not faults and (move := fault(situation)):
                make(tab, [move])
                tab.wait("document.querySelector('.real .told.bad')", PATIENCE)
                assert tab.js(f"{KEPT}.events.length") == before
                press(tab, "let it stand")
                faults += 1
            else:
                dice = situation.dice
                assert dice is not None
                turn: Any = next(iter(legal_turns(situation.rules, situation.position, dice)))
                make(tab, [(move.origin, move.target) for move in turn.moves])
            tab.wait(
                f"{KEPT}.events.length > {before} || document.querySelector('.problem').textContent"
            )
            assert not tab.js("document.querySelector('.problem').textContent")
        kept = tab.js(KEPT)
        assert not tab.log
    assert (faults, cocked) == (1, 1)
    head = {"nardy": "match", "version": 1, "length": 0, "players": kept["players"], "tags": []}
    file = tmp_path / "real.json"
    file.write_text(json.dumps({**head, "events": kept["events"]}), "utf-8")
    (finding,) = match_json.loads(file.read_text("utf-8")).illegal
    assert finding.accepted
    done = CliRunner().invoke(replay.command, [str(file)])
    assert done.exit_code == 0, done.output
