import inspect
from typing import get_args

import msgspec

from nardy.server.pairing import values
from nardy.server.protocol import tournaments
from nardy.server.protocol.messages import ToClient, ToServer
from nardy.server.protocol.tournaments import Follow, Followed, Format


def test_every_struct_says_what_it_is() -> None:
    kinds = [kind for kind in vars(tournaments).values() if inspect.isclass(kind)]
    structs = [kind for kind in kinds if issubclass(kind, msgspec.Struct)]
    assert len(structs) > 5
    assert all(kind.__doc__ for kind in structs)
    assert Follow in get_args(ToServer)
    assert Followed in get_args(ToClient)


def test_the_formats_are_those_that_are_played() -> None:
    assert get_args(Format) == get_args(values.Format)
