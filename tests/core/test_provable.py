import json
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each

from nardy.core.player import Player
from nardy.core.provable import SIZE, Links, Secret, chain, follows

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "dice-vectors.json").read_text("utf-8"))
seeds = st.binary(min_size=SIZE, max_size=SIZE)


def read(value: str | None) -> bytes | None:
    return None if value is None else bytes.fromhex(value)


@each("vector", VECTORS["throws"])
def test_the_dice_are_those_of_the_vectors(vector: dict) -> None:
    tips = tuple(bytes.fromhex(tip) for tip in vector["tips"])
    secret = Secret(vector["room"], bytes.fromhex(vector["seed"]), tips)
    assert secret.commitment == vector["commitment"]
    links: Links = dict(zip(Player, map(read, vector["links"]), strict=True))
    assert list(secret.throw(vector["number"], links)) == vector["dice"]


def test_a_chain_is_that_of_the_vectors() -> None:
    told = VECTORS["chain"]
    links = chain(bytes.fromhex(told["seed"]), told["length"])
    assert [link.hex() for link in links] == told["links"]


@given(seeds, st.integers(1, 20), st.data())
def test_every_link_follows_from_every_later_one(seed: bytes, length: int, data) -> None:
    links = chain(seed, length)
    later = data.draw(st.integers(0, length))
    earlier = data.draw(st.integers(0, later))
    assert follows(links[later], links[earlier], later - earlier)
    assert not follows(links[later], links[earlier], later - earlier + 1)


@given(seeds, seeds, seeds, st.integers(1, 2**31))
def test_everything_that_is_committed_to_changes_the_throws(
    seed: bytes, tip: bytes, link: bytes, number: int
) -> None:
    def throws(secret: Secret, links: Links) -> list[tuple[int, int]]:
        return [secret.throw(number + n, links) for n in range(12)]

    links: Links = {Player.WHITE: link, Player.BLACK: None}
    base = throws(Secret("room", seed, (tip, b"")), links)
    assert base == throws(Secret("room", seed, (tip, b"")), dict(links))
    assert base != throws(Secret("moor", seed, (tip, b"")), links)
    assert base != throws(Secret("room", seed[::-1] + b"x", (tip, b"")), links)
    assert base != throws(Secret("room", seed, (b"", tip)), links)
    assert base != throws(Secret("room", seed, (tip, b"")), {**links, Player.WHITE: None})


def test_no_number_is_likelier_than_another() -> None:
    secret = Secret("room", bytes(range(32)))
    counts = Counter(die for n in range(1, 6001) for die in secret.throw(n, {}))
    square = sum((counts[die] - 2000) ** 2 / 2000 for die in range(1, 7))
    assert sum(counts.values()) == 12_000
    # 5 degrees of freedom: above 20.5 one time in a thousand; these throws are always the same.
    assert square < 20.5
