"""Whether any request that the API's own description allows, or forbids, makes the club fail.

    python -m pip install schemathesis
    python benchmarks/fuzz.py [EXAMPLES]

A club on an empty database of its own, on loopback, without limits, is asked by schemathesis whatever its
OpenAPI page describes, well and badly, EXAMPLES (200) times a request: once as nobody, once as somebody
with an account and a game. Whatever answers with a 5xx, without a status that is described or with another
content is told, and the exit status is 1.
"""

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import uvicorn

from nardy.server import create_app
from nardy.server.limits import LIMITS, Limit
from nardy.server.run import listen
from nardy.server.settings import read_settings

CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance"


def serve(folder: Path) -> tuple[uvicorn.Server, str]:
    """A club in a thread, and its address."""
    for name in LIMITS:
        LIMITS[name] = Limit(name, None, None)
    settings = read_settings({"database": folder / "club.db", "port": 0}, environment={})
    listener = listen(settings)
    server = uvicorn.Server(uvicorn.Config(create_app(settings=settings), log_level="error"))
    threading.Thread(target=server.run, args=([listener],), daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server, "http://{}:{}".format(*listener.getsockname()[:2])


def sign_up(address: str) -> str:
    """The cookie of somebody with an account and a game."""
    import httpx  # noqa: PLC0415 (comes with schemathesis)

    with httpx.Client(base_url=address) as client:
        client.post("/api/rooms", json={"game": "tapa", "against": "friend"})
        client.post("/api/account", json={"name": "Anna", "password": "lamp gravel tuesday"})
        return f"nardy={client.cookies['nardy']}"


def fuzz(address: str, examples: int, *more: str) -> int:
    """One pass; the exit status of schemathesis."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/schema/openapi.json"]
    options = [f"--max-examples={examples}", f"--checks={CHECKS}", "--seed=1", "--mode=all"]
    return subprocess.run([*command, *options, *more], check=False).returncode  # noqa: S603


def main(examples: int = 200) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server, address = serve(Path(folder))
        nobody = fuzz(address, examples)
        somebody = fuzz(address, examples, "-H", f"Cookie: {sign_up(address)}")
        server.should_exit = True
    return max(nobody, somebody)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
