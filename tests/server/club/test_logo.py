import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.club.test_logo_encoder import picture

from nardy.server.club import logo
from nardy.server.club.logo import ClubLogo
from nardy.server.errors import RefusedError
from nardy.server.store.database.opening import open_store


def with_logo(folder: Path, does: Callable[[ClubLogo, ClubLogo], Awaitable[None]]) -> None:
    async def go() -> None:
        store = open_store(folder / "club.db")
        try:
            await does(ClubLogo(store), ClubLogo(store))
        finally:
            store.close()

    asyncio.run(go())


def test_the_picture_of_the_page_wins_and_is_there_after_a_restart(tmp_path: Path) -> None:
    async def does(first: ClubLogo, again: ClubLogo) -> None:
        await first.open(b"")
        assert first.now is None
        await first.write(picture("PNG"))
        assert first.now
        assert first.now.content != picture("PNG")
        await again.open(picture("WEBP", (10, 10)))
        assert again.now == first.now
        await again.write(b"")
        assert again.now
        assert again.now.tag != first.now.tag
        assert again.now.address.startswith("/api/club/logo.png?")

    with_logo(tmp_path, does)


def test_what_is_no_picture_changes_nothing(tmp_path: Path) -> None:
    async def does(one: ClubLogo, _: ClubLogo) -> None:
        await one.open(b"")
        await one.write(picture("PNG"))
        kept = one.now
        with pytest.raises(RefusedError, match="expected a PNG or WebP of at most 256 kB"):
            await one.write(b"<svg/>")
        assert one.now == kept
        with pytest.raises(RefusedError, match="another format"):
            await one.open(b"<svg/>")

    with_logo(tmp_path, does)


def test_a_file_that_takes_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logo, "MOST_SECONDS", 0.001)

    async def does(one: ClubLogo, _: ClubLogo) -> None:
        with pytest.raises(RefusedError, match="more time"):
            await one.write(picture("PNG"))

    with_logo(tmp_path, does)


def test_without_the_library_the_host_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logo.importlib.util, "find_spec", lambda _: None)

    async def does(one: ClubLogo, _: ClubLogo) -> None:
        with pytest.raises(RefusedError, match=r"nardy\[server\]"):
            await one.write(picture("PNG"))

    with_logo(tmp_path, does)
