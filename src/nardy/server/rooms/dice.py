"""The dice of one room: from its secret seed and the links that both players reveal."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nardy.core.player import Player
from nardy.core.provable import SIZE, Links, Secret, follows
from nardy.formats.proof import Proof, Throw
from nardy.server.store.log import LogEntry, RoomRecord

AskLinks = Callable[[str, int, Sequence[Player]], Awaitable[Mapping[Player, bytes]]]
"""Asks players for the link of a throw; who does not answer in time is missing from the answer."""


class RoomDice:
    """What has been thrown, and what will be: nobody here can choose it."""

    def __init__(self, record: RoomRecord, entries: Sequence[LogEntry]) -> None:
        """Go on behind the last throw of the log."""
        tips = (record.tip("white"), record.tip("black"))
        self._secret = Secret(record.id, bytes.fromhex(record.seed), tips)
        self._known = {player: (tip, 0) for player, tip in zip(Player, tips, strict=True)}
        self.count = 0
        for entry in entries:
            if entry.note and "links" in entry.note:
                self.keep({p: link_of(entry.note["links"][p.value]) for p in Player})

    @property
    def commitment(self) -> str:
        """What is published before the first throw."""
        return self._secret.commitment

    async def next(
        self, ask: AskLinks, offered: Mapping[Player, bytes]
    ) -> tuple[tuple[int, int], Links]:
        """The next throw, and the links it followed from; asked for again it is the same."""
        number = self.count + 1
        told = {player: link for player, link in offered.items() if self.fits(player, link)}
        wanted = [player for player in Player if self._known[player][0] and player not in told]
        if wanted:
            answers = await ask(self._secret.room, number, wanted)
            told |= {p: link for p, link in answers.items() if p in wanted and self.fits(p, link)}
        links: Links = {player: told.get(player) for player in Player}
        return self._secret.throw(number, links), links

    def keep(self, links: Links) -> None:
        """The throw is in the log: its links are the last that are known."""
        self.count += 1
        for player, link in links.items():
            if link is not None:
                self._known[player] = (link, self.count)

    def fits(self, player: Player, link: bytes) -> bool:
        """Whether a link continues its player's chain at the next throw."""
        earlier, at = self._known[player]
        return bool(earlier) and follows(link, earlier, self.count + 1 - at)


def link_of(text: str | None) -> bytes | None:
    """A link as messages and notes write it; None for what is none."""
    try:
        value = bytes.fromhex(text or "")
    except ValueError:
        return None
    return value if len(value) == SIZE else None


def note_of(links: Links) -> dict[str, Any]:
    """What the log keeps beside a throw."""
    told = {player.value: link.hex() if link else None for player, link in links.items()}
    return {"links": told}


def proof_of(record: RoomRecord, entries: Sequence[LogEntry]) -> Proof:
    """Everything for who wants to check; the seed only when all is over."""
    made: list[Throw] = []
    for entry in entries:
        if entry.note and "links" in entry.note:
            event: Any = entry.event
            dice = (event.white, event.black) if event.kind == "rolled-off" else event.dice
            white, black = (link_of(entry.note["links"][player.value]) for player in Player)
            made.append(Throw(len(made) + 1, event.kind, dice, (white, black)))
    tips = (record.tip("white"), record.tip("black"))
    seed = bytes.fromhex(record.seed)
    commitment = Secret(record.id, seed, tips).commitment
    return Proof(record.id, commitment, tips, tuple(made), seed if record.is_over else None)
