"""The review of a club's game by the browser, in node: its numbers are those of the club's own review."""

import copy
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.effort import CHECK, THOROUGH, each
from tests.web.node import told_by

from nardy.analysis.game_review import review
from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS
from nardy.core.events import Event, event_to_json
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.core.words import PLACE_TEXTS
from nardy.games import find_game
from nardy.server.analysis.review_facts import Reviewed, figures, message_of
from nardy.server.analysis.reviews import Review
from nardy.server.games.related_games import as_related_game, find_related_game
from nardy.server.turns.view import laws_of
from nardy.server.web.engine_files import playable

TEXTS = {
    rules.published.id: f"{rules.published.id}{',cube_play=off' if rules.published.cube_play else ''}"
    for rules in playable()
    if not rules.bomb and not rules.cascade_count
}
CASES = [*TEXTS] if THOROUGH else ["portes", "hypergammon"]
FAMILIES = ["backgammon", "hypergammon", "caucasian", "plakoto", "long-nardy", "fevga"]
"""One of each kind: cube, exact table, home hits, pins, heads, and runners."""
DEEP = {"quick": ["hypergammon"], "all": FAMILIES[1::2], "flood": CASES}[CHECK]
"""Games that are also reviewed two plies ahead, by the same code for all."""
PLIES, DEEP_PLIES = 1, 2
CLOSE = 1e-5
"""Equities and chances of two compilers of one source; the page shows three digits."""
WITHHELD = [5, 8]


def played(text: str, seed: int) -> tuple[Event, ...]:
    """A whole game of somebody who mostly plays well, and sometimes what comes to mind."""
    game, chance = Game(find_game(text), seed=seed), Random(seed)
    bot = NeuralBot(0)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.OPENING:
            game.open(white=chance.randint(1, 6), black=chance.randint(1, 6))
        if game.phase is Phase.ROLL:
            game.roll(chance.choice(ROLLS))
        if game.phase is Phase.TURN:
            ranked = bot.rank(as_related_game(game.situation))
            wanted = ranked[min(chance.choice([0, 0, 0, 1, 4]), len(ranked) - 1)]
            moves = [f"{PLACE_TEXTS[origin]}/{PLACE_TEXTS[to]}" for origin, to, *_ in wanted.moves]
            game.play(" ".join(moves) or "(no move)")
    return game.events


def asked_about(text: str, events: Sequence[Event], **more: object) -> dict[str, object]:
    """What the club tells of a game."""
    happened = [
        {"number": number, "at": 0, "event": event_to_json(event), "note": None}
        for number, event in enumerate(events, 1)
    ]
    rules = find_game(text)
    facts = {"you": "white", "names": {"white": "Anna"}, "bots": ["black"], "withheld": []}
    laws = msgspec.to_builtins(laws_of(rules))
    return {
        "game": rules.published.id,
        "events": happened,
        "laws": laws,
        **facts,
        **more,
    }


