"""The page believes a proof only if it is of the dice that it was told: of this room, and thrown on its board."""

import asyncio
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.club_room import first_turn, order, room_in_memory
from tests.web.node import told_by

from nardy.core.events import event_to_json
from nardy.core.player import Player
from nardy.core.provable import Secret, chain
from nardy.core.situation import Phase
from nardy.formats import proof
from nardy.formats.proof import Proof, Throw
from nardy.server.rooms.dice import proof_of
from nardy.server.rooms.room import Room

SCRIPTS = Path(__file__).parents[2] / "src" / "nardy" / "web" / "js"
SEED = b"a browser's seed, of 32 bytes..."
CHAIN = chain(SEED, 800)
OTHER = chain(b"another browser's", 800)
KEPT = f"{SEED.hex()} 800"
"""The chain as the present version stores it; the commitment comes after it."""
Json = dict[str, Any]


def a_room(game: str = "backgammon", length: int = 0, white: Sequence[bytes] = CHAIN) -> Room:
    """White is this page, Black a bot."""

    async def ask(_: Room, number: int, players: Sequence[Player]) -> Mapping[Player, bytes]:
        return dict.fromkeys(players, white[number])

    room = room_in_memory(game, length)
    tips = {"white": white[0].hex() if white else "", "black": ""}
    record = replace(room.record, black="bot:nardy:level-1", tips=tips)
    room = Room(record, room.entries, replace(room.needs, ask=ask))
    asyncio.run(room.begin())
    return room


def act(room: Room, what: str, **more: Any) -> None:
    player = Player.WHITE if what in ("take-back", "next") else room.match.game.to_act
    asyncio.run(room.act(player, order(room, what, **more)))


def step(room: Room) -> None:
    phase = room.match.game.phase
    if phase is Phase.TURN:
        act(room, "play", moves=first_turn(room))
    else:
        act(room, "next" if phase is Phase.OVER else "roll")


def taken_back(white: Sequence[bytes] = CHAIN) -> Room:
    """A game in which White takes a turn back, and Black throws anew."""
    room = a_room(white=white)
    for part in range(2):
        for _ in range(12):
            step(room)
        if not part:
            act(room, "take-back")
    return room


def match() -> Room:
    room = a_room("hypergammon", 5)
    while not room.record.is_over:
        step(room)
    assert len(room.match.games) > 1
    return room


def proven(room: Room) -> Json:
    return json.loads(proof.dumps(proof_of(replace(room.record, is_over=True), room.entries)))


def made_up(
    honest: Json,
    *,
    room: str = "",
    seed: bytes = b"",
    white: Sequence[bytes] = CHAIN,
    throws: int = 0,
) -> Json:
    """Another proof that follows from itself, with as many throws and the same kinds."""
    secret = Secret(
        room or honest["room"],
        seed or bytes.fromhex(honest["seed"]),
        (white[0], b"") if white else (b"", b""),
    )
    kinds = [roll["kind"] for roll in honest["rolls"]]
    kinds = [*kinds, *["rolled"] * throws][: throws or None]
    made: list[Throw] = []
    for number, kind in enumerate(kinds, 1):
        links = (white[number] if white else None, None)
        dice = secret.throw(number, dict(zip(Player, links, strict=True)))
        if kind == "rolled":
            dice = max(dice), min(dice)
        made.append(Throw(number, kind, dice, links))
    found = Proof(secret.room, secret.commitment, secret.tips, tuple(made), secret.seed)
    proof.check(found)
    return json.loads(proof.dumps(found))


def updates(
    room: Room, *, late: bool = False, you: str | None = "white", tip: str | None = CHAIN[0].hex()
) -> list[Json]:
    """The updates of a page: all at the end, or first a part, some of which a new connection repeats."""
    events = [
        {"number": number, "at": 0, "event": event_to_json(entry.event), "note": None}
        for number, entry in enumerate(room.entries, 1)
    ]
    half = len(events) // 2
    told: list[Json] = []
    for first, last in [(0, len(events))] if late else [(0, 0), (0, half), (half - 3, len(events))]:
        is_over = last == len(events)
        dice = {
            "commitment": room.throws.commitment,
            # Before the first throw no tip is known yet.
            "white": tip if last else None,
            "black": "",
        }
        facts = {
            "you": you,
            "claim": None,
            "clock": None,
            "length": 0,
            "is_over": is_over,
            "dice": dice,
        }
        view = {
            **msgspec.to_builtins(room.view),
            "phase": "over" if is_over else "turn",
            "to_act": "black",
        }
        update = {"type": "update", "room": "r", "since": first, "version": last, "nodes": []}
        told.append(
            update | {"events": events[first:last], "clocks": None, "view": view, "facts": facts}
        )
    return told


def case(told: list[Json], of: Json, chain: str = "", *, blocked: bool = False) -> Json:
    return {"updates": told, "proof": of, "chain": chain, "blocked": blocked}


def changed(told: list[Json], **fields: object) -> list[Json]:
    """The updates with another last throw."""
    again = json.loads(json.dumps(told))
    *_, last = [one for one in again[-1]["events"] if one["event"]["kind"] == "rolled"]
    last["event"] |= fields
    return again


