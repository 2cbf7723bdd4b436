"""A club with a protected game in its middle, everybody who might ask about it, and an engine that notes it."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from litestar.testing import TestClient
from tests.server.crowd import Crowd
from tests.server.fair_play.fair_games import a_game, take_turns
from tests.server.store.test_reviewed_games import figures

from nardy.analysis.game_review import ReviewedTurn
from nardy.core.canonical import legal_turns
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.formats import position_text
from nardy.labels.puzzles import find_puzzles
from nardy.server.analysis import (
    reviews,
    rollouts,
)
from nardy.server.analysis.evaluations import PositionEvaluation
from nardy.server.analysis.explanations import TurnExplanation
from nardy.server.analysis.uploaded_reviews import UploadedReview
from nardy.server.bots import advisor
from nardy.server.bots.tutor import NOTHING, Warned
from nardy.server.club.club import Club
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of
from nardy.server.store import own_mistakes, uploaded_matches
from nardy.server.store.own_mistakes import OwnMistake
from nardy.server.store.uploaded_matches import StoredMatch


@dataclass
class Engine:
    """Answers at once, and remembers what it was asked about."""

    asked: list[Situation]

    def think(self, situation: Situation) -> None:
        self.asked.append(situation)

    def evaluate(self, situation: Situation) -> PositionEvaluation:
        self.think(situation)
        return PositionEvaluation("chances", [], 0.0, 0.5, None)

    def explained(self, situation: Situation, _: str | None) -> TurnExplanation:
        self.think(situation)
        return TurnExplanation("", [], "", [], True, None, 2, {}, {}, [], [])

    def roll_out(self, job: rollouts.RolloutJob) -> Iterator[int]:
        self.think(job.situation)
        yield 0

    def hint(self, situation: Situation) -> advisor.Hinted:
        self.think(situation)
        return [], "roll", None

    def warn(self, situation: Situation, _: object) -> Warned:
        self.think(situation)
        return NOTHING

    def judge(self, situation: Situation) -> advisor.PositionValue:
        self.think(situation)
        return advisor.PositionValue(0.5, 0.0)


CLOCK, DAYS = {"clock": "600+8"}, {"clock": "0d86400"}
PROTECTED = {
    "people": CLOCK,
    "people, no clock": {},
    "people, a program": CLOCK,
    "people by correspondence": DAYS,
    "rated": {**CLOCK, "rated": True},
    "rated by correspondence": {**DAYS, "rated": True},
    "rated, a bot": {**CLOCK, "rated": True},
    "tournament, a bot": {**CLOCK, "tournament": "t"},
    "tournament by correspondence": {**DAYS, "tournament": "t"},
}
GAME = "backgammon"
ROLLED = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
"""The start with a roll, at which somebody has made a mistake."""


FIGURES = figures(1)


class Hall:
    """A club with a protected game in its middle, and everybody who might ask about it."""

    def __init__(self, people: Crowd, engine: Engine, situation: str) -> None:
        self.people, self.engine, self.situation = people, engine, situation
        self.client: TestClient[Any] = people.client
        self.club: Club = people.client.app.state.club
        self.header: dict[str, str] = {}
        self.uploads: dict[str, UploadedReview] = {}
        self.program = people.be("Ann").post("/api/programs", json={"name": "Engine"}).json()
        self.ids = {who: f"guest:{people.id_of(who)}" for who in ("Ann", "Dan", "bo", "cy")}
        # A rated game needs an account on both sides; in the others a guest sits opposite.
        self.opponent = "Dan" if "rated" in situation else "bo"
        # Ann's program may sit in her place.
        white = "token" if "program" in situation else "Ann"
        self.room = self.go_on(self.sits(white), self.other(), PROTECTED[situation], 7)

    def sits(self, who: str) -> str:
        return f"guest:{self.program['id']}" if who == "token" else self.ids[who]

    def other(self) -> str:
        return "bot:random" if "bot" in self.situation else self.ids[self.opponent]

    def go_on(
        self, white: str, black: str, terms: dict[str, Any], turns: int, *, whites: bool = False
    ) -> Room:
        """A game after so many turns; *whites*: until it is White's turn."""

        async def make() -> Room:
            room = await a_game(self.club, white, black, terms=terms, game=GAME)
            await take_turns(self.club, room, turns)
            while whites and room.match.game.to_act is not Player.WHITE:
                await take_turns(self.club, room, 1)
            return room

        return self.client.blocking_portal.call(make)

    def close(self, room: Room) -> Room:
        self.client.blocking_portal.call(self.club.close_room, room)
        return room

    def come(self, who: str) -> None:
        """From here on somebody asks: an account, a guest, a program's token, or nobody known."""
        self.header = {}
        if who in self.ids:
            self.people.be(who)
        else:
            self.client.cookies.clear()
        if who == "token":
            self.header = {"Authorization": f"Bearer {self.program['token']}"}

    def let_program_see_errors(self) -> None:
        """Ann gives her program a token with all scopes."""
        self.come("Ann")
        path, scopes = f"/api/programs/{self.program['id']}/token", ["play", "read", "errors"]
        self.program = self.client.post(path, json={"scopes": scopes}).json()

    def evaluate(self, situation: Situation) -> str:
        data = {"position": situation_text(situation)}
        answer = self.client.post("/api/position/evaluation", json=data, headers=self.header)
        return self._code(answer.json(), "win")

    def explain(self, situation: Situation) -> str:
        data = {"position": situation_text(situation), "turn": None}
        answer = self.client.post("/api/position/explanation", json=data, headers=self.header)
        return self._code(answer.json(), "plan")

    def roll_out(self, situation: Situation) -> str:
        """Of a turn and of the cube: one answer to both."""
        text = situation_text(situation)
        asked = [{"position": text, "turns": turns} for turns in (["13/7"], [])]
        path, header = "/api/position/rollout", self.header
        answers = [self.client.post(path, json=data, headers=header).json() for data in asked]
        (code,) = {self._code(answer, "trials") for answer in answers}
        return code

    def book(self) -> str:
        answer = self.client.get(f"/api/books/{GAME}", headers=self.header)
        return self._code(answer.json(), "rows")

    def openings(self) -> str:
        answer = self.client.get(f"/api/openings/{GAME}", headers=self.header)
        return self._code(answer.json(), "rolls")

    def review(self, room: Room) -> str:
        answer = self.client.post(f"/api/rooms/{room.record.id}/review", headers=self.header)
        return self._code(answer.json(), "turns")

    def game_to_review(self, room: Room) -> str:
        answer = self.client.get(f"/api/rooms/{room.record.id}/review/game", headers=self.header)
        return self._code(answer.json(), "withheld")

    def puzzle(self) -> str:
        puzzle = find_puzzles(GAME).puzzles[0]
        return self._answer(f"/api/puzzles/{GAME}/{puzzle.id}", puzzle.situation)

    def uploaded(self, *positions: Situation) -> str:
        """The review of an uploaded match in which these positions came."""
        job = reviews.Job(len(positions), state="done")
        for number, before in enumerate(positions, 1):
            one = ReviewedTurn(
                number, before.to_act, before, "", (), 0, 0.1, None, None, None, False
            )
            job.take(one, is_deep=True)
        match = StoredMatch(
            id=f"match-{secrets.token_hex(4)}",
            guest=guest_id_of(self.ids["bo"]),
            link=(link := f"shared-{secrets.token_hex(4)}"),
            game=GAME,
            since=1,
            name="",
            length=1,
            white_name="",
            black_name="",
            turns=2,
            illegal=0,
        )
        self.uploads[match.id] = UploadedReview(job, [1])
        self.client.blocking_portal.call(
            self.club.store.run, lambda c: uploaded_matches.add(c, match, "{}")
        )
        answer = self.client.post(f"/api/matches/{link}/review", headers=self.header).json()
        if "withheld" not in answer:
            return self._code(answer, "withheld")
        assert len(answer["turns"]) + answer["withheld"] == len(positions)
        decided = sum(one["decisions"] for one in answer["summaries"].values())
        assert decided == 0 or answer["turns"]
        return "withheld" if answer["withheld"] else ""

    def play_on(self, situation: Situation, against: str = "bot") -> str:
        data = {"game": GAME, "against": against, "position": situation_text(situation)}
        answer = self.client.post("/api/rooms", json=data, headers=self.header)
        return self._code(answer.json(), "room")

    def keep_mistakes(self, room: Room) -> str:
        answer = self.client.post(f"/api/rooms/{room.record.id}/mistakes", headers=self.header)
        return self._code(answer.json(), "state")

    def show_mistake(self) -> str:
        answer = self.client.get("/api/mistakes", headers=self.header)
        return self._code(answer.json(), "clue")

    def answer_mistake(self, mistake: str) -> str:
        return self._answer(f"/api/mistakes/{mistake}", ROLLED)

    def _answer(self, path: str, situation: Situation) -> str:
        """Answer with the first of all legal turns."""
        dice = situation.dice
        assert dice is not None
        turn = next(iter(legal_turns(situation.rules, situation.position, dice)))
        moves = [{"from": move.origin, "to": move.target} for move in turn.moves]
        told = self.client.post(path, json={"moves": moves}, headers=self.header)
        return self._code(told.json(), "is_right")

    def exported_mistakes(self) -> set[str]:
        told = self.client.get("/api/account/export", headers=self.header).json()
        return {one["id"] for one in told["own_mistakes"]}

    def made_mistake(self, who: str, mistake: str, situation: Situation) -> None:
        """Somebody keeps a mistake at a position."""
        text = situation_text(situation)
        one = OwnMistake(mistake, GAME, text, '[["8/5 6/5",0]]', "", "room", 1, "{}", due=0)
        guest = self.ids[who].removeprefix("guest:")
        self.client.blocking_portal.call(
            self.club.store.run, lambda c: own_mistakes.add(c, guest, [one])
        )

    def say(self, kind: str, room: Room) -> str:
        with self.client.websocket_connect("/live", headers=self.header) as socket:
            asked = {"type": kind, "room": room.record.id, "id": "1"}
            asked |= {"moves": []} if kind == "tutor" else {}
            socket.send_text(json.dumps(asked))
            return self._code(json.loads(socket.receive_text(timeout=5)), "version")

    def _code(self, told: dict[str, Any], answered: str) -> str:
        """The code of a refusal, which has a sentence in both languages; '' is an answer."""
        if answered in told:
            return ""
        if told.get("status_code") == 403:
            return "scope"
        says = told["says"]
        assert says["en"].startswith("expected ")
        assert says["ru"] != says["en"]
        return told["law"]
