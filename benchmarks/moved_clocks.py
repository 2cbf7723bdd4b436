"""By how much the death or the end of a process moves the clock of a game, beside the outage itself.

    python benchmarks/moved_clocks.py                        # five kills and three drains beside 40 other games
    python benchmarks/moved_clocks.py --games 4 --kills 2 --drains 1

One player thinks all the time, at a clock without increment. The process that owns their room is killed, or told to
end (SIGTERM), again and again within this one turn, while other games go on. The clock is read by somebody who
looks on: some moment before, and when the player's page is back. Whoever is on roll should be charged up to the kill,
and from their return on. A process that ends lets them play on until it hands their room over, so after a SIGTERM they
are charged until their page is sent away. The difference is what the clock was moved by; less than nothing is a gift
to them. After a death up to a second is, since a process says once a second that it lives.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import time
from collections.abc import Sequence

from bounds import Bounds
from patient_players import LONG, Counts, Player, faults_in, players_at
from several_processes import SeveralProcesses, several_processes
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from wire import Clocks, Update, read, seat

BY_KILL, BY_DRAIN = 2.0, 0.1
FOR_EVER = 1e6, 1e6
SETTLED = 60.0


class Thinker:
    """The game in which one player thinks, and both have a page."""

    def __init__(self, club: SeveralProcesses, players: Sequence[Player]) -> None:
        self.club, self._players = club, players
        self.room = players[0].room

    async def mover(self) -> Player:
        """Who is on roll, as soon as the game has begun."""
        while True:
            for player in self._players:
                told = player.last
                if told and told.view.phase != "opening" and told.view.to_act == told.facts.you:
                    return player
            await asyncio.sleep(0.1)

    async def clock(self) -> tuple[float, float]:
        """Seconds left on both clocks together while one of them runs, and when that was."""
        async with asyncio.timeout(SETTLED):
            while True:
                with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                    async with asyncio.timeout(5):
                        told, at = await self._told()
                    if told.running and not told.waits:
                        return (told.white + told.black) / 1000, at
                await asyncio.sleep(0.05)

    async def _told(self) -> tuple[Clocks, float]:
        async with connect(f"ws{self.club.proxy[4:]}/live", close_timeout=1) as socket:
            await socket.send(json.dumps({"type": "watch", "room": self.room}))
            while True:
                told = read(await socket.recv(decode=False))
                if isinstance(told, Update) and told.clocks:
                    return told.clocks, time.monotonic()

    @staticmethod
    async def _back(player: Player, since: float) -> float:
        """When a page that was connected before came again."""
        async with asyncio.timeout(SETTLED):
            while True:
                if player.here_since > since:
                    return player.here_since
                await asyncio.sleep(0.02)

    async def moved_by(self, ends: signal.Signals) -> tuple[float, float]:
        """Seconds by which the clock moves when the owner gets a signal, and the outage for the player."""
        mover, owner = await self.mover(), await asyncio.to_thread(self.club.owner_of, self.room)
        before, at = await self.clock()
        await asyncio.sleep(random.uniform(0.5, 2))
        ended = time.monotonic()
        owner.process.send_signal(ends)
        back = await self._back(mover, ended)
        if ends is signal.SIGTERM:
            # This page came again once: its connection before ended at the handover.
            ended = mover.gone_at
        after, now = await self.clock()
        await asyncio.to_thread(owner.process.wait)
        await asyncio.to_thread(owner.begin)
        await asyncio.to_thread(owner.wait)
        await asyncio.to_thread(self.club.wait_until_even)
        # Pages whose rooms have moved come again within a beat.
        await asyncio.sleep(2)
        return (before - after) - (ended - at) - (now - back), back - ended


async def measure(club: SeveralProcesses, asked: argparse.Namespace, bounds: Bounds) -> Counts:
    """Kill and drain while one thinks and others play."""
    counts, wish = Counts(), {"game": asked.game, "length": LONG, "seat": "white"}
    own = await asyncio.to_thread(seat, club.proxy, 1, {**wish, "clock": "7200+0"}, 1)
    others = await asyncio.to_thread(seat, club.proxy, asked.games, {**wish, "clock": "6000+8"}, 3)
    both, until = players_at(own, counts, FOR_EVER), time.monotonic() + 7200
    thinker, moves = Thinker(club, both), list[float]()
    deeds = [*[signal.SIGKILL] * asked.kills, *[signal.SIGTERM] * asked.drains]
    random.Random(2).shuffle(deeds)
    everybody = [*both, *players_at([*own, *others], counts)[len(own) :]]
    playing = [asyncio.create_task(player.play(club.proxy, until)) for player in everybody]
    await thinker.mover()
    for deed in deeds:
        moved, outage = await thinker.moved_by(deed)
        is_kill = deed is signal.SIGKILL
        moves += [moved] if is_kill else []
        what = f"a {'kill' if is_kill else 'drain'}, after {outage:.1f} s: the clock has moved by"
        bounds.tell(what, moved, most=BY_KILL if is_kill else BY_DRAIN)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    if moves:
        bounds.tell(f"{len(moves)} kills together", sum(moves))
    return counts


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    for name, usual in (("games", 40), ("kills", 5), ("drains", 3), ("processes", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with several_processes(asked.processes) as club:
        counts = asyncio.run(measure(club, asked, bounds))
        wrong = faults_in(club.server.address, counts)
    counts.tell()
    bounds.require_none(wrong, "no answered act was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
