"""Proofs of dice: a JSON file with everything from which the throws of one room follow.

`check` derives every throw again; see nardy.core.provable. Whoever makes up a seed can make a proof that
follows from itself, so `compare` asks what was known of the game without the proof.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any, cast

from nardy.core.events import Event, Rolled, RolledOff, events_from_json
from nardy.core.player import Player
from nardy.core.provable import FORMAT, SIZE, Secret, follows
from nardy.errors import EventsError, NotationError

MOST_CHARACTERS = 10_000_000
MOST_CHARACTERS_OF_MATCH = 50_000_000
_FIELDS = {"format", "room", "commitment", "seed", "tips", "rolls"}
_ROLL = {"number", "kind", "dice", "links"}
_KINDS = ("rolled-off", "rolled")


@dataclass(frozen=True)
class Throw:
    """One throw as logged."""

    number: int
    kind: str
    """'rolled-off': White's die and Black's; 'rolled': the larger first."""
    dice: tuple[int, int]
    links: tuple[bytes | None, bytes | None]


@dataclass(frozen=True)
class Proof:
    """The throws of a room and what they follow from."""

    room: str
    commitment: str
    tips: tuple[bytes, bytes]
    throws: tuple[Throw, ...]
    seed: bytes | None = None
    """None while the game goes on."""


@dataclass(frozen=True)
class ProofCheck:
    """The findings of a check."""

    throws: int
    lost: int
    """Links that a player did not reveal in time; the server replaced them."""
    without_chain: int
    """Players without a hash chain: bots, or browsers that could not make one."""


def check(proof: Proof) -> ProofCheck:
    """Derive every throw again.

    Raises:
        NotationError: something does not match; the message says what.
    """
    if proof.seed is None:
        raise NotationError(
            "expected the seed, which is revealed when the game is over; try again then"
        )
    secret = Secret(proof.room, proof.seed, proof.tips)
    if secret.commitment != proof.commitment:
        raise NotationError(
            "expected the seed that the commitment before the first throw is of, got another; "
            "do not trust these dice"
        )
    lost = 0
    known = [(tip, 0) for tip in proof.tips]
    for number, throw in enumerate(proof.throws, 1):
        if throw.number != number:
            raise NotationError(f"expected throw {number}, got number {throw.number}")
        known = [_follow(throw, seat, known[seat]) for seat in range(2)]
        derived = secret.throw(number, dict(zip(Player, throw.links, strict=True)))
        if throw.kind == "rolled":
            derived = max(derived), min(derived)
        if derived != throw.dice:
            raise NotationError(
                f"throw {number}: expected {derived} by the seed, got {throw.dice}; do not trust these dice"
            )
        lost += sum(
            link is None and tip != b"" for link, tip in zip(throw.links, proof.tips, strict=True)
        )
    return ProofCheck(len(proof.throws), lost, proof.tips.count(b""))


def _follow(throw: Throw, seat: int, known: tuple[bytes, int]) -> tuple[bytes, int]:
    """The chain of a seat after one more throw."""
    link, (earlier, at) = throw.links[seat], known
    if link is None:
        return known
    player = list(Player)[seat]
    if not earlier or not follows(link, earlier, throw.number - at):
        raise NotationError(
            f"throw {throw.number}: expected a link of {player}'s hash chain, got another; do not trust these dice"
        )
    return link, throw.number


def compare(
    proof: Proof,
    *,
    room: str | None = None,
    commitment: str | None = None,
    events: Iterable[Event] | None = None,
) -> None:
    """Compare a proof with what is known without it; None is not compared.

    *commitment* is the server's, noted before the first throw. *events* are those of the match, also
    what was taken back: its throws stay in the proof.

    Raises:
        NotationError: something differs; the message says what.
    """
    if room is not None and room != proof.room:
        raise NotationError(
            f"expected a proof of room {room!r:.40}, got one of {proof.room!r:.40}; download that room's proof"
        )
    if commitment is not None and commitment != proof.commitment:
        raise NotationError(
            "expected the commitment that was told before the first throw, got another commitment; "
            "do not trust these dice"
        )
    if events is None:
        return
    thrown = [_of_event(one) for one in events if isinstance(one, Rolled | RolledOff)]
    if len(thrown) != len(proof.throws):
        raise NotationError(
            f"expected the {len(thrown)} throws of the match, got {len(proof.throws)}; compare the proof and the match of one room"
        )
    for (kind, dice), throw in zip(thrown, proof.throws, strict=True):
        if (kind, dice) != (throw.kind, throw.dice):
            raise NotationError(
                f"throw {throw.number} is {throw.kind} {throw.dice} in the proof, "
                f"and {kind} {dice} in the match"
            )


def _of_event(event: Rolled | RolledOff) -> tuple[str, tuple[int, int]]:
    dice = (event.white, event.black) if isinstance(event, RolledOff) else event.dice
    return event.kind, dice


def events_of_match(text: str) -> tuple[Event, ...]:
    """The events of a match as JSON, without the rules of its game, which may be a club's own.

    Raises:
        NotationError: the text is no match.
    """
    if len(text) > MOST_CHARACTERS_OF_MATCH:
        raise NotationError(f"expected a match as JSON, got {len(text):,} characters")
    try:
        return events_from_json(json.loads(text)["events"])
    except (EventsError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise NotationError(
            f"expected a match as JSON, got what cannot be read: {error!s:.200}"
        ) from error


def load(file: IO[str]) -> Proof:
    # One more than allowed, so that a longer file is noticed without reading it whole.
    return loads(file.read(MOST_CHARACTERS + 1))


def loads(text: str) -> Proof:
    """Read a proof.

    Raises:
        NotationError: the text is no proof.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected a proof of dice, got {len(text):,} characters")
    try:
        return _proof(json.loads(text))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, NotationError) else f"what cannot be read: {error}"
        raise NotationError(f"expected a proof of dice ({FORMAT}), got {reason:.200}") from error


