"""Who follows whom: kept once, moved and forgotten with the person."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.store.test_offline_games import with_two

from nardy.server.names import key_of
from nardy.server.store import accounts, follows, guests, talk
from nardy.server.store.accounts import Account
from nardy.server.store.follows import ContactChoice
from nardy.server.store.guests import PROGRAM, Guest


def add(connection: Any, who: str, role: str = "") -> None:
    guests.add_guest(connection, Guest(who, who), f"token-{who}", 1)
    if role:
        accounts.add_account(connection, Account(who, key_of(who), "", role), 1)


def test_one_follows_others_until_one_ends_it(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        add(connection, "c")
        for at, other in ((1, "c"), (2, "b"), (3, "c")):
            assert follows.set_follow(connection, "a", other, at, on=True)
        assert follows.followed_by(connection, "a") == ["c", "b"]
        assert follows.followers_of(connection, "b") == {"a"}
        follows.set_follow(connection, "a", "c", 4, on=False)
        return follows.followed_by(connection, "a")

    assert with_two(tmp_path, job) == ["b"]


def test_nobody_follows_themselves_or_a_stranger_or_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follows, "MOST_FOLLOWED", 1)

    def job(connection: Any) -> Any:
        add(connection, "c")
        told = [
            follows.set_follow(connection, "a", other, 1, on=True)
            for other in ("a", "nobody", "b", "c", "b")
        ]
        accounts.forget(connection, "c")
        told.append(follows.set_follow(connection, "b", "c", 1, on=True))
        return told

    assert with_two(tmp_path, job) == [False, False, True, False, True, False]


def test_choices_are_kept_and_others_have_the_defaults(tmp_path: Path) -> None:
    shy = ContactChoice(seen_by="nobody", challenged_by="followed")

    def job(connection: Any) -> Any:
        follows.choose(connection, "a", ContactChoice(seen_by="all"))
        follows.choose(connection, "a", shy)
        accounts.forget(connection, "b")
        follows.choose(connection, "b", shy)
        return follows.choices_of(connection, ["a", "b"])

    assert with_two(tmp_path, job) == {"a": shy, "b": ContactChoice()}


def test_people_are_found_by_a_part_of_their_name_but_no_programs_and_no_guests(
    tmp_path: Path,
) -> None:
    def job(connection: Any) -> Any:
        for who, role in (("Анна", "member"), ("Ханна К.", "admin"), ("Анна 2", PROGRAM)):
            add(connection, who, role)
        add(connection, "Анна, гость")
        add(connection, "100%", "member")
        return [follows.named(connection, part) for part in ("АННА", "%", "нет")]

    assert with_two(tmp_path, job) == [["Анна", "Ханна К."], ["100%"], []]


def test_follows_and_choices_move_with_a_guest_and_go_with_a_person(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        add(connection, "c")
        for who, other in (("b", "c"), ("b", "a"), ("c", "b"), ("a", "c")):
            follows.set_follow(connection, who, other, 1, on=True)
        follows.choose(connection, "b", ContactChoice(seen_by="nobody"))
        follows.merge(connection, "b", "a")
        assert follows.followed_by(connection, "a") == ["c"]
        assert follows.followers_of(connection, "a") == {"c"}
        told = follows.export_of(connection, "a")
        assert told["follows"] == [{"followed": "c", "since": 1}]
        assert told["meeting_choice"] == [{"seen_by": "nobody", "challenged_by": "all"}]
        follows.forget(connection, "a")
        return follows.followers_of(connection, "a"), follows.export_of(connection, "a")

    assert with_two(tmp_path, job) == (set(), {"follows": [], "meeting_choice": []})


def test_who_sees_somebody_online_is_read_for_many(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        add(connection, "c")
        follows.set_follow(connection, "a", "b", 1, on=True)
        follows.choose(connection, "b", ContactChoice(seen_by="all"))
        follows.choose(connection, "c", ContactChoice(seen_by="nobody"))
        follows.set_follow(connection, "c", "a", 1, on=True)
        everybody = ["a", "b", "c", "stranger"]

        def found(reader: str | None) -> set[str]:
            return follows.shown_online(connection, everybody, reader)

        shown = [found(reader) for reader in ("a", "b", None)]
        talk.set_mute(connection, "guest:a", "guest:b", on=True)
        return [*shown, found("a"), found("b"), found(None)]

    shown = [{"b"}, {"a", "b"}, {"b"}]
    assert with_two(tmp_path, job) == [*shown, set(), {"b"}, {"b"}]
