from pathlib import Path
from typing import Any

import pytest
from tests.server.store.test_offline_games import with_two

from nardy.server.store import accounts, challenges, log
from nardy.server.store.challenges import Challenge
from nardy.server.store.log import RoomRecord

LASTS = 10


def made(connection: Any, room: str, since: int, *, who: str = "a", to: str = "b") -> Challenge:
    record = RoomRecord(id=room, games=("tapa",), white=f"guest:{who}")
    log.make_room(connection, record, [])
    challenge = Challenge(room, who, to, since, since + LASTS)
    challenges.add(connection, challenge)
    return challenge


def test_a_challenge_stands_until_both_sit_or_the_room_is_closed(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        first, second = (made(connection, f"r{at}", at) for at in (1, 2))
        for who in "ab":
            assert challenges.of(connection, who, 5) == [second, first]
        assert challenges.get(connection, "r1") == first
        log.sit(connection, "r1", "black", "guest:b")
        assert challenges.of(connection, "b", 5) == [second]
        log.close(connection, "r2")
        assert challenges.of(connection, "a", 5) == []
        challenges.remove(connection, "r1")
        assert challenges.get(connection, "r1") is None

    with_two(tmp_path, job)


def test_challenges_move_with_a_guest_and_go_with_a_person(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        made(connection, "r1", 1, who="b", to="a")
        challenges.merge(connection, "b", "a")
        assert challenges.of(connection, "a", 5) == []
        other = made(connection, "r2", 2)
        told = challenges.export_of(connection, "b")
        assert [one["room"] for one in told] == [other.room]
        accounts.forget(connection, "a")
        return challenges.export_of(connection, "b")

    assert with_two(tmp_path, job) == []


@pytest.mark.parametrize("who", ["a", "b"])
def test_with_a_person_the_rooms_of_their_open_challenges_are_closed(
    tmp_path: Path, who: str
) -> None:
    def job(connection: Any) -> set[str]:
        for at in (1, 2):
            made(connection, f"r{at}", at)
        log.sit(connection, "r2", "black", "guest:b")
        accounts.forget(connection, who)
        return log.over_of(connection, ["r1", "r2"])

    assert with_two(tmp_path, job) == {"r1"}


def test_the_room_of_a_challenge_against_oneself_is_closed(tmp_path: Path) -> None:
    def job(connection: Any) -> set[str]:
        made(connection, "r1", 1, who="b", to="a")
        challenges.merge(connection, "b", "a")
        return log.over_of(connection, ["r1"])

    assert with_two(tmp_path, job) == {"r1"}


def test_a_challenge_without_an_answer_expires_once_its_time_is_over(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        first, second = (made(connection, f"r{at}", at) for at in (1, 2))
        assert challenges.expired(connection, first.until - 1) == []
        assert challenges.of(connection, "b", first.until) == [second]
        assert challenges.expired(connection, second.until) == ["r1", "r2"]
        log.sit(connection, "r1", "black", "guest:b")
        log.close(connection, "r2")
        assert challenges.expired(connection, second.until) == []

    with_two(tmp_path, job)
