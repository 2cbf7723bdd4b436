"""Files of weights come back as they were, or a sentence says why not, and nothing is lost."""

import errno
import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.effort import each

from nardy.errors import NardyError
from nardy.evaluation.network import weights
from nardy.evaluation.network.move_filter import HIDDEN, MoveFilter
from nardy.evaluation.network.network import Floats, Network
from nardy.evaluation.network.weights import (
    MOST_BYTES,
    MOST_WIDTH,
    UNIT,
    WeightsError,
    dumps,
    first_sets,
    load,
    load_any,
    loads,
    packed,
    save,
    unpacked,
)
from nardy.exact.archive import as_array
from nardy.games import BACKGAMMON, GAMES, HYPERGAMMON, LONG_NARDY, PLAKOTO, find_game
from nardy.kernel.features import PHASES

NETWORK = Network.random(HYPERGAMMON, 3, 2, 1)
DATA = dumps(NETWORK, {"trained": "never"})
PACKED = packed(NETWORK.flat, first_sets(NETWORK))


def kept(network: Network) -> Floats:
    """The weights as a file keeps them."""
    sets = first_sets(network)
    return unpacked(packed(network.flat, sets), sets)


KEPT = kept(NETWORK)
READABLE = 'expected [^"]*, got .*'


def arrays(**content: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **content)
    return stream.getvalue()


def one_array() -> bytes:
    """What numpy writes of a single array."""
    stream = io.BytesIO()
    np.save(stream, PACKED)
    return stream.getvalue()


