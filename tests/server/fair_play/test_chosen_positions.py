"""Positions that somebody chooses, in an uploaded match or to play on from: each is as one asked about alone."""

from dataclasses import replace

import pytest
from tests.server.fair_play.protected_hall import DAYS, PROTECTED, ROLLED, Hall

from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.fair_play.rules import one_turn_ago

pytestmark = pytest.mark.usefixtures("quick_hashes", "book")


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
