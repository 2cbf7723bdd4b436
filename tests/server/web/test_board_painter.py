"""The program that paints boards."""

import io
import json
import subprocess
import sys

import pytest

from nardy.server.web import board_painter
from nardy.server.web.board_pictures import is_paintable

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
AFTER = "backgammon b 24:2,13:5,8:3,6:5 24:2,13:5,8:2,6:4,5:2"


def painted(*positions: str) -> bytes:
    from pathlib import Path  # noqa: PLC0415

    import nardy  # noqa: PLC0415

    command = [sys.executable, "-I", board_painter.__file__, str(Path(nardy.__file__).parents[1])]
    asked = json.dumps({"positions": positions, "width": 600, "height": 315}).encode()
    return subprocess.run(command, input=asked, capture_output=True, check=True).stdout


def test_a_position_is_a_picture_and_several_are_an_animation() -> None:
    if not is_paintable():
        pytest.skip("the libraries for pictures are missing")
    from PIL import Image  # noqa: PLC0415

    one, two = painted(START), painted(START, AFTER)
    with Image.open(io.BytesIO(one)) as image:
        assert (image.format, image.size, getattr(image, "n_frames", 1)) == ("PNG", (600, 315), 1)
        # A board, and not a plain surface.
        assert len(image.convert("RGB").getcolors(100_000) or ()) > 20
    with Image.open(io.BytesIO(two)) as image:
        assert image.n_frames == 2
    assert len(one) < 150_000


def test_the_board_is_in_the_middle_and_refers_to_nothing() -> None:
    text = board_painter.drawn(START, 1200, 630)
    assert '<svg x="206" y="0"' in text
    assert "href" not in text


def test_the_logo_of_the_club_is_in_the_margin_and_the_board_is_as_before() -> None:
    if not is_paintable():
        pytest.skip("the libraries for pictures are missing")
    from PIL import Image, ImageChops  # noqa: PLC0415

    file = io.BytesIO()
    Image.new("RGBA", (480, 120), (0, 200, 255, 255)).save(file, "PNG")
    plain, marked = (
        Image.open(io.BytesIO(board_painter.painted([START], 1200, 630, logo))).convert("RGB")
        for logo in (b"", file.getvalue())
    )
    gap, margin = board_painter.LOGO_GAP, (1200 - board_painter.across(1200, 630)) // 2
    assert (
        plain.getpixel((gap + 5, gap + 5)) != marked.getpixel((gap + 5, gap + 5)) == (0, 200, 255)
    )
    changed = ImageChops.difference(plain, marked).crop((margin, 0, 1200, 630)).getextrema()
    # The palette alone may move a color a little.
    assert max(high for _, high in changed) < 40
