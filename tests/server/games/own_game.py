"""A club's own game for tests, and clubs that have it."""

import contextlib
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

from litestar.testing import TestClient

from nardy.games.game_file import parse_game
from nardy.server import create_app
from nardy.server.club.club import Club
from nardy.server.games.folder import OwnGame, read_folder
from nardy.server.games.rule_versions import open_rule_versions
from nardy.server.settings import read_settings
from nardy.server.store.database.opening import open_store

COURTYARD = """
id = "courtyard"
extends = "long-nardy"
name = "courtyard nardy"
russian = "дворовые нарды"
aliases = ["yard"]
source = "as we play it on Thursdays"
head_exception = "any_double"
koks = 3
presets.mild = {koks = "off"}
"""
LITTLE = """
id = "little"
name = "little fevga"
start = "24:5"
direction = "parallel"
contact = "block"
stakes = "1"
runner = 11
"""


def own_game(text: str = COURTYARD) -> OwnGame:
    return OwnGame(parse_game(text), text)


def write_games(folder: Path, *texts: str) -> Path:
    """A folder with exactly these games."""
    games = folder / "games"
    games.mkdir(exist_ok=True)
    for file in games.iterdir():
        file.unlink()
    for number, text in enumerate(texts):
        (games / f"{number}.toml").write_text(text, "utf-8")
    return games


@contextlib.contextmanager
def client_of(folder: Path, *texts: str) -> Generator[TestClient]:
    """The club of this folder with exactly these games of its own."""
    flags = {"database": folder / "club.db", "games": write_games(folder, *texts)}
    with TestClient(create_app(settings=read_settings(flags, environment={}))) as client:
        yield client


@contextlib.asynccontextmanager
async def club_with(folder: Path, *texts: str) -> AsyncGenerator[Club]:
    """The same without a door to it."""
    store = open_store(folder / "club.db")
    rule_versions = await open_rule_versions(store, read_folder(write_games(folder, *texts)))
    club = Club(store, patience=0, rule_versions=rule_versions)
    try:
        yield club
    finally:
        await club.close()
