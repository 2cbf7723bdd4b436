"""The table of doors: whatever the club answers, it tells nobody what they may not know of a running game.

Every route and every message is named here. A new one that is not fails the first tests of this file:
name it as NO_ENGINE, or as a door of the engine with the refusals that are tried below.
"""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from tests.labels.test_opening_book import BOOK
from tests.server.crowd import Crowd, crowd
from tests.server.fair_play.fair_games import a_game, take_turns
from tests.server.store.test_reviewed_games import figures

from nardy.analysis.game_review import ReviewedTurn
from nardy.bots.neural import NeuralBot
from nardy.core.canonical import legal_turns
from nardy.core.events import Played
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.formats import position_text
from nardy.games import find_game
from nardy.labels.puzzles import find_puzzles
from nardy.server import create_app
from nardy.server.analysis import (
    browser_reviews,
    evaluations,
    explanations,
    puzzles,
    reviews,
    rollouts,
)
from nardy.server.analysis import own_mistakes as mistakes
from nardy.server.analysis.browser_reviews import TurnPlayed
from nardy.server.analysis.evaluations import PositionEvaluation
from nardy.server.analysis.explanations import TurnExplanation
from nardy.server.analysis.own_mistakes import MistakeVerdict
from nardy.server.analysis.puzzle_answers import JudgedTurn
from nardy.server.analysis.uploaded_reviews import UploadedReview, UploadedReviews
from nardy.server.bots import advisor
from nardy.server.bots.runner import BotRunner
from nardy.server.bots.tutor import NOTHING, Warned
from nardy.server.club.club import Club
from nardy.server.fair_play.rules import board_of, one_turn_ago
from nardy.server.protocol.messages import ToClient, ToServer
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of
from nardy.server.store import own_mistakes, reviewed_games, uploaded_matches
from nardy.server.store.own_mistakes import OwnMistake
from nardy.server.store.uploaded_matches import StoredMatch
from nardy.server.web.deprecated_paths import RENAMED

pytestmark = pytest.mark.usefixtures("quick_hashes")

