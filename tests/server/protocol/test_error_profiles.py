import inspect

import msgspec
import pytest

from nardy.server.protocol import error_profiles
from nardy.server.protocol.error_profiles import ErrorChoice


def test_every_struct_says_what_it_is_for() -> None:
    structs = [kind for kind in vars(error_profiles).values() if inspect.isclass(kind)]
    assert len(structs) >= 8
    assert all(inspect.getdoc(kind) for kind in structs)


def test_a_choice_is_one_of_three_audiences() -> None:
    for audience in ("me", "friends", "all"):
        text = f'{{"shown_to": "{audience}", "is_automatic": true}}'
        assert msgspec.json.decode(text, type=ErrorChoice).shown_to == audience
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"shown_to": "club", "is_automatic": true}', type=ErrorChoice)
