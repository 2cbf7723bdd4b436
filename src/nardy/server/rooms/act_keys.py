"""Keys of acts in the log of a room: the seat of the sender, and the id that the sender chose.

Two senders may choose the same id, and one may guess the other's next id. The club's own acts have no key:
nobody sends them again, and their version says whether they were done.
"""

from collections.abc import Sequence

from nardy.core.player import Player
from nardy.server.store.log import LogEntry

_SEATS = tuple(f"{player.value} " for player in Player)


def key_of(player: Player, act_id: str) -> str:
    """The key of a player's act, as the log stores it.

    >>> key_of(Player.WHITE, "7")
    'white 7'
    """
    return f"{player.value} {act_id}"


def numbers_by_key(entries: Sequence[LogEntry]) -> dict[str, int]:
    """The numbers of the entries that end an act, by the key of the act."""
    found = dict[str, int]()
    for number, entry in enumerate(entries, 1):
        if entry.key is None:
            continue
        if entry.key.startswith(_SEATS):
            found[entry.key] = number
        else:
            # Version 0.4.0 and older stored the id alone.
            found.update({key_of(one, entry.key): number for one in _senders(entries, number)})
    return found


def _senders(entries: Sequence[LogEntry], number: int) -> tuple[Player, ...]:
    """The players who may have sent the act that ends with this entry; both if the log does not tell."""
    last = entries[number - 1]
    if last.note and "left" in last.note:  # a claim, whose events are those of the loser
        return (Player(last.note["left"]).opponent,)
    player = _player_of(last)
    # The dances after an act may be those of the opponent, so its first event tells. The opening throw, of no
    # player, belongs to no act.
    for before in reversed(entries[: number - 1]):
        if before.key is not None or before.at != last.at or _player_of(before) is None:
            break
        player = _player_of(before)
    return (Player(player),) if player else tuple(Player)


def _player_of(entry: LogEntry) -> str | None:
    return getattr(entry.event, "player", None)
