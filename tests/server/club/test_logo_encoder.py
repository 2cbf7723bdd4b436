"""The program that encodes logos anew."""

import base64
import io
import json
import subprocess
import sys
from typing import Any

import pytest

from nardy.server.club import logo_encoder
from nardy.server.club.logo_encoder import MOST_BYTES, SIZE

Image = pytest.importorskip("PIL.Image")
PngInfo = pytest.importorskip("PIL.PngImagePlugin").PngInfo


def picture(kind: str, size: tuple[int, int] = (200, 100), **options: Any) -> bytes:
    file = io.BytesIO()
    Image.new("RGBA", size, (200, 30, 60, 128)).save(file, kind, **options)
    return file.getvalue()


def answer(data: bytes) -> dict[str, str]:
    command = [sys.executable, "-I", logo_encoder.__file__]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_picture_keeps_its_pixels_and_nothing_else(kind: str) -> None:
    notes = PngInfo()
    notes.add_text("Comment", "SECRET")
    options: dict[str, Any] = {"pnginfo": notes} if kind == "PNG" else {"exif": b"Exif\0\0SECRET"}
    told = base64.b64decode(answer(picture(kind, icc_profile=b"SECRET" * 30, **options))["png"])
    with Image.open(io.BytesIO(told)) as image:
        assert (image.format, image.size, image.mode) == ("PNG", (200, 100), "RGBA")
        assert not image.info
        assert image.getpixel((7, 7))[3] == 128
    assert b"SECRET" not in told


def test_a_large_picture_becomes_small_and_keeps_its_shape() -> None:
    told = base64.b64decode(answer(picture("PNG", (2000, 1000)))["png"])
    with Image.open(io.BytesIO(told)) as image:
        assert image.size == (2 * SIZE[1], SIZE[1])


def animated() -> bytes:
    file = io.BytesIO()
    frames = [Image.new("RGB", (20, 20), color) for color in ("red", "blue", "green")]
    frames[0].save(file, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    return file.getvalue()


def test_of_an_animation_the_first_frame_stays() -> None:
    told = base64.b64decode(answer(animated())["png"])
    with Image.open(io.BytesIO(told)) as image:
        assert getattr(image, "n_frames", 1) == 1
        assert image.getpixel((3, 3)) == (255, 0, 0, 255)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (SVG, "another format"),
        (picture("GIF"), "another format"),
        (picture("PNG")[:60], "damaged|another"),
        (picture("PNG", (5000, 10)), "5000 by 10 pixels"),
        (b"", "another format"),
        (bytes(MOST_BYTES + 1), "more than 256 kB"),
    ],
)
def test_everything_else_is_refused_with_its_reason(data: bytes, said: str) -> None:
    told = answer(data)
    assert [*told] == ["error"]
    assert any(one in told["error"] for one in said.split("|"))


def test_a_small_file_with_very_many_pixels_is_not_unpacked() -> None:
    file = io.BytesIO()
    Image.new("1", (60_000, 3_000)).save(file, "PNG")
    assert len(file.getvalue()) < MOST_BYTES
    assert "error" in answer(file.getvalue())
