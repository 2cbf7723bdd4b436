"""Matches and the cube without the club, in the room of the browser's worker, against the rule book and the club."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from tests.effort import THOROUGH, each
from tests.web.node import told_by

from nardy.analysis.cube_review import ReviewedCube
from nardy.analysis.game_review import ReviewedTurn, review
from nardy.analysis.judge import win_and_lose
from nardy.bots.neural import NeuralBot
from nardy.core.events import Acted, Started, events_from_json
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.formats import match_json
from nardy.formats.position_text import loads
from nardy.games import find_game
from nardy.kernel.arrays import position_arrays
from nardy.server.analysis.review_facts import message_of
from nardy.server.api.offline_games import replayed
from nardy.server.bots.advisor import MOST_TURNS
from nardy.server.protocol.messages import ToClient
from nardy.server.turns.view import view_of


class Asked(NamedTuple):
    """A match against a bot."""

    game: str
    level: str
    seat: str
    length: int
    rules: str


QUICK = (
    Asked("backgammon", "beginner", "white", 3, "backgammon"),
    Asked("backgammon", "club", "black", 0, "backgammon"),
    Asked("hypergammon", "strong", "black", 5, "hypergammon"),
    Asked("long-nardy", "casual", "white", 2, "long-nardy"),
    Asked("plakoto", "beginner", "white", 3, "plakoto"),
)
MORE = (
    Asked("backgammon", "strongest", "white", 5, "backgammon"),
    Asked("backgammon", "expert", "white", 1, "backgammon"),
    Asked("nackgammon", "strong", "black", 3, "nackgammon"),
    Asked("portes", "casual", "black", 3, "portes"),
    Asked("hypergammon", "beginner", "white", 0, "hypergammon"),
)
MATCHES = (*QUICK, *MORE) if THOROUGH else QUICK
MONEY = "backgammon w 20:1,13:3,8:4,6:4,5:3 bar:1,13:4,8:3,6:5,3:2"
RACE = "backgammon b 6:5,5:5,4:5 7:2,6:5,5:5,4:3"
LONG_WAY = "backgammon b 6:3,4:4,2:4 24:2,18:4,13:5,6:4"
SINGLE = MONEY.replace("backgammon", "backgammon,beavers=off,jacoby=off")
ADVISED = (
    MONEY,
    f"{MONEY} cube=2w",
    f"{MONEY} cube=4b",
    SINGLE,
    f"{MONEY} match=7:3-4",
    f"{MONEY} match=7:6-4 crawford",
    f"{MONEY} cube=2b match=5:1-2",
    f"{LONG_WAY} match=5:4-0",
    f"{LONG_WAY} match=5:0-4",
    f"{MONEY} match=5:1-4 first=b",
    f"{MONEY} offer=double",
    f"{RACE} offer=double",
    f"{RACE} offer=double match=3:1-0",
    f"{MONEY} dice=31",
    f"{MONEY} dice=61 match=3:2-0",
    f"{SINGLE} dice=52 cube=2w",
)


GAMMON = "1:4 14:3,6:4,5:4,4:4"
"""White wins, and most often a gammon."""
NEAR = 1e-5
REVIEWED = MATCHES[:2]


class Told(NamedTuple):
    """What node answered."""

    games: dict[Asked, dict[str, Any]]
    advice: dict[str, dict[str, Any]]


Reviews = dict[Asked, dict[str, Any]]


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Matches and advice, by one process of node."""
    asked = {"seed": 11, "games": [one._asdict() for one in MATCHES], "advice": ADVISED}
    found = told_by("offline.mjs", laid_out, tmp_path_factory.mktemp("matches"), asked)
    games = dict(zip(MATCHES, found["games"], strict=True))
    return Told(games, dict(zip(ADVISED, found["advice"], strict=True)))


def acts_of(found: dict[str, Any]) -> set[str]:
    return {event["act"] for event in found["events"] if event["kind"] == "acted"}


