import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.server.club_room import first_turn, order
from tests.server.games.own_game import COURTYARD, LITTLE, client_of, club_with, own_game

from nardy.errors import RulesError, UnknownGameError
from nardy.server.games.rule_versions import FAMILY, RuleVersions, id_of, in_log
from nardy.server.rooms.new_room import NewRoom

FREE = COURTYARD.replace("any_double", "none")
RENAMED = COURTYARD.replace("Thursdays", "Fridays").replace("courtyard nardy", "yard nardy")
CLOCKED = {"clock": "600+8", "rated": True, "against": "friend"}


def rule_versions() -> RuleVersions:
    old, new = own_game().rules, own_game(FREE).rules
    return RuleVersions({"courtyard~1": old, "courtyard~2": new}, ["courtyard~2"])


def head_of(known: RuleVersions, name: str) -> str:
    return known.recall(name).head_exception


def test_games_of_the_family_are_found_by_any_name() -> None:
    for known in (FAMILY, rule_versions()):
        assert known.games_of("длинные нарды") == ("long-nardy",)
        assert known.games_of("tavli") == ("portes", "plakoto", "fevga")
        assert known.games_of("long-nardy@draw") == ("long-nardy,last_throw=half",)
        with pytest.raises(UnknownGameError):
            known.games_of("chess")


def test_a_match_is_the_same_game_whatever_was_chosen_for_money() -> None:
    for text in ("backgammon", "backgammon@single", "backgammon,auto_doubles=2,raccoons=on"):
        assert FAMILY.games_of(text, is_match=True) == ("backgammon",)
    assert FAMILY.games_of("backgammon@single") == ("backgammon,beavers=off,jacoby=off",)
    capped = "backgammon,beavers=off,cube_cap=8"
    assert FAMILY.games_of(capped, is_match=True) == ("backgammon,cube_cap=8",)


def test_an_own_game_is_stored_with_its_version_and_found_by_any_name() -> None:
    known = rule_versions()
    for name in ("courtyard", "yard", "Дворовые нарды", "courtyard~2"):
        assert known.games_of(name) == ("courtyard~2",)
    with pytest.raises(RulesError, match="expected a game in which somebody can move"):
        known.games_of("fevga,quarter=1-24:0")
    assert known.games_of("courtyard@mild") == ("courtyard~2,koks=off",)
    assert known.find("courtyard,koks=off").koks == 0
    assert known.own == [own_game(FREE).rules]
    assert id_of("courtyard~2,koks=off") == "courtyard"
    with pytest.raises(RulesError):
        known.games_of("courtyard,cube_play=often")


def test_earlier_rules_are_known_and_cannot_be_ordered() -> None:
    known = rule_versions()
    assert [head_of(known, name) for name in ("courtyard~1", "courtyard")] == ["any_double", "none"]
    assert known.recall("courtyard~1,koks=off").koks == 0
    assert [known.state(f"courtyard~{n}") for n in "12"] == ["changed", "now"]
    assert known.state("tapa") == ""
    with pytest.raises(UnknownGameError, match="earlier ones of 'courtyard'"):
        known.games_of("courtyard~1")
    assert known.renewed(("courtyard~1,koks=off",)) == ("courtyard~2,koks=off",)
    gone = RuleVersions({"courtyard~1": own_game().rules, "courtyard~2": own_game(FREE).rules})
    assert gone.state("courtyard~2") == "gone"
    assert head_of(gone, "courtyard") == "none"
    for text in ("courtyard", "yard"):
        with pytest.raises(UnknownGameError, match="expected a game, got"):
            gone.games_of(text)
    with pytest.raises(UnknownGameError, match="whose rules are missing"):
        gone.recall("courtyard~3")


def test_a_log_is_read_by_the_rules_of_its_room() -> None:
    old = own_game().rules
    assert in_log([old])("courtyard") == old
    assert in_log([FAMILY.find("tapa")])("tapa").id == "tapa"


async def begun(folder: Path, *texts: str) -> tuple[str, tuple[Any, ...], str]:
    """A room of the courtyard in which a turn was played: its id, entries and stored game."""
    async with club_with(folder, *texts) as club:
        games = club.rule_versions.games_of("courtyard,koks=off")
        room = await club.make(NewRoom(games=games, white="guest:a", black="guest:b"))
        await room.act(room.match.game.to_act, order(room, "roll"))
        await room.act(room.match.game.to_act, order(room, "play", moves=first_turn(room)))
        return room.record.id, tuple(room.entries), games[0]


