from pathlib import Path
from typing import Any

from tests.server.store.test_notice_channels import fill, with_two

from nardy.server.store import accounts, club_numbers, guests, outbox
from nardy.server.store.accounts import Account
from nardy.server.store.guests import Guest


def test_people_and_notices_of_the_day_are_counted(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        guests.add_guest(connection, Guest("old", "Old"), "token-old", 0)
        guests.add_guest(connection, Guest("p", "Program"), "token-p", 1)
        accounts.add_account(connection, Account("p", "p", "", "program"), 1)
        fill(connection)
        [claimed] = outbox.claim(connection, 5, 9)
        outbox.mark(connection, claimed.id, "sent", "", 5)
        return club_numbers.numbers(connection, 1), club_numbers.numbers(connection, 2)

    now, later = with_two(tmp_path, job)
    assert (now.members, now.programs, now.new_members) == (1, 1, 1)
    assert (now.new_guests, now.seen) == (3, 3)
    assert (now.games_going, now.games_ended) == (0, 0)
    assert (now.notices_sent, now.notices_failed, now.notices_waiting) == (1, 0, 0)
    assert (later.members, later.new_members, later.seen) == (1, 0, 0)
