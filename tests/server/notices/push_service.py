"""A push service on this machine, and a browser that reads what comes through it (RFC 8291, written apart)."""

import base64
import contextlib
import hashlib
import hmac
import http.server
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from nardy.server.notices.push import PushTarget


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869, for at most 32 bytes."""
    key = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(key, info + b"\x01", hashlib.sha256)[:length]


class Browser:
    """A browser with a subscription."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def target(self, endpoint: str) -> PushTarget:
        return PushTarget(endpoint, text_of(self.public), text_of(self.secret))

    def subscription(self, endpoint: str) -> dict[str, str]:
        """As the page sends it."""
        target = self.target(endpoint)
        keys = {"p256dh": target.p256dh, "auth": target.auth}
        return {"endpoint": endpoint, **keys, "language": "ru"}

    def read(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), sender)
        secret = hkdf(self.secret, shared, b"WebPush: info\0" + self.public + theirs, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        text, mark, padding = padded.rpartition(b"\x02")
        assert mark
        assert not padding.strip(b"\0")
        return text


@dataclass
class PushService:
    """What came, and how it answers."""

    origin: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    answer: bytes = b""
    is_silent: bool = False
    """It reads a request and hangs up without an answer."""
    delay: float = 0.0
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)


@contextlib.contextmanager
def open_push_service(wrap: Any = None) -> Iterator[PushService]:
    """A push service; *wrap* makes its socket one of TLS."""
    service = PushService()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.got.append((self.path, headers, body))
            service.stopped.wait(service.delay)
            if service.is_silent:
                self.close_connection = True
                return
            self.send_response_only(service.status)
            for name, value in {
                **service.headers,
                "content-length": str(len(service.answer)),
            }.items():
                self.send_header(name, value)
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(service.answer)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_: Any) -> None:
            pass

    with Server(("127.0.0.1", 0), Handler) as server:
        if wrap is not None:
            server.socket = wrap(server.socket)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        service.origin = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield service
        finally:
            service.stopped.set()
            server.shutdown()
            thread.join()
