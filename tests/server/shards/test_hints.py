import asyncio
from collections.abc import Callable
from typing import cast

from nardy.server.shards.hints import CHANNEL, Hints
from nardy.server.store.database.postgresql.notifications import Notifications


class Wire:
    """Notifications in memory: everybody hears what anybody tells."""

    def __init__(self) -> None:
        self.heard: list[Callable[[str], None]] = []
        self.anew: list[Callable[[], None]] = []
        self.told: list[str] = []

    def hear(
        self, channel: str, heard: Callable[[str], None], anew: Callable[[], None]
    ) -> Callable[[], None]:
        assert channel == CHANNEL
        self.heard.append(heard)
        self.anew.append(anew)
        return lambda: self.heard.remove(heard)

    def tell(self, channel: str, payload: str = "") -> None:
        assert channel == CHANNEL
        self.told.append(payload)
        for heard in list(self.heard):
            heard(payload)


def hints_of(wire: Wire) -> Hints:
    return Hints(cast("Notifications", wire))


def test_others_hear_what_is_told_and_the_teller_does_not() -> None:
    async def go() -> None:
        wire, found = Wire(), list[tuple[int, str]]()
        one, other = hints_of(wire), hints_of(wire)
        one.on("person", lambda what: found.append((1, what)))
        other.on("person", lambda what: found.append((2, what)))
        with one.hearing(), other.hearing():
            one.tell("person", "anna maria")
            one.tell("unknown", "x")
            one.tell("person")
            await asyncio.sleep(0.01)
        assert found == [(2, "anna maria"), (2, "")]
        assert wire.heard == []

    asyncio.run(go())


def test_what_follows_from_a_hint_is_not_told_again() -> None:
    async def go() -> None:
        wire = Wire()
        one, other = hints_of(wire), hints_of(wire)
        other.on("person", lambda what: other.tell("person", what))
        with one.hearing(), other.hearing():
            one.tell("person", "a")
            await asyncio.sleep(0.01)
            assert len(wire.told) == 1
            # Afterwards it tells again.
            other.tell("person", "b")
            assert len(wire.told) == 2

    asyncio.run(go())


def test_a_handler_that_fails_does_not_keep_others_from_hearing() -> None:
    async def go() -> None:
        wire, found = Wire(), list[str]()
        one, other = hints_of(wire), hints_of(wire)
        other.on("bad", lambda _: 1 // 0)
        other.on("good", found.append)
        with one.hearing(), other.hearing():
            one.tell("bad")
            one.tell("good", "yes")
            await asyncio.sleep(0.01)
        assert found == ["yes"]

    asyncio.run(go())


def test_lost_hints_are_all_that_may_have_changed() -> None:
    async def go() -> None:
        wire, calls = Wire(), list[str]()
        hints = hints_of(wire)
        hints.on_anew(lambda: calls.append("forget"))
        hints.on_anew(lambda: hints.tell("echo"))
        with hints.hearing():
            for again in wire.anew:
                again()
            await asyncio.sleep(0.01)
        assert calls == ["forget"]
        assert wire.told == []

    asyncio.run(go())