@each("one", MATCHES)
def test_the_rule_book_accepts_the_match_and_counts_it_alike(told: Told, one: Asked) -> None:
    found = told.games[one]
    match = Match(find_game(one.rules), one.length)
    match.replay(events_from_json(found["events"]), find_game)
    assert match.game.phase is Phase.OVER
    assert match.is_over == bool(one.length)
    assert found["is_over"]
    # Each game begins as the rule book begins it after those before.
    before = Match(find_game(one.rules), one.length)
    for number, game in enumerate(match.games):
        assert game.events[0] == before.game.events[0]
        before.go_on(match.games[: number + 1])
        if number + 1 < len(match.games):
            before.next_game()


@each("one", MATCHES)
def test_every_view_is_the_one_that_the_club_would_send(told: Told, one: Asked) -> None:
    found = told.games[one]
    match, events = Match(find_game(one.rules), one.length), [*events_from_json(found["events"])]
    seen = {view["version"]: view["view"] for view in found["views"]}
    for version, event in enumerate(events[1:], 2):
        if isinstance(event, Started):
            match.next_game()
        else:
            match.game.apply(event)
        if version in seen:
            assert seen[version] == msgspec.to_builtins(view_of(match)), (version, event)
    assert len(seen) > one.length


@each("one", MATCHES)
def test_all_messages_are_such_as_the_club_sends(told: Told, one: Asked) -> None:
    for message in told.games[one]["messages"]:
        msgspec.convert(message, ToClient)
    assert told.games[one]["end"]["facts"]["length"] == one.length


def test_cubes_are_turned_in_these_matches(told: Told) -> None:
    with_cube = [found for one, found in told.games.items() if find_game(one.rules).cube_play]
    assert {"double", "take", "pass"} <= set().union(*map(acts_of, with_cube))
    plain = [found for one, found in told.games.items() if not find_game(one.rules).cube_play]
    assert not set().union(*map(acts_of, plain))


@each("one", MATCHES)
def test_the_bot_doubles_and_answers_as_at_the_club(told: Told, one: Asked) -> None:
    found = told.games[one]
    match, decided = Match(find_game(one.rules), one.length), 0
    bot = NeuralBot(0)
    for event in [*events_from_json(found["events"])][1:]:
        now = match.game.situation
        is_bot = now.to_act is not Player(one.seat)
        if is_bot and now.phase is Phase.ROLL and not match.game.has_doubled:
            act = event.act if isinstance(event, Acted) else "roll"
            assert act == bot.choose_act(now), now
            decided += 1
        if is_bot and now.phase is Phase.ANSWER and isinstance(event, Acted):
            assert event.act == bot.choose_act(now), now
        if isinstance(event, Started):
            match.next_game()
        else:
            match.game.apply(event)
    assert decided


@each("one", MATCHES)
def test_an_account_may_take_the_match_along(told: Told, one: Asked) -> None:
    found = told.games[one]
    record = match_json.loads(found["file"])
    assert record.match.length == one.length
    kept, result = replayed(found["file"]), found["end"]["view"]["result"]
    assert (kept.game, kept.level, kept.seat) == (one.game, one.level, one.seat)
    assert msgspec.to_builtins(kept.result) == result


@each("text", ADVISED)
def test_advice_with_a_cube_is_that_of_the_club(told: Told, text: str) -> None:
    found, situation = told.advice[text], loads(text)
    bot = NeuralBot(1)
    if situation.phase is Phase.TURN:
        ranked = bot.rank(situation, MOST_TURNS)
        equities = [turn["equity"] for turn in found["turns"]]
        assert equities == pytest.approx([one.equity for one in ranked], abs=NEAR)
        return
    assert found["act"] == bot.choose_act(situation)
    if situation.phase is Phase.ROLL:
        win = win_and_lose(situation.rules, bot.expect(situation))[0]
        assert found["win"] == pytest.approx(win, abs=NEAR)


def resigned_to(leader: str) -> dict[str, Any]:
    """Black resigns a single game at 4 of 5 points for *leader*, who won two gammons."""
    loser = {"white": "black", "black": "white"}[leader]
    first = {"kind": "rolled-off", "white": 1, "black": 6}
    lost = [
        {"kind": "started", "position": "", "version": 1},
        first if loser == "black" else {**first, "white": 6, "black": 1},
        {"kind": "resigned", "player": loser, "size": "gammon"},
        {"kind": "acted", "player": leader, "act": "accept"},
    ]
    events = [*lost, *lost, lost[0], first]
    boards, _ = position_arrays([loads(f"backgammon b {GAMMON}").position])
    act = {"type": "act", "id": "r", "act": "resign:single", "moves": []}
    return {
        "kept": {
            "game": "backgammon",
            "rules": "backgammon",
            "length": 5,
            "seat": "black",
            "events": [{"number": n, "at": 0, "event": one} for n, one in enumerate(events, 1)],
        },
        "start": {"board": boards.ravel().tolist()},
        "messages": [act],
    }


