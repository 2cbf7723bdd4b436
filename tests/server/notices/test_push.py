import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey
from tests.server.notices.certificates import certificate, serving, trusting
from tests.server.notices.push_service import Browser, PushService, bytes_of, open_push_service

from nardy.server.notices import push
from nardy.server.notices.outcome import Outcome
from nardy.server.notices.push import (
    PushSender,
    PushTarget,
    VapidKey,
    encrypt,
    is_usable,
    origin_of,
    outcome_of,
)

KEY = VapidKey(VapidKey.new_pem())
TEXT = '{"title":"Ваш ход"}'.encode()


def send(service: PushService, target: PushTarget, **how: Any) -> Outcome:
    async def sent() -> Outcome:
        sender = PushSender(KEY, "mailto:host@club.example", service.origin, **how)
        try:
            return await sender.send(target, TEXT, topic="turn", seconds=60)
        finally:
            await sender.close()

    return asyncio.run(sent())


def test_the_body_is_that_of_the_example_in_rfc_8291() -> None:
    # RFC 8291, appendix A.
    own = ec.derive_private_key(
        int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"),
        ec.SECP256R1(),
    )
    target = PushTarget(
        "",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    text = b"When I grow up, I want to be a watermelon\x02"
    sealed = push._sealed(text, target, own, bytes_of("DGv6ra1nlYgDCS1FRnbzlw"))  # noqa: SLF001
    assert base64.urlsafe_b64encode(sealed).rstrip(b"=") == (
        b"DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
        b"TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy"
        b"4a-fN"
    )


def test_the_browser_alone_reads_it_and_its_length_tells_nothing() -> None:
    browser, other = Browser(), Browser()
    bodies = [
        encrypt(text, browser.target("https://x.example")) for text in (b"", TEXT, b"x" * 900)
    ]
    assert [browser.read(body) for body in bodies] == [b"", TEXT, b"x" * 900]
    assert len({*map(len, bodies)}) == 1
    assert len(bodies[0]) < 4096
    with pytest.raises(InvalidTag):
        other.read(bodies[1])


def test_a_push_service_gets_a_sealed_text_signed_by_the_club() -> None:
    browser = Browser()
    with open_push_service() as service:
        assert send(service, browser.target(f"{service.origin}/send/1")) == Outcome("sent")
        [(path, headers, body)] = service.got
    assert path == "/send/1"
    assert browser.read(body) == TEXT
    assert {name: headers[name] for name in ("ttl", "topic", "content-encoding")} == {
        "ttl": "60",
        "topic": "turn",
        "content-encoding": "aes128gcm",
    }
    signed = dict(
        part.split("=") for part in headers["authorization"].removeprefix("vapid ").split(", ")
    )
    assert signed["k"] == KEY.public
    point = bytes_of(KEY.public)
    public = {"kty": "EC", "crv": "P-256"} | {
        name: base64.urlsafe_b64encode(half).rstrip(b"=").decode()
        for name, half in (("x", point[1:33]), ("y", point[33:]))
    }
    claims = jwt.decode(signed["t"], ECKey.import_key(public), algorithms=["ES256"]).claims
    assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:host@club.example")


@pytest.mark.parametrize(
    ("status", "state"),
    [
        *((200, "sent"), (201, "sent"), (204, "sent"), (301, "failed"), (307, "failed")),
        *((400, "failed"), (403, "failed"), (404, "gone"), (410, "gone"), (413, "failed")),
        *((429, "later"), (500, "failed"), (502, "failed"), (503, "later")),
    ],
)
def test_a_status_says_what_became_of_it(status: int, state: str) -> None:
    assert outcome_of(status).state == state


def test_a_redirect_is_not_followed_and_a_long_answer_is_not_read() -> None:
    browser = Browser()
    with open_push_service() as service, open_push_service() as other:
        service.status, service.headers = 307, {"location": f"{other.origin}/send/1"}
        outcome = send(service, browser.target(f"{service.origin}/send/1"))
        assert outcome == Outcome("failed", "status 307")
        assert other.got == []
        service.status, service.headers, service.answer = 201, {}, b"x" * (1 << 24)
        assert send(service, browser.target(f"{service.origin}/send/1")) == Outcome("sent")


def test_a_lost_connection_is_tried_again_only_where_nothing_was_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = Browser()
    with open_push_service() as service:
        target = browser.target(f"{service.origin}/send/1")
        service.is_silent = True
        assert send(service, target) == Outcome("failed", "unknown")
        service.is_silent, service.delay = False, 30.0
        monkeypatch.setattr(push, "SECONDS", 0.3)
        assert send(service, target) == Outcome("failed", "unknown")
        assert len(service.got) == 2
    # Now nobody listens there.
    assert send(service, target) == Outcome("later", "unreachable")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://user@push.example/x",
        "https://push.example /x",
        "https://" + "x" * 1000,
        "ftp://push.example/x",
        "https://[::1",
        "https:///x",
        "//push.example/x",
        "",
    ],
)
def test_only_https_at_its_usual_port_is_called(endpoint: str) -> None:
    with open_push_service() as service:
        assert send(service, Browser().target(endpoint)) == Outcome("failed", "address")
        assert service.got == []


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "[::ffff:9.9.9.9]"]
)
def test_no_address_of_this_machine_or_its_network_is_called(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_push_service() as service:
        monkeypatch.setattr(push, "HTTPS", int(service.origin.rpartition(":")[2]))
        endpoint = f"https://{host}:{push.HTTPS}/x"
        assert send(service, Browser().target(endpoint)) == Outcome("failed", "address")
        assert service.got == []


def tls(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *names: str
) -> tuple[Outcome, PushService, list[str]]:
    """What becomes of a notice to push.example, whose server shows a certificate for these names."""
    file, asked = certificate(folder, *names), []

    async def resolve(host: str, _: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    wrap = serving(file).wrap_socket
    with open_push_service(lambda line: wrap(line, server_side=True)) as service:
        monkeypatch.setattr(push, "HTTPS", int(service.origin.rpartition(":")[2]))
        target = Browser().target(f"https://push.example:{push.HTTPS}/send?x=1")
        outcome = send(service, target, resolve=resolve, trust=trusting(file))
    return outcome, service, asked


def test_a_name_is_looked_up_once_and_the_certificate_is_for_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, service, asked = tls(tmp_path, monkeypatch, "push.example")
    assert outcome == Outcome("sent")
    assert asked == ["push.example"]
    [(path, headers, _)] = service.got
    assert (path, headers["host"]) == ("/send?x=1", "push.example")


def test_a_certificate_for_the_address_alone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, service, _ = tls(tmp_path, monkeypatch, "127.0.0.1")
    assert outcome == Outcome("later", "unreachable")
    assert service.got == []


def test_wrong_keys_of_a_browser_are_refused() -> None:
    good = Browser().target("https://push.example/x")
    assert is_usable(good)
    off_curve = "B" + "A" * 86
    for p256dh, auth in [(good.p256dh, "AAAA"), ("", good.auth), (off_curve, good.auth), ("é", "")]:
        assert not is_usable(PushTarget(good.endpoint, p256dh, auth))
    with open_push_service() as service:
        wrong = PushTarget(f"{service.origin}/x", off_curve, good.auth)
        assert send(service, wrong) == Outcome("failed", "keys")
        assert service.got == []


def test_the_club_keeps_its_key_as_text() -> None:
    pem = VapidKey.new_pem()
    assert VapidKey(pem).public == VapidKey(pem).public != KEY.public
    assert json.dumps(origin_of("https://push.example/a")) == '"https://push.example"'
