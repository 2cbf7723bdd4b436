"""Networks as files: half precision, a manifest that says what they are, refused if spoiled."""

import contextlib
import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np

from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.evaluation.network import INPUTS_VERSION, Network
from nardy.games import find_game

FORMAT = 1
MOST_BYTES = 50_000_000
MOST_WIDTH = 4_096

UNREADABLE = (
    *(OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, MemoryError),
    *(RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error),
)
"""What reading a spoiled archive of arrays may raise."""

Manifest = dict[str, Any]


class WeightsError(NardyError):
    """A file of weights that cannot be used."""


def dumps(network: Network, manifest: Manifest) -> bytes:
    """The network as the bytes of a compressed npz, its manifest inside.

    The manifest gets the game with its options, the sizes, the versions and a checksum of the
    weights; what else it holds (how it was trained, how strong it is) is kept as it is.
    """
    weights = network.flat.astype(np.float16)
    facts: Manifest = {
        **manifest,
        "format": FORMAT,
        "inputs": INPUTS_VERSION,
        "game": rules_text(network.rules),
        "hidden": network.hidden,
        "second": network.second,
        "sha256": hashlib.sha256(weights.tobytes()).hexdigest(),
    }
    text = json.dumps(facts, ensure_ascii=False, indent=1, sort_keys=True)
    stream = io.BytesIO()
    np.savez_compressed(stream, weights=weights, manifest=np.frombuffer(text.encode(), np.uint8))
    return stream.getvalue()


def save(network: Network, manifest: Manifest, path: Path) -> None:
    """Write the file in one step: an interrupted write leaves the old one.

    Raises:
        WeightsError: the disk is full, or the folder cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(dumps(network, manifest))
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise WeightsError(
            f"expected room to write {path}, got {error.strerror or error}; "
            "what was there before is unchanged"
        ) from None


def load(path: Path, rules: Rules) -> tuple[Network, Manifest]:
    """The network of a file, for a game, with its manifest.

    Raises:
        WeightsError: no weights, spoiled, of another version, or for another game.
    """
    return loads(_bytes_of(path), rules, str(path))


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise WeightsError(f"expected at most {MOST_BYTES:,} bytes, got more in {path}")
        return path.read_bytes()
    except OSError as error:
        raise WeightsError(
            f"expected a file of weights, got {error.strerror or error} for {path}"
        ) from None


def loads(data: bytes, rules: Rules, where: str = "the data") -> tuple[Network, Manifest]:
    """The network of a file's bytes: see `load`."""
    manifest, weights = _read(data, where)
    played = rules_text(rules)
    game = str(manifest.get("game", ""))
    if game.split(",", maxsplit=1)[0] != played.split(",")[0]:
        raise WeightsError(
            f"expected weights for {played.split(',')[0]}, got weights for {game!r:.60} in {where}"
        )
    hidden, second = (_width(manifest, name, where) for name in ("hidden", "second"))
    network = Network.random(rules, hidden, second, 0)
    if weights.shape != network.flat.shape:
        raise WeightsError(
            f"expected {len(network.flat):,} weights for {played}, got {weights.size:,} in "
            f"{where}; train a network for these options"
        )
    network.flat[:] = weights
    return network, manifest


def load_any(path: Path, find: Callable[[str], Rules] = find_game) -> tuple[Network, Manifest]:
    """The network of a file for whatever game it is; `find` knows games by their text.

    Raises:
        WeightsError: as `load`.
    """
    data = _bytes_of(path)
    manifest, _ = _read(data, str(path))
    try:
        rules = find(str(manifest.get("game", "")))
    except NardyError as error:
        raise WeightsError(
            f"expected weights for a game that is known, got {error} in {path}"
        ) from None
    return loads(data, rules, str(path))


def _width(manifest: Manifest, name: str, where: str) -> int:
    width = manifest.get(name)
    if not isinstance(width, int) or not 1 <= width <= MOST_WIDTH:
        raise WeightsError(
            f"expected {name!r} from 1 to {MOST_WIDTH}, got {width!r:.40} in {where}"
        )
    return width


def _read(data: bytes, where: str) -> tuple[Manifest, np.ndarray]:
    spoiled = f"expected a file of weights made by 'nardy train', got something else in {where}"
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        # A small archive may hold more than any memory.
        with np.load(
            io.BytesIO(data if size <= MOST_BYTES else b""), allow_pickle=False
        ) as content:
            manifest = json.loads(bytes(content["manifest"]))
            weights = np.asarray(content["weights"])
    except UNREADABLE:
        raise WeightsError(spoiled) from None
    if not isinstance(manifest, dict) or weights.dtype != np.float16:
        raise WeightsError(spoiled)
    facts = cast("Manifest", manifest)
    for name, version in (("format", FORMAT), ("inputs", INPUTS_VERSION)):
        if facts.get(name) != version:
            raise WeightsError(
                f"expected weights of {name} version {version}, got {facts.get(name)!r:.40} in "
                f"{where}; train them again, or use the nardy that made them"
            )
    if hashlib.sha256(weights.tobytes()).hexdigest() != facts.get("sha256"):
        raise WeightsError(f"expected weights as they were written, got changed ones in {where}")
    if not np.isfinite(weights).all():
        raise WeightsError(f"expected finite weights, got others in {where}; train them again")
    return facts, weights
