import asyncio
import contextlib
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.server.accounts.test_accounts import GOOD, OpenPage, member
from tests.server.club_room import open_club
from tests.web.running import running_club

from nardy.server.accounts.api_clients import MOST_OF_ONE, require_person
from nardy.server.accounts.moderation import MACHINE, Moderator
from nardy.server.club.club import Club, NewRoom
from nardy.server.errors import NameTakenError, RefusedError
from nardy.server.store.guests import Guest

EXAMPLE = Path(__file__).parents[3] / "examples" / "play_at_club.py"
pytestmark = pytest.mark.usefixtures("quick_hashes")


async def owned(club: Club, name: str = "Anna") -> tuple[Guest, Guest, str]:
    """A member, a program of his, and its token."""
    owner, *_ = await member(club, name)
    _, token = await club.api_clients.make(owner, f"{name}'s engine")
    program = await club.guest(token)
    assert program is not None
    return owner, program, token


def test_a_program_comes_in_by_its_token_under_a_name_of_its_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, program, token = await owned(club)
            assert token.startswith("nardy_")
            assert (program.name, program.role) == ("Anna's engine", "program")
            assert program.id != owner.id
            (told,) = await club.api_clients.of(owner)
            assert (told.id, told.name) == (program.id, program.name)
            assert told.seen is not None
            # Its name is nobody else's, in whatever letters.
            with pytest.raises(NameTakenError):
                await club.api_clients.make(owner, "ANNA'S ENGINE")
            room = await club.make(NewRoom(games=("long-nardy",), white=f"guest:{program.id}"))
            facts = await club.describer.facts(room, None)
            assert facts.white is not None
            assert (facts.white.is_program, facts.white.is_bot) == (True, False)

    asyncio.run(go())


