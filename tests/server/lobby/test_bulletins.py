import msgspec
import pytest

from nardy.server.lobby import bulletins
from nardy.server.lobby.bulletins import Bulletin


def test_a_bulletin_is_read_as_it_was_written() -> None:
    told = Bulletin(online=["a", "b"])
    assert bulletins.read(msgspec.json.encode(told).decode()) == told


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"online": 7}'])
def test_what_another_version_has_written_is_nothing(text: str) -> None:
    assert bulletins.read(text) == Bulletin()