def archive(**content: bytes) -> bytes:
    """A zip file with members of these bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name, data in content.items():
            file.writestr(name, data)
    return stream.getvalue()


def forged(weights: np.ndarray = PACKED, **changes: Any) -> bytes:
    """The file with other weights, or with other facts in its manifest."""
    with np.load(io.BytesIO(DATA)) as content:
        manifest = json.loads(bytes(content["manifest"]))
    checksum = hashlib.sha256(weights.tobytes()).hexdigest()
    text = json.dumps({**manifest, "sha256": checksum, **changes})
    return arrays(weights=weights, manifest=np.frombuffer(text.encode(), np.uint8))


def refused(data: bytes) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(WeightsError, match=READABLE) as caught:
        loads(data, HYPERGAMMON, "tiny.npz")
    assert str(caught.value).count("tiny.npz") == 1
    return str(caught.value)


# ------------------------------------------------------------------------------- there and back


@pytest.mark.parametrize("text", [*GAMES, "long-nardy@amateur", "plakoto,stakes=1"])
def test_weights_come_back_as_they_were(text: str, tmp_path: Path) -> None:
    network, path = Network.random(find_game(text), 3, 2, 5), tmp_path / "tiny.npz"
    save(network, {"games": 7, "trained": "до утра"}, path)
    found, manifest = load(path, network.rules)
    assert (found.flat == kept(network)).all()
    assert (found.hidden, found.second, found.rules) == (3, 2, network.rules)
    assert (manifest["games"], manifest["trained"]) == (7, "до утра")
    again, _ = load_any(path)
    assert again.rules == network.rules
    assert dumps(again, manifest) == dumps(found, manifest)
    assert [file.name for file in tmp_path.iterdir()] == ["tiny.npz"]


@each(
    ("learned", "played", "known"),
    [
        ("long-nardy,koks=3", "long-nardy,koks=3", "long-nardy,koks=3"),
        ("long-nardy", "long-nardy,koks=3", "long-nardy"),
        ("hypergammon", "hypergammon,stakes=1", "hypergammon"),
        ("hypergammon", "hypergammon,cube_play=off", "hypergammon,cube_play=off"),
        ("hypergammon,jacoby=off,opening=reroll", "hypergammon", "hypergammon"),
        ("long-nardy,koks=3", "long-nardy,home_mars=3", None),
        ("long-nardy,koks=3", "long-nardy", None),
        ("hypergammon,first_hit_wins=on", "hypergammon", None),
    ],
)
def test_a_reading_is_played_by_its_own_weights_or_the_games(
    learned: str, played: str, known: str | None
) -> None:
    """Outcomes of another reading may have the same number, and would be taken for these."""
    data = dumps(Network.random(find_game(learned), 3, 2, 1), {})
    if known is not None:
        assert loads(data, find_game(played))[0].rules == find_game(known)
        return
    with pytest.raises(WeightsError, match=f"expected weights for .*{played}, got .*{learned}"):
        loads(data, find_game(played), "tiny.npz")


def test_the_file_itself_says_what_it_is() -> None:
    _, manifest = loads(DATA, HYPERGAMMON)
    assert manifest.keys() == {
        "trained",
        "format",
        "inputs",
        "game",
        "hidden",
        "phases",
        "second",
        "sha256",
        "sieve",
    }
    assert (manifest["game"], manifest["hidden"], manifest["second"]) == ("hypergammon", 3, 2)


def test_a_move_filter_comes_back_with_its_network() -> None:
    move_filter = MoveFilter.random(PLAKOTO, 3)
    network = replace(Network.random(PLAKOTO, 3, 2, 1), move_filter=move_filter)
    found, manifest = loads(dumps(network, {}), PLAKOTO)
    assert found.move_filter is not None
    assert (found.move_filter.flat == move_filter.flat.astype(np.float16)).all()
    assert manifest["sieve"] == HIDDEN
    assert loads(DATA, HYPERGAMMON)[0].move_filter is None
    again = dumps(found, manifest)
    assert loads(again, PLAKOTO)[0].flat.tolist() == found.flat.tolist()


@pytest.mark.parametrize("units", [32, "64", None, -1])
def test_a_move_filter_of_another_size_is_refused(units: object) -> None:
    assert "expected a move filter of 0 or 64 units" in refused(forged(sieve=units))


def test_a_move_filter_that_is_not_there_is_refused() -> None:
    assert "weights for hypergammon" in refused(forged(sieve=HIDDEN))


def test_the_readings_of_a_game_may_share_weights() -> None:
    reading = find_game("hypergammon,jacoby=off")
    assert loads(DATA, reading)[0].rules == reading


def test_a_game_of_ones_own_is_found_by_whoever_knows_it(tmp_path: Path) -> None:
    own, path = BACKGAMMON.replace(id="courtyard"), tmp_path / "own.npz"
    save(Network.random(own, 2, 2, 1), {}, path)
    with pytest.raises(WeightsError, match=r"a known game, got .*courtyard"):
        load_any(path)
    assert load_any(path, {"courtyard": own}.__getitem__)[0].rules == own


# --------------------------------------------------------------------------------- what is refused


@each(
    ("data", "sentence"),
    [
        (b"", "made by 'nardy train'"),
        (b"PK", "made by 'nardy train'"),
        (b"24:2,13:5,8:3,6:5", "made by 'nardy train'"),
        (DATA[: len(DATA) // 2], "made by 'nardy train'"),
        (DATA[:-1], "made by 'nardy train'"),
        (archive(), "made by 'nardy train'"),
        (archive(readme=b"hello"), "made by 'nardy train'"),
        (arrays(weights=PACKED), "made by 'nardy train'"),
        (arrays(weights=PACKED, manifest=np.zeros(3)), "made by 'nardy train'"),
        (arrays(weights=PACKED, manifest=np.frombuffer(b"[1]", np.uint8)), "made by"),
        (arrays(weights=PACKED, manifest=np.frombuffer(b"[" * 10**5, np.uint8)), "made by"),
        (forged(PACKED.astype(np.float16)), "made by 'nardy train'"),
        (forged(format=1), "of format version 3, got 1"),
        (forged(format=None), "of format version 3, got None"),
        (forged(inputs=0), "of inputs version .*; train them again"),
        (forged(sha256="0"), "as they were written, got changed ones"),
        (forged(game="backgammon"), "weights for hypergammon, got weights for 'backgammon'"),
        (forged(game=[1]), "weights for hypergammon, got weights for"),
        (forged(hidden=0), f"'hidden' from 1 to {MOST_WIDTH}, got 0"),
        (forged(second=MOST_WIDTH + 1), "'second' from 1 to"),
        (forged(hidden="3"), "'hidden' from 1 to .* got '3'"),
        (forged(hidden=4), "got .* in tiny.npz; train a network for these options"),
        (forged(PACKED[:-1]), "train a network for these options"),
        (forged(PACKED.reshape(1, -1)), "train a network for these options"),
        (forged(np.full_like(PACKED, 0x7C)), "expected finite weights, got others"),
    ],
)
def test_a_file_that_is_no_use_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(WeightsError, match=sentence):
        loads(data, HYPERGAMMON, "tiny.npz")
    refused(data)


def flipped(offset: int, value: int) -> bytes:
    """The file with another byte at this place."""
    return DATA[:offset] + bytes([value]) + DATA[offset + 1 :]


CENTRAL = DATA.index(b"PK\1\2")
"""Where the zip file lists its members."""


@pytest.mark.parametrize(
    "data",
    [
        one_array(),
        archive(manifest=b"{}", weights=b"abc"),
        flipped(DATA.index(b"weights.npy") + 40, 0),
        flipped(CENTRAL + 10, 77),
        flipped(CENTRAL + 8, 1),
        flipped(CENTRAL + 6, 99),
    ],
    ids=["one array", "no arrays", "deflated wrongly", "method", "encrypted", "zip version"],
)
def test_a_zip_file_that_is_spoiled_inside_is_refused(data: bytes) -> None:
    refused(data)


@given(data=st.binary(max_size=200))
@example(b"\x93NUMPY")
@example(b"PK\3\4")
@example(b"PK\5\6" + bytes(18))
def test_random_bytes_are_refused(data: bytes) -> None:
    refused(data)


@given(cut=st.integers(0, len(DATA) - 1))
def test_a_file_cut_short_is_refused(cut: int) -> None:
    refused(DATA[:cut])


@given(offset=st.integers(0, len(DATA) - 1), bits=st.integers(1, 255))
def test_a_changed_byte_is_refused_or_means_nothing(offset: int, bits: int) -> None:
    try:
        network, _ = loads(flipped(offset, DATA[offset] ^ bits), HYPERGAMMON)
    except WeightsError:
        return
    assert (network.flat == KEPT).all()


# ------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("read", [lambda path: load(path, HYPERGAMMON), load_any])
def test_what_is_no_file_is_refused(read: Callable[[Path], object], tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.npz", tmp_path / "x" / "y", tmp_path / ("x" * 300)):
        with pytest.raises(WeightsError, match="expected a file of weights, got") as caught:
            read(path)
        assert str(path) in str(caught.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.npz"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(WeightsError, match="expected at most 50,000,000 bytes, got more in"):
        load(path, HYPERGAMMON)


def test_a_weights_error_is_one_of_ours() -> None:
    assert issubclass(WeightsError, NardyError)


def full_disk(network: Network, manifest: dict[str, object]) -> bytes:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("there", [b"", DATA], ids=["nothing", "weights"])
def test_a_full_disk_leaves_what_was_there(
    there: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tiny.npz"
    if there:
        path.write_bytes(there)
    monkeypatch.setattr(weights, "dumps", full_disk)
    with pytest.raises(WeightsError, match=r"No space left on device; .* unchanged"):
        save(Network.random(LONG_NARDY, 2, 2, 1), {}, path)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([there] if there else [])


def test_a_folder_in_the_way_stays(tmp_path: Path) -> None:
    (tmp_path / "in.npz" / "kept").mkdir(parents=True)
    with pytest.raises(WeightsError, match="expected room to write"):
        save(NETWORK, {}, tmp_path / "in.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["in.npz"]
    with pytest.raises(WeightsError, match=r"expected room to write .*No such file"):
        save(NETWORK, {}, tmp_path / "no" / "folder.npz")


@pytest.mark.parametrize("name", ["file/tiny.npz", "x" * 300])
def test_a_path_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a file")
    with pytest.raises(WeightsError, match="expected room to write"):
        save(NETWORK, {}, tmp_path / name)


def test_phases_are_kept_and_other_numbers_of_them_refused() -> None:
    network = Network.random(HYPERGAMMON, 3, 2, 1, PHASES)
    found, manifest = loads(dumps(network, {}), HYPERGAMMON)
    assert found.phases == manifest["phases"] == PHASES
    assert (found.flat == kept(network)).all()
    with pytest.raises(WeightsError, match=r"expected a number of phases of 1, 6, 9, got 3"):
        loads(dumps(Network.random(HYPERGAMMON, 3, 2, 1, 3), {}), HYPERGAMMON)


# ------------------------------------------------------------------------ packed weights


def first_count(network: Network) -> int:
    return sum(phases * size for phases, size in first_sets(network))


@pytest.mark.parametrize("phases", [1, 6, 9])
def test_weights_come_back_within_a_unit(phases: int) -> None:
    network = Network.random(PLAKOTO, 5, 3, 1, phases)
    found, count = kept(network), first_count(network)
    assert found.dtype == np.float32
    assert found[:count] == pytest.approx(network.flat[:count], abs=1.0002 / UNIT)
    assert (found[count:] == network.flat[count:].astype(np.float16)).all()
    upper = network.views["upper"]
    assert count + upper.size + 3 + 3 * len(network.points) + len(network.points) == found.size


def test_every_even_number_comes_back() -> None:
    network = Network.random(BACKGAMMON, 8, 2, 1, 6)
    count = first_count(network)
    numbers = np.arange(-32_766, 32_768, 2)
    for low in range(0, len(numbers), count):
        some = numbers[low : low + count]
        network.flat[: len(some)] = some / UNIT
        assert (kept(network)[: len(some)] == some / UNIT).all()


def test_phases_at_both_ends_of_the_range_come_back() -> None:
    network = Network.random(BACKGAMMON, 2, 2, 1, PHASES)
    most = 32_766 / UNIT
    bias = network.views["bias"]
    bias[0], bias[1], bias[2] = -most, most, 0
    assert (kept(network)[first_count(network) - bias.size :][: bias.size] == bias.ravel()).all()


def test_later_phases_are_differences_from_the_first() -> None:
    # Two arrays of two phases: 2 and 6, 4 and 4; 10 and -2. Zigzag: 2n, or -2n - 1 for a minus.
    flat = np.array([2, 4, 6, 4, 10, -2], np.float32) / UNIT
    low, high = packed(flat, [(2, 2), (2, 1)]).reshape(2, -1)
    assert (low.tolist(), high.tolist()) == ([4, 8, 8, 0, 20, 23], [0] * 6)


def test_files_with_whole_phases_are_still_read() -> None:
    network = Network.random(PLAKOTO, 3, 2, 1, PHASES)
    network.flat[:] = np.random.default_rng(3).normal(0, 1, network.flat.size)
    _, manifest = loads(dumps(network, {}), PLAKOTO)
    whole = packed(network.flat, [(1, first_count(network))])
    facts = {**manifest, "format": 2, "sha256": hashlib.sha256(whole.tobytes()).hexdigest()}
    found, _ = loads(arrays(weights=whole, manifest=as_array(facts)), PLAKOTO)
    assert (found.flat == kept(network)).all()


def test_what_is_beyond_the_range_stays_at_its_end() -> None:
    network = Network.random(BACKGAMMON, 2, 2, 1)
    network.flat[:3] = 100, -100, 63
    assert kept(network)[:3] == pytest.approx([63.996, -63.996, 63], abs=1e-3)


def test_small_numbers_compress() -> None:
    network = Network.random(BACKGAMMON, 64, 4, 1)
    plain = len(zlib.compress(network.flat.astype(np.float16).tobytes(), 9))
    assert len(zlib.compress(packed(network.flat, first_sets(network)).tobytes(), 9)) < 0.8 * plain