def test_a_bot_answers_a_resignation_by_the_score(laid_out: Path, tmp_path: Path) -> None:
    talks = [resigned_to(leader) for leader in ("white", "black")]
    asked = {"talks": talks, "advice": [f"{MONEY} offer=single"]}
    found = told_by("offline.mjs", laid_out, tmp_path, asked)
    assert found["advice"] == [None], "the club answers for the player"
    for score, talk in zip(("4-0", "0-4"), found["talks"], strict=True):
        offered = loads(f"backgammon w {GAMMON} offer=single match=5:{score} crawford first=b")
        answer = NeuralBot(0).choose_act(offered)
        assert talk["events"][-1]["act"] == answer, score
    assert [talk["events"][-1]["act"] for talk in found["talks"]] == ["accept", "refuse"]


@pytest.mark.thorough
def test_a_hint_two_plies_ahead_is_that_of_the_club(laid_out: Path, tmp_path: Path) -> None:
    texts = [text for text in ADVISED if "dice" in text]
    found = told_by("offline.mjs", laid_out, tmp_path, {"advice": texts, "plies": 2})
    for text, advice in zip(texts, found["advice"], strict=True):
        ranked = NeuralBot(2).rank(loads(text), MOST_TURNS)
        assert advice["plies"] == ranked[0].plies == 2
        equities = [turn["equity"] for turn in advice["turns"]]
        assert equities == pytest.approx([one.equity for one in ranked], abs=NEAR)


@pytest.fixture(scope="module")
def reviews(told: Told, laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> Reviews:
    """Reviews of the first matches, by one process of node."""
    asked = [{**one._asdict(), "events": told.games[one]["events"]} for one in REVIEWED]
    work = tmp_path_factory.mktemp("reviews")
    found = told_by("offline.mjs", laid_out, work, {"seed": 1, "reviews": asked})
    return dict(zip(REVIEWED, found["reviews"], strict=True))


@each("one", REVIEWED)
def test_a_review_is_that_of_the_club(told: Told, reviews: Reviews, one: Asked) -> None:
    check_review(reviews[one], told.games[one], 1)


@pytest.mark.thorough
@pytest.mark.parametrize("one", REVIEWED)
def test_two_plies_ahead_too(told: Told, laid_out: Path, tmp_path: Path, one: Asked) -> None:
    asked = {**one._asdict(), "events": told.games[one]["events"], "isDeep": True}
    found = told_by("offline.mjs", laid_out, tmp_path, {"seed": 1, "reviews": [asked]})
    check_review(found["reviews"][0], told.games[one], 2)


def check_review(found: dict[str, Any], game: dict[str, Any], plies: int) -> None:
    """Compare a review with the club's own."""
    assert (found["state"], found["plies"]) == ("done", plies), found["reason"]
    known = [*review(events_from_json(game["events"]), find_game, NeuralBot(plies))]
    turns = [turn for turn in known if isinstance(turn, ReviewedTurn)]
    losses = [turn["loss"] for turn in found["turns"]]
    assert losses == pytest.approx([turn.loss for turn in turns], abs=10 * NEAR)
    cubes = [message_of(cube) for cube in known if isinstance(cube, ReviewedCube)]
    assert len(cubes) == len(found["cubes"]) > 0
    for cube, message in zip(found["cubes"], cubes, strict=True):
        alike(cube, msgspec.to_builtins(message))


def alike(found: dict[str, Any], known: dict[str, Any]) -> None:
    """The same message, but for the last digits."""
    assert found.keys() == known.keys()
    for name, value in known.items():
        near = isinstance(value, float) or name == "match_chances"
        assert found[name] == (pytest.approx(value, abs=10 * NEAR) if near else value), name
