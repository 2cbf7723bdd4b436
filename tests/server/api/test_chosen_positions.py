"""Games that begin at a chosen position, with the club's dice, and count for nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.crowd import Crowd, crowd
from tests.server.databases import connected
from tests.server.fair_play.fair_games import take_turns

from nardy.core.player import Player
from nardy.core.text import situation_text
from nardy.formats import match_json, proof
from nardy.formats.detect import read_position
from nardy.server.bots.runner import BotRunner

pytestmark = pytest.mark.usefixtures("quick_hashes")
ROLLED = "backgammon,beavers=off,jacoby=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
LAST = "hypergammon,cube_play=off b 2:1 3:1"
IN_A_MATCH = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:5:10"


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    # Who plays is up to these tests: no bot moves meanwhile.
    monkeypatch.setattr(BotRunner, "start_bots", lambda *_: None)
    with crowd(tmp_path) as found:
        yield found


def ask(people: Crowd, position: str, **more: Any) -> Any:
    wish = {"game": "backgammon", "position": position, "seat": "white", **more}
    return people.be("Ann").post("/api/rooms", json=wish)


def room_of(people: Crowd, answer: Any) -> Any:
    assert answer.status_code == 201, answer.text
    club = people.client.app.state.club
    return people.client.blocking_portal.call(club.room, answer.json()["room"])


def test_a_game_begins_where_somebody_chose_in_any_notation(people: Crowd) -> None:
    for text in (ROLLED, "4HPwATDgc/ABMA", "plakoto w 24:15 24:15 dice=52"):
        room = room_of(people, ask(people, text))
        wanted = read_position(text)[0]
        assert room.situation.position == wanted.position
        assert room.situation.roll == wanted.roll
        assert room.record.terms.from_position
        # From its log, as after a restart, it is the same.
        people.client.app.state.club.evict(room)
        again = room_of(people, ask(people, text))
        assert situation_text(again.situation) == situation_text(room.situation)


def test_a_position_of_a_match_goes_on_as_that_match(people: Crowd) -> None:
    room = room_of(people, ask(people, IN_A_MATCH, length=11))
    assert (room.record.length, room.match.length) == (5, 5)
    assert sorted(room.match.score.values()) == [1, 2]


@pytest.mark.parametrize(("position", "session"), [(IN_A_MATCH, None), (ROLLED, (0, 0, 0))])
def test_a_position_of_a_match_begins_no_session(
    people: Crowd, position: str, session: tuple[int, float, float] | None
) -> None:
    room = room_of(people, ask(people, position, session=True))
    assert room.record.terms.session == session
    assert bool(room.record.length) == (session is None)


@pytest.mark.parametrize(
    ("position", "more", "law"),
    [
        ("no position", {}, "notation"),
        (ROLLED, {"rated": True, "clock": "600+8"}, "position-casual"),
        (ROLLED, {"against": "anyone"}, "position-casual"),
        ("backgammon opening 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", {}, None),
        ("backgammon w bar:1,6:14 6:2,5:2,4:2,3:2,2:2,1:5 dice=66", {}, "position-phase"),
    ],
)
def test_what_is_no_beginning_is_refused(
    people: Crowd, position: str, more: dict[str, Any], law: str | None
) -> None:
    answer = ask(people, position, **more)
    assert answer.status_code == 400, answer.text
    assert law is None or answer.json()["law"] == law, answer.text


def test_it_is_played_with_the_dice_of_the_club_and_is_no_result(
    people: Crowd, tmp_path: Path
) -> None:
    room, call = (
        room_of(people, ask(people, LAST, against="friend")),
        people.client.blocking_portal.call,
    )
    path, club = f"/api/rooms/{room.record.id}", people.client.app.state.club
    people.be("Cy").post(f"{path}/seat")
    call(club.game_starter.commit, room, Player.WHITE, "")
    call(club.game_starter.commit, room, Player.BLACK, "")
    call(take_turns, club, room, 1)
    assert room.record.is_over
    with connected(tmp_path / "club.db") as connection:
        assert connection.execute("select count(*) from result").fetchone() == (0,)
    record = match_json.loads(people.client.get(f"{path}/match/json").text)
    assert (record.illegal, len(record.events)) == ((), 3)
    proof.check(proof.loads(people.client.get(f"{path}/proof").text))
    after = call(club.again, room, room.record.white)
    terms = after.record.terms
    assert (terms.from_position, terms.after) == (False, room.record.id)
