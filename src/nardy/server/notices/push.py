"""Web push: encrypt a notice and hand it to the push service of a browser.

RFC 8030 (delivery), RFC 8291 and RFC 8188 (encryption), RFC 8292 (VAPID). A client names the push service,
so it is called as little as possible: https, public addresses, one request, no redirect, few bytes.
"""

import asyncio
import base64
import contextlib
import os
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

import httpx
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from joserfc import jwt
from joserfc.jwk import ECKey

from nardy.server.notices.outcome import SENT, UNKNOWN, Outcome
from nardy.server.notices.public_addresses import PrivateAddressError, public_addresses

SECONDS = 5.0
"""For a whole request, the look-up of the name included."""
MOST_ANSWER = 4096
"""Bytes that are read of an answer; nothing in it matters."""
RECORD = 4096
"""The record size; a push service takes 4096 bytes (RFC 8030, 7.2)."""
PADDED = 1024
"""Every text is padded to so many bytes, so that its length tells nothing."""
MOST_ENDPOINT = 1000
VALID_SECONDS = 12 * 3600
"""Of a VAPID token; at most a day is allowed."""
HTTPS = 443
REFUSED_FOR_NOW = (429, 503)
"""Answers by which a push service says that it took nothing and may be asked again."""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host for a port."""


@dataclass(frozen=True, slots=True)
class PushTarget:
    """A browser's subscription: keys in base64url, as it sent them."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)


class VapidKey:
    """The key pair by which push services know the club."""

    def __init__(self, pem: str) -> None:
        """Read it from the text that `new_pem` makes."""
        self._key = ECKey.import_key(pem)

    @staticmethod
    def new_pem() -> str:
        """A new key pair as text."""
        key = ec.generate_private_key(ec.SECP256R1())
        form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
        return key.private_bytes(*form, serialization.NoEncryption()).decode()

    @cached_property
    def public(self) -> str:
        """The public key that browsers subscribe with, in base64url."""
        return _to_text(_point_of(self._key.get_op_key("verify")))

    def header(self, audience: str, contact: str) -> str:
        """The Authorization of a request to the origin *audience* (RFC 8292, 3)."""
        claims: dict[str, object] = {"aud": audience, "exp": int(time.time()) + VALID_SECONDS}
        if contact:
            claims["sub"] = contact
        token = jwt.encode({"alg": "ES256", "typ": "JWT"}, claims, self._key)
        return f"vapid t={token}, k={self.public}"


def encrypt(text: bytes, target: PushTarget) -> bytes:
    """The body of a push request: the text for one browser alone (RFC 8291, 3.4).

    Raises:
        ValueError: the keys of the browser are wrong.
    """
    own = ec.generate_private_key(ec.SECP256R1())
    return _sealed(text + b"\x02" + bytes(max(0, PADDED - len(text))), target, own, os.urandom(16))


