"""Archives of arrays: read completely or not at all, and written atomically."""

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from nardy.errors import NardyError
from nardy.formats.replacing import replacing

Manifest = dict[str, Any]
"""The metadata of a file."""

UNREADABLE = (
    *(OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, MemoryError),
    *(RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error),
)
"""Exceptions that reading a damaged archive may raise."""


def arrays_of(data: bytes, names: Sequence[str], most: int) -> list[np.ndarray] | None:
    """The named arrays of a file's bytes; None if damaged or larger than `most` when unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # A small archive may unpack to more than the memory.
            if sum(member.file_size for member in archive.infolist()) > most:
                return None
        # A pickle may run code, and a file may come from anybody.
        with np.load(io.BytesIO(data), allow_pickle=False) as content:
            return [np.asarray(content[name]) for name in names]
    except UNREADABLE:
        return None


def with_manifest(data: bytes, name: str, most: int) -> tuple[Manifest, np.ndarray] | None:
    """The manifest of a file's bytes and the named array; None if damaged."""
    found = arrays_of(data, ("manifest", name), most)
    if found is None:
        return None
    try:
        # Deeply nested JSON raises RecursionError.
        manifest = json.loads(bytes(found[0]))
    except (ValueError, TypeError, RecursionError):
        return None
    return (cast("Manifest", manifest), found[1]) if isinstance(manifest, dict) else None


def compressed(**arrays: np.ndarray) -> bytes:
    """The bytes of an npz: 1 % smaller than by `numpy.savez_compressed`, whose level cannot be set."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
    return stream.getvalue()


def as_array(manifest: Manifest) -> np.ndarray:
    """A manifest as an array for an archive."""
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
    return np.frombuffer(text.encode(), np.uint8)


def write_whole(path: Path, write: Callable[[BinaryIO], object], refusal: type[NardyError]) -> None:
    """Write a file atomically: an interrupted write leaves the old file.

    Raises:
        refusal: the disk is full, or the folder cannot be written.
    """
    try:
        with replacing(path) as stream:
            write(stream)
    except OSError as error:
        raise refusal(
            f"expected room to write {path}, got {error.strerror or error}; "
            "what was there before is unchanged"
        ) from None
