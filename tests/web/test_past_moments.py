"""Earlier moments of a game, as the page replays them for drawing, are those of the rule book."""

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.doubled import doubled_match
from tests.web.node import node

from nardy.core.cube_acts import cube_law
from nardy.core.events import Acted, Event, Played, Started, event_to_json
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.situation import Phase, Situation
from nardy.games import find_game
from nardy.server.protocol.messages import View
from nardy.server.turns.view import laws_of, view_of

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "nardy" / "web" / "js"
SIDES = ("white", "black", "white_pinned", "black_pinned", "cube", "dice")
Seen = list[dict[str, Any]]


def played_at_random(name: str, seed: int) -> tuple[Event, ...]:
    """A game whose turns are the first legal ones: each that the rule book lists may be first."""
    game = Game(find_game(name), seed=seed)
    while game.outcome is None and len(game.events) < 90:
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
        else:
            game.roll()
    return game.events


def doubled_twice(answers: list[str]) -> tuple[Event, ...]:
    """A game for money with a double, these answers to it, some turns, and another double that is taken."""
    game = Game(find_game("backgammon,beavers=on,raccoons=on"), seed=3)
    due = [answers, ["take"]]
    while game.outcome is None and len(game.events) < 60:
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
        elif due and len(game.events) > 20 and cube_law(game.situation) is None:
            game.offer_double()
            for answer in due.pop(0):
                getattr(game, answer)()
        else:
            game.roll()
    assert not due
    return game.events


def view(situation: Situation) -> View:
    """A moment as the club tells it."""
    match = Match(situation.rules)
    match.go_on([Game(situation.rules, situation=situation)])
    return view_of(match)


def by_the_rule_book(events: tuple[Event, ...]) -> Seen:
    """Each turn of the last game, and what the page draws of the moment before it."""
    begin = max(n for n, event in enumerate(events) if isinstance(event, Started))
    found: Seen = []
    for number, event in enumerate(events[begin:], begin):
        if isinstance(event, Acted) and event.act == "bomb":
            break
        if isinstance(event, Played):
            before = Game.from_events(events[begin:number], find_game).situation
            told = msgspec.to_builtins(view(before))
            own = {"number": number + 1, "player": event.player, "turn": event.turn}
            found.append({**{side: told[side] for side in SIDES}, **own})
    return found


def by_the_page(folder: Path, games: list[tuple[Event, ...]]) -> list[Seen]:
    """The same by the page's own modules in node."""
    for name in ("game/past_moments.js", "game/checkers/counts.js", "board/geometry.js"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text((SOURCE / name).read_text("utf-8"), "utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    asked: list[dict[str, Any]] = []
    for events in games:
        begin = max(n for n, event in enumerate(events) if isinstance(event, Started))
        start = Game.from_events(events[begin : begin + 1], find_game).situation
        told = [{"number": n, "event": event_to_json(one)} for n, one in enumerate(events, 1)]
        asked.append({"events": told, "start": view(start), "laws": laws_of(start.rules)})
    (folder / "asked.json").write_bytes(msgspec.json.encode(asked))
    command = [node(), str(HERE / "past_moments.mjs"), str(folder)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)


@pytest.mark.parametrize("name", ["backgammon", "long-nardy", "plakoto"])
def test_the_page_replays_a_game_as_the_rule_book_does(tmp_path: Path, name: str) -> None:
    events = played_at_random(name, 1)
    (seen,), wanted = by_the_page(tmp_path, [events]), by_the_rule_book(events)
    assert len(wanted) > 20
    for one in seen:
        # The order of pins means nothing.
        one["white_pinned"].sort()
        one["black_pinned"].sort()
    found = [{key: one[key] for key in right} for one, right in zip(seen, wanted, strict=True)]
    assert found == wanted


def test_the_cube_stands_where_it_stood(tmp_path: Path) -> None:
    events = doubled_match(5).games[0].events
    (seen,) = by_the_page(tmp_path, [events])
    wanted = by_the_rule_book(events)
    assert {one["cube"]["value"] for one in wanted} == {1, 2}
    assert [one["cube"] for one in seen] == [one["cube"] for one in wanted]


@pytest.mark.parametrize("answers", [["take"], ["beaver", "take"], ["beaver", "raccoon", "take"]])
def test_the_cube_stays_with_whoever_beavered(tmp_path: Path, answers: list[str]) -> None:
    events = doubled_twice(answers)
    (seen,), wanted = by_the_page(tmp_path, [events]), by_the_rule_book(events)
    assert len({one["cube"]["value"] for one in wanted}) == 3
    assert [one["cube"] for one in seen] == [one["cube"] for one in wanted]


def test_nothing_is_shown_after_a_bomb_whose_law_the_page_does_not_know(tmp_path: Path) -> None:
    events = played_at_random("backgammon", 1)
    bombed = (*events[:20], Acted("white", "bomb"), *events[20:])
    (seen,) = by_the_page(tmp_path, [bombed])
    assert [one["number"] for one in seen] == [
        n for n, event in enumerate(events[:20], 1) if isinstance(event, Played)
    ]
