import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.crowd import Crowd, crowd, founded
from tests.server.store.test_reviewed_games import figures

from nardy.error_rates import rates
from nardy.error_rates.rates import mean_loss
from nardy.server.club.club import Club
from nardy.server.store import log, reviewed_games
from nardy.server.store.log import RoomRecord
from nardy.server.store.reviewed_games import GameFigures, ReviewPart
from nardy.server.timestamps import DAY_MS

pytestmark = pytest.mark.usefixtures("quick_hashes")
OPEN = {"shown_to": "all", "is_automatic": False}


def keep(people: Crowd, who: str, games: list[tuple[GameFigures, list[ReviewPart]]]) -> str:
    """Figures of somebody, each in a finished room; their id."""
    guest, club = people.id_of(who), people.client.app.state.club
    assert isinstance(club, Club)

    def job(connection: Any) -> None:
        for one, parts in games:
            seats = {"white": f"guest:{guest}", "black": "bot:random"}
            record = RoomRecord(id=one.room, games=(one.game,), is_over=True, **seats)
            log.make_room(connection, record, [])
            reviewed_games.save(connection, guest, one, parts)

    people.client.blocking_portal.call(club.store.run, job)
    return guest


def fence_games(count: int) -> list[tuple[GameFigures, list[ReviewPart]]]:
    """Games of somebody who loses five times as much while building the fence."""
    source, found = random.Random(3), list[tuple[GameFigures, list[ReviewPart]]]()
    for number in range(count):
        parts = [
            ReviewPart("plan", "building", 8, 8 * source.uniform(0.04, 0.06)),
            ReviewPart("plan", "race", 12, 12 * source.uniform(0.008, 0.012)),
        ]
        lost = sum(part.lost for part in parts)
        phases = [ReviewPart("phase", "middle", 20, lost)]
        reasons = [ReviewPart("reason", "head", 1, 0.1), ReviewPart("reason", "fence", 2, 0.3)]
        found.append((figures(number, turns_lost=lost), [*parts, *phases, *reasons]))
    return found


