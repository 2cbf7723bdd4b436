"""Games on a real board: own dice, an illegal turn that the opponent lets stand, and the judge."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.server.crowd import Crowd, crowd

from nardy.cli import replay
from nardy.core.canonical import legal_turns
from nardy.formats import match_json, position_text

pytestmark = pytest.mark.usefixtures("quick_hashes")
PATH = "/api/real-board"
ROLLED = "long-nardy w 24:15 24:15 dice=21"


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Crowd]:
    with crowd(tmp_path) as found:
        yield found


class Table:
    """A game on a real board as the page keeps it."""

    def __init__(self, people: Crowd, game: str, length: int = 0) -> None:
        self.people, self.game, self.length = people, game, length
        self.events: list[Any] = []
        self.begin()

    def begin(self) -> None:
        asked = {"game": self.game, "length": self.length, "events": self.events}
        self._take(self.people.client.post(PATH, json=asked))

    def act(self, act: str, **more: Any) -> Any:
        asked = {"position": self.board["view"]["position"], "act": act, "length": self.length}
        answer = self.people.client.post(f"{PATH}/act", json={**asked, **more})
        if answer.status_code == 200:
            self._take(answer)
        return answer.json()

    def _take(self, answer: Any) -> None:
        assert answer.status_code == 200, answer.text
        self.board = answer.json()["board"]
        self.events += answer.json()["events"]

    @property
    def phase(self) -> str:
        return self.board["view"]["phase"]

    def first_turn(self) -> str:
        situation = position_text.loads(self.board["view"]["position"])
        assert situation.dice is not None
        return str(next(iter(legal_turns(situation.rules, situation.position, situation.dice))))

    def record(self) -> str:
        head = {"nardy": "match", "version": 1, "length": self.length, "players": ["Ann", "Bo"]}
        return json.dumps({**head, "tags": [], "events": self.events})


def test_a_whole_game_with_an_accepted_illegal_turn_is_replayed(
    people: Crowd, tmp_path: Path
) -> None:
    chance, table, faults = random.Random(7), Table(people, "hypergammon,cube_play=off"), 0
    while table.phase != "over":
        if table.phase in {"opening", "roll"}:
            table.act("throw", dice=[chance.randint(1, 6), chance.randint(1, 6)])
        elif not faults:
            # A move that no die allows: it is refused with its law, and then the opponent lets it stand.
            mover = position_text.loads(table.board["view"]["position"]).position.player
            origin = max(point for point in range(1, 26) if mover[point])
            turn = f"{'bar' if origin == 25 else origin}/{origin - 7}"
            refused = table.act("play", turn=turn)
            if refused.get("law") in (None, "closed-point"):
                table.act("play", turn=table.first_turn())
                continue
            assert refused["says"]["ru"] != refused["says"]["en"]
            assert "view" not in refused
            assert "board" in table.act("play", turn=turn, is_accepted=True), refused
            faults += 1
        else:
            table.act("play", turn=table.first_turn())
    assert faults == 1
    record = match_json.loads(table.record())
    (finding,) = record.illegal
    assert finding.accepted
    file = tmp_path / "real.json"
    file.write_text(table.record(), encoding="utf-8")
    done = CliRunner().invoke(replay.command, [str(file), "--json"])
    assert done.exit_code == 0, done.output
    assert finding.law is not None
    assert finding.law in done.output


def test_a_match_goes_on_with_its_score_and_who_begins(people: Crowd) -> None:
    table = Table(people, "long-nardy", 3)
    table.act("throw", dice=[4, 4])  # a tie: both throw again
    assert table.phase == "opening"
    table.act("throw", dice=[2, 5])
    first = table.board["view"]["to_act"]
    # In long nardy the opening throw only says who begins.
    table.act("throw", dice=[2, 1])
    table.act("play", turn=table.first_turn())
    table.act("resign:single")
    table.act("accept")
    assert (table.phase, table.board["view"]["result"]["points"]) == ("over", 1)
    table.begin()
    assert table.board["view"]["score"] in (
        {"length": 3, "white": 1, "black": 0, "is_crawford": False},
        {"length": 3, "white": 0, "black": 1, "is_crawford": False},
    )
    assert first == "black"
    assert match_json.loads(table.record()).match.length == 3


def test_dice_come_from_the_hand_alone(people: Crowd) -> None:
    table = Table(people, "backgammon")
    for wrong in ({"dice": []}, {"dice": [7, 1]}):
        assert table.act("throw", **wrong)["status_code"] == 400
    table.act("throw", dice=[3, 1])
    table.act("play", turn="8/5 6/5")
    assert "thrown by hand" in table.act("roll")["reason"]
    table.act("double")
    table.act("take")
    assert table.board["view"]["cube"] == {"value": 2, "owner": "white"}


def test_the_judge_names_the_law_and_its_source(people: Crowd) -> None:
    def verdict(turn: str, position: str = ROLLED) -> dict[str, Any]:
        asked = {"position": position, "turn": turn}
        return people.client.post(f"{PATH}/verdict", json=asked).json()

    assert verdict("24/22 22/21")["law"] is None
    told = verdict("24/22 24/23")
    assert (told["law"], bool(told["source"])) == ("head", True)
    assert told["says"]["ru"] != told["says"]["en"]
    assert verdict("24/20")["law"]
    assert verdict("24/22", "long-nardy w 24:15 24:15")["law"] == "position-phase"
    assert verdict("?!")["law"] == "notation"
