import inspect
from typing import get_args

import msgspec

from nardy.server.protocol import groups
from nardy.server.protocol.groups import Role
from nardy.server.store.groups import RANKS


def test_every_struct_says_what_it_is() -> None:
    kinds = [kind for kind in vars(groups).values() if inspect.isclass(kind)]
    structs = [kind for kind in kinds if issubclass(kind, msgspec.Struct)]
    assert len(structs) > 5
    assert all(kind.__doc__ for kind in structs)


def test_roles_are_those_that_are_kept() -> None:
    assert get_args(Role) == RANKS
