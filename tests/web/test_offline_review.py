"""Reviews without the club of games with cascades, leftovers and bombs, against the club's."""

from pathlib import Path
from typing import Any

import pytest
from tests.effort import THOROUGH
from tests.web.node import told_by

from nardy.analysis.cube_review import ReviewedBomb
from nardy.analysis.game_review import Decision, ReviewedTurn, review
from nardy.bots.neural import NeuralBot
from nardy.core.choices import Leftovers
from nardy.core.events import events_from_json
from nardy.games import GAMES

NAMES = ("nuclear", "gul-bara", "mad-gulbar", "gioul") if THOROUGH else ("nuclear", "gioul")
NEAR = 1e-4
LISTED = 4


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Games and their reviews, by one process of node."""
    games = [{"game": name, "level": "beginner", "seat": "white"} for name in NAMES]
    asked = {"seed": 5, "games": games, "reviews": True}
    return told_by("offline.mjs", laid_out, tmp_path_factory.mktemp("reviews"), asked)


def reviews(
    told: dict[str, Any], name: str, plies: int = 1
) -> tuple[dict[str, Any], list[Decision]]:
    """What the browser and what the club finds."""
    here, events = (told[key][NAMES.index(name)] for key in ("reviews", "games"))
    there = review(events_from_json(events["events"]), bot=NeuralBot(plies))
    return here, list(there)


@pytest.mark.parametrize("name", NAMES)
def test_turns_have_the_losses_that_the_club_finds(told: dict[str, Any], name: str) -> None:
    here, there = reviews(told, name)
    turns = [one for one in there if isinstance(one, ReviewedTurn)]
    assert here["state"] == "done", here["reason"]
    assert [one["number"] for one in here["turns"]] == [one.event + 1 for one in turns]
    unusual = 0
    for mine, theirs in zip(here["turns"], turns, strict=True):
        is_special = len(mine["dice"]) > LISTED or bool(theirs.before.left)
        unusual += is_special
        assert mine["is_forced"] == theirs.is_forced
        assert (mine["luck"] is None) == (theirs.luck is None)
        # The club has nothing to say of a cascade that its bot did not list.
        if theirs.choices:
            assert mine["loss"] == pytest.approx(theirs.loss, abs=NEAR), theirs.before
            chosen = theirs.choices[theirs.chosen]
            win = mine["choices"][mine["chosen"]]["win"]
            assert win == pytest.approx(chosen.probabilities.win, abs=NEAR), theirs.before
        if theirs.luck is not None and name == "nuclear":
            assert mine["luck"] == pytest.approx(theirs.luck, abs=NEAR)
            assert mine["win"] == pytest.approx(theirs.win, abs=NEAR)
    assert unusual or name == "nuclear"


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_two_plies_ahead_turns_have_the_losses_that_the_club_finds(
    told: dict[str, Any], name: str, laid_out: Path, tmp_path: Path
) -> None:
    game = told["games"][NAMES.index(name)]
    asked = {"game": name, "level": "beginner", "seat": "white", "events": game["events"]}
    found = told_by("offline.mjs", laid_out, tmp_path, {"reviews": [{**asked, "isDeep": True}]})
    [here] = found["reviews"]
    if GAMES[name].leftover is Leftovers.OPPONENT:
        # The engine does not examine leftover dice on the way, so it does not offer this.
        assert here == told["reviews"][NAMES.index(name)]
        assert here["deepest"] == 1
        return
    assert (here["state"], here["plies"], here["deep"]) == ("done", 2, here["of"])
    _, there = reviews(told, name, 2)
    turns = [one for one in there if isinstance(one, ReviewedTurn)]
    for mine, theirs in zip(here["turns"], turns, strict=True):
        if theirs.choices:
            assert mine["loss"] == pytest.approx(theirs.loss, abs=NEAR), theirs.before
            assert mine["plies"] == theirs.plies
    quick = told["reviews"][NAMES.index(name)]
    assert here["bombs"] == quick["bombs"]
    assert here["turns"] != quick["turns"]


def test_bombs_are_weighed_as_the_club_weighs_them(told: dict[str, Any]) -> None:
    here, there = reviews(told, "nuclear")
    bombs = [one for one in there if isinstance(one, ReviewedBomb)]
    assert bombs
    for mine, theirs in zip(here["bombs"], bombs, strict=True):
        assert mine["number"] == theirs.event + 1
        assert (mine["act"], mine["best"], mine["grade"]) == (theirs.act, theirs.best, theirs.grade)
        for name in ("exploded", "kept", "loss", "win", "lose"):
            assert mine[name] == pytest.approx(getattr(theirs, name), abs=NEAR), name
    for seat, figures in here["summaries"].items():
        bombs_of = [one for one in here["bombs"] if one["player"] == seat]
        turns_of = [one for one in here["turns"] if one["player"] == seat and not one["is_forced"]]
        assert figures["decisions"] == len(bombs_of) + len(turns_of)
