"""Provably fair dice of one room, from its secret seed and the hash chains of both players."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from nardy.core.events import Rolled, RolledOff
from nardy.core.player import Player
from nardy.core.provable import SIZE, Links, Secret, follows
from nardy.formats.proof import Proof, Throw
from nardy.server.store.log import LogEntry, RoomRecord

AskReveals = Callable[[int, Sequence[Player]], Awaitable[Mapping[Player, bytes]]]
"""Asks players for their links of the throw with this number; players who are late are left out."""


class RoomDice:
    """The past and next throws of a room; neither server nor players can choose them."""

    def __init__(self, record: RoomRecord, entries: Sequence[LogEntry]) -> None:
        """Continue after the last throw in the log."""
        tips = (record.tip("white"), record.tip("black"))
        self._secret = Secret(record.id, bytes.fromhex(record.seed), tips)
        self._known = {player: (tip, 0) for player, tip in zip(Player, tips, strict=True)}
        self.count = 0
        for entry in entries:
            if entry.note and "links" in entry.note:
                self.keep({p: link_of(entry.note["links"][p.value]) for p in Player})

    @property
    def commitment(self) -> str:
        """The commitment to the seed, published before the first throw."""
        return self._secret.commitment

    async def next(
        self, ask: AskReveals, offered: Mapping[Player, bytes]
    ) -> tuple[tuple[int, int], Links]:
        """The next throw and its links; the same throw until `keep` is called."""
        number = self.count + 1
        given = {player: link for player, link in offered.items() if self.fits(player, link)}
        # A player without a commitment has no chain and is not asked.
        wanted = [player for player in Player if self._known[player][0] and player not in given]
        if wanted:
            answers = await ask(number, wanted)
            given |= {p: link for p, link in answers.items() if p in wanted and self.fits(p, link)}
        links: Links = {player: given.get(player) for player in Player}
        return self._secret.throw(number, links), links

    def keep(self, links: Links) -> None:
        """Remember the links of a throw that is in the log."""
        self.count += 1
        for player, link in links.items():
            if link is not None:
                self._known[player] = (link, self.count)

    def fits(self, player: Player, link: bytes) -> bool:
        """Whether a link continues its player's chain at the next throw."""
        earlier, at = self._known[player]
        return bool(earlier) and follows(link, earlier, self.count + 1 - at)


def link_of(text: str | None) -> bytes | None:
    """A link read from hexadecimal text; None if the text is not a link."""
    try:
        value = bytes.fromhex(text or "")
    except ValueError:
        return None
    return value if len(value) == SIZE else None


def note_of(links: Links) -> dict[str, object]:
    """The note of a throw for the log."""
    texts = {player.value: link.hex() if link else None for player, link in links.items()}
    return {"links": texts}


def proof_of(record: RoomRecord, entries: Sequence[LogEntry]) -> Proof:
    """The proof that the dice were fair; it has the seed only after the end."""
    made: list[Throw] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, RolledOff | Rolled) and entry.note and "links" in entry.note:
            dice = (event.white, event.black) if isinstance(event, RolledOff) else event.dice
            white, black = (link_of(entry.note["links"][player.value]) for player in Player)
            made.append(Throw(len(made) + 1, event.kind, dice, (white, black)))
    tips = (record.tip("white"), record.tip("black"))
    seed = bytes.fromhex(record.seed)
    commitment = Secret(record.id, seed, tips).commitment
    return Proof(record.id, commitment, tips, tuple(made), seed if record.is_over else None)
