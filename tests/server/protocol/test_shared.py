import msgspec
import pytest

from nardy.server.protocol.messages import ToClient, ToServer
from nardy.server.protocol.shared import Say, Talk


def test_talk_is_among_the_messages_of_both_sides() -> None:
    told = b'{"type":"say","room":"r","id":"1","text":"hello"}'
    assert msgspec.json.decode(told, type=ToServer) == Say("r", "1", "hello")
    talk = Talk("r", [], may_speak=True)
    assert msgspec.json.decode(msgspec.json.encode(talk), type=ToClient) == talk


def test_the_name_of_an_act_cannot_be_long() -> None:
    told = {"type": "say", "room": "r", "id": "x" * 61, "text": "hello"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(told), type=ToServer)
