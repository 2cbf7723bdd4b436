"""Provably fair dice: nobody can choose or predict them, and anybody can verify them afterwards.

Before the first throw the server commits to a secret seed, and each player to a hash chain. After a throw
is requested each player reveals the next link of the own chain. The dice follow from the seed, both
chains and both links. So neither the server nor a player can know or change a throw in advance. At the
end the seed is revealed.

    commitment   SHA-256("nardy-dice-v1" | lp(room) | seed)
    chain        link 0 is the tip that is committed to; SHA-256(link n) is link n - 1
    key          HMAC(seed, "key" | lp(room) | lp(White's tip) | lp(Black's tip))
    block        HMAC(key, "roll" | u32(number) | lp(White's link) | lp(Black's link) | u32(counter))
    die          a byte below 252, modulo 6, plus 1; larger bytes are skipped, so no number is likelier
    lost link    HMAC(seed, "lost" | u32(number) | "white" or "black")

HMAC is HMAC-SHA-256, u32 is big-endian, lp(x) is u32(length of x) | x. A player without a chain, such
as a bot, has an empty tip and empty links.
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
# The largest multiple of six that fits into a byte.
_FAIR = 252

Tips = dict[Player, bytes]
Links = dict[Player, bytes | None]
"""A link is None if its player did not reveal it."""


@dataclass(frozen=True)
class Secret:
    """The secret behind one room's dice."""

    room: str
    seed: bytes
    tips: tuple[bytes, bytes] = (b"", b"")
    """White's and Black's; empty without a chain."""

    @cached_property
    def commitment(self) -> str:
        """The server's commitment, published before the first throw."""
        return hashlib.sha256(FORMAT.encode() + _lp(self.room.encode()) + self.seed).hexdigest()

    def lost(self, number: int, player: Player) -> bytes:
        """The replacement of a link that did not come in time."""
        return _hmac(self.seed, b"lost" + _u32(number) + player.value.encode())

    def throw(self, number: int, links: Links) -> tuple[int, int]:
        """The two dice of a throw; in an opening roll White's and Black's.

        >>> Secret("room", bytes(32)).throw(1, {Player.WHITE: None, Player.BLACK: None})
        (4, 3)
        """
        dice = _dice(self._blocks(number, links))
        return next(dice), next(dice)

    def _blocks(self, number: int, links: Links) -> Iterator[bytes]:
        white, black = self.tips
        key = _hmac(self.seed, b"key" + _lp(self.room.encode()) + _lp(white) + _lp(black))
        # The number is the throw's place in the log, so nobody has a second try
        # (docs/decisions/dice.md).
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
    """A hash chain with *length* links after its tip, the tip first; the last is derived from *seed*."""
    links = [hashlib.sha256(seed).digest()]
    for _ in range(length):
        links.append(hashlib.sha256(links[-1]).digest())
    # A hash cannot be inverted, so the chain is made from its end and revealed from its tip.
    return links[::-1]


def follows(link: bytes, earlier: bytes, steps: int) -> bool:
    """Whether *link* is *steps* after an earlier one in a chain."""
    for _ in range(steps):
        link = hashlib.sha256(link).digest()
    return hmac.compare_digest(link, earlier)


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _lp(value: bytes) -> bytes:
    # The length first, so that no two lists of values give the same bytes.
    return _u32(len(value)) + value


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()
