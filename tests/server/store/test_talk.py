import asyncio
from pathlib import Path

from nardy.server.store import log, talk
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import RoomRecord
from nardy.server.store.talk import ChatLine


def test_what_was_said_muted_and_reported_is_kept(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        room = RoomRecord(id="r", games=("backgammon",))
        await store.run(lambda c: log.make_room(c, room, []))
        lines = [
            ChatLine(1, "guest:a", "hello", 5, is_aside=False, key="k"),
            ChatLine(2, "guest:b", "привет", 6, is_aside=True, key="k"),
        ]
        for line in lines:
            await store.run(lambda c, line=line: talk.add_line(c, "r", line))
        assert await store.run(lambda c: talk.lines_of(c, "r")) == lines
        assert await store.run(lambda c: talk.lines_of(c, "other")) == []

        for on in (True, True, False, True):
            await store.run(lambda c, on=on: talk.set_mute(c, "guest:a", "guest:b", on=on))
        assert await store.run(lambda c: talk.mutes_of(c, "guest:a")) == {"guest:b"}
        assert await store.run(lambda c: talk.mutes_of(c, "guest:b")) == set()

        for at in (7, 8):
            await store.run(lambda c, at=at: talk.add_report(c, "r", 2, "guest:a", at))
        assert await store.run(lambda c: talk.reports(c, 9)) == [("r", lines[1], "guest:a")]
        store.close()

    asyncio.run(go())


def test_people_are_apart_whoever_of_them_has_muted_the_other(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> list[set[str]]:
        for who, muted in (("guest:a", "guest:b"), ("guest:c", "guest:a")):
            await store.run(lambda c, who=who, muted=muted: talk.set_mute(c, who, muted, on=True))
        return [
            await store.read(lambda c, who=who: talk.apart(c, who))
            for who in ("guest:a", "guest:b", "guest:d")
        ]

    found = asyncio.run(go())
    store.close()
    assert found == [{"guest:b", "guest:c"}, {"guest:a"}, set()]
