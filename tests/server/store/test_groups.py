import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from nardy.server.store import groups, guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.groups import Group
from nardy.server.store.guests import Guest

MADE = Group(id="c", name="Court", about="", since=1, code="code")


def asked(folder: Path, *jobs: Callable[[sql.Connection], Any]) -> list[Any]:
    async def go() -> list[Any]:
        store = open_store(folder / "club.db")
        try:
            for who in ("ann", "bo", "cy"):
                guest = Guest(who, who)
                await store.run(lambda c, g=guest: guests.add_guest(c, g, g.id, 1))
            await store.run(lambda c: groups.make(c, MADE, "ann"))
            return [await store.run(job) for job in jobs]
        finally:
            store.close()

    return asyncio.run(go())


def roles(connection: sql.Connection) -> dict[str, str] | None:
    found = groups.load(connection, "c")
    return {one.guest: one.role for one in found[1]} if found else None


def join(who: str, code: str = "code", at: int = 5) -> Callable[[sql.Connection], str | None]:
    return lambda c: groups.join(c, code, who, at, 3)


def change(**values: Any) -> Callable[[sql.Connection], None]:
    return lambda c: groups.change(c, "c", **values)


def test_an_invitation_lets_in_as_many_and_as_long_as_it_says(tmp_path: Path) -> None:
    found = asked(
        tmp_path,
        change(uses=1, until=10),
        join("bo"),
        join("bo"),  # once in, always in: it takes no second place
        join("cy"),
        change(uses=None),
        join("cy", at=11),
        join("cy", "other"),
        roles,
    )
    assert found[1:4] == ["joined", "joined", "worn"]
    assert found[5:] == ["worn", "worn", {"ann": "owner", "bo": "member"}]


def test_an_invitation_with_a_role_gives_it_also_to_members(tmp_path: Path) -> None:
    found = asked(
        tmp_path,
        join("bo"),
        change(role="helper", uses=2, until=10),
        join("cy"),
        join("ann"),  # an owner stays one, and takes no place
        join("bo"),
        roles,
        join("bo"),
        lambda c: (known := groups.load(c, "c")) and known[0].uses,
        change(uses=None, until=4),
        lambda c: groups.set_role(c, "c", "bo", "member"),
        join("bo", at=5),
        roles,
    )
    assert found[5] == {"ann": "owner", "bo": "helper", "cy": "helper"}
    assert found[7] == 0
    assert found[-2:] == ["joined", {"ann": "owner", "bo": "member", "cy": "helper"}]


def test_without_an_owner_the_next_in_rank_is_one_and_nobodys_group_ends(tmp_path: Path) -> None:
    *_, two, one, none, mine = asked(
        tmp_path,
        join("bo", at=2),
        join("cy", at=3),
        lambda c: groups.set_role(c, "c", "cy", "helper"),
        lambda c: groups.forget(c, "ann"),
        roles,
        lambda c: (groups.remove(c, "c", "cy"), roles(c))[1],
        lambda c: (groups.remove(c, "c", "bo"), roles(c))[1],
        lambda c: groups.groups_of(c, "bo"),
    )
    assert two == {"bo": "member", "cy": "owner"}
    assert one == {"bo": "owner"}
    assert (none, mine) == (None, [])


def test_a_guest_who_is_an_account_belongs_where_either_did(tmp_path: Path) -> None:
    *_, moved, joined, told = asked(
        tmp_path,
        join("bo"),
        lambda c: (groups.merge(c, "bo", "cy"), roles(c))[1],
        lambda c: (groups.merge(c, "ann", "cy"), roles(c))[1],
        lambda c: groups.export_of(c, "cy"),
    )
    assert moved == {"ann": "owner", "cy": "member"}
    assert joined == {"cy": "owner"}
    assert [(one["name"], one["role"]) for one in told] == [("Court", "owner")]
