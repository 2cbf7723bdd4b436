import asyncio

import pytest

from nardy.server.errors import RefusedError
from nardy.server.web import board_pictures
from nardy.server.web.board_pictures import MOST_KEPT, SIZE, BoardPictures, WantedPicture


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []

    def paint(wanted: WantedPicture) -> bytes:
        positions = wanted.positions
        found.append(positions)
        return positions[0].encode()

    monkeypatch.setattr(board_pictures, "_painted", paint)
    monkeypatch.setattr(board_pictures, "is_paintable", lambda: True)
    return found


def test_a_picture_is_painted_once_and_only_so_many_are_kept(
    painted: list[tuple[str, ...]],
) -> None:
    async def go() -> None:
        pictures = BoardPictures()
        for number in [0, 0, *range(MOST_KEPT + 1), 0]:
            assert await pictures.paint(WantedPicture((str(number),), SIZE)) == str(number).encode()
        assert pictures.kept(WantedPicture(("0",), SIZE)) == b"0"
        assert pictures.kept(WantedPicture(("0",), (1, 1))) is None
        pictures.close()

    asyncio.run(go())
    assert painted == [(str(number),) for number in [*range(MOST_KEPT + 1), 0]]


def test_too_many_and_a_club_without_the_libraries_are_refused(
    painted: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        pictures = BoardPictures()
        for name, value in (("MOST_WAITING", 0), ("is_paintable", lambda: False)):
            monkeypatch.setattr(board_pictures, name, value)
            with pytest.raises(RefusedError):
                await pictures.paint(WantedPicture(("a",), SIZE))
        pictures.close()

    asyncio.run(go())
    assert painted == []
