import msgspec
import pytest

from nardy.server.protocol.matchmaking import Search
from nardy.server.protocol.messages import ToServer


def test_a_search_needs_an_id_and_a_game_alone() -> None:
    text = b'{"type": "search", "id": "1", "game": "tapa"}'
    assert msgspec.json.decode(text, type=ToServer) == Search(id="1", game="tapa")


@pytest.mark.parametrize("wrong", ['"id": ""', '"id": "1", "length": 26', '"id": "1", "bot": "x"'])
def test_what_no_page_sends_is_refused(wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"type": "search", "game": "tapa", {wrong}}}', type=ToServer)
