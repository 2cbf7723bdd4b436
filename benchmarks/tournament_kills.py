"""Whether a tournament of bots and people outlives the process that runs it.

    python benchmarks/tournament_kills.py                        # 12 people and 4 bots, 5 rounds, 5 kills
    python benchmarks/tournament_kills.py --people 4 --bots 2 --rounds 2 --kills 2

A Swiss tournament is played at a club of three processes. In each round, at a random moment after its pairings, the
process that owns the tournament is killed; it begins again three seconds later. People ask once a second where
they play, as the page does when it hears of a change, and sit there until the next round.

At the end the tournament's log is read: each round must have begun once, each meeting have ended once and at the
board, and nobody may have left. Every room of a meeting must be there, and no other.
"""

import argparse
import asyncio
import contextlib
import json
import random
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import URLError

from bounds import Bounds
from patient_players import Counts, Player, faults_in
from several_processes import SeveralProcesses, several_processes
from wire import address_of, post

from nardy.server.pairing.events import Left, MeetingEnded, Paired, event_from_text

THINKS = 0.1, 0.4
AWAY = 3.0


@dataclass
class Cup:
    """The tournament, and what has come of it so far."""

    club: SeveralProcesses
    id: str
    counts: Counts = field(default_factory=Counts)
    kills: int = 0

    def events(self) -> list[Any]:
        """Its log."""
        query = "SELECT event FROM tournament_event WHERE tournament = %s ORDER BY number"
        return [event_from_text(text) for (text,) in self.club.rows(query, self.id)]

    def rounds(self) -> int:
        """How many rounds have begun."""
        return max((event.round for event in self.events() if isinstance(event, Paired)), default=0)

    def is_over(self) -> bool:
        ((found,),) = self.club.rows("SELECT is_over FROM tournament WHERE id = %s", self.id)
        return found


def announced(club: SeveralProcesses, asked: argparse.Namespace) -> tuple[Cup, list[str]]:
    """A tournament that has begun, and the cookies of its people."""
    plan = {"name": "Kills", "game": asked.game, "format": "swiss", "clock": "900+5"}
    made, director = post(club.proxy, 1, "/api/tournaments", {**plan, "rounds": asked.rounds})
    path = f"/api/tournaments/{made['tournament']}"
    post(club.proxy, 1, f"{path}/enter", {}, director)
    others = range(2, asked.people + 1)
    cookies = [director, *(post(club.proxy, n, f"{path}/enter", {})[1] for n in others)]
    if asked.bots:
        post(club.proxy, 1, f"{path}/bots", {"level": "easy", "count": asked.bots}, director)
    post(club.proxy, 1, f"{path}/begin", {}, director)
    return Cup(club, made["tournament"]), cookies


def room_of(cup: Cup, number: int, cookie: str) -> str | None:
    """Where somebody plays now, if the club says so."""
    headers = {"cookie": cookie, "x-forwarded-for": address_of(number)}
    request = urllib.request.Request(  # noqa: S310 (loopback)
        f"{cup.club.proxy}/api/tournaments/{cup.id}", headers=headers
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310 (loopback)
            return json.load(answer)["your_room"]
    except (URLError, HTTPException, OSError, ValueError):
        return None


async def attend(cup: Cup, number: int, cookie: str, until: float) -> None:
    """Sit at one board after the other."""
    room, playing = "", list[asyncio.Task[None]]()
    try:
        while True:
            found = await asyncio.to_thread(room_of, cup, number, cookie)
            if found and found != room:
                room = found
                for task in playing:
                    task.cancel()
                player = Player(number, (room, cookie), cup.counts, THINKS)
                playing = [asyncio.create_task(player.play(cup.club.proxy, until))]
            await asyncio.sleep(1)
    finally:
        for task in playing:
            task.cancel()


async def until_true(asks: Callable[[], bool]) -> None:
    """Ask a question of the database five times a second until it is true."""
    while True:
        if await asyncio.to_thread(asks):
            return
        await asyncio.sleep(0.2)


async def harm(cup: Cup, kills: int, within: float) -> None:
    """Kill the owner of the tournament once in each round."""
    rng = random.Random(4)
    while cup.kills < kills:
        await until_true(lambda: cup.rounds() > cup.kills)
        await asyncio.sleep(rng.uniform(0, within))
        club = await asyncio.to_thread(cup.club.owner_of, cup.id)
        await asyncio.to_thread(club.kill)
        cup.kills += 1
        print(f"round {cup.kills}: process {cup.club.clubs.index(club)} is killed", flush=True)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(club.begin)
        await asyncio.to_thread(club.wait)


async def measure(cup: Cup, cookies: list[str], asked: argparse.Namespace) -> float:
    """Let it be played; the seconds that it took."""
    began, until = time.monotonic(), time.monotonic() + asked.most
    tasks = [asyncio.create_task(harm(cup, asked.kills, asked.within))]
    tasks += [
        asyncio.create_task(attend(cup, number, cookie, until))
        for number, cookie in enumerate(cookies, 1)
    ]
    # Whatever lasts longer is told as a fault.
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(asked.most):
            await until_true(cup.is_over)
    took = time.monotonic() - began
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return took


def faults_of(cup: Cup, asked: argparse.Namespace) -> list[str]:
    """What is wrong with the tournament, one sentence each."""
    events, wrong = cup.events(), list[str]()
    rounds = [event for event in events if isinstance(event, Paired)]
    numbers = [event.round for event in rounds]
    if numbers != [*range(1, asked.rounds + 1)]:
        wrong.append(f"expected {asked.rounds} rounds, each once and in order, got {numbers}")
    if not cup.is_over():
        wrong.append(f"the tournament was not over after {asked.most:.0f} s")
    if cup.kills < asked.kills:
        wrong.append(f"expected {asked.kills} kills, got {cup.kills}: play more rounds")
    wrong += [f"{event.number} has left" for event in events if isinstance(event, Left)]
    rooms = [pairing.room for paired in rounds for pairing in paired.pairings if pairing.room]
    ends = Counter(event.table for event in events if isinstance(event, MeetingEnded))
    wrong += [f"table {table} ended {count} times" for table, count in ends.items() if count != 1]
    played = [e for e in events if isinstance(e, MeetingEnded) and e.result.is_played]
    if len(played) != len(rooms):
        wrong.append(f"expected {len(rooms)} meetings ended at the board, got {len(played)}")
    query = "SELECT id FROM room WHERE terms LIKE %s"
    there = sorted(room for (room,) in cup.club.rows(query, f"%{cup.id}%"))
    if there != sorted(rooms):
        wrong.append(f"expected the {len(rooms)} rooms of the pairings, got {len(there)}")
    return wrong


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    for name, usual in (("people", 12), ("bots", 4), ("rounds", 5), ("kills", 5), ("processes", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument(
        "--within", type=float, default=12, help="seconds of a round to kill in [12]"
    )
    parser.add_argument("--most", type=float, default=1800, help="seconds for all of it [1800]")
    parser.add_argument("--game", default="hypergammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with several_processes(asked.processes) as club:
        cup, cookies = announced(club, asked)
        took = asyncio.run(measure(cup, cookies, asked))
        wrong = faults_of(cup, asked) + faults_in(club.server.address, cup.counts)
    cup.counts.tell()
    bounds.tell(f"{asked.rounds} rounds and {cup.kills} kills took", took)
    bounds.require_none(wrong, "each round began once, nobody forfeited, no act was lost")
    bounds.leave()


if __name__ == "__main__":
    main()
