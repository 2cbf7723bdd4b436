import asyncio
from pathlib import Path

from nardy.server.store.database.opening import open_store
from nardy.server.store.rule_versions import KeptGame, keep, kept


def test_versions_are_kept_and_told_the_oldest_first(tmp_path: Path) -> None:
    old, new = KeptGame("a~1", "один", 1), KeptGame("a~2", "два", 2)

    async def go() -> list[KeptGame]:
        store = open_store(tmp_path / "club.db")
        await store.run(lambda c: keep(c, [new, old]))
        before = await store.run(kept)
        await store.run(lambda c: keep(c, [KeptGame("a~1", "один, иначе", 3)]))
        assert before == [old, new]
        told = await store.run(kept)
        store.close()
        return told

    assert asyncio.run(go()) == [new, KeptGame("a~1", "один, иначе", 3)]
