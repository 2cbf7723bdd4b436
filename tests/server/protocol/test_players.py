import inspect

import msgspec

from nardy.server.protocol import players
from nardy.server.protocol.players import LadderFacts


def test_every_struct_says_what_it_is_for() -> None:
    structs = [kind for kind in vars(players).values() if inspect.isclass(kind)]
    assert len(structs) >= 8
    assert all(inspect.getdoc(kind) for kind in structs)


def test_a_ladder_travels_as_json() -> None:
    one = LadderFacts("tavli", {"en": "Tavli", "ru": "Тавли"}, "rapid", 1, 2, 3)
    assert msgspec.json.decode(msgspec.json.encode(one), type=LadderFacts) == one
