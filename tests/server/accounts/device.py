"""A device that keeps passkeys, in Python: what a browser would send, and what a thief might."""

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def content(told: str) -> bytes:
    return urlsafe_b64decode(told + "=" * (-len(told) % 4))


@dataclass
class Device:
    """With one key."""

    origin: str = "http://testserver.local"
    place: str = "testserver.local"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    id: bytes = b"key-1"
    user: str = ""
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def client_data(self, kind: str, challenge: str) -> bytes:
        told = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}
        return json.dumps(told).encode()

    def data(self, more: bytes = b"", flags: int = 0) -> bytes:
        place = hashlib.sha256(self.place.encode()).digest()
        return place + struct.pack(">BI", self.flags | flags, self.count) + more

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        made = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        told = {"fmt": "none", "attStmt": {}, "authData": self.data(made, ATTESTED)}
        return self._told(
            clientDataJSON=self.client_data("create", options["challenge"]),
            attestationObject=cbor2.dumps(told),
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        client, data = self.client_data("get", options["challenge"]), self.data()
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        told = self._told(clientDataJSON=client, authenticatorData=data, signature=signature)
        told["response"]["userHandle"] = self.user
        return told

    def _told(self, **response: bytes) -> dict[str, Any]:
        parts = {name: text(value) for name, value in response.items()}
        key_id = text(self.id)
        return {"id": key_id, "rawId": key_id, "type": "public-key", "response": parts}
