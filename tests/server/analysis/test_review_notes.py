"""What a reader keeps with a review: for them alone, of finished games, and without values."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.crowd import Crowd, crowd
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.core.canonical import legal_turns
from nardy.core.dice import Roll
from nardy.core.situation import Phase
from nardy.errors import IllegalActError, IllegalTurnError
from nardy.formats import position_text
from nardy.server.analysis.review_notes import MOST_TRIED, TriedTurn, after
from nardy.server.club.club import Club

pytestmark = pytest.mark.usefixtures("quick_hashes")
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
TRIED = {
    "turn": "8/5 6/5",
    "moves": [[8, 5], [6, 5]],
    "replies": [{"turn": "24/14", "moves": [[24, 18], [18, 14]], "position": "text dice=64"}],
}
NOTE = {"number": 2, "note": "Why not slot?", "tried": [TRIED]}


def room_of(people: Crowd, *, is_over: bool = True) -> str:
    """A game of Ann's against a bot; its notes."""
    club, who = people.client.app.state.club, f"guest:{people.id_of('Ann')}"
    assert isinstance(club, Club)

    async def make() -> str:
        room = await a_game(club, who, "guest:nobody", game="hypergammon")
        await take_turns(club, room, 2)
        if is_over:
            await club.close_room(room)
        return room.record.id

    return f"/api/rooms/{people.client.blocking_portal.call(make)}/notes"


def test_a_note_is_told_to_its_writer_alone(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        path = room_of(people)
        assert people.be("Ann").get(path).json() == []
        assert people.be("Ann").post(path, json=NOTE).json() == NOTE
        assert people.be("Ann").get(path).json() == [NOTE]
        assert people.be("bo").get(path).json() == []
        # A guest without an account may keep their own to the same game.
        other = {**NOTE, "note": "Mine", "tried": []}
        assert people.be("bo").post(path, json=other).status_code == 200
        assert people.be("Ann").get(path).json() == [NOTE]
        (told,) = people.be("bo").get("/api/account/export").json()["review_notes"]
        assert (told["note"], told["number"]) == ("Mine", 2)
        people.client.cookies.clear()
        assert people.client.get(path).json() == []
        empty = {**NOTE, "note": " ", "tried": []}
        people.be("Ann").post(path, json=empty)
        assert people.be("Ann").get(path).json() == []
        assert people.be("bo").get(path).json() == [other]


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    def deep(count: int) -> dict[str, Any]:
        replies = [deep(count - 1)] if count > 1 else []
        return {"turn": "13/7", "moves": [], "replies": replies}

    with crowd(tmp_path) as people:
        path, running = room_of(people), room_of(people, is_over=False)

        def law(at: str = path, **changed: Any) -> str:
            answer = people.be("Ann").post(at, json={**NOTE, **changed})
            assert answer.status_code in (200, 400), answer.text
            return answer.json().get("law", "")

        assert law() == law(tried=[deep(MOST_TRIED)]) == ""
        assert law(running) == law(number=10_000) == "note-decision"
        assert law(tried=[deep(MOST_TRIED), deep(1)]) == "note-many"
        assert law(note="n" * 2001) != ""
        assert law(number=0) != ""
        assert law(tried=[{**TRIED, "turn": "8/5 " * 51}]) != ""
        value = [{**TRIED, "loss": 0.1}]
        assert people.be("Ann").post(path, json={**NOTE, "tried": value}).status_code == 400
        assert people.be("Ann").post("/api/rooms/none/notes", json=NOTE).status_code == 404


def test_a_token_reads_no_notes(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        path = room_of(people)
        token = people.be("Ann").post("/api/programs", json={"name": "Engine"}).json()["token"]
        people.client.cookies.clear()
        header = {"Authorization": f"Bearer {token}"}
        assert people.client.get(path, headers=header).status_code == 403


def test_a_tried_turn_goes_on_with_the_other_players_roll(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        asked = {"position": START, "turn": "8/5 6/5", "roll": [4, 6]}
        told = people.client.post("/api/position/after", json=asked).json()
        assert told["view"]["position"] == (
            "backgammon b 24:2,13:5,8:2,6:4,5:2 24:2,13:5,8:3,6:5 dice=64"
        )
        assert told["nodes"]
        for wrong in ({"turn": "24/1"}, {"roll": [0, 6]}, {"position": START[:-8]}):
            answer = people.client.post("/api/position/after", json={**asked, **wrong})
            assert answer.status_code == 400


def test_nothing_goes_on_after_the_last_turn() -> None:
    last = position_text.loads("backgammon w 1:1 1:2 dice=21")
    with pytest.raises(IllegalActError):
        after(last, "1/off", Roll(6, 4))
    with pytest.raises(IllegalTurnError):
        after(last, "1/0 1/off", Roll(6, 4))
    with pytest.raises(IllegalActError):
        after(position_text.loads("backgammon w 1:1 1:2"), "1/off", Roll(6, 4))


def test_dice_left_over_from_a_cascade_come_before_a_roll() -> None:
    # After its threes White has no four: Black plays the fours, fives and sixes.
    cascade = position_text.loads(
        "gul-bara,leftover=opponent w 20:15 22:3,19:3,16:3,4:3,1:3 dice=33"
    )
    assert cascade.dice
    turn = next(iter(legal_turns(cascade.rules, cascade.position, cascade.dice)))
    found = after(cascade, str(turn), Roll(6, 4))
    assert (found.phase, found.roll) == (Phase.TURN, None)
    assert set(found.left) == {4, 5, 6}


def test_the_stored_form_has_no_place_for_a_value() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**TRIED, "loss": 0.1}, TriedTurn)
