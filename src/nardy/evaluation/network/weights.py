"""Network files: packed weights with a manifest and a checksum.

Weights are integers, with all low and all high bytes side by side. The first layer, nearly all of a
network, is stored in units of 1 / 512, rounded to even numbers. It is summed in finer units
(kernel/forward.py), and rounding some seventy weights adds 0.009 to a sum. The rest is in half precision. All phases began
with the same numbers, and what seldom occurs in a phase stays near them: each later phase is stored
as its difference from the first. High bytes are mostly 0 and stand together, so the archive
compresses them: to about 0.47 of plain half precision.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nardy.core.options import BESIDE_THE_BOARD, rules_text
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.evaluation.network.move_filter import HIDDEN, SHAPES, MoveFilter, size_of
from nardy.evaluation.network.network import FIRST, INPUTS_VERSION, Floats, Network
from nardy.exact.archive import Manifest, as_array, compressed, with_manifest, write_whole
from nardy.games import find_game
from nardy.kernel.features import FEWER_PHASES, PHASES

# Raised when the layout of the file changes; files of other layouts are refused.
FORMAT = 3
WHOLE_PHASES = 2
"""The format before it, which is still read: every phase is stored whole, not as a difference."""
KNOWN_PHASES = (1, FEWER_PHASES, PHASES)
MOST_BYTES = 50_000_000
# The bounds keep a damaged file from asking for all memory.
MOST_WIDTH = 4_096
PackedBytes = NDArray[np.uint8]
Sets = Sequence[tuple[int, int]]
"""For each array of a first layer, its number of phases and of the weights in one phase."""
UNIT = 512
"""Weights of a first layer are stored as whole numbers of 1/512, so int16 holds them up to 64."""
STEP = 2
"""Multiples of it are stored. A file is then a tenth smaller than with all whole numbers, and plays as well
(portes: +0.0003 ±0.0010 points a game, 6,000 games). UNIT stays, so older files and versions can be read."""
MOST_UNITS = 32_766


class WeightsError(NardyError):
    """A weights file that cannot be used."""


def dumps(network: Network, manifest: Manifest) -> bytes:
    """The network as the bytes of a compressed npz, its manifest inside.

    The game with its options, the sizes, the versions and a checksum are written into the manifest;
    other entries (training, strength) are kept.
    """
    weights = packed(network.flat, first_sets(network))
    if network.move_filter is not None:
        weights = np.concatenate([weights, packed(network.move_filter.flat)])
    facts: Manifest = {
        **manifest,
        "format": FORMAT,
        "inputs": INPUTS_VERSION,
        "game": rules_text(network.rules),
        "hidden": network.hidden,
        "second": network.second,
        "phases": network.phases,
        # The key's name is part of the file format and cannot change with our words.
        "sieve": 0 if network.move_filter is None else HIDDEN,
        "sha256": hashlib.sha256(weights.tobytes()).hexdigest(),
    }
    return compressed(weights=weights, manifest=as_array(facts))


def save(network: Network, manifest: Manifest, path: Path) -> None:
    """Write the file atomically: an interrupted write leaves the old file.

    Raises:
        WeightsError: the disk is full, or the folder cannot be written.
    """
    write_whole(path, lambda stream: stream.write(dumps(network, manifest)), WeightsError)


def load(path: Path, rules: Rules) -> tuple[Network, Manifest]:
    """Read a network and its manifest from a file, for a game.

    The network was trained by these rules or by those of the published game; its `rules` say which.

    Raises:
        WeightsError: no weights, damaged, of another version, or for another game.
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
    """Read a network from the bytes of a file: see `load`."""
    manifest, weights = _read(data, where)
    rules = _learned(str(manifest.get("game", "")), rules, where)
    hidden, second = (_width(manifest, name, where) for name in ("hidden", "second"))
    phases = manifest.get("phases")
    if phases not in KNOWN_PHASES:
        known = ", ".join(map(str, KNOWN_PHASES))
        raise WeightsError(f"expected a number of phases of {known}, got {phases!r:.40} in {where}")
    if manifest.get("sieve", 0) not in (0, HIDDEN):
        raise WeightsError(
            f"expected a move filter of 0 or {HIDDEN} units, got {manifest['sieve']!r:.40} in {where}"
        )
    # Only its arrays are wanted; the random weights are overwritten below.
    network = Network.random(rules, hidden, second, 0, phases)
    sizes = network.flat.size, size_of(SHAPES) if manifest.get("sieve") else 0
    if weights.shape != (2 * sum(sizes),):
        raise WeightsError(
            f"expected {sum(sizes):,} weights for {rules_text(rules)}, got "
            f"{weights.size / 2:,.10g} in {where}; train a network for these options"
        )
    sets = first_sets(network)
    if manifest["format"] == WHOLE_PHASES:
        sets = [(1, phases * size) for phases, size in sets]
    network.flat[:] = unpacked(weights[: 2 * sizes[0]], sets)
    flat = unpacked(weights[2 * sizes[0] :])
    move_filter = MoveFilter(rules, flat) if sizes[1] else None
    # Half precision can hold infinity and NaN, which would spread to every value.
    if not (np.isfinite(network.flat).all() and np.isfinite(flat).all()):
        raise WeightsError(f"expected finite weights, got others in {where}; train them again")
    return replace(network, move_filter=move_filter), manifest


