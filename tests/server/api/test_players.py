import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import event
from tests.server.played import BEGAN, DAY, club_file, result, some_results

from nardy.server import create_app
from nardy.server.store import profiles
from nardy.server.store.database.writer import engine_of
from nardy.server.store.profiles import ResultFilter

PEOPLE = ["ann", "bo", "cy", "eve"]
RESULTS = [
    *some_results(PEOPLE, 60),
    result(70, "dee", "ann"),
    result(71, "ann", "bot:baseline", is_rated=False, pace=None),
    result(72, "bo", "cy", game="tavli", length=5, pace="blitz"),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory):
    file = asyncio.run(club_file(tmp_path_factory.mktemp("club"), RESULTS))
    with TestClient(create_app(file)) as client:
        yield client


def come_as(client: TestClient, who: str | None) -> None:
    client.cookies.clear()
    if who:
        client.cookies.set("nardy", f"token-{who}")


def test_every_ladder_that_was_played_is_listed(client: TestClient) -> None:
    told = client.get("/api/leaders").json()
    assert [(one["game"], one["pace"], one["ranked"]) for one in told] == [
        ("long-nardy", "rapid", 4),
        ("tavli", "blitz", 0),
    ]
    assert told[0]["name"]["ru"] == "Длинные нарды"


def test_the_top_leaves_out_provisional_players_and_knows_you(client: TestClient) -> None:
    come_as(client, "cy")
    told = client.get("/api/leaders/long-nardy/rapid").json()
    assert [row["rank"] for row in told["leaders"]] == [1, 2, 3, 4]
    assert {row["name"] for row in told["leaders"]} == {"Ann", "Bo", "Cy", "Eve"}
    assert [(row["name"], row["rank"]) for row in told["provisional"]] == [("Dee", None)]
    assert told["you"]["player"] == "cy"
    assert told["you"] in told["leaders"]
    assert [row["is_you"] for row in told["leaders"]].count(True) == 1
    assert all(len(row["trend"]) == 12 for row in told["leaders"])
    come_as(client, None)
    assert client.get("/api/leaders/long-nardy/rapid").json()["you"] is None
    assert client.get("/api/leaders/plakoto/rapid").json()["leaders"] == []
    assert client.get("/api/leaders/long-nardy/soon").status_code == 404


