"""Dice that nobody can choose or foresee, and that anybody can check afterwards.

Before the first throw the server commits to a secret seed, and each player to a chain of hashes of
his own. For every throw each player reveals one more link of his chain, after the throw was asked
for. The dice follow from the seed, both chains and both links, so neither the server nor a player
knows a throw before it falls, or can have another one. When all is over the seed is revealed.

    commitment   SHA-256("nardy-dice-v1" | lp(room) | seed)
    chain        link 0 is the tip that is committed to; SHA-256(link n) is link n - 1
    key          HMAC(seed, "key" | lp(room) | lp(White's tip) | lp(Black's tip))
    block        HMAC(key, "roll" | u32(number) | lp(White's link) | lp(Black's link) | u32(counter))
    die          a byte below 252, modulo 6, plus 1; larger bytes are skipped, so no number is likelier
    lost link    HMAC(seed, "lost" | u32(number) | "white" or "black")

HMAC is HMAC-SHA-256, u32 is big-endian, lp(x) is u32(length of x) | x. Who commits to no chain, as
bots do, has an empty tip and empty links.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from nardy.core.player import Player

FORMAT = "nardy-dice-v1"
SIZE = 32
"""Bytes of a seed, a tip and a link."""
_FAIR = 252

Tips = dict[Player, bytes]
Links = dict[Player, bytes | None]
"""A link is None where its player revealed none."""


@dataclass(frozen=True)
class Secret:
    """What one room's dice follow from."""

    room: str
    seed: bytes
    tips: tuple[bytes, bytes] = (b"", b"")
    """White's and Black's; empty where there is none."""

    @cached_property
    def commitment(self) -> str:
        """What the server publishes before the first throw."""
        return hashlib.sha256(FORMAT.encode() + _lp(self.room.encode()) + self.seed).hexdigest()

    def lost(self, number: int, player: Player) -> bytes:
        """What stands for a link that did not come in time."""
        return _hmac(self.seed, b"lost" + _u32(number) + player.value.encode())

    def throw(self, number: int, links: Links) -> tuple[int, int]:
        """The two dice of a throw: White's and Black's in a roll-off.

        >>> Secret("room", bytes(32)).throw(1, {Player.WHITE: None, Player.BLACK: None})
        (4, 3)
        """
        dice = _dice(self._blocks(number, links))
        return next(dice), next(dice)

    def _blocks(self, number: int, links: Links) -> Iterator[bytes]:
        white, black = self.tips
        key = _hmac(self.seed, b"key" + _lp(self.room.encode()) + _lp(white) + _lp(black))
        message = b"roll" + _u32(number)
        for player, tip in zip(Player, self.tips, strict=True):
            link = links.get(player)
            if link is None:
                link = self.lost(number, player) if tip else b""
            message += _lp(link)
        counter = 0
        while True:
            yield _hmac(key, message + _u32(counter))
            counter += 1


def _dice(blocks: Iterator[bytes]) -> Iterator[int]:
    for block in blocks:
        yield from (byte % 6 + 1 for byte in block if byte < _FAIR)


def chain(seed: bytes, length: int) -> list[bytes]:
    """A chain of so many links behind its tip, the tip first; the last one is made of *seed*."""
    links = [hashlib.sha256(seed).digest()]
    for _ in range(length):
        links.append(hashlib.sha256(links[-1]).digest())
    return links[::-1]


def follows(link: bytes, earlier: bytes, steps: int) -> bool:
    """Whether *link* comes so many steps behind an earlier one in a chain."""
    for _ in range(steps):
        link = hashlib.sha256(link).digest()
    return hmac.compare_digest(link, earlier)


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _lp(value: bytes) -> bytes:
    return _u32(len(value)) + value


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()
