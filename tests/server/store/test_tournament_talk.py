import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server.tournaments.tournament_hall import record

from nardy.server.store import accounts, cleanup, guests, merge_guest, tournament_talk, tournaments
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.merge_guest import MergedIds
from nardy.server.store.tournament_talk import NewLine

ANN, BO = "guest:a", "guest:b"


def with_cup(folder: Path, job: Callable[[Any, str], Any]) -> Any:
    """What a job answers, which gets a connection and the id of a tournament."""

    async def go() -> Any:
        store = open_store(folder / "club.db")
        cup = record(maker="guest:c")

        def all_of_it(connection: Any) -> Any:
            for who in "abc":
                guests.add_guest(connection, Guest(who, who), f"token-{who}", 1)
            tournaments.make(connection, cup)
            return job(connection, cup.id)

        try:
            return await store.run(all_of_it)
        finally:
            store.close()

    return asyncio.run(go())


def said(connection: Any, cup: str, *who: str) -> None:
    for number, one in enumerate(who, 1):
        new = NewLine(one, f"line {number}", number * 10, f"key {number}")
        assert tournament_talk.add(connection, cup, new) == number


def texts(connection: Any, cup: str, before: int | None = None, limit: int = 9) -> list[str]:
    return [one.text for one in tournament_talk.lines_of(connection, cup, before, limit)]


def test_lines_come_in_order_the_last_ones_and_those_before_a_time(tmp_path: Path) -> None:
    def job(connection: Any, cup: str) -> None:
        said(connection, cup, ANN, BO, ANN)
        assert texts(connection, cup) == ["line 1", "line 2", "line 3"]
        assert texts(connection, cup, limit=2) == ["line 2", "line 3"]
        assert texts(connection, cup, before=20) == ["line 1"]
        assert texts(connection, "other") == []
        assert tournament_talk.number_of(connection, cup, BO, "key 2") == 2
        assert tournament_talk.number_of(connection, cup, ANN, "key 2") is None
        assert tournament_talk.author_of(connection, cup, 3) == ANN

    with_cup(tmp_path, job)


def test_a_report_is_listed_once_with_its_line(tmp_path: Path) -> None:
    def job(connection: Any, cup: str) -> None:
        said(connection, cup, ANN)
        for at in (1, 2):
            tournament_talk.add_report(connection, cup, 1, BO, at)
        ((of, line, by),) = tournament_talk.reports(connection, 9)
        assert (of, line.text, line.who, by) == (cup, "line 1", ANN, BO)
        assert not tournament_talk.remove_reports(connection, cup, 2)
        assert tournament_talk.remove_reports(connection, cup, 1)
        assert tournament_talk.reports(connection, 9) == []
        assert texts(connection, cup) == ["line 1"]

    with_cup(tmp_path, job)


def test_what_a_person_said_is_exported_and_goes_with_them(tmp_path: Path) -> None:
    def job(connection: Any, cup: str) -> None:
        said(connection, cup, ANN, BO)
        tournament_talk.add_report(connection, cup, 1, BO, 5)
        tournament_talk.add_report(connection, cup, 2, ANN, 6)
        told = accounts.export_of(connection, "a")
        assert [one["text"] for one in told["tournament_lines"]] == ["line 1"]  # type: ignore[index]
        assert [one["number"] for one in told["tournament_reports"]] == [2]  # type: ignore[index]
        accounts.forget(connection, "a")
        assert texts(connection, cup) == ["", "line 2"]
        assert tournament_talk.reports(connection, 9) == []

    with_cup(tmp_path, job)


def test_a_guests_lines_move_to_the_account_even_with_the_same_keys(tmp_path: Path) -> None:
    def job(connection: Any, cup: str) -> None:
        for who in (ANN, BO):
            tournament_talk.add(connection, cup, NewLine(who, who, 1, "same key"))
        tournament_talk.add(connection, cup, NewLine("guest:c", "c", 1, "key"))
        for who in (ANN, BO):
            tournament_talk.add_report(connection, cup, 3, who, 1)
        merge_guest.join(connection, MergedIds(BO, ANN))
        lines = tournament_talk.lines_of(connection, cup, None, 9)
        assert [one.who for one in lines] == [ANN, ANN, "guest:c"]
        assert [by for _, _, by in tournament_talk.reports(connection, 9)] == [ANN]

    with_cup(tmp_path, job)


def test_a_guest_who_has_written_is_not_removed_as_idle(tmp_path: Path) -> None:
    def job(connection: Any, cup: str) -> None:
        said(connection, cup, ANN)
        tournament_talk.add_report(connection, cup, 1, BO, 1)
        assert cleanup.idle_guests(connection, 10**15, 9) == []

    with_cup(tmp_path, job)