def _learned(game: str, rules: Rules, where: str) -> Rules:
    """The rules a network was trained by: those to be played, or those of the published game."""
    readings = {_play_of(rules_text(reading)): reading for reading in (rules.published, rules)}
    found = readings.get(_play_of(game))
    if found is None:
        wanted = " or ".join(",".join(play) for play in readings)
        raise WeightsError(
            f"expected weights for {wanted}, got weights for {game!r:.60} in {where}"
        )
    return found


def _play_of(game: str) -> tuple[str, ...]:
    """A game's id and the options that matter for its chances."""
    name, *options = game.split(",")
    return name, *(option for option in options if option.split("=")[0] not in BESIDE_THE_BOARD)


def load_any(path: Path, find: Callable[[str], Rules] = find_game) -> tuple[Network, Manifest]:
    """Read the network of a file for whatever game it is; `find` maps game text to rules.

    Raises:
        WeightsError: as `load`.
    """
    data = _bytes_of(path)
    manifest, _ = _read(data, str(path))
    try:
        rules = find(str(manifest.get("game", "")))
    except NardyError as error:
        raise WeightsError(f"expected weights for a known game, got {error} in {path}") from None
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
    found = with_manifest(data, "weights", MOST_BYTES)
    if found is None or found[1].dtype != np.uint8:
        raise WeightsError(spoiled)
    facts, weights = found
    known = {"format": (FORMAT, WHOLE_PHASES), "inputs": (INPUTS_VERSION,)}
    for name, versions in known.items():
        if facts.get(name) not in versions:
            raise WeightsError(
                f"expected weights of {name} version {versions[0]}, got {facts.get(name)!r:.40} in "
                f"{where}; train them again, or use the nardy that made them"
            )
    if hashlib.sha256(weights.tobytes()).hexdigest() != facts.get("sha256"):
        raise WeightsError(f"expected weights as they were written, got changed ones in {where}")
    return facts, weights


def packed(flat: Floats, first: Sets = ()) -> PackedBytes:
    """Weights as bytes, two for each; those of the *first* layer come first, clipped to 64."""
    count = _count(first)
    units = np.clip(flat[:count] * UNIT, -MOST_UNITS, MOST_UNITS)
    whole = (STEP * np.rint(units / STEP)).astype(np.int16)
    for phases in _phases_of(whole, first):
        # Modulo 65,536, so that every number comes back.
        phases[1:] -= phases[0]
    # Zigzag encoding: the sign goes to the lowest bit, so small numbers have a high byte of 0.
    folded = ((whole << 1) ^ (whole >> 15)).view(np.uint16)
    halves = flat[count:].astype(np.float16).view(np.uint16)
    return np.concatenate([_planes(folded), _planes(halves)])


def unpacked(data: PackedBytes, first: Sets = ()) -> Floats:
    """The weights of packed bytes, float32."""
    count = _count(first)
    folded = _joined(data[: 2 * count]).view(np.uint16)
    whole = (folded >> 1).astype(np.int16) ^ -(folded & 1).astype(np.int16)
    for phases in _phases_of(whole, first):
        phases[1:] += phases[0]
    halves = _joined(data[2 * count :]).view(np.float16)
    flat: Floats = np.concatenate([whole / np.float32(UNIT), halves], dtype=np.float32)
    return flat


def first_sets(network: Network) -> Sets:
    """The arrays of the first layer; they come first."""
    arrays = (network.views[name] for name in FIRST)
    return [(len(array), array[0].size) for array in arrays]


def _count(first: Sets) -> int:
    return sum(phases * size for phases, size in first)


def _phases_of(whole: NDArray[np.int16], first: Sets) -> Iterator[NDArray[np.int16]]:
    """Views of the arrays of a first layer, a row a phase."""
    place = 0
    for phases, size in first:
        yield whole[place : place + phases * size].reshape(phases, size)
        place += phases * size


def _planes(words: NDArray[np.uint16]) -> PackedBytes:
    return np.concatenate([(words & 255).astype(np.uint8), (words >> 8).astype(np.uint8)])


def _joined(planes: PackedBytes) -> NDArray[np.uint16]:
    low, high = planes.reshape(2, -1).astype(np.uint16)
    words: NDArray[np.uint16] = low | high << np.uint16(8)
    return words