ENGINE = {
    "GET /api/books/{game:str}",
    "GET /api/openings/{game:str}",
    "POST /api/position/evaluation",
    "POST /api/position/explanation",
    "POST /api/position/rollout",
    # A bot or a friend plays on from a position that somebody chose.
    "POST /api/rooms",
    "POST /api/rooms/{room_id:str}/review",
    # The browser's engine reviews what comes from here; some turns the club reviews at once.
    "GET /api/rooms/{room_id:str}/review/game",
    # A puzzle shows no running game, but its answer is an engine's; mistakes come from reviews.
    "POST /api/puzzles/{game:str}/{which:str}",
    "POST /api/rooms/{room_id:str}/mistakes",
    "GET /api/mistakes",
    "POST /api/mistakes/{mistake:str}",
    # Whoever uploads a match chooses its positions.
    "POST /api/matches/{key:str}/review",
    "hint",
    "tutor",
    "evaluate",
}
"""The doors behind which an engine answers; all of them are tried in every situation below."""
TOTALS = {
    "GET /api/players/{player:str}/errors",
    "GET /api/account/export",
    "GET /api/admin/unusual",
}
"""What tells how much finished games lost in all: without those that ended after a game of theirs began."""
NO_ENGINE = {
    *("GET /api/me", "POST /api/me", "POST /api/me/avatar", "GET /api/mine"),
    *("GET /health", "GET /health/live", "GET /health/ready"),
    *("GET /api/rules/{game:str}", "GET /api/games", "GET /api/games/{game:str}"),
    # A public game as its spectators see it, and recorded ones: moves, and nothing valued.
    *("GET /api/front", "GET /api/recorded/{game:str}", "GET /api/rules/{game:str}/lines"),
    *("POST /api/rooms/{room_id:str}/seat", "POST /api/rooms/{room_id:str}/again"),
    # The seed comes when the match is over; a file has what was played, and no judgement of it.
    *("GET /api/rooms/{room_id:str}/proof", "GET /api/rooms/{room_id:str}/match/{kind:str}"),
    # What is legal, and why the rest is not: the rule book, which both players have.
    *("GET /api/position", "POST /api/position/nodes", "POST /api/position/verdict"),
    *("POST /api/account", "POST /api/account/password", "POST /api/account/codes"),
    *("POST /api/account/recovery", "POST /api/account/end"),
    *("POST /api/me/errors", "GET /api/sessions"),
    *(
        "POST /api/sessions",
        "POST /api/sessions/end",
        "GET /api/login-methods",
    ),
    *("POST /api/outside/{provider:str}", "GET /api/outside/{provider:str}/back"),
    *("POST /api/outside/{provider:str}/end", "POST /api/passkeys/offer", "POST /api/passkeys"),
    *("POST /api/passkeys/name", "POST /api/passkeys/end", "POST /api/sessions/passkey/offer"),
    *("POST /api/sessions/passkey", "GET /api/bots", "GET /api/dice"),
    *("GET /api/groups", "POST /api/groups", "GET /api/groups/{group:str}"),
    *("GET /api/groups/{group:str}/leaders", "POST /api/groups/{group:str}/edit"),
    *("POST /api/groups/{group:str}/invitation", "POST /api/groups/{group:str}/members"),
    *("POST /api/groups/{group:str}/leave", "POST /api/groups/{group:str}/end"),
    *("GET /api/groups/{group:str}/tournaments", "GET /api/invitations/{code:str}"),
    *("POST /api/invitations/{code:str}", "GET /api/programs", "POST /api/programs"),
    *("POST /api/programs/{program:str}/token", "POST /api/programs/{program:str}/end"),
    *("GET /api/leaders", "GET /api/leaders/{game:str}/{pace:str}"),
    *("GET /api/players/{player:str}", "GET /api/players/{player:str}/games"),
    "GET /api/players/{player:str}/ratings/{game:str}/{pace:str}",
    *("GET /api/players/{player:str}/tournaments", "GET /api/admin", "POST /api/admin"),
    *("GET /admin", "GET /api/admin/people", "GET /api/tournaments", "POST /api/tournaments"),
    *("GET /api/tournaments/{tournament:str}", "POST /api/tournaments/{tournament:str}/enter"),
    *(
        "POST /api/tournaments/{tournament:str}/leave",
        "POST /api/tournaments/{tournament:str}/begin",
    ),
    *("POST /api/tournaments/{tournament:str}/end", "POST /api/tournaments/{tournament:str}/bots"),
    "POST /api/tournaments/{tournament:str}/remove",
    *("GET /api/schedules", "POST /api/schedules", "POST /api/schedules/{schedule:str}/end"),
    "GET /api/groups/{group:str}/schedules",
    *("GET /api/club/look.css", "GET /api/club/logo.png", "POST /api/admin/club/logo"),
    *("GET /api/club", "POST /api/admin/club", "GET /api/admin/numbers", "POST /api/admin/backup"),
    # Whoever plays there reads what was said before their game: tests/server/tournaments/test_chat.py.
    *(f"{method} /api/tournaments/{{tournament:str}}/chat" for method in ("GET", "POST")),
    "POST /api/tournaments/{tournament:str}/chat/mute",
    "POST /api/tournaments/{tournament:str}/chat/report",
    # What is told outside the club: that it is one's turn in a game.
    *("GET /api/notices", "POST /api/notices", "POST /api/notices/push"),
    *("POST /api/notices/push/end", "POST /api/notices/mail", "POST /api/notices/mail/end"),
    *("GET /mail/confirm/{code:str}", "POST /mail/confirm/{code:str}"),
    *("GET /mail/leave/{code:str}", "POST /mail/leave/{code:str}"),
    *("GET /api/friends", "GET /api/people", "GET /api/people/{player:str}"),
    *("POST /api/people/{player:str}/follow", "POST /api/people/{player:str}/mute"),
    *("POST /api/me/meeting", "GET /api/challenges", "POST /api/challenges"),
    "POST /api/challenges/{room_id:str}/end",
    # A position with its roll, and what is good there is told after an answer.
    *("GET /api/puzzles", "GET /api/puzzles/{game:str}/{which:str}"),
    "POST /api/mistakes/{mistake:str}/end",
    # Words and turns of their writer, without values; the rule book alone goes on from them.
    *("GET /api/rooms/{room_id:str}/notes", "POST /api/rooms/{room_id:str}/notes"),
    "POST /api/position/after",
    # What was played elsewhere and is over.
    *("GET /api/me/offline-games", "POST /api/me/offline-games"),
    *("GET /api/me/offline-games/{game:str}", "POST /api/me/offline-games/{game:str}/end"),
    # What was played elsewhere, as its file tells it.
    *("GET /api/matches", "POST /api/matches", "GET /api/matches/{key:str}"),
    *("POST /api/matches/{key:str}/link", "POST /api/matches/{key:str}/end"),
    "GET /api/matches/{key:str}/file/{kind:str}",
    # A picture of a position that is named, or of the end of a finished game.
    *("GET /api/pictures/board", "GET /api/rooms/{room_id:str}/end"),
    # The rule book at a real board.
    *("POST /api/real-board", "POST /api/real-board/act", "POST /api/real-board/verdict"),
    # Messages. `act` may claim a game from a player who has left: an engine sets the size of the
    # result, and the figure behind it is told when the match is over (tests/server/connection/test_websocket.py).
    *("watch", "leave", "act", "explore", "commit", "link", "lobby", "ask", "listen", "say"),
    *("mute", "report", "follow", "search", "endsearch"),
}
for new, old in RENAMED.items():
    NO_ENGINE |= {path.replace(new, old) for path in NO_ENGINE}
    ENGINE |= {path.replace(new, old) for path in ENGINE}
