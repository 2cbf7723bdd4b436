import base64
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.server.api.test_admin import LEAD, LOUIS, client, sign_in
from tests.server.club.test_logo_encoder import picture

from nardy.server.api.hosting import MOST_BACKUPS
from nardy.server.store.database.address import PostgresAddress

__all__ = ["client"]
pytestmark = pytest.mark.usefixtures("quick_hashes")
WORDS = {"name": "Club\non the hill", "welcome": "Hello.", "announcement": "", "rules": "Be kind."}

NOTHING = {"accent": "", "game": "", "levels": "", "logo": ""}


def test_an_admin_writes_what_everybody_reads(client: TestClient[Any]) -> None:
    told = client.post("/api/admin/club", json=WORDS).json()
    assert told == {**WORDS, **NOTHING, "name": "Club on the hill"}
    client.cookies.clear()
    assert client.get("/api/club").json() == told


def test_the_club_offers_first_what_its_host_has_chosen(client: TestClient[Any]) -> None:
    usual = {one["id"]: one["newcomer"] for one in client.get("/api/games").json()}
    chosen = {**WORDS, "accent": "walnut", "game": "tapa", "levels": "7 tapa=2"}
    assert client.post("/api/admin/club", json=chosen).status_code == 200
    client.cookies.clear()
    games = client.get("/api/games").json()
    assert [one["id"] for one in games if one["is_first"]] == [games[0]["id"]] == ["tapa"]
    levels = {one["id"]: one["newcomer"] for one in games}
    assert levels == {**dict.fromkeys(usual, "7"), "tapa": "2"}
    assert "light-dark(#8a4b1f, #a95c26)" in client.get("/api/club/look.css").text
    for address in ("/", "/play/x", "/tournaments"):
        assert "/api/club/look.css?" in client.get(address).text


def test_a_color_that_cannot_be_read_is_refused_with_a_sentence(client: TestClient[Any]) -> None:
    refused = client.post("/api/admin/club", json={**WORDS, "accent": "#ffee00"})
    assert (refused.status_code, refused.json()["law"]) == (400, "club-accent-letters")
    assert "белые буквы" in refused.json()["says"]["ru"]
    assert client.get("/api/club/look.css").text == ""
    assert "look.css" not in client.get("/").text


def test_a_logo_is_shown_as_the_club_has_encoded_it(client: TestClient[Any]) -> None:
    assert client.get("/api/club/logo.png").status_code == 404
    content = base64.b64encode(picture("WEBP")).decode()
    address = client.post("/api/admin/club/logo", json={"content": content}).json()["logo"]
    client.cookies.clear()
    assert client.get("/api/club").json()["logo"] == address
    shown = client.get(address)
    assert shown.headers["content-type"] == "image/png"
    assert shown.content.startswith(b"\x89PNG")
    page = client.get("/board?text=backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5").text
    assert f"&amp;logo={address.partition('?')[2]}" in page
    sign_in(client, LEAD)
    refused = client.post("/api/admin/club/logo", json={"content": "PHN2Zy8+"})
    assert (refused.status_code, refused.json()["law"]) == (400, "club-logo")
    assert client.post("/api/admin/club/logo", json={"content": ""}).json()["logo"] == ""
    large = base64.b64encode(bytes(260_000)).decode()
    assert client.post("/api/admin/club/logo", json={"content": large}).status_code == 400


def test_nobody_else_hosts(client: TestClient[Any]) -> None:
    for who in (None, LOUIS):
        client.cookies.clear()
        if who:
            sign_in(client, who)
        assert client.post("/api/admin/club", json=WORDS).status_code == 404
        assert client.post("/api/admin/club/logo", json={}).status_code == 404
        assert client.get("/api/admin/numbers").status_code == 404
        assert client.post("/api/admin/backup", json={}).status_code == 404


def test_the_numbers_are_those_of_the_club(client: TestClient[Any]) -> None:
    told = client.get("/api/admin/numbers").json()
    assert (told["members"], told["new_members"], told["games_ended"]) == (2, 2, 0)


@pytest.mark.sqlite
def test_on_postgresql_nobody_guesses_passwords_by_a_backup(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.server.accounts.accounts.FRESH", 0)
    state = client.app.state
    state.settings = replace(state.settings, database=PostgresAddress("postgresql:///club"))
    refused = client.post("/api/admin/backup", json={"password": "a guess"})
    assert refused.json()["law"] == "backup-elsewhere"


@pytest.mark.sqlite
def test_a_backup_lies_beside_the_database_whole_and_for_the_club_alone(
    client: TestClient[Any], tmp_path: Path
) -> None:
    made = client.post("/api/admin/backup", json={"password": LEAD["password"]})
    assert made.status_code == 201, made.text
    file = tmp_path / made.json()["file"]
    assert file.stat().st_size == made.json()["bytes"]
    assert file.stat().st_mode & 0o077 == 0
    with sqlite3.connect(file) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        assert connection.execute("select count(*) from account").fetchone() == (2,)
    connection.close()
    for number in range(MOST_BACKUPS):
        (tmp_path / f"club-{number}.backup.db").touch()
    refused = client.post("/api/admin/backup", json={"password": LEAD["password"]})
    assert refused.json()["law"] == "backup-many"
