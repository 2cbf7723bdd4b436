from pathlib import Path

import pytest

from nardy.formats.replacing import replacing


def test_of_two_who_write_at_once_each_writes_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with replacing(path) as first:
        first.write(b"first, ")
        with replacing(path) as second:
            second.write(b"second")
        assert path.read_bytes() == b"second"
        first.write(b"and whole")
    assert path.read_bytes() == b"first, and whole"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_the_old_file_alone(
    tmp_path: Path, error: BaseException
) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(type(error)):
        write_half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
