"""Another house that vouches for people: a provider of OpenID Connect, whole but for its people."""

import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import ECKey

from nardy.server.run import listen
from nardy.server.settings import read_settings

CLIENT, SECRET = "nardy", "correct-horse-battery"

Change = Callable[[dict[str, Any]], object]


@dataclass
class House:
    """What it does when asked; a test changes whatever it wants to lie about."""

    address: str
    subject: str = "anna-17"
    name: str = "Анна"
    key: Any = field(default_factory=lambda: ECKey.generate_key("P-256", {"kid": "one"}))
    algorithm: str = "ES256"
    signs_with: Any = None
    """Another key than the one it shows; None: the same."""
    lie: Change = lambda claims: None
    """What is changed in the claims."""
    metadata: dict[str, Any] = field(default_factory=dict)
    token_status: int = 200
    is_down: bool = False
    says_no: bool = False
    secret: str = SECRET
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        self.asked.append(scope["path"])
        body = b""
        while (message := await receive()).get("more_body") or message.get("body"):
            body += message["body"]
            if not message.get("more_body"):
                break
        form = dict(parse_qsl(body.decode()))
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        query = dict(parse_qsl(scope["query_string"].decode()))
        status, told, more = self.answer(scope["path"], query, form, headers)
        text = told if isinstance(told, bytes) else json.dumps(told).encode()
        start = [(name.encode(), value.encode()) for name, value in more.items()]
        await send({"type": "http.response.start", "status": status, "headers": start})
        await send({"type": "http.response.body", "body": text})

    def answer(
        self, path: str, query: dict[str, str], form: dict[str, str], headers: dict[str, str]
    ) -> tuple[int, Any, dict[str, str]]:
        if self.is_down:
            return 503, b"down", {}
        match path:
            case "/.well-known/openid-configuration":
                return 200, self.offer(), {}
            case "/keys":
                return 200, {"keys": [self.key.as_dict(private=False)]}, {}
            case "/authorize":
                return 302, b"", {"location": self.authorize(query)}
            case "/token":
                return self.give(form, headers)
            case _:
                return 404, b"", {}

    def offer(self) -> dict[str, Any]:
        names = {"authorization": "authorize", "token": "token"}
        ends = {f"{name}_endpoint": f"{self.address}/{path}" for name, path in names.items()}
        return {"issuer": self.address, **ends, "jwks_uri": f"{self.address}/keys", **self.metadata}

    def authorize(self, query: dict[str, str]) -> str:
        """Somebody has signed in here; where he goes on."""
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        if self.says_no:
            told = {"error": "access_denied", "state": query["state"]}
        else:
            code = secrets.token_urlsafe()
            self.codes[code] = query
            told = {"code": code, "state": query["state"]}
        return f"{query['redirect_uri']}?{urlencode(told)}"

    def give(
        self, form: dict[str, str], headers: dict[str, str]
    ) -> tuple[int, Any, dict[str, str]]:
        """An id token for a code, once, to whoever asked for it."""
        asked = self.codes.pop(form["code"], None)
        challenge = _written(hashlib.sha256(form["code_verifier"].encode()).digest())
        is_ours = self.client_of(form, headers) == (CLIENT, self.secret)
        if asked is None or not is_ours or asked["code_challenge"] != challenge:
            return 400, {"error": "invalid_grant"}, {}
        if form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}, {}
        told = {"access_token": "for-other-doors", "token_type": "Bearer"}
        return self.token_status, told | {"id_token": self.token(asked["nonce"])}, {}

    def client_of(self, form: dict[str, str], headers: dict[str, str]) -> tuple[str, str]:
        kind, _, told = headers.get("authorization", "").partition(" ")
        if kind == "Basic":
            name, _, secret = base64.b64decode(told).decode().partition(":")
            return name, secret
        return form.get("client_id", ""), form.get("client_secret", "")

    def token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": CLIENT,
            "sub": self.subject,
            "exp": now + 300,
            "iat": now,
            "nonce": nonce,
            "preferred_username": self.name,
        }
        self.lie(claims)
        key = self.signs_with or self.key
        return jwt.encode({"alg": self.algorithm, "kid": key.kid}, claims, key)


def unsigned(claims: dict[str, Any]) -> str:
    """A token that says that nobody signs it."""
    return f"{_unsigned('none', claims)}."


def signed_by(secret: bytes, claims: dict[str, Any]) -> str:
    """A token signed by a shared secret."""
    text = _unsigned("HS256", claims)
    return f"{text}.{_written(hmac.digest(secret, text.encode(), 'sha256'))}"


def _unsigned(algorithm: str, claims: dict[str, Any]) -> str:
    parts = ({"alg": algorithm, "kid": "one"}, claims)
    return ".".join(_written(json.dumps(part).encode()) for part in parts)


def _written(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def another_key(kid: str = "one") -> Any:
    return ECKey.generate_key("P-256", {"kid": kid})


@contextlib.contextmanager
def open_house() -> Iterator[House]:
    """A house on this machine, as long as the block goes on."""
    listener = listen(read_settings({"port": 0, "database": "unused"}, environment={}))
    house = House(f"http://127.0.0.1:{listener.getsockname()[1]}")
    server = uvicorn.Server(uvicorn.Config(house, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield house
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
