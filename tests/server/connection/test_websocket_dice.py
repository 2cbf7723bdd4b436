"""The dice as a page sees them fall: its links, and the seed that it never hears of."""

import asyncio
import json
from pathlib import Path

from tests.server.club_room import open_club, order
from tests.server.connection.screen import Screen, a_room

from nardy.core.provable import chain
from nardy.formats import proof
from nardy.server.rooms.dice import proof_of


def test_players_commit_to_chains_and_reveal_a_link_for_each_throw(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path, patience=5) as club:
            room = await a_room(club)
            chains = {"a": chain(b"a", 50), "b": chain(b"b", 50)}
            screens = {seat: Screen(club, f"guest:{seat}") for seat in "ab"}
            watch = {"room": room.record.id}
            first = await screens["a"].say(type="watch", **watch)
            assert first["view"]["phase"] == "opening"
            assert first["facts"]["dice"]["white"] is None
            await screens["b"].say(type="watch", **watch)

            async def answer(seat: str) -> None:
                """Reveal whatever is asked for, as a page does."""
                seen = 0
                while True:
                    for told in screens[seat].told[seen:]:
                        if told["type"] == "want":
                            link = chains[seat][told["number"]].hex()
                            say = {"type": "link", "number": told["number"], "link": link}
                            await screens[seat].page.take(json.dumps({**say, **watch}))
                    seen = len(screens[seat].told)
                    await asyncio.sleep(0.002)

            pages = [asyncio.create_task(answer(seat)) for seat in "ab"]
            for seat, links in chains.items():
                commit = {"type": "commit", "tip": links[0].hex(), **watch}
                await screens[seat].page.take(json.dumps(commit))
            async with asyncio.timeout(5):
                while room.view.phase == "opening":
                    await asyncio.sleep(0.005)
            player = room.match.game.to_act
            await room.act(player, order(room, "roll"))
            await room.act(player, order(room, "resign:single"))
            await room.act(player.opponent, order(room, "accept"))
            for page in pages:
                page.cancel()
            told = proof_of(room.record, room.entries)
            assert proof.check(told) == proof.ProofCheck(len(told.throws), 0, 0)
            assert told.tips == (chains["a"][0], chains["b"][0])

    asyncio.run(go())


def test_the_seed_of_a_running_game_is_told_nowhere(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, "guest:a")
            await screen.say(type="watch", room=room.record.id)
            other = Screen(club, None)
            await other.say(type="watch", room=room.record.id)
            for each in (screen, other):
                for message in ("lobby", "hint", "evaluate"):
                    asked = {} if message == "lobby" else {"room": room.record.id, "id": message}
                    await each.say(type=message, **asked)
                assert room.record.seed not in json.dumps(each.told)
            assert room.record.seed not in repr(room.record)
            assert room.record.seed not in proof.dumps(proof_of(room.record, room.entries))

    asyncio.run(go())
