import asyncio
from collections.abc import Mapping, Sequence

import pytest

from nardy.core.events import Rolled, Started
from nardy.core.player import Player
from nardy.core.provable import chain
from nardy.errors import NotationError
from nardy.formats import proof
from nardy.server.rooms.dice import RoomDice, link_of, note_of, proof_of
from nardy.server.store.log import LogEntry, RoomRecord

WHITE, BLACK = chain(b"w", 20), chain(b"b", 20)
RECORD = RoomRecord(
    id="r",
    games=("long-nardy",),
    white="guest:a",
    black="guest:b",
    seed="5e" * 32,
    tips={"white": WHITE[0].hex(), "black": BLACK[0].hex()},
)


class Players:
    """Answers with what is in *links*, and remembers who was asked."""

    def __init__(self, links: Mapping[Player, list[bytes]]) -> None:
        self.links = links
        self.asked: list[tuple[int, list[Player]]] = []

    async def __call__(self, number: int, players: Sequence[Player]) -> Mapping[Player, bytes]:
        self.asked.append((number, list(players)))
        return {player: chain_[number] for player, chain_ in self.links.items()}


BOTH = {Player.WHITE: WHITE, Player.BLACK: BLACK}


def rolled(throws: RoomDice, players: Players, count: int) -> list[LogEntry]:
    """So many throws as a room logs them."""
    entries: list[LogEntry] = [LogEntry(Started("long-nardy w 24:15 24:15"), 0)]
    for _ in range(count):
        dice, links = asyncio.run(throws.next(players, {}))
        throws.keep(links)
        entries.append(LogEntry(Rolled("white", (max(dice), min(dice))), 0, None, note_of(links)))
    return entries


def test_a_throw_is_the_same_however_often_it_is_asked_for() -> None:
    players = Players(BOTH)
    throws = RoomDice(RECORD, [])
    first = asyncio.run(throws.next(players, {}))
    assert asyncio.run(throws.next(players, {})) == first
    assert asyncio.run(RoomDice(RECORD, []).next(players, {})) == first


def test_a_server_that_restarts_goes_on_with_the_same_throws() -> None:
    players = Players(BOTH)
    whole = rolled(RoomDice(RECORD, []), players, 6)
    throws = RoomDice(RECORD, whole[:4])
    assert throws.count == 3
    assert rolled(throws, players, 3)[1:] == whole[4:]


def test_what_everybody_saw_is_proven_by_the_file_and_only_when_all_is_over() -> None:
    entries = rolled(RoomDice(RECORD, []), Players(BOTH), 8)
    running = proof_of(RECORD, entries)
    assert running.seed is None
    assert RECORD.seed not in proof.dumps(running)
    with pytest.raises(NotationError, match="over"):
        proof.check(running)
    over = RoomRecord(**{**vars(RECORD), "is_over": True})
    assert proof.check(proof_of(over, entries)) == proof.ProofCheck(8, 0, 0)


@pytest.mark.parametrize(
    "links",
    [{}, {Player.WHITE: BLACK}, {Player.WHITE: WHITE[1:]}, {Player.WHITE: [b"short"] * 20}],
)
def test_a_link_that_is_not_of_the_chain_counts_as_lost(links: dict) -> None:
    over = RoomRecord(**{**vars(RECORD), "is_over": True})
    told = proof_of(over, rolled(RoomDice(RECORD, []), Players(links), 3))
    assert [throw.links for throw in told.throws] == [(None, None)] * 3
    assert proof.check(told).lost == 6


def test_after_a_lost_link_the_chain_goes_on() -> None:
    over = RoomRecord(**{**vars(RECORD), "is_over": True})
    throws = RoomDice(RECORD, [])
    entries = rolled(throws, Players({}), 2) + rolled(throws, Players(BOTH), 2)[1:]
    assert proof.check(proof_of(over, entries)) == proof.ProofCheck(4, 4, 0)


def test_nobody_is_asked_who_has_no_chain_or_has_sent_the_link_along() -> None:
    players = Players({})
    bare = RoomRecord(**{**vars(RECORD), "tips": {"white": "", "black": BLACK[0].hex()}})
    asyncio.run(RoomDice(bare, []).next(players, {}))
    _, links = asyncio.run(RoomDice(RECORD, []).next(players, {Player.WHITE: WHITE[1]}))
    assert players.asked == [(1, [Player.BLACK]), (1, [Player.BLACK])]
    assert links == {Player.WHITE: WHITE[1], Player.BLACK: None}


@pytest.mark.parametrize("text", [None, "", "zz", "5e", "5e" * 33])
def test_what_is_no_link_is_none(text: str | None) -> None:
    assert link_of(text) is None
