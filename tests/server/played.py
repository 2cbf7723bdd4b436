"""Results for tests, without the games: as if they had been played."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import sqlalchemy as sql

from nardy.core.events import Started
from nardy.server.ratings.ladder import RatedResult
from nardy.server.store import accounts, guests, log
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.ratings import ladders

DAY = 24 * 3600 * 1000
BEGAN = 1_790_000_000_000


def result(
    number: int, white: str, black: str, score: float | None = 1, **facts: object
) -> RatedResult:
    """A rated game of long nardy at a rapid pace, `number` days after the first."""
    told = {
        "room": f"r{number}",
        "game": "long-nardy",
        "pace": "rapid",
        "length": 0,
        "is_rated": True,
        "white": white if ":" in white else f"guest:{white}",
        "black": black if ":" in black else f"guest:{black}",
        "score": score,
        "white_points": float(score == 1),
        "black_points": float(score == 0),
        "size": "single",
        "ended_at": BEGAN + number * DAY,
    }
    return RatedResult(**{**told, **facts})  # pyright: ignore[reportArgumentType]


def some_results(people: Sequence[str], count: int, seed: int = 7) -> list[RatedResult]:
    """Matches among these, of several lengths; who is named first is stronger."""
    random = Random(seed)
    found: list[RatedResult] = []
    for number in range(count):
        white, black = random.sample(range(len(people)), 2)
        chance = 0.5 + 0.04 * (black - white)
        score = 1 if random.random() < chance else 0
        length = random.choice([0, 1, 3, 5, 7])
        who = people[white], people[black]
        found.append(result(number, *who, 0.5 if random.random() < 0.02 else score, length=length))
    return found


async def write(store: Writer, results: Sequence[RatedResult], guests_too: str = "") -> None:
    """The results with their rooms, in this order; people are called by their ids.

    All have accounts but those whose ids are letters of *guests_too*.
    """
    people = {who for one in results for who in (one.white, one.black) if who.startswith("guest:")}
    for who in sorted(people):
        guest = Guest(who.removeprefix("guest:"), who.removeprefix("guest:").capitalize())
        await store.run(lambda c, g=guest: guests.add_guest(c, g, f"token-{g.id}", BEGAN))
        if guest.id in guests_too:
            continue
        account = Account(guest.id, guest.id, "", "member")
        await store.run(lambda c, a=account: accounts.add_account(c, a, BEGAN))
    for one in results:
        await store.run(lambda c, r=one: end(c, r))


def end(connection: sql.Connection, one: RatedResult) -> None:
    """The room of a result, over with its only act."""
    record = RoomRecord(id=one.room, games=(one.game,), length=one.length)
    log.make_room(connection, record, [])
    last = LogEntry(Started(f"{one.game} w opening"), one.ended_at)
    log.append(connection, one.room, 0, [last], is_over=True)
    ladders.add_result(connection, one)


async def club_file(folder: Path, results: Sequence[RatedResult]) -> Path:
    """A database in which these have been played."""
    file = folder / "club.db"
    store = open_store(file)
    await write(store, results)
    store.close()
    return file