def test_your_own_figures_come_with_their_uncertainty_and_leaks(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        games = fence_games(24)
        keep(people, "Ann", [*games, (figures(99, game="tapa"), [])])
        told = people.be("Ann").get("/api/players/me/errors").json()
        assert (told["is_you"], told["is_shown"], told["shown_to"]) == (True, True, "me")
        long, tapa = told["games"]
        assert (long["game"], tapa["game"]) == ("long-nardy", "tapa")
        assert long["name"]["ru"] == "Длинные нарды"
        assert len(long["marks"]) == 24
        assert [mark["room"] for mark in long["marks"]] == [one.room for one, _ in games]
        wanted = mean_loss([rates.LossCount(one.turns, one.turns_lost) for one, _ in games])
        assert long["turns"]["rate"] == pytest.approx(wanted.rate)
        assert long["turns"]["error"] == pytest.approx(wanted.error)
        by_id = {(part["kind"], part["id"]): part for part in long["parts"]}
        building, race = by_id["plan", "building"], by_id["plan", "race"]
        assert building["inside"]["rate"] == pytest.approx(0.05, rel=0.1)
        assert building["elsewhere"]["rate"] == pytest.approx(0.01, rel=0.1)
        assert (building["verdict"], race["verdict"]) == ("leak", "strength")
        assert building["words"]["en"] == "building the fence"
        # What makes up the whole game has no elsewhere.
        assert by_id["phase", "middle"]["verdict"] == ""
        assert by_id["phase", "middle"]["chance"] is None
        assert [(one["id"], one["count"]) for one in long["reasons"]] == [
            ("fence", 48),
            ("head", 24),
        ]
        assert tapa["parts"] == []


def test_a_plan_with_the_decisions_of_a_phase_has_no_verdict_of_its_own(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        games = [
            (one, [*parts, *(replace(part, kind="phase") for part in parts if part.name == "race")])
            for one, parts in fence_games(24)
        ]
        keep(people, "Ann", games)
        [long] = people.be("Ann").get("/api/players/me/errors").json()["games"]
        by_id = {(part["kind"], part["id"]): part["verdict"] for part in long["parts"]}
        assert (by_id["phase", "race"], by_id["plan", "race"]) == ("strength", "")
        assert by_id["plan", "building"] == "leak"


def test_of_few_games_no_leak_is_told(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        keep(people, "Ann", fence_games(rates.FEWEST_GAMES - 1))
        told = people.be("Ann").get("/api/players/me/errors").json()
        (long,) = told["games"]
        assert told["needs_games"] == rates.FEWEST_GAMES
        assert {part["verdict"] for part in long["parts"]} == {""}
        assert {part["chance"] for part in long["parts"]} == {None}


def test_error_rates_are_private_until_their_owner_opens_them(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        ann = keep(people, "Ann", fence_games(3))
        founded(people, "bo")
        path = f"/api/players/{ann}/errors"

        def seen(who: str) -> bool:
            told = people.be(who).get(path).json()
            assert told["is_you"] is (who == "Ann")
            # Choices are the owner's alone.
            assert told["shown_to"] == "me" or who == "Ann"
            assert bool(told["games"]) is told["is_shown"]
            return told["is_shown"]

        for audience, who_sees in (("me", ""), ("friends", "bo"), ("all", "bo cy"), ("me", "")):
            choice = {"shown_to": audience, "is_automatic": False}
            assert people.be("Ann").post("/api/me/errors", json=choice).json() == choice
            assert seen("Ann")
            assert {who for who in ("bo", "cy") if seen(who)} == set(who_sees.split())
        people.client.cookies.clear()
        assert not people.client.get(path).json()["is_shown"]


def test_nobody_else_is_told_which_games_they_are(tmp_path: Path) -> None:
    """Casual games and those of private groups are not named on a profile, either."""
    with crowd(tmp_path) as people:
        ann = keep(people, "Ann", fence_games(3))
        people.be("Ann").post("/api/me/errors", json=OPEN)
        told = people.be("cy").get(f"/api/players/{ann}/errors").json()
        marks = [mark for game in told["games"] for mark in game["marks"]]
        assert {mark["room"] for mark in marks} == {""}
        # The exact end would name them as well.
        assert {mark["ended_at"] for mark in marks} == {DAY_MS // 2}
        own = people.be("Ann").get("/api/players/me/errors").json()
        exact = [mark["ended_at"] for game in own["games"] for mark in game["marks"]]
        assert exact == [one.ended_at for one, _ in fence_games(3)]


def test_whoever_was_never_here_has_no_figures_and_nobody_has_none(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        told = people.client.get("/api/players/me/errors").json()
        assert (told["is_you"], told["games"]) == (True, [])
        assert people.client.get("/api/players/nobody/errors").status_code == 404


def test_a_choice_outside_the_list_is_refused(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        for data in ({"shown_to": "club", "is_automatic": True}, {"shown_to": "all"}):
            assert people.be("Ann").post("/api/me/errors", json=data).status_code == 400


def test_a_token_sees_its_owners_private_figures_with_their_scope_alone(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        ann = keep(people, "Ann", fence_games(3))

        def seen(scopes: list[str]) -> tuple[bool, bool, set[str]]:
            made = {"name": "-".join(scopes), "scopes": scopes}
            token = people.be("Ann").post("/api/programs", json=made).json()["token"]
            people.client.cookies.clear()
            header = {"Authorization": f"Bearer {token}"}
            told = people.client.get(f"/api/players/{ann}/errors", headers=header).json()
            marks = [mark for game in told["games"] for mark in game["marks"]]
            return told["is_you"], told["is_shown"], {mark["room"] for mark in marks}

        rooms = {one.room for one, _ in fence_games(3)}
        assert seen(["read"]) == seen(["play", "read"]) == (False, False, set())
        assert seen(["read", "errors"]) == (True, True, rooms)
        # What everybody sees, a token sees, too, without the names of the games.
        people.be("Ann").post("/api/me/errors", json=OPEN)
        assert seen(["read", "play"]) == (False, True, {""})
