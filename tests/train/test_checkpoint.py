"""A checkpoint comes back as it was, and whatever else lies there is refused."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nardy.evaluation.network.weights import WeightsError
from nardy.train.checkpoint import Checkpoint, Origin, read_checkpoint

KEPT = Checkpoint(
    game="plakoto",
    origin=Origin(10**30, 2, "старое.npz", "ab12", "back game, race"),
    sizes=(8, 4, 6),
    flat=np.arange(5, dtype=np.float32),
    average=np.arange(5) / 3,
    moments=np.ones((2, 5), np.float32),
    counts=(1, 2, 3),
    seconds=2.5,
)


def test_everything_comes_back(tmp_path: Path) -> None:
    KEPT.save(tmp_path / "kept")
    found = read_checkpoint(tmp_path / "kept")
    assert (found.game, found.origin, found.sizes, found.counts, found.seconds) == (
        "plakoto",
        (10**30, 2, "старое.npz", "ab12", "back game, race"),
        (8, 4, 6),
        (1, 2, 3),
        2.5,
    )
    for name in ("flat", "average", "moments"):
        mine, theirs = getattr(KEPT, name), getattr(found, name)
        assert mine.dtype == theirs.dtype
        assert mine.tolist() == theirs.tolist()


def test_a_checkpoint_of_before_may_tell_no_classes(tmp_path: Path) -> None:
    origin = [str(part) for part in KEPT.origin[:4]]
    with (tmp_path / "kept").open("wb") as stream:
        np.savez(stream, **{**KEPT._asdict(), "origin": origin})
    assert read_checkpoint(tmp_path / "kept").origin == KEPT.origin._replace(classes=None)


@pytest.mark.parametrize("spoil", [lambda data: data[:-20], lambda _: b"weights", lambda _: b""])
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    KEPT.save(tmp_path / "kept")
    (tmp_path / "kept").write_bytes(spoil((tmp_path / "kept").read_bytes()))
    with pytest.raises(
        WeightsError, match=r"expected a checkpoint .* something else in .*kept; give another --out"
    ):
        read_checkpoint(tmp_path / "kept")


def test_a_checkpoint_of_before_runs_had_an_origin_is_refused(tmp_path: Path) -> None:
    arrays = KEPT._asdict()
    del arrays["origin"]
    with (tmp_path / "kept").open("wb") as stream:
        np.savez(stream, **arrays)
    with pytest.raises(WeightsError, match="expected a checkpoint of this version"):
        read_checkpoint(tmp_path / "kept")


@pytest.mark.parametrize(
    "forged",
    [
        {"game": np.zeros(3)},
        {"origin": ["1", "2"]},
        {"origin": ["one", "2", "", ""]},
        {"origin": ["9" * 5_000, "2", "", ""]},
        {"origin": [1, 2, 3, 4]},
        {"sizes": 8},
        {"sizes": [8, 4]},
        {"sizes": [8.0, 4.0, 6.0]},
        {"flat": np.zeros(4, np.float32)},
        {"flat": ["a"] * 5},
        {"average": np.zeros((5, 1))},
        {"average": 0.0},
        {"moments": np.zeros((1, 5))},
        {"moments": np.zeros(5)},
        {"counts": 3},
        {"counts": [1, 2, -3]},
        {"seconds": [2.5]},
        {"seconds": -1.0},
        {"seconds": np.nan},
    ],
    ids=str,
)
def test_arrays_of_other_shapes_are_refused(tmp_path: Path, forged: dict[str, Any]) -> None:
    origin = [str(part) for part in KEPT.origin]
    with (tmp_path / "kept").open("wb") as stream:
        np.savez(stream, **{**KEPT._asdict(), "origin": origin, **forged})
    with pytest.raises(WeightsError, match=r"got something else in .*kept"):
        read_checkpoint(tmp_path / "kept")


def test_a_checkpoint_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="expected a checkpoint"):
        read_checkpoint(tmp_path / "none")


def test_a_full_disk_leaves_the_checkpoint_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    KEPT.save(path)
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(WeightsError, match=r"No space left on device; .* unchanged"):
        KEPT.save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
