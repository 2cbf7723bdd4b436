import asyncio
import threading
from typing import Any

import pytest
from tests.server.club_room import room_in_memory

from nardy.errors import IllegalTurnError
from nardy.formats import position_text
from nardy.server.protocol.messages import Act, DieMove
from nardy.server.rooms import check_turn
from nardy.server.rooms.check_turn import judged, require_lawful

CASCADE = "gul-bara w 24:15 24:15 dice=44"
SHORT = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
WRONG = [DieMove(24, 22)]


class Table:
    """What the judge looks at of a room."""

    def __init__(self, text: str) -> None:
        self.version = int("7000")  # not the object that is compared with it
        self.match = type("Match", (), {"game": self})
        self.situation = position_text.loads(text)
        self.to_act = "whoever"


def played(**facts: Any) -> Act:
    return Act(**{"room": "r", "id": "k", "version": 7_000, "act": "play", "moves": WRONG, **facts})


def test_the_word_on_a_cascade_is_found_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[bool] = []
    real = check_turn.verdict

    def noted(*asked: Any) -> Any:
        where.append(threading.current_thread() is threading.main_thread())
        return real(*asked)

    monkeypatch.setattr(check_turn, "verdict", noted)
    for text in (CASCADE, SHORT):
        told = asyncio.run(judged(position_text.loads(text), "k", WRONG))
        assert told == real(position_text.loads(text), "k", WRONG)
        assert told.law
    assert where == [False, True]


def test_an_unlawful_cascade_is_refused_and_nothing_else_is() -> None:
    async def go(text: str, **facts: Any) -> None:
        table: Any = Table(text)
        await require_lawful(table, table.to_act, played(**facts))

    with pytest.raises(IllegalTurnError):
        asyncio.run(go(CASCADE))
    # Stale, other acts, none of his, short turns: the room itself tells what is the matter.
    asyncio.run(go(CASCADE, version=6_999))
    asyncio.run(go(CASCADE, act="double"))
    asyncio.run(go(CASCADE, moves=[], turn="24/23"))
    asyncio.run(go(SHORT))
    table: Any = Table(CASCADE)
    asyncio.run(require_lawful(table, room_in_memory().match.game.to_act, played()))
