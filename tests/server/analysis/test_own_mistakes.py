"""Own mistakes: from the review of one's own game, asked when due, judged by what the review found."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.crowd import Crowd, crowd
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.analysis.decisions import rank_turns
from nardy.analysis.game_review import ReviewedTurn, review
from nardy.bots.neural import NeuralBot
from nardy.coach.repetition import begun
from nardy.core.game import Game
from nardy.core.judge import find_turn
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.server.analysis import own_mistakes as mistakes
from nardy.server.analysis import puzzle_answers, reviews
from nardy.server.analysis.puzzle_answers import JudgedTurn, known_turn
from nardy.server.bots.runner import BotRunner
from nardy.server.errors import RefusedError
from nardy.server.rooms.room import Room
from nardy.server.store import own_mistakes
from nardy.server.store.guests import Guest
from nardy.server.store.own_mistakes import OwnMistake

pytestmark = pytest.mark.usefixtures("quick_hashes")

OPENING = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
QUIET = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=43")
OTHER = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=42")
BAR = position_text.loads("backgammon w bar:1,24:1,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=42")


def turn_in(situation: Situation, number: int, loss: float, player: Player) -> ReviewedTurn:
    """A reviewed turn that lost so much; the worst of the few best was played."""
    choices = tuple(rank_turns(situation, NeuralBot(0), 3))
    return ReviewedTurn(
        event=number, player=player, before=situation, played=str(choices[-1].turn),
        choices=choices, chosen=2, loss=loss, luck=None, win=None, lose=None, is_forced=False,
    )  # fmt: skip


def kept_mistake(situation: Situation, losses: list[tuple[str, float]]) -> OwnMistake:
    """A mistake of which the review kept these turns."""
    text, turns = position_text.dumps(situation), msgspec.json.encode(losses).decode()
    return OwnMistake("m", situation.rules.id, text, turns, "", "r", 1, begun(3, 0).card, 0)


class Hall:
    """Ann has finished a game against a bot, whose review is known."""

    def __init__(self, people: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
        self.people = people
        self.found = [
            turn_in(OPENING, 3, 0.2, Player.WHITE),
            turn_in(BAR, 5, 0.02, Player.WHITE),
            turn_in(BAR, 7, 0.3, Player.BLACK),
        ]
        self.state = "done"

        def look(job: reviews.Job, *_: object) -> Iterator[int]:
            for one in self.found:
                job.take(one, is_deep=True)
                yield 1
            job.state = self.state  # type: ignore[assignment]

        monkeypatch.setattr(reviews, "_work", look)
        monkeypatch.setattr(BotRunner, "start_bots", lambda *_: None)
        self.club = people.client.app.state.club
        self.room = self.played(f"guest:{people.id_of('Ann')}")

    def played(self, white: str) -> Room:
        async def make() -> Room:
            room = await a_game(self.club, white, "bot:random", game="backgammon")
            await take_turns(self.club, room, 2)
            await self.club.close_room(room)
            return room

        return self.people.client.blocking_portal.call(make)

    def put(self, *found: OwnMistake) -> None:
        """Keep mistakes of Ann's."""
        guest = self.people.id_of("Ann")
        self.people.client.blocking_portal.call(
            self.club.store.run, lambda c: own_mistakes.add(c, guest, found)
        )

    def keep(self, who: str = "Ann") -> dict[str, Any]:
        path = f"/api/rooms/{self.room.record.id}/mistakes"
        told = dict[str, Any]()
        for _ in range(200):
            told = self.people.be(who).post(path).json()
            if told.get("state") != "working":
                break
        return told

    def next(self, who: str = "Ann") -> Any:
        return self.people.be(who).get("/api/mistakes").json()

    def answer(
        self, mistake: str, turn: str, who: str = "Ann", situation: Situation = OPENING
    ) -> Any:
        made = find_turn(situation, turn)[0]
        moves = [{"from": move.origin, "to": move.target} for move in made.moves]
        return self.people.be(who).post(f"/api/mistakes/{mistake}", json={"moves": moves})


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    with crowd(tmp_path) as people:
        yield Hall(people, monkeypatch)


