import random
from pathlib import Path
from typing import Any

import pytest
from tests.server.api.test_error_profiles import keep
from tests.server.crowd import Crowd, crowd
from tests.server.store.test_reviewed_games import figures

from nardy.server.accounts.moderation import Moderator
from nardy.server.store.reviewed_games import GameFigures, ReviewPart

pytestmark = pytest.mark.usefixtures("quick_hashes")


def games(first: int, *, is_protected: bool = True) -> list[tuple[GameFigures, list[ReviewPart]]]:
    """Twenty games of somebody; in the fourth they lose nearly nothing."""
    source = random.Random(first)
    losses = [source.lognormvariate(0, 0.2) for _ in range(20)]
    losses[3] = 0.01
    return [
        (
            figures(first + n, turns_lost=lost, spread=None, is_protected=is_protected),
            [],
        )
        for n, lost in enumerate(losses)
    ]


def unusual(people: Crowd) -> dict[str, Any]:
    async def promote() -> None:
        club = people.client.app.state.club
        await Moderator(club.store, "machine").set_role("Ann of here", "admin")

    people.be("Ann")
    people.client.blocking_portal.call(promote)
    return people.be("Ann").get("/api/admin/unusual").json()


def test_an_admin_sees_the_game_with_the_figures_that_made_the_hint(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        keep(people, "Bob", games(100))
        keep(people, "cy", [(one, parts) for one, parts in games(200) if one.room != "r203"])
        told = unusual(people)
        assert told["compared"] == 39
        (game,) = [one for one in told["games"] if one["room"] == "r103"]
        assert game["player"]["name"] == "Bob of here"
        assert (game["kinds"], game["times"], game["decisions"]) == (["errors"], None, 22)
        assert game["own"]["games"] == 19
        assert game["others"]["games"] == 19
        assert game["own"]["value"] < 0.1 * game["own"]["usual"]
        assert game["own"]["chance"] < 0.001
        assert told["by_chance"] == pytest.approx(0.39)


def test_games_with_help_do_not_count(tmp_path: Path) -> None:
    """Casual games against bots have hints, so few errors in them mean nothing."""
    with crowd(tmp_path) as people:
        keep(people, "Bob", games(100, is_protected=False))
        keep(people, "cy", games(200, is_protected=False))
        assert unusual(people) == {"games": [], "compared": 0, "by_chance": 0.0}


def test_nobody_but_admins_learns_of_it(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        keep(people, "Bob", games(100))
        keep(people, "cy", games(200))
        assert unusual(people)["games"]
        for who in ("Bob", "cy"):
            answer = people.be(who).get("/api/admin/unusual")
            assert (answer.status_code, "games" in answer.json()) == (404, False)
        # Nothing is done about anybody: no sanction, no line in the log of decisions.
        decided = people.be("Ann").get("/api/admin").json()["decisions"]
        assert [one["what"] for one in decided] == ["role admin"]
