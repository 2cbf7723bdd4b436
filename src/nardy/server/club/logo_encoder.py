"""Decode a picture and encode it anew, in a process of its own: python -I logo_encoder.py.

Standard input is a PNG or WebP from a stranger. The answer is JSON: the picture as PNG in base64, small enough for
the header of a page and without anything else of the file, or {"error": ...}. Only these two formats are tried,
so no SVG and nothing that runs is ever read.
"""

import base64
import contextlib
import io
import json
import os
import sys

MOST_BYTES = 256_000
MOST_PIXELS = 4096
"""Of a side."""
SIZE = (480, 120)
"""The box of the encoded picture, in pixels: four times that of the header."""
FORMATS = ("PNG", "WEBP")
_NICENESS, _MOST_SECONDS, _MOST_MEMORY = 10, 10, 1024 * 2**20


def main() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource  # noqa: PLC0415 (only Unix has it)

        os.nice(_NICENESS)
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    json.dump(answer(sys.stdin.buffer.read(MOST_BYTES + 1)), sys.stdout)


def answer(data: bytes) -> dict[str, str]:
    """The picture in base64, or what is wrong with the file."""
    if len(data) > MOST_BYTES:
        return {"error": f"more than {MOST_BYTES // 1000} kB"}
    from PIL import UnidentifiedImageError  # noqa: PLC0415 (after the limits)

    try:
        return {"png": base64.b64encode(encoded(data)).decode()}
    except UnidentifiedImageError:
        return {"error": "another format"}
    except ValueError as error:
        return {"error": str(error)}
    except Exception:  # noqa: BLE001 (a damaged file fails in many ways)
        return {"error": "a damaged file"}


def encoded(data: bytes) -> bytes:
    """The first frame as PNG, of its pixels alone.

    Raises:
        ValueError: it has too many pixels.
    """
    from PIL import Image  # noqa: PLC0415

    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        # The size is in the first bytes; nothing is unpacked yet.
        if max(image.size) > MOST_PIXELS:
            raise ValueError(f"{image.size[0]} by {image.size[1]} pixels")
        shown = image.convert("RGBA")
    shown.thumbnail(SIZE, Image.Resampling.LANCZOS)
    # A copy of the pixels has no comments, color profile or place.
    plain, file = Image.frombytes("RGBA", shown.size, shown.tobytes()), io.BytesIO()
    plain.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
