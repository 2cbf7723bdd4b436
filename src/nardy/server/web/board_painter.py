"""Paint boards as PNG in a process of its own: python -I board_painter.py FOLDER.

FOLDER has the package. Standard input is JSON: the position texts of the frames, the width and the height, and
the logo of the club, a PNG in base64, for the margin of a still picture. The answer is a PNG, of several frames an animated one, in which the last frame stays longest. Nothing is read from
files or other hosts: the SVG of nardy refers to nothing.
"""

import base64
import contextlib
import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

FRAME_MS, LAST_MS = 900, 4000
COLORS = 96
"""Of the palette: the board needs few, and the file is a third of the size."""
LOGO_GAP = 24
"""Pixels around the logo."""
BACKGROUND = "#11191c"
_NICENESS, _MOST_SECONDS, _MOST_MEMORY = 15, 30, 1024 * 2**20


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource  # noqa: PLC0415 (only Unix has it)

        os.nice(_NICENESS)
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    asked = json.load(sys.stdin)
    logo = base64.b64decode(asked.get("logo", ""))
    sys.stdout.buffer.write(painted(asked["positions"], asked["width"], asked["height"], logo))


def painted(positions: list[str], width: int, height: int, logo: bytes = b"") -> bytes:
    """A PNG of these positions."""
    first, *more = [_frame(text, width, height, logo) for text in positions]
    file, options = io.BytesIO(), dict[str, Any]()
    if more:
        times = [*[FRAME_MS] * len(more), LAST_MS]
        options = {"save_all": True, "append_images": more, "duration": times, "loop": 0}
    first.save(file, "PNG", optimize=True, **options)
    return file.getvalue()


def _frame(text: str, width: int, height: int, logo: bytes) -> "Image":
    import resvg_py  # noqa: PLC0415 (after the path is set)
    from PIL import Image  # noqa: PLC0415

    data = resvg_py.svg_to_bytes(svg_string=drawn(text, width, height), skip_system_fonts=False)
    with Image.open(io.BytesIO(bytes(data))) as image:
        shown = image.convert("RGB")
    if logo:
        _put(shown, logo, (width - across(width, height)) // 2)
    return shown.quantize(256 if logo else COLORS)


def _put(shown: "Image", logo: bytes, margin: int) -> None:
    """Put a logo into the margin left of the board."""
    from PIL import Image  # noqa: PLC0415

    with Image.open(io.BytesIO(logo), formats=("PNG",)) as image:
        mark = image.convert("RGBA")
    mark.thumbnail((max(1, margin - 2 * LOGO_GAP), shown.height // 4))
    shown.paste(mark, (LOGO_GAP, LOGO_GAP), mark)


def across(width: int, height: int) -> int:
    """The width of the board in a picture of this size."""
    return min(width, height * 5 // 4)


def drawn(text: str, width: int, height: int) -> str:
    """The SVG of a board in the middle of a picture of this size."""
    from nardy.core.player import Player  # noqa: PLC0415
    from nardy.formats import position_text  # noqa: PLC0415
    from nardy.render.svg import SvgOptions, board  # noqa: PLC0415

    wide = across(width, height)
    svg = board(position_text.loads(text), seen_by=Player.WHITE, options=SvgOptions(width=wide))
    left, top = (width - wide) // 2, (height - wide * 4 // 5) // 2
    placed = svg.replace("<svg ", f'<svg x="{left}" y="{top}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>{placed}</svg>'
    )


if __name__ == "__main__":
    main()
