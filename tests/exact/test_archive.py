"""Archives that are spoiled, bombs, or not to be written are refused; others come back whole."""

import io
from pathlib import Path

import numpy as np
import pytest

from nardy.exact.archive import arrays_of, as_array, with_manifest, write_whole
from nardy.exact.solved import SolutionError

MOST = 10_000_000


def archive(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def test_what_was_written_is_read() -> None:
    manifest = {"game": "long-nardy", "имя": [1, 2.5, None]}
    data = archive(manifest=as_array(manifest), values=np.arange(9))
    found = with_manifest(data, "values", MOST)
    assert found is not None
    assert found[0] == manifest
    assert found[1].tolist() == list(range(9))


def test_every_cut_and_most_flipped_bytes_are_noticed() -> None:
    data = archive(values=np.random.default_rng(1).random(50))
    assert all(arrays_of(data[:end], ("values",), MOST) is None for end in range(len(data)))
    whole = arrays_of(data, ("values",), MOST)
    assert whole is not None
    for k in range(0, len(data), 7):
        spoiled = bytearray(data)
        spoiled[k] ^= 0x55
        found = arrays_of(bytes(spoiled), ("values",), MOST)
        # A byte of a date changes nothing that is read.
        assert found is None or (found[0] == whole[0]).all()


def test_a_name_that_is_missing_and_a_bomb_are_none() -> None:
    data = archive(values=np.zeros(1_000_000))
    assert len(data) < 20_000
    assert arrays_of(data, ("other",), MOST) is None
    assert arrays_of(data, ("values",), 7_000_000) is None
    assert arrays_of(data, ("values",), MOST) is not None


@pytest.mark.parametrize("text", [b"[1]", b"{", b"3", b"\xff\xfe", b"[" * 100_000])
def test_a_manifest_is_an_object_or_none(text: bytes) -> None:
    data = archive(manifest=np.frombuffer(text, np.uint8), values=np.zeros(1))
    assert with_manifest(data, "values", MOST) is None


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    write_whole(path, lambda stream: stream.write(b"old"), SolutionError)

    def fill_the_disk(stream: io.BufferedIOBase) -> None:
        stream.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(SolutionError, match=r"expected room to write .*No space left"):
        write_whole(path, fill_the_disk, SolutionError)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.npz"]