def test_another_token_shuts_the_door_behind_the_old_one(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, program, token = await owned(club)
            page = OpenPage()
            club.accounts.come(program.session, page)
            other = await club.api_clients.renew(owner, program.id)
            assert not page.is_open
            assert await club.guest(token) is None
            assert await club.guest(other) == program
            stranger, *_ = await member(club, "Boris")
            for act in (club.api_clients.renew, club.api_clients.end):
                with pytest.raises(RefusedError) as refused:
                    await act(stranger, program.id)
                assert refused.value.code == "program-none"

    asyncio.run(go())


def test_who_has_no_account_has_no_program_and_nobody_has_too_many(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, program, _ = await owned(club)
            guest, _ = await club.welcome("Guest 7")
            for one in (guest, program):
                with pytest.raises(RefusedError) as refused:
                    await club.api_clients.make(one, "Another")
                assert refused.value.code == "program-account"
            for number in range(1, MOST_OF_ONE):
                await club.api_clients.make(owner, f"Engine {number}")
            with pytest.raises(RefusedError) as refused:
                await club.api_clients.make(owner, "One more")
            assert refused.value.code == "program-many"

    asyncio.run(go())


def test_it_ends_with_its_owner_or_by_his_wish(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, program, token = await owned(club)
            await club.api_clients.end(owner, program.id)
            assert await club.guest(token) is None
            assert await club.api_clients.of(owner) == []
            _, token = await club.api_clients.make(owner, "Anna's engine")  # the name is free again
            assert [one["name"] for one in (await club.accounts.tell_all(owner))["programs"]]
            await club.accounts.forget(owner, GOOD)
            assert await club.guest(token) is None

    asyncio.run(go())


def test_whoever_is_shut_out_is_so_with_his_programs(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, program, token = await owned(club)
            moderator = Moderator(club.store, MACHINE)
            with pytest.raises(Exception, match="is a program"):
                await moderator.set_role(program.name, "admin")
            await moderator.impose("ban", program.name)
            with pytest.raises(RefusedError) as refused:
                await club.api_clients.renew(owner, program.id)
            assert refused.value.code == "program-closed"
            _, token = await club.api_clients.make(owner, "Another")
            await moderator.impose("ban", "Anna")
            assert await club.guest(token) is None

    asyncio.run(go())


def test_where_all_is_by_invitation_that_of_its_owner_counts(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, program, _ = await owned(club)
            club.groups.is_needed = True
            with pytest.raises(RefusedError, match="invitation"):
                await club.groups.require(program)
            await club.groups.make(owner, "Courtyard", "")
            await club.groups.require(program)
            # Admins need no invitation, and so do their programs.
            _, admins, _ = await owned(club, "Boris")
            with pytest.raises(RefusedError, match="invitation"):
                await club.groups.require(admins)
            await Moderator(club.store, MACHINE).set_role("Boris", "admin")
            await club.groups.require(admins)

    asyncio.run(go())


def test_ratings_and_tournaments_are_for_people() -> None:
    require_person(Guest("a", "Anna", "member"), what="a tournament")
    with pytest.raises(RefusedError, match="casual games"):
        require_person(Guest("p", "Engine", "program"), what="a tournament")


class Line:
    """A connection that says these messages, and remembers what it is told."""

    def __init__(self, *told: dict[str, object]) -> None:
        self.told, self.heard = [*told], list[dict[str, object]]()

    def recv(self) -> str:
        return json.dumps(self.told.pop(0))

    def send(self, text: str) -> None:
        self.heard.append(json.loads(text))


def test_the_example_plays_in_one_room_and_leaves_it() -> None:
    play = runpy.run_path(str(EXAMPLE))["play"]
    facts = {"white": {"name": "A"}, "black": {"name": "B"}, "you": "white"}
    going = {"type": "update", "version": 1, "view": {"acts": ["roll"], "to_act": "white"}}
    going["facts"] = facts | {"is_over": False}
    over = {"type": "update", "version": 9, "view": {"acts": [], "to_act": "white"}}
    over["facts"] = facts | {"is_over": True}
    result = {"winner": "black", "points": 2}
    engine = SimpleNamespace(choose=lambda view: {"act": view["acts"][0]})
    for given, told in ((result, "black wins 2, we are white"), (None, "closed without a result")):
        end = over | {"view": over["view"] | {"result": given}}
        line = Line(end | {"room": "before"}, going | {"room": "r"}, end | {"room": "r"})
        assert play(line, "r", engine) == told
        assert [one["type"] for one in line.heard] == ["watch", "commit", "act", "leave"]
        assert {one["room"] for one in line.heard} == {"r"}
    # It was closed while our act was on its way.
    closed = going | {"facts": facts | {"is_over": True}, "room": "r"}
    closed["view"] = {"acts": [], "to_act": "white", "result": None}
    assert play(Line(going | {"room": "r"}, closed), "r", engine) == "closed without a result"


@pytest.mark.thorough
@pytest.mark.sqlite  # the club is a process of its own
def test_the_example_plays_with_any_engine_behind_it(tmp_path: Path) -> None:
    """Two programs of two people meet at a club, and play a game to its end."""

    async def tokens() -> list[str]:
        async with open_club(tmp_path) as club:
            return [(await owned(club, name))[2] for name in ("Anna", "Boris")]

    asked = ["--game", "hypergammon", "--games", "1"]
    asked += ["--engine", f"{sys.executable} -m nardy ubgi --bot random"]
    with running_club(tmp_path) as address, contextlib.ExitStack() as playing:

        def begun(token: str) -> tuple["subprocess.Popen[str]", str]:
            """A program that has sat down, and where."""
            command = [sys.executable, EXAMPLE, address, token, *asked]
            one = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            playing.enter_context(one)
            playing.callback(one.kill)
            assert one.stdout
            return one, one.stdout.readline()

        # One after the other: two who come at the same moment wait in two rooms.
        both = [begun(token) for token in asyncio.run(tokens())]
        told = [one.communicate(timeout=120)[0] for one, _ in both]
    assert both[0][1] == both[1][1] != ""
    ends = [re.fullmatch(r"(\w+) wins (\d), we are (\w+)", text.splitlines()[-1]) for text in told]
    assert all(ends), told
    assert len({end[3] for end in ends if end}) == 2, json.dumps(told)
