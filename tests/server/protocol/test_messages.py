import inspect
import re
from typing import get_args

import msgspec
import pytest

from nardy.server.protocol import messages
from nardy.server.protocol.messages import Act, DieMove, ToClient, ToServer, Watch


def test_messages_are_told_apart_by_their_type() -> None:
    told = (
        b'{"type":"act","room":"r","id":"1","version":3,"act":"play","moves":[{"from":24,"to":18}]}'
    )
    act = msgspec.json.decode(told, type=ToServer)
    assert act == Act("r", "1", 3, "play", [DieMove(24, 18)])
    assert msgspec.json.decode(b'{"type":"watch","room":"r"}', type=ToServer) == Watch("r")


@pytest.mark.parametrize(
    "told",
    [
        b"{}",
        b"[]",
        b'{"type":"act"}',
        b'{"type":"fly"}',
        b'{"type":"watch","room":"r","seed":1}',
        b'{"type":"watch","room":7}',
        b'{"type":"act","room":"r","id":"1","version":3,"act":"play","moves":[[24,18]]}',
    ],
)
def test_other_messages_are_refused(told: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(told, type=ToServer)


def test_every_message_says_what_it_is_for() -> None:
    listed = [*get_args(ToServer), *get_args(ToClient)]
    assert len(listed) >= 9
    assert all(inspect.getdoc(message) for message in listed)
    structs = [kind for kind in vars(messages).values() if inspect.isclass(kind)]
    assert all(inspect.getdoc(kind) for kind in structs)


def test_every_tag_that_is_not_its_class_is_in_the_table() -> None:
    text = inspect.getsource(messages)
    table = dict(re.findall(r"^#   (\w+) +(\w+)", text, re.MULTILINE))
    kinds = [*get_args(ToServer), *get_args(ToClient)]
    tags = {str(kind.__struct_config__.tag): kind.__name__ for kind in kinds}
    # Two messages have the tag `lobby`; the table names both.
    other = {tag: name for tag, name in tags.items() if tag != name.lower()}
    assert {**other, "lobby": "WatchLobby"} == table