def test_a_profile_tells_ladders_and_opponents(client: TestClient) -> None:
    come_as(client, "bo")
    told = client.get("/api/players/ann").json()
    (ladder,) = told["ladders"]
    assert (ladder["game"], ladder["is_provisional"], ladder["ranked"]) == ("long-nardy", False, 4)
    assert ladder["matches"] == ladder["won"] + ladder["drawn"] + ladder["lost"]
    assert not told["is_you"]
    assert {rival["player"] for rival in told["rivals"]} == {"bo", "cy", "dee", "eve"}
    marks = client.get("/api/players/ann/ratings/long-nardy/rapid").json()
    assert len(marks) == ladder["matches"]
    assert marks[-1]["rating"] == ladder["rating"]
    assert {mark["at"] % DAY for mark in marks} == {DAY // 2}
    come_as(client, "ann")
    exact = client.get("/api/players/me/ratings/long-nardy/rapid").json()
    assert [mark["rating"] for mark in exact] == [mark["rating"] for mark in marks]
    assert [mark["at"] for mark in exact if (mark["at"] - BEGAN) % DAY] == []
    assert BEGAN % DAY != DAY // 2


def test_casual_games_are_told_to_their_player_alone(client: TestClient) -> None:
    come_as(client, "bo")
    foreign = client.get("/api/players/ann/games").json()
    assert all(one["is_rated"] for one in foreign["games"])
    come_as(client, "ann")
    assert client.get("/api/players/me").json()["id"] == "ann"
    own = client.get("/api/players/me/games").json()
    bot = own["games"][0]
    assert (bot["opponent"], bot["opponent_id"], bot["change"]) == ("baseline", None, None)
    rivals = client.get("/api/players/me").json()["rivals"]
    assert [rival["name"] for rival in rivals if rival["player"] is None] == ["baseline"]


def test_a_history_goes_on_page_by_page(client: TestClient) -> None:
    come_as(client, None)
    rooms, query = [], ""
    while True:
        page = client.get(f"/api/players/bo/games{query}").json()
        rooms += [one["room"] for one in page["games"]]
        if page["before"] is None:
            break
        query = f"?before={page['before']}"
    assert len(rooms) > 20
    assert len(set(rooms)) == len(rooms)


@pytest.mark.parametrize(
    "address",
    ["players/none", "players/ann/ratings/long-nardy/none", "leaders/long-nardy/none"],
)
def test_who_is_not_there_is_not_found(client: TestClient, address: str) -> None:
    come_as(client, None)
    assert client.get(f"/api/{address}").status_code == 404


def test_a_first_visitor_has_an_empty_profile(client: TestClient) -> None:
    come_as(client, None)
    told = client.get("/api/players/me").json()
    assert (told["id"], told["is_you"], told["ladders"]) == ("", True, [])
    assert client.get("/api/players/me/games").json() == {"games": [], "before": None}
    assert client.get("/api/players/me/ratings/long-nardy/rapid").json() == []


@pytest.mark.parametrize("before", ["soon", "-1", str(1 << 60)])
def test_a_bad_time_is_refused(client: TestClient, before: str) -> None:
    assert client.get(f"/api/players/ann/games?before={before}").status_code == 400


def test_pages_and_description_are_there(client: TestClient) -> None:
    for address in ("/leaders", "/leaders/long-nardy/rapid", "/player/ann"):
        assert "/web/" in client.get(address).text
    paths = client.get("/schema/openapi.json").json()["paths"]
    assert "/api/leaders/{game}/{pace}" in paths


def test_a_rated_room_is_refused_where_it_cannot_be(client: TestClient) -> None:
    come_as(client, "ann")
    wish: dict[str, object] = {"game": "long-nardy", "against": "friend", "rated": True}
    assert "expected a clock" in client.post("/api/rooms", json=wish).json()["reason"]
    wish["clock"] = "600+8"
    assert client.post("/api/rooms", json=wish).status_code == 201
    changed = {**wish, "game": "long-nardy@draw"}
    assert "published rules" in client.post("/api/rooms", json=changed).json()["reason"]


def test_bots_stand_in_the_table_and_take_nobodys_rank(tmp_path: Path) -> None:
    beaten = [result(80 + n, "bot:baseline", PEOPLE[n % 3], float(n < 9)) for n in range(12)]
    new = [result(95, "bot:random", "bo")]
    file = asyncio.run(club_file(tmp_path, [*some_results(PEOPLE, 60), *beaten, *new]))
    with TestClient(create_app(file)) as client:
        told = client.get("/api/leaders/long-nardy/rapid").json()
        (ladder,) = client.get("/api/leaders").json()
        ranks = [client.get(f"/api/players/{who}").json()["ladders"][0]["rank"] for who in PEOPLE]
    rows = told["leaders"]
    assert [row["rank"] for row in rows if not row["is_bot"]] == [1, 2, 3, 4]
    assert sorted(ranks) == [1, 2, 3, 4]
    (bot,) = [row for row in rows if row["is_bot"]]
    assert (bot["name"], bot["rank"], bot["is_provisional"]) == ("baseline", None, False)
    assert [row["rating"] for row in rows] == sorted((r["rating"] for r in rows), reverse=True)
    assert [(row["name"], row["is_bot"]) for row in told["provisional"]] == [("random", True)]
    assert (told["ranked"], ladder["ranked"], ladder["players"]) == (4, 4, 4)


def test_a_bot_has_a_page_as_people_have(tmp_path: Path) -> None:
    played = [
        *(
            result(60 + n, "bot:baseline", ("ann", "cy", "eve")[n % 3], float(n < 9))
            for n in range(12)
        ),
        result(80, "bo", "bot:baseline", is_rated=False, pace=None),
    ]
    file = asyncio.run(club_file(tmp_path, played))
    with TestClient(create_app(file)) as client:
        come_as(client, "bo")
        told = client.get("/api/players/bot:baseline").json()
        assert (told["name"], told["is_bot"], told["level"]) == ("baseline", True, "steady")
        (ladder,) = told["ladders"]
        assert (ladder["won"], ladder["lost"], ladder["rank"]) == (9, 3, None)
        # Whom it played casually is nobody's business but the player's, and a bot is nobody's "me".
        assert {(one["player"], one["won"]) for one in told["rivals"]} == {
            ("ann", 3),
            ("cy", 3),
            ("eve", 3),
        }
        games = client.get("/api/players/bot:baseline/games").json()["games"]
        assert sorted(one["opponent_id"] for one in games) == ["ann"] * 4 + ["cy"] * 4 + ["eve"] * 4
        marks = client.get("/api/players/bot:baseline/ratings/long-nardy/rapid").json()
        assert [mark["rating"] for mark in marks][-1] == ladder["rating"]
        assert "/web/" in client.get("/player/bot:nardy:1").text
        new = client.get("/api/players/bot:nardy:1").json()
        assert (new["level"], new["ladders"], new["is_you"]) == ("strongest", [], False)
        rows = client.get("/api/leaders/long-nardy/rapid").json()["leaders"]
        assert [row["player"] for row in rows if row["is_bot"]] == ["bot:baseline"]
        assert client.get("/api/players/bot:nobody").status_code == 404
        assert client.get("/api/players/bot:baseline/tournaments").json() == []


@pytest.mark.sqlite
def test_no_casual_game_of_a_bot_is_looked_at_for_its_page(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, [result(1, "bot:random", "ann")]))
    asked = ResultFilter("bot:random", casual=False, most=10)
    engine, plans = engine_of(file), list[str]()

    def explain(_: object, cursor: Any, statement: str, values: Any, *__: object) -> None:
        cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        plans.extend(str(row[3]) for row in cursor.fetchall())

    with engine.connect() as connection:
        event.listen(engine, "before_cursor_execute", explain)
        profiles.history(connection, asked)
        profiles.rivals(connection, asked)
    engine.dispose()
    found = [plan for plan in plans if " result " in plan]
    assert len(found) == 4
    assert all("rated_of_" in plan for plan in found), found
