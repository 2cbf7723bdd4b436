"""What tells of a person's own finished games: kept mistakes and total losses, while a protected game runs."""

from dataclasses import replace

import pytest
from tests.server.fair_play.protected_hall import DAYS, FIGURES, GAME, PROTECTED, ROLLED, Hall

from nardy.server.seats import guest_id_of
from nardy.server.store import reviewed_games

pytestmark = pytest.mark.usefixtures("quick_hashes", "book")


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