def cases() -> dict[str, Json]:
    room, long = taken_back(), match()
    theirs, without = taken_back(OTHER), taken_back(())
    honest = proven(room)
    told, sure = updates(room), f"{KEPT} {honest['commitment']}"
    (at_once,) = updates(room, late=True)
    later = {**told[-1], "facts": {**told[-1]["facts"], "dice": {**told[-1]["facts"]["dice"]}}}
    later["facts"]["dice"]["commitment"] = made_up(honest, seed=b"e" * 32)["commitment"]
    liar = made_up(honest, seed=b"e" * 32)
    as_liar = json.loads(json.dumps([at_once]).replace(honest["commitment"], liar["commitment"]))
    rolls = iter(liar["rolls"])
    for one in as_liar[0]["events"]:
        if one["event"]["kind"] == "rolled-off":
            one["event"] |= dict(zip(("white", "black"), next(rolls)["dice"], strict=True))
        elif one["event"]["kind"] == "rolled":
            one["event"]["dice"] = next(rolls)["dice"]
    *_, dice = [roll["dice"] for roll in honest["rolls"]]
    turned = [7 - die for die in reversed(dice)]
    return {
        "honest": case(told, honest, sure),
        "honest match": case(updates(long), proven(long), sure),
        "honest, before this version": case(told, honest, KEPT),
        "honest, opened after the end": case([at_once], honest, KEPT),
        "honest, for spectators": case(updates(room, you=None), honest),
        "honest, without storage": case(told, honest, blocked=True),
        "another room": case(told, made_up(honest, room="other"), sure),
        "another commitment": case(told, liar, sure),
        "another commitment, told at the end": case([*told[:-1], later], liar),
        "another commitment than before a reload": case(as_liar, liar, sure),
        "another tip": case(told, made_up(honest, white=OTHER), sure),
        "another tip, for spectators": case(updates(room, you=None), made_up(honest, white=OTHER)),
        "no tip": case(told, made_up(honest, white=()), sure),
        "another own tip": case(
            updates(room, tip=OTHER[0].hex()), made_up(honest, white=OTHER), sure
        ),
        "another browser": case(updates(theirs, tip=OTHER[0].hex())[1:], proven(theirs), KEPT),
        "too late": case(updates(without, tip=""), proven(without), sure),
        "other dice": case(changed(told, dice=turned), honest, sure),
        "another kind": case(
            changed(told, kind="rolled-off", white=dice[0], black=dice[1]), honest, sure
        ),
        "fewer throws": case(told, made_up(honest, throws=len(honest["rolls"]) - 1), sure),
        "more throws": case(told, made_up(honest, throws=len(honest["rolls"]) + 1), sure),
        "first visit": case(told[:1], honest),
        "second browser": case(told[1:], honest),
        "no events": case([{**at_once, "events": []}], honest, sure),
    }


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Json:
    folder = tmp_path_factory.mktemp("proofs")
    shutil.copytree(SCRIPTS, folder / "js")
    # Node reads them as modules only beside a package that says so.
    (folder / "package.json").write_text('{"type": "module"}')
    return told_by("dice_proofs.mjs", folder, folder, cases())


# Without words the page shows their keys.
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("another room", "proof.room"),
        ("another commitment", "proof.changed"),
        ("another commitment, told at the end", "proof.changed"),
        ("another commitment than before a reload", "proof.changed"),
        ("another tip", "proof.tip.white"),
        ("another tip, for spectators", "proof.tip.white"),
        ("no tip", "proof.tip.white"),
        ("another own tip", "proof.own"),
        ("other dice", "proof.differs"),
        ("another kind", "proof.kind"),
        ("fewer throws", "proof.count"),
        ("more throws", "proof.count"),
    ],
)
def test_a_made_up_proof_that_follows_from_itself_is_refused(
    said: Json, name: str, text: str
) -> None:
    assert (said[name]["text"], said[name]["isGood"]) == (text, False)


@pytest.mark.parametrize(
    "name",
    [
        "honest",
        "honest match",
        "honest, before this version",
        "honest, for spectators",
        "honest, without storage",
    ],
)
def test_an_honest_proof_passes_also_with_turns_taken_back(said: Json, name: str) -> None:
    assert (said[name]["text"], said[name]["isGood"]) == ("proof.done proof.without", True)


@pytest.mark.parametrize(
    ("name", "text", "is_good"),
    [
        ("honest, opened after the end", "proof.done proof.late proof.without", True),
        ("another browser", "proof.done proof.elsewhere proof.without", False),
        ("too late", "proof.done proof.unused proof.without", False),
        ("no events", "proof.unseen proof.without", False),
    ],
)
def test_what_cannot_be_compared_is_told(said: Json, name: str, text: str, is_good: bool) -> None:
    assert (said[name]["text"], said[name]["isGood"]) == (text, is_good)


def test_the_commitment_is_kept_with_the_chain_if_this_browser_made_it_in_time(said: Json) -> None:
    (first,), (second,) = said["first visit"]["kept"], said["second browser"]["kept"]
    assert first.split(" ")[1:] == ["800", a_room().throws.commitment]
    assert second.split(" ")[1:] == ["800", ""]
