import pytest

from nardy.core.provable import chain
from nardy.server.store.packed_games.links import pack_links, unpack_links

CHAIN = [link.hex() for link in chain(b"seed", 20)][1:]


@pytest.mark.parametrize(
    "lost", [(), (0,), (3, 4, 9), (18, 19), (0, 19), tuple(range(19)), tuple(range(20))]
)
def test_all_links_follow_from_the_last_one(lost: tuple[int, ...]) -> None:
    links = [None if number in lost else link for number, link in enumerate(CHAIN)]
    packed = pack_links(links)
    assert unpack_links(packed, len(links)) == links
    assert packed is None or len(packed[0]) == 64


@pytest.mark.parametrize("wrong", ["00" * 32, "no link", ""])
def test_what_is_no_chain_is_kept_whole(wrong: str) -> None:
    for place in (0, 7, 19):
        links = [*CHAIN[:place], wrong, *CHAIN[place + 1 :]]
        assert unpack_links(pack_links(links), len(links)) == links


def test_without_throws_there_is_nothing() -> None:
    assert pack_links([]) is None
    assert unpack_links(None, 0) == []
