import asyncio
from pathlib import Path

from nardy.server.store import decisions, guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.decisions import AuditLine
from nardy.server.store.guests import Guest


def test_a_sanction_lasts_as_long_as_it_says(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    def job(connection):
        guests.add_guest(connection, Guest("a", "Anna"), "t", 1)
        decisions.impose(connection, "a", "mute", 50)
        under = [decisions.is_under(connection, "a", "mute", at) for at in (49, 50, 51)]
        decisions.impose(connection, "a", "mute", None)
        under.append(decisions.is_under(connection, "a", "mute", 10**15))
        under.append(decisions.is_under(connection, "a", "ban", 1))
        decisions.lift(connection, "a", "mute")
        return [*under, decisions.is_under(connection, "a", "mute", 1)]

    assert asyncio.run(store.run(job)) == [True, False, False, True, False, False]
    store.close()


def test_all_who_are_under_a_sanction_are_told_together(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    sanctions = (("a", "ban", None), ("b", "ban", 50), ("c", "mute", None))

    def job(connection):
        for guest, kind, until in sanctions:
            guests.add_guest(connection, Guest(guest, guest), f"t{guest}", 1)
            decisions.impose(connection, guest, kind, until)
        return [decisions.all_under(connection, kind, 49) for kind in ("ban", "mute")] + [
            decisions.all_under(connection, "ban", 50)
        ]

    assert asyncio.run(store.run(job)) == [{"a", "b"}, {"c"}, {"a"}]
    store.close()


def test_decisions_are_told_the_newest_first(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    made = [AuditLine(at, "machine", "mute", f"p{at}") for at in range(5)]

    def job(connection):
        for one in made:
            decisions.note(connection, one)
        return decisions.decisions(connection, limit=3)

    assert asyncio.run(store.run(job)) == made[:1:-1]
    store.close()