def dump(proof: Proof, file: IO[str]) -> None:
    file.write(dumps(proof))


def dumps(proof: Proof) -> str:
    rolls = [
        {
            "number": throw.number,
            "kind": throw.kind,
            "dice": list(throw.dice),
            "links": _by_seat(throw.links),
        }
        for throw in proof.throws
    ]
    content = {
        "format": FORMAT,
        "room": proof.room,
        "commitment": proof.commitment,
        "seed": proof.seed and proof.seed.hex(),
        "tips": _by_seat(proof.tips),
        "rolls": rolls,
    }
    return json.dumps(content, indent=1)


def _by_seat(values: Sequence[bytes | None]) -> dict[str, str | None]:
    return {str(seat): (one or b"").hex() or None for seat, one in zip(Player, values, strict=True)}


def _proof(data: Any) -> Proof:
    content = _exactly(data, _FIELDS)
    if content["format"] != FORMAT:
        raise NotationError(f"the format {content['format']!r:.40}")
    if not isinstance(content["room"], str) or not isinstance(content["commitment"], str):
        raise NotationError("no room or no commitment")
    white, black = _seats(content["tips"])
    return Proof(
        content["room"],
        content["commitment"],
        (white or b"", black or b""),
        tuple(_throw(roll) for roll in content["rolls"]),
        _bytes(content["seed"]),
    )


def _throw(data: Any) -> Throw:
    roll = _exactly(data, _ROLL)
    first, second = roll["dice"]
    if roll["kind"] not in _KINDS or type(roll["number"]) is not int:
        raise NotationError(f"the throw {roll!r:.80}")
    # Not isinstance: JSON's true is a bool, and a bool is an int.
    if not all(type(die) is int for die in (first, second)):
        raise NotationError(f"the dice {roll['dice']!r:.40}")
    return Throw(roll["number"], roll["kind"], (first, second), _seats(roll["links"]))


def _seats(data: Any) -> tuple[bytes | None, bytes | None]:
    found = _exactly(data, set(map(str, Player)))
    return _bytes(found["white"]), _bytes(found["black"])


def _bytes(text: Any) -> bytes | None:
    if text is None:
        return None
    value = bytes.fromhex(text)
    # `fromhex` also takes capitals and spaces; a proof has one spelling only.
    if len(value) != SIZE or value.hex() != text:
        raise NotationError(f"{text!r:.80} where {SIZE} bytes as hexadecimal digits belong")
    return value


def _exactly(data: Any, names: set[str]) -> dict[str, Any]:
    if not isinstance(data, dict) or set(cast("dict[str, Any]", data)) != names:
        raise NotationError(f"{data!r:.80} where the fields {', '.join(sorted(names))} belong")
    return cast("dict[str, Any]", data)