ANSWERS = {
    *("update", "lobby", "want", "done", "refused", "verdict", "explored", "talk", "followed"),
    *("searching", "matched", "searchended"),
    *("advised", "tutored", "evaluated"),
}
"""All messages to a client; the last three alone tell what an engine thinks."""


def doors(client: TestClient[Any]) -> set[str]:
    """Everything that the club answers, but the files of the page and the description of the doors."""
    found: set[str] = set()
    for route in client.app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            module = handler.fn.__module__
            if module != "nardy.server.web.pages" and not route.path.startswith("/schema"):
                found |= {f"{method} {route.path}" for method in handler.http_methods - {"OPTIONS"}}
    return found | {kind.__struct_config__.tag for kind in get_args(ToServer)}


def test_every_door_is_in_the_table(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        found = doors(client)
    table = NO_ENGINE | ENGINE | TOTALS
    assert sorted(found - table) == [], "a door that is not in the table"
    assert sorted(table - found) == [], "a door that is no more"
    assert {kind.__struct_config__.tag for kind in get_args(ToClient)} == ANSWERS


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


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine([])
    monkeypatch.setattr(evaluations, "require_engine", lambda: None)
    monkeypatch.setattr(evaluations, "evaluate", engine.evaluate)
    monkeypatch.setattr(explanations, "require_engine", lambda: None)
    monkeypatch.setattr(rollouts, "require_engine", lambda: None)
    monkeypatch.setattr(rollouts, "turns_to_roll_out", lambda *_: [])
    monkeypatch.setattr(rollouts, "doubler_of", lambda situation: situation)
    monkeypatch.setattr(rollouts, "_work", engine.roll_out)
    monkeypatch.setattr(explanations, "explained", engine.explained)
    monkeypatch.setattr(advisor, "is_available", lambda: True)
    monkeypatch.setattr(advisor, "_hint", engine.hint)
    monkeypatch.setattr(advisor, "_evaluate", engine.judge)
    monkeypatch.setattr(advisor, "warning", engine.warn)
    # Who plays is up to these tests: no bot moves meanwhile.
    monkeypatch.setattr(BotRunner, "sit", lambda *_: None)
    return engine


async def again(_: object, __: object, ___: object, verdict: JudgedTurn) -> MistakeVerdict:
    """A mistake whose card is of no interest."""
    told = {name: getattr(verdict, name) for name in JudgedTurn.__struct_fields__}
    return MistakeVerdict(**told, again=0, due=0)


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


QUICK = {"people, a program", "people, no clock", "tournament, a bot"}
SITUATIONS = [
    one if one in QUICK else pytest.param(one, marks=pytest.mark.thorough) for one in PROTECTED
]


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opening book of the game that is played."""
    monkeypatch.setattr("nardy.labels.opening_book.books", lambda: {GAME: BOOK})


@pytest.fixture(params=SITUATIONS)
def hall(
    request: pytest.FixtureRequest, tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    with crowd(tmp_path, rated_same_place="on") as people:
        hall = Hall(people, engine, request.param)

        def looked_at(job: reviews.Job, *_: object) -> Iterator[int]:
            """A review of two turns, the second at the board of the protected game."""
            now = hall.room.situation
            start = replace(now, position=now.rules.start)
            for number, before in enumerate((start, now), 1):
                white = before.to_act
                one = ReviewedTurn(number, white, before, "", (), 0, 0.1, None, None, None, False)
                job.take(one, is_deep=True)
                yield 1
            job.state = "done"

        def played(*_: object) -> list[TurnPlayed]:
            """The same two turns for a browser."""
            now = hall.room.situation
            start = replace(now, position=now.rules.start)
            event = Played(Player.WHITE, "", ())
            return [
                TurnPlayed(number, one, event, None) for number, one in enumerate((start, now), 1)
            ]

        def judged(situation: Situation, *_: object) -> JudgedTurn:
            engine.think(situation)
            return JudgedTurn(True, "", 0.0, None, [], {}, {})

        monkeypatch.setattr(puzzles, "judged", judged)
        monkeypatch.setattr(mistakes, "judged", judged)
        monkeypatch.setattr(mistakes, "_again", again)
        monkeypatch.setattr(reviews, "_work", looked_at)
        monkeypatch.setattr(UploadedReviews, "known", lambda _, match: hall.uploads.get(match))
        monkeypatch.setattr(browser_reviews, "turns_of", played)
        yield hall


def test_what_each_door_tells_of_a_protected_game(hall: Hall) -> None:
    now, terms = hall.room.situation, PROTECTED[hall.situation]
    start = replace(now, position=now.rules.start)
    sister = replace(now, rules=find_game("portes"))
    is_correspondence = "clock" not in terms or terms["clock"] == DAYS["clock"]
    players = ["Ann"] if "bot" in hall.situation else ["Ann", hall.opponent]
    before = hall.close(hall.go_on(hall.ids["cy"], "bot:random", {}, 2))
    casual = {who: hall.go_on(hall.sits(who), "bot:random", {}, 2, whites=True) for who in players}
    watched = hall.go_on(hall.ids["cy"], "bot:random", {}, 2)
    finished = {who: hall.close(hall.go_on(hall.ids[who], "bot:random", {}, 2)) for who in players}
    for who in players:
        hall.made_mistake(who, "now", now)
        hall.made_mistake(who, "start", ROLLED)
    counts = next((f"hint-{one}" for one in ("rated", "tournament") if one in terms), "")
    for who in players:
        hall.come(who)
        own = "fair-yours" if is_correspondence else "fair-playing"
        else_ = "" if is_correspondence else "fair-playing"
        assert hall.evaluate(now) == hall.evaluate(now.flipped()) == hall.evaluate(sister) == own
        assert hall.explain(now) == hall.explain(now.flipped()) == hall.explain(sister) == own
        assert (hall.evaluate(start), hall.review(before)) == (else_, else_)
        assert (hall.book(), hall.openings()) == (else_, else_)
        assert hall.explain(start) == hall.roll_out(start) == else_
        assert hall.roll_out(now) == hall.roll_out(now.flipped()) == hall.roll_out(sister) == own
        assert hall.game_to_review(before) == else_
        assert (hall.puzzle(), hall.keep_mistakes(finished[who])) == (else_, else_)
        assert (hall.show_mistake(), hall.answer_mistake("now")) == (else_, own)
        assert hall.answer_mistake("start") == else_
        assert hall.say("evaluate", hall.room) == "eyes-player"
        assert hall.say("evaluate", watched) == else_
        is_here = hall.room.player_of(hall.ids[who]) is not None
        seated = (counts or "hint-people") if is_here else "not-here"
        for kind in ("hint", "tutor"):
            assert (hall.say(kind, hall.room), hall.say(kind, casual[who])) == (seated, else_)
    hall.come("token")  # a program brings an engine of its own, whatever it asks about
    refused = {hall.evaluate(start), hall.review(before), hall.game_to_review(before)}
    refused |= {hall.book(), hall.openings(), hall.explain(start), hall.roll_out(start)}
    refused |= {hall.puzzle(), hall.keep_mistakes(before), hall.show_mistake()}
    assert refused == {"scope"}
    assert {hall.say(kind, watched) for kind in ("hint", "tutor", "evaluate")} == {"token-scope"}
    hall.come("nobody")
    assert hall.say("evaluate", hall.room) == counts
    assert hall.evaluate(start) == hall.explain(start) == hall.roll_out(start) == ""
    asked = (hall.evaluate, hall.explain, hall.roll_out)
    assert {ask(one) for ask in asked for one in (now, now.flipped(), sister)} == {"fair-running"}
    assert hall.book() == hall.openings() == hall.puzzle() == ""
    assert hall.keep_mistakes(before) == "not-here"
    assert {hall.say(kind, hall.room) for kind in ("hint", "tutor")} == {"not-here"}
    shown = hall.client.post(f"/api/rooms/{before.record.id}/review").json()
    assert ([one["number"] for one in shown["turns"]], shown["withheld"]) == ([2], 1)
    assert shown["summaries"]["white"]["decisions"] + shown["summaries"]["black"]["decisions"] <= 1
    shown = hall.client.get(f"/api/rooms/{before.record.id}/review/game").json()
    assert shown["withheld"] == [3]
    # The engine was never asked about the board of the protected game.
    assert board_of(now.position) not in {board_of(one.position) for one in hall.engine.asked}


def test_an_uploaded_match_tells_nothing_of_a_protected_game(hall: Hall) -> None:
    """Whoever uploads it chooses its positions: each is as one that is asked about alone."""
    now, terms = hall.room.situation, PROTECTED[hall.situation]
    boards = [now, now.flipped(), replace(now, rules=find_game("portes"))]
    start = replace(now, position=now.rules.start)
    is_correspondence = terms.get("clock", DAYS["clock"]) == DAYS["clock"]
    for who in ["Ann"] if "bot" in hall.situation else ["Ann", hall.opponent]:
        hall.come(who)
        assert {hall.uploaded(one) for one in boards} == {"withheld"}
        assert hall.uploaded(start) == ("" if is_correspondence else "withheld")
    hall.come("nobody")
    assert {hall.uploaded(one) for one in boards} == {"withheld"}
    assert hall.uploaded(start) == ""
    hall.come("token")
    assert hall.uploaded(start) == "scope"


def test_nobody_plays_on_from_a_protected_game(hall: Hall) -> None:
    """Neither from its boards nor from one roll before them; elsewhere everybody does."""
    now, terms = hall.room.situation, PROTECTED[hall.situation]
    boards = [now, now.flipped(), replace(now, rules=find_game("portes"))]
    before = one_turn_ago([entry.event for entry in hall.room.entries], find_game)
    assert before is not None
    assert (before.roll, before.phase) == (None, Phase.ROLL)
    boards.append(before)
    is_correspondence = terms.get("clock", DAYS["clock"]) == DAYS["clock"]
    for who in ["Ann"] if "bot" in hall.situation else ["Ann", hall.opponent]:
        hall.come(who)
        for against in ("bot", "friend"):
            codes = {hall.play_on(one, against) for one in boards}
            assert codes <= {"fair-yours", "fair-running", "fair-playing"}
        assert hall.play_on(ROLLED) == ("" if is_correspondence else "fair-playing")
    hall.come("cy")
    assert {hall.play_on(one) for one in boards} == {"fair-running"}
    assert hall.play_on(ROLLED) == ""


def test_an_export_has_the_mistakes_that_would_be_asked(hall: Hall) -> None:
    """Their turns have the losses that a review found."""
    terms = PROTECTED[hall.situation]
    own = "" if terms.get("clock", DAYS["clock"]) == DAYS["clock"] else "fair-playing"
    players = ["Ann"] if "bot" in hall.situation else ["Ann", hall.opponent]
    for who in players:
        hall.made_mistake(who, "now", hall.room.situation)
        hall.made_mistake(who, "start", ROLLED)
        hall.come(who)
        assert hall.answer_mistake("start") == own
        assert hall.exported_mistakes() == (set() if own else {"start"})
    hall.made_mistake("cy", "now", hall.room.situation)
    hall.come("cy")
    assert (hall.answer_mistake("now"), hall.exported_mistakes()) == ("fair-running", set())
    hall.close(hall.room)
    for who in players:
        hall.come(who)
        assert hall.exported_mistakes() == {"now", "start"}


def test_totals_leave_out_what_ended_after_a_protected_game_began(hall: Hall) -> None:
    """Of games of its kind: a total could tell what a position of it is worth."""
    client, since = hall.client, hall.room.record.since
    cases = {"old": (GAME, since - 1), "new": (GAME, since + 1), "other": ("tapa", since + 1)}
    for name, (game, ended_at) in cases.items():
        room = hall.close(hall.go_on(hall.ids["Ann"], "bot:random", {}, 2))
        told = replace(FIGURES, room=room.record.id, game=game, ended_at=ended_at)
        client.blocking_portal.call(
            hall.club.store.run,
            lambda c, told=told: reviewed_games.save(c, guest_id_of(hall.ids["Ann"]), told, []),
        )
        cases[name] = (room.record.id, ended_at)
    mine = f"/api/players/{guest_id_of(hall.ids['Ann'])}/errors"

    def seen(path: str) -> set[str]:
        told = client.get(path, headers=hall.header).json()
        rooms = {mark["room"] for game in told["games"] for mark in game["marks"]}
        return {name for name, (room, _) in cases.items() if room in rooms}

    hall.come("Ann")
    assert seen(mine) == {"old", "other"}
    hall.come("token")
    assert seen(mine) == set()
    hall.let_program_see_errors()
    hall.come("token")
    assert seen(mine) == {"old", "other"}
    hall.come("Ann")
    told = client.get("/api/account/export").json()
    assert {row["room"] for row in told["reviewed_games"]} == {
        cases[name][0] for name in ("old", "other")
    }
    hall.close(hall.room)
    assert seen("/api/players/me/errors") == set(cases)


@pytest.mark.parametrize("hall", ["people"], indirect=True)
def test_watching_with_evaluation_lags_by_a_turn(hall: Hall) -> None:
    hall.come("cy")
    asked = hall.engine.asked
    assert hall.say("evaluate", hall.room) == ""
    events = [entry.event for entry in hall.room.entries]
    assert asked[-1:] == [one_turn_ago(events, find_game)]
    assert asked[-1].roll is None
    assert hall.say("evaluate", hall.close(hall.room)) == ""


@pytest.mark.parametrize("hall", ["rated"], indirect=True)
def test_a_player_is_told_again_when_the_game_is_over(hall: Hall) -> None:
    hall.close(hall.room)
    hall.come("Ann")
    now = hall.room.situation
    assert (hall.evaluate(now), hall.review(hall.room)) == ("", "")


def test_doors_without_an_engine_ask_none(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them, asked by a player about a protected game, by whatever names it takes."""

    def never(*_: object) -> None:
        raise AssertionError("a door that is listed as one without an engine has asked it")

    with crowd(tmp_path) as people:
        hall = Hall(people, engine, "people")
        monkeypatch.setattr(NeuralBot, "__init__", never)
        monkeypatch.setattr(BotRunner, "advise", never)
        room, position = hall.room.record.id, situation_text(hall.room.situation)
        named = {"room_id": room, "game": GAME, "kind": "json", "player": "me", "pace": "rapid"}
        data = {"position": position, "moves": [], "name": "x", "room": room}
        for door in sorted(NO_ENGINE):
            method, _, path = door.partition(" ")
            for name, value in named.items():
                path = path.replace(f"{{{name}:str}}", value)
            if path and not path.startswith(("/api/account/end", "/api/sessions")):
                hall.come("Ann")
                body = data if method == "POST" else None
                query = {"text": position, "game": GAME, "name": "x"}
                answer = hall.client.request(method, path, json=body, params=query)
                assert answer.status_code < 500, (door, answer.text)
        assert engine.asked == []