@pytest.mark.parametrize(
    ("texts", "state"), [((FREE,), "changed"), ((), "gone"), ((RENAMED,), "now")]
)
def test_a_game_that_was_begun_goes_on_whatever_becomes_of_its_file(
    tmp_path: Path, texts: tuple[str, ...], state: str
) -> None:
    async def go() -> None:
        room_id, entries, game = await begun(tmp_path, COURTYARD)
        async with club_with(tmp_path, *texts) as club:
            room = await club.room(room_id)
            assert room is not None
            assert tuple(room.entries) == entries
            rules = room.match.game.rules
            assert (rules.koks, rules.head_exception) == (0, "any_double")
            laws = (await club.describer.facts(room, "guest:a")).laws
            assert (laws.house, laws.text) == (state, game)
            await room.act(room.match.game.to_act, order(room, "roll"))
            await room.act(room.match.game.to_act, order(room, "play", moves=first_turn(room)))
            await room.act(room.match.game.to_act, order(room, "resign:single"))
            await room.act(room.match.game.to_act, order(room, "accept"))
            if state == "gone":
                with pytest.raises(UnknownGameError, match="expected a game, got 'courtyard'"):
                    await club.again(room, "guest:a")
            else:
                again = await club.again(room, "guest:a")
                wanted = "none" if state == "changed" else "any_double"
                assert again.match.game.rules.head_exception == wanted
        async with club_with(tmp_path, COURTYARD) as club:
            found = await club.room(room_id)
            assert found is not None
            assert found.record.is_over
            assert (await club.describer.facts(found, None)).laws.house == "now"

    asyncio.run(go())


def played_out(client: TestClient, **wish: Any) -> str:
    return client.post("/api/rooms", json={"game": "courtyard", **wish}).json()["room"]


def test_an_own_game_stands_beside_the_familys_through_every_door(tmp_path: Path) -> None:
    with client_of(tmp_path, COURTYARD, LITTLE) as client:
        listed = {laws["id"]: laws for laws in client.get("/api/games").json()}
        assert listed["courtyard"]["name"] == {"en": "Courtyard nardy", "ru": "Дворовые нарды"}
        assert (listed["courtyard"]["house"], listed["little"]["house"]) == ("now", "now")
        assert listed["long-nardy"]["house"] == ""
        offer = client.get("/api/games/courtyard", params={"change": "koks=off"}).json()
        assert offer["laws"]["text"] == "courtyard,koks=off"
        assert [preset["text"] for preset in offer["presets"]] == ["courtyard,koks=off"]
        rules = client.get("/api/rules/courtyard", params={"language": "ru"}).json()
        assert any("любой дубль" in text for one in rules for text in one["sentences"])
        position = "little w 24:5 24:5 dice=21"
        assert client.get("/api/position", params={"text": position}).json()["nodes"]
        room = played_out(client, bot="easy")
        assert client.get(f"/api/rooms/{room}/proof").status_code == 200
        account = {"name": "Anna", "password": "lamp gravel tuesday"}
        assert client.post("/api/account", json=account).status_code == 201
        assert client.post("/api/rooms", json={"game": "courtyard", **CLOCKED}).status_code == 201
        changed = {"game": "courtyard,koks=off", **CLOCKED}
        assert "published rules" in client.post("/api/rooms", json=changed).json()["reason"]
        plan = {"name": "Cup", "game": "courtyard", "format": "swiss", "clock": "60+2"}
        assert client.post("/api/tournaments", json={**plan, "rated": True}).status_code == 201
        [line] = client.get("/api/tournaments").json()
        assert (line["game"]["ru"], line["is_changed"]) == ("Дворовые нарды", False)
    with client_of(tmp_path) as client:
        [line] = client.get("/api/tournaments").json()
        assert line["game"]["ru"] == "Дворовые нарды"
        told = client.get("/api/rules/courtyard")
        assert told.status_code == 200
        refused = client.post("/api/rooms", json={"game": "courtyard"})
        assert (refused.status_code, "got 'courtyard'" in refused.json()["reason"]) == (400, True)


ENTERING = """
id = "entering"
start = "bar:15"
direction = "contrary"
contact = "hit"
"""


def test_a_game_that_begins_on_the_bar_is_told_and_played(tmp_path: Path) -> None:
    with client_of(tmp_path, ENTERING) as client:
        for language, told in (("en", "15 checkers, all on the bar"), ("ru", "все на баре")):
            answer = client.get("/api/rules/entering", params={"language": language})
            assert answer.status_code == 200
            assert any(told in text for part in answer.json() for text in part["sentences"])
        assert client.get("/api/games/entering").json()["laws"]["start"][25] == 15
        position = "entering w bar:15 bar:15 dice=31"
        nodes = client.get("/api/position", params={"text": position}).json()["nodes"]
        assert {tuple(move.values())[:2] for move in nodes[0]["moves"]} == {
            (25, 22),
            (25, 24),
        }
        assert (
            client.post("/api/rooms", json={"game": "entering", "bot": "easy"}).status_code == 201
        )