def test_errors_of_one_s_own_are_kept_once(hall: Hall) -> None:
    assert hall.next() is None
    assert hall.keep() == {"state": "done", "found": 1, "new": 1}
    assert hall.keep() == {"state": "done", "found": 1, "new": 0}
    asked = hall.next()
    assert (asked["game"], asked["room"], asked["number"]) == (
        "backgammon",
        hall.room.record.id,
        4,
    )
    assert asked["played"] == hall.found[0].played
    assert asked["board"]["view"]["dice"] == [3, 1]
    assert asked["due"] == 1
    listed = hall.people.be("Ann").get("/api/puzzles").json()
    assert (listed["mistakes"], listed["due"]) == (1, 1)


def test_a_right_answer_comes_later_than_a_wrong_one(hall: Hall) -> None:
    hall.keep()
    asked = hall.next()
    best = str(hall.found[0].choices[0].turn)
    right = hall.answer(asked["id"], best).json()
    assert (right["is_right"], right["loss"], right["due"]) == (True, 0, 0)
    assert hall.next() is None
    # What is sent again moves nothing.
    again = hall.answer(asked["id"], best).json()
    assert again["again"] == right["again"]


def test_a_wrong_answer_is_told_what_it_loses(hall: Hall) -> None:
    hall.keep()
    turn = hall.found[0]
    told = hall.answer(hall.next()["id"], turn.played).json()
    assert not told["is_right"]
    assert told["loss"] == pytest.approx(turn.choices[0].equity - turn.choices[-1].equity, abs=1e-4)
    assert told["error"] is None
    assert told["turns"][0]["turn"] == str(turn.choices[0].turn)


def test_a_turn_examined_less_deeply_is_not_right_by_its_estimate(hall: Hall) -> None:
    turn = hall.found[0]
    deep = [replace(choice, plies=2) for choice in turn.choices]
    shallow = next(
        replace(choice, equity=deep[0].equity + 0.1)
        for choice in rank_turns(OPENING, NeuralBot(0))
        if str(choice.turn) == "13/10 6/5"
    )
    hall.found[0] = replace(turn, choices=(*deep, shallow))
    hall.keep()
    mistake, guest = hall.next()["id"], hall.people.id_of("Ann")
    kept = hall.people.client.blocking_portal.call(
        hall.club.store.read, lambda c: own_mistakes.get(c, guest, mistake)
    )
    assert kept is not None
    losses = msgspec.json.decode(kept.turns)
    assert [text for text, _ in losses] == [str(choice.turn) for choice in deep]
    told = hall.answer(mistake, "13/10 6/5").json()
    assert not told["is_right"]
    assert told["loss"] > 0.1


def test_a_small_loss_behind_the_played_turn_is_not_believed(hall: Hall) -> None:
    # So mistakes were kept earlier: what was examined less deeply comes last, and lost at least 0.
    losses = [("8/5 6/5", 0.0), ("24/21 6/5", 0.01), ("24/20", 0.2), ("13/10 6/5", 0.0)]
    hall.put(kept_mistake(OPENING, losses))
    told = hall.answer("m", "13/10 6/5").json()
    assert (told["is_right"], told["turns"][0]["turn"]) == (False, "8/5 6/5")
    assert told["loss"] > 0.1
    assert hall.answer("m", "24/21 6/5").json()["is_right"]


@pytest.mark.parametrize(("turn", "is_right"), [("24/20 13/10", True), ("13/6", False)])
def test_a_turn_that_the_review_did_not_keep_is_judged_as_by_the_review(
    hall: Hall, turn: str, *, is_right: bool
) -> None:
    hall.put(kept_mistake(QUIET, [("13/10 13/9", 0.0), ("24/21 13/9", 0.0055), ("8/5 6/2", 0.4)]))
    game = Game(QUIET.rules, situation=QUIET)
    game.play(turn)
    [looked] = review(game, bot=NeuralBot(2))
    told = hall.answer("m", turn, situation=QUIET).json()
    assert (told["is_right"], told["turn"]) == (is_right, turn)
    assert told["loss"] == pytest.approx(looked.loss, abs=1e-4)
    assert (told["loss"] <= 0.02) is is_right
    listed = [one["turn"] for one in told["turns"]]
    assert listed == ["13/10 13/9", "24/21 13/9", turn, "8/5 6/2"]