@cache
def events_of(game: str) -> tuple[Event, ...]:
    return played(TEXTS[game], CASES.index(game))


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Each review, and one whose turns are withheld in part, by one process of node."""
    asked = [asked_about(TEXTS[game], events_of(game)) for game in CASES]
    asked.append({**asked[0], "withheld": WITHHELD})
    asked += [{**asked[CASES.index(game)], "isDeep": True} for game in DEEP]
    work = tmp_path_factory.mktemp("reviews")
    found = told_by("offline.mjs", laid_out, work, {"seed": 1, "club_reviews": asked})[
        "club_reviews"
    ]
    names = [*CASES, "withheld", *(f"deep {game}" for game in DEEP)]
    return dict(zip(names, found, strict=True))


def rounded(of: Any) -> Any:
    """Numbers as an approximate comparison takes them, whatever they stand in."""
    if isinstance(of, float):
        return pytest.approx(of, abs=CLOSE)
    if isinstance(of, dict):
        return {key: rounded(value) for key, value in of.items()}
    return [rounded(one) for one in of] if isinstance(of, list | tuple) else of


def club_review(text: str, events: Sequence[Event], plies: int) -> list[Any]:
    return list(review(events, find_related_game([find_game(text)]), NeuralBot(plies)))


@each("game", CASES)
def test_every_number_is_that_of_the_club(told: dict[str, dict[str, Any]], game: str) -> None:
    check_all(told[game], game, PLIES)


@each("game", DEEP)
def test_two_plies_ahead_too(told: dict[str, dict[str, Any]], game: str) -> None:
    check_all(told[f"deep {game}"]["deep"], game, DEEP_PLIES)


@each("game", DEEP)
def test_a_deeper_review_tells_its_progress_and_is_stopped(
    told: dict[str, dict[str, Any]], game: str
) -> None:
    found = told[f"deep {game}"]
    quick, looking, deep = found["quick"], found["looking"], found["deep"]
    assert found["stopped"] == quick
    assert (looking["state"], looking["plies"], looking["preview_plies"]) == ("working", 2, 1)
    reached = looking["deep"]
    assert 3 <= reached < looking["looked_at"] == looking["of"]
    assert looking["turns"] == [*deep["turns"][:reached], *quick["turns"][reached:]]
    assert deep["turns"] != quick["turns"]
    assert deep["deep"] == deep["of"]


def check_all(told: dict[str, Any], game: str, plies: int) -> None:
    """Compare a whole review with the club's own."""
    decisions = club_review(TEXTS[game], events_of(game), plies)
    found = copy.deepcopy(told)
    assert (found["state"], found["reason"], found["plies"]) == ("done", "", plies)
    assert len(found["turns"]) == len(decisions) == found["of"]
    for here, decision in zip(found["turns"], decisions, strict=True):
        message = message_of(decision)
        assert isinstance(message, Reviewed)
        there = msgspec.to_builtins(message)
        assert here.keys() == there.keys()
        # The text names the game as bots see it, and the page links to it as it was played.
        here["position"], there["position"] = (one["position"].split()[1:] for one in (here, there))
        for one in (here, there):
            one["turn"] = ""
            for choice in one["choices"]:
                # A turn has several texts and orders of its moves.
                choice.update(turn="", moves=[])
            # Turns of one value stand in any order.
            one["chosen"] = one["choices"][one["chosen"]]
        assert here == rounded(there), (here, there)
    for player in Player:
        here, there = found["summaries"][player.value], figures(decisions, player)
        # The page shows one digit of these thousandths of a point.
        for rate in ("error_rate", "performance_rating"):
            assert here.pop(rate) == pytest.approx(getattr(there, rate), abs=1000 * CLOSE)
        assert here == {
            key: value for key, value in rounded(msgspec.to_builtins(there)).items() if key in here
        }


def test_the_review_is_a_message_of_the_club_and_says_who_played(
    told: dict[str, dict[str, Any]],
) -> None:
    found = dict(told[CASES[0]])
    message = msgspec.convert(found, Review)
    assert (message.you, message.names, message.bots) == ("white", {"white": "Anna"}, ["black"])
    assert all(turn.position.split()[0] == message.laws.text for turn in message.turns)


def test_what_fair_play_withholds_is_neither_told_nor_counted(
    told: dict[str, dict[str, Any]],
) -> None:
    every, some = told[CASES[0]]["turns"], told["withheld"]["turns"]
    hidden = [turn["number"] for turn in every if turn["number"] in WITHHELD]
    assert hidden
    assert [turn["number"] for turn in some] == [
        turn["number"] for turn in every if turn["number"] not in WITHHELD
    ]
    assert told["withheld"]["withheld"] == len(hidden)
    counted = [turn for turn in some if not turn["is_forced"]]
    summaries = told["withheld"]["summaries"].values()
    assert sum(one["decisions"] for one in summaries) == len(counted)


def test_a_review_ends_where_another_is_begun(laid_out: Path, tmp_path: Path) -> None:
    asked = {"seed": 1, "left": asked_about(TEXTS["hypergammon"], events_of("hypergammon"))}
    assert told_by("offline.mjs", laid_out, tmp_path, asked)["left"] == [False, True]