def _sealed(
    padded: bytes, target: PushTarget, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    theirs, secret = _from_text(target.p256dh), _from_text(target.auth)
    shared = own.exchange(ec.ECDH(), _public_key(theirs))
    mine = _point_of(own.public_key())
    info = b"WebPush: info\0" + theirs + mine
    key = _derived(shared, secret, info, 32)
    content = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(content).encrypt(nonce, padded, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except UnsupportedAlgorithm as error:
        raise ValueError from error


def _point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def _to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _from_text(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_usable(target: PushTarget) -> bool:
    """Whether the keys of a subscription are such keys: a point of the curve, and 16 bytes."""
    with contextlib.suppress(ValueError):
        _public_key(_from_text(target.p256dh))
        return len(_from_text(target.auth)) == 16
    return False


def origin_of(endpoint: str) -> str:
    """The origin of an endpoint; '' if it is no address of http or https.

    >>> origin_of("https://push.example:8443/send/x"), origin_of("file:///x")
    ('https://push.example:8443', '')
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not host or not is_plain or parts.username is not None or len(endpoint) > MOST_ENDPOINT:
        return ""
    name = f"[{host}]" if ":" in host else host
    is_http = parts.scheme in ("http", "https")
    return f"{parts.scheme}://{name}{f':{port}' if port else ''}" if is_http else ""


@dataclass(frozen=True, slots=True)
class _Line:
    """Where a request really goes."""

    address: str
    headers: Mapping[str, str]
    extensions: Mapping[str, object]


class PushSender:
    """Sends notices to push services."""

    def __init__(
        self,
        key: VapidKey,
        contact: str = "",
        own_service: str = "",
        resolve: Resolve = public_addresses,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """*own_service* is the origin of a push service of the settings, at any address.

        *contact* is an address of the operator for push services, with mailto: or https:. *trust* says whose
        certificates are believed; by default those that browsers believe.
        """
        self.key = key
        self._contact, self._own_service, self._resolve = contact, own_service, resolve
        self._trust = trust

    @cached_property
    def _client(self) -> httpx.AsyncClient:
        """Made when it is first needed: reading all certificates takes a while."""
        # The environment could name a proxy, which would look the name up again.
        return httpx.AsyncClient(
            timeout=SECONDS, follow_redirects=False, trust_env=False, verify=self._trust or True
        )

    async def close(self) -> None:
        """Close its connections."""
        if "_client" in vars(self):
            await self._client.aclose()

    def allows(self, endpoint: str) -> bool:
        """Whether an endpoint may be called: https at its usual port, or the service of the settings."""
        origin = origin_of(endpoint)
        if origin and origin == self._own_service:
            return True
        parts = urlsplit(origin)
        return parts.scheme == "https" and parts.port in (None, HTTPS)

    async def send(self, target: PushTarget, text: bytes, *, topic: str, seconds: int) -> Outcome:
        """Send a text; the push service keeps it for so many *seconds*.

        A later text of the same *topic* replaces one that has not been delivered.
        """
        if not self.allows(target.endpoint):
            return Outcome("failed", "address")
        try:
            body = encrypt(text, target)
        except ValueError:
            return Outcome("failed", "keys")
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(seconds),
            "topic": topic,
            "urgency": "normal",
            "authorization": self.key.header(origin_of(target.endpoint), self._contact),
        }
        return await self._sent(target.endpoint, headers, body)

    async def _sent(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        has_begun = False

        async def trace(name: str, _: object) -> None:
            nonlocal has_begun
            has_begun = has_begun or name.endswith("send_request_headers.started")

        try:
            async with asyncio.timeout(SECONDS):
                lines = await self._lines(endpoint)
                for number, line in enumerate(lines, 1):
                    try:
                        return await self._asked(line, headers, body, trace)
                    except httpx.HTTPError:
                        if has_begun or number == len(lines):
                            raise
        except PrivateAddressError:
            return Outcome("failed", "address")
        except (httpx.HTTPError, OSError, TimeoutError, ValueError):
            pass
        # Once the request has begun it may have been read, whatever became of the answer.
        return Outcome("failed", UNKNOWN) if has_begun else Outcome("later", "unreachable")

    async def _lines(self, endpoint: str) -> Sequence[_Line]:
        """One line for each address of the host: the name is looked up here and not again."""
        if origin_of(endpoint) == self._own_service:
            return [_Line(endpoint, {}, {})]
        parts = urlsplit(endpoint)
        host = parts.hostname or ""
        found = await self._resolve(host, HTTPS)
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        name = f"[{host}]" if ":" in host else host
        return [
            _Line(
                f"https://{f'[{one}]' if ':' in one else one}:{HTTPS}{path}",
                {"host": name},
                # The certificate must be the host's, not the address's.
                {"sni_hostname": host},
            )
            for one in found
        ]

    async def _asked(
        self, line: _Line, headers: Mapping[str, str], body: bytes, trace: object
    ) -> Outcome:
        request = self._client.build_request(
            "POST",
            line.address,
            content=body,
            headers={**headers, **line.headers},
            extensions={**line.extensions, "trace": trace},
        )
        # A connection that is kept could be one to another host at the same address.
        request.headers["connection"] = "close"
        answer = await self._client.send(request, stream=True)
        try:
            # The status says all, also if the rest is cut off.
            with contextlib.suppress(httpx.HTTPError, OSError):
                read = 0
                async for part in answer.aiter_raw():
                    read += len(part)
                    if read > MOST_ANSWER:
                        break
        finally:
            await answer.aclose()
        return outcome_of(answer.status_code, answer.headers.get("retry-after", ""))


def outcome_of(status: int, retry_after: str = "") -> Outcome:
    """What an answer of a push service means (RFC 8030, 5 and 8.4).

    >>> outcome_of(201).state, outcome_of(410).state, outcome_of(302).state
    ('sent', 'gone', 'failed')
    >>> outcome_of(429, "90")
    Outcome(state='later', reason='status 429', seconds=90.0)
    """
    reason = f"status {status}"
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return Outcome("gone", reason)
    if status in REFUSED_FOR_NOW:
        seconds = float(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0.0
        return Outcome("later", reason, seconds)
    return Outcome("failed", reason)
