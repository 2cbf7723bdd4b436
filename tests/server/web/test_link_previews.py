"""What messengers show of links: no more than a visitor without a cookie may see."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.server.crowd import Crowd, crowd, founded
from tests.server.fair_play.fair_games import a_game, take_turns
from tests.server.played import end, result

from nardy.core.text import situation_text
from nardy.formats import position_text
from nardy.server.rate_limits import LIMITS, Limit, Rate

pytestmark = pytest.mark.usefixtures("quick_hashes")
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Crowd]:
    with crowd(tmp_path) as found:
        yield found


def shown(
    people: Crowd, path: str, language: str = "en", *, cookie: bool = False
) -> dict[str, str]:
    if not cookie:
        people.client.cookies.clear()
    page = people.client.get(path, headers={"accept-language": language}).text
    assert page.count('property="og:title"') == 1
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


def position_in(told: dict[str, str]) -> str:
    return parse_qs(urlsplit(told["image"]).query)["text"][0]


def test_a_game_shows_its_players_and_its_board_only_when_it_is_over(people: Crowd) -> None:
    club, call = people.client.app.state.club, people.client.blocking_portal.call
    ids = [f"guest:{people.id_of(who)}" for who in ("Ann", "Cy")]
    room = call(lambda: a_game(club, *ids))
    call(take_turns, club, room, 2)
    path = f"/play/{room.record.id}"
    told = shown(people, path)
    assert told["title"] == "Hypergammon: Ann of here – Cy of here"
    assert told["image"].startswith("http")
    assert position_text.loads(position_in(told)).position == room.situation.rules.start
    assert shown(people, path, "ru")["description"].startswith("Партия идёт")
    call(club.close_room, room)
    assert position_in(shown(people, path)) == situation_text(room.situation)
    assert "lost against" in shown(people, f"/review/{room.record.id}")["description"]


def test_a_groups_game_and_a_stranger_show_nothing_of_their_own(people: Crowd) -> None:
    group = founded(people, "Cy")
    wish = {"game": "tapa", "against": "friend", "circle": group}
    room = people.be("Ann").post("/api/rooms", json=wish).json()["room"]
    plain = shown(people, "/play/none")
    assert shown(people, f"/play/{room}") == plain
    assert "image" not in plain
    assert shown(people, "/player/none")["title"] == "nardy"


def test_a_position_and_a_player_are_told(people: Crowd) -> None:
    told = shown(people, f"/board?text={START}")
    assert (told["title"], position_in(told)) == ("Backgammon", START)
    assert shown(people, "/board?text=nonsense")["title"] == shown(people, "/board")["title"]
    told = shown(people, f"/player/{people.id_of('Ann')}")
    assert told["title"] == "Ann of here"
    assert position_text.loads(position_in(told)).rules.published.id == "backgammon"


def test_a_player_is_shown_with_the_board_of_the_game_played_most(people: Crowd) -> None:
    club, call = people.client.app.state.club, people.client.blocking_portal.call
    ann, bo = (f"guest:{people.id_of(who)}" for who in ("Ann", "bo"))
    # A rotation has no board of its own.
    for number, game in enumerate(("tavli", "tavli", "tapa")):
        one = result(number, ann, bo, game=game)
        call(club.store.run, lambda c, one=one: end(c, one))
    told = shown(people, f"/player/{people.id_of('Ann')}")
    assert position_text.loads(position_in(told)).rules.published.id == "tapa"


def test_whoever_has_a_cookie_or_asks_too_often_gets_the_plain_page(
    people: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/board?text={START}"
    people.be("Ann")
    assert "image" not in shown(people, path, cookie=True)
    monkeypatch.setitem(LIMITS, "preview", Limit("previews", None, Rate(1, 600)))
    assert "image" in shown(people, path)
    assert "image" not in shown(people, path)


def announced(people: Crowd, **plan: str) -> str:
    terms = {"name": "Friday Cup", "game": "tapa", "format": "swiss", "clock": "300+5"}
    answer = people.be("Ann").post("/api/tournaments", json={**terms, **plan})
    assert answer.status_code == 201, answer.text
    return answer.json()["tournament"]


def test_a_tournament_is_told_to_everybody_unless_it_is_of_a_group(people: Crowd) -> None:
    told = shown(people, f"/tournament/{announced(people)}")
    assert told["title"] == "Friday Cup"
    assert position_text.loads(position_in(told)).rules.published.id == "tapa"
    group = founded(people, "Cy")
    closed = shown(people, f"/tournament/{announced(people, circle=group)}")
    assert closed == shown(people, "/tournament/none")
    assert "image" not in closed


def test_an_error_of_a_preview_is_logged_and_the_page_comes_without_it(
    people: Crowd, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plain = shown(people, "/board")
    path = f"/board?text={START}"

    async def broken(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr("nardy.server.web.link_previews.preview_of", broken)
    assert shown(people, path) == plain
    assert "no preview of '/board'" in caplog.text