def test_a_kept_turn_is_not_looked_at_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "_looked_at", None)
    hall.put(kept_mistake(OPENING, [("8/5 6/5", 0.0), ("24/20", 0.2)]))
    assert hall.answer("m", "24/20").json()["loss"] == 0.2


def test_without_a_kernel_a_turn_that_was_not_kept_is_not_right(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (mistakes, puzzle_answers):
        monkeypatch.setattr(module, "is_available", lambda: False)
    hall.put(kept_mistake(QUIET, [("13/10 13/9", 0.0), ("8/5 6/2", 0.4)]))
    told = hall.answer("m", "24/20 13/10", situation=QUIET).json()
    assert (told["is_right"], told["loss"]) == (False, None)


def test_mistakes_are_one_s_own(hall: Hall) -> None:
    assert hall.keep("bo")["law"] == "not-here"
    hall.keep()
    mistake = hall.next()["id"]
    assert hall.answer(mistake, "8/5 6/5", "bo").status_code == 404
    assert hall.next("bo") is None
    assert hall.people.be("bo").post(f"/api/mistakes/{mistake}/end").status_code == 200
    assert hall.next()["id"] == mistake
    hall.people.be("Ann").post(f"/api/mistakes/{mistake}/end")
    assert hall.next() is None


def test_nothing_is_kept_of_a_review_that_failed(hall: Hall) -> None:
    hall.state = "failed"
    assert hall.keep() == {"state": "failed", "found": 0, "new": 0}
    assert hall.next() is None


def test_a_refused_mistake_keeps_no_other_from_being_asked(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.found.append(turn_in(OTHER, 9, 0.2, Player.WHITE))
    assert hall.keep()["found"] == 2
    refused = {OPENING: "fair-yours"}

    async def require(_: object, situation: Situation) -> None:
        if situation in refused:
            raise RefusedError(refused[situation], "expected another position")

    monkeypatch.setattr(hall.club.fair_play, "require", require)
    assert hall.next()["board"]["view"]["dice"] == [4, 2]
    refused[OTHER] = "fair-running"
    assert hall.next()["law"] in refused.values()
    refused.clear()
    refused[OPENING] = refused[OTHER] = "fair-playing"
    assert hall.next()["law"] == "fair-playing"


def test_a_mistake_of_a_game_that_is_gone_is_passed_over(hall: Hall) -> None:
    gone = OwnMistake("m", "courtyard", "courtyard w 24:2 24:2 dice=31", "[]", "", "r", 1, "{}", 0)
    hall.put(gone)
    assert hall.next() is None
    assert hall.keep()["new"] == 1
    assert hall.next()["game"] == "backgammon"


def test_answers_are_read_and_judged_outside_the_event_loop(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[str]()

    def known(*args: Any) -> Any:
        threads.append(threading.current_thread().name)
        return known_turn(*args)

    monkeypatch.setattr(mistakes, "known_turn", known)
    hall.keep()
    hall.answer(hall.next()["id"], hall.found[0].played)
    assert threads
    assert all(name.startswith("evaluations") for name in threads)


def test_two_answers_at_once_put_a_mistake_off_once(hall: Hall) -> None:
    hall.keep()
    club, guest = hall.club, Guest(hall.people.id_of("Ann"), "Ann")
    call = hall.people.client.blocking_portal.call
    mistake = hall.next()["id"]
    found = call(club.store.read, lambda c: own_mistakes.get(c, guest.id, mistake))
    verdict = JudgedTurn(True, "", 0.0, None, [], {}, {})
    both = [
        call(mistakes._again, club, guest, found, one)  # noqa: SLF001
        for one in (verdict, msgspec.structs.replace(verdict, is_right=False))
    ]
    assert both[0].again == both[1].again
