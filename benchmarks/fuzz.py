"""Whether any request that the API's own description allows, or forbids, makes the club fail.

    python -m pip install schemathesis
    python benchmarks/fuzz.py                  # 25 examples a request
    python benchmarks/fuzz.py 200 admin        # more of them, and as an admin alone

The club runs on loopback without rate limits, and its database has people, games, ratings, tournaments and
chats. schemathesis sends it valid and invalid requests of every operation in its OpenAPI page. It does so
without an account, as a member and as an admin, who are signed in again after every sign-out. Half of the
ids that it makes up are replaced by existing ones (fuzz_hooks.py). Passwords are hashed with the lowest cost
of argon2, since hashing would take most of the time.

For each pass the number of successful requests and the slowest operations are printed. An answer with a 5xx,
with an undescribed status or with other content is printed too, and so is a lost sign-in. Then the exit
status is 1.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uvicorn
from argon2 import PasswordHasher

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tests.web import lively  # noqa: E402

from nardy.server import create_app  # noqa: E402
from nardy.server.accounts import passwords  # noqa: E402
from nardy.server.rate_limits import LIMITS, Limit  # noqa: E402
from nardy.server.run import listen  # noqa: E402
from nardy.server.settings import read_settings  # noqa: E402
from nardy.server.store import accounts  # noqa: E402
from nardy.server.store.accounts import Account  # noqa: E402
from nardy.server.store.database.opening import open_store  # noqa: E402

CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance"
PASSES = {"nobody": "", "member": "Nino", "admin": "anna"}
"""The person of each pass, and the id of the guest with that account."""
SLOWEST = 5
PATIENCE = 60
"""Seconds in which everything must be answered."""


class Watched:
    """The club with times and counts of its answers; the person of a pass stays signed in."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.who = "nobody"
        self.token = ""
        self.seconds: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.well: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        if PASSES[self.who]:
            cookie = f"nardy={await self._signed_in()}".encode()
            others = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            scope = {**scope, "headers": [*others, (b"cookie", cookie)]}

        statuses: list[int] = []

        async def told(message: Any) -> None:
            statuses.extend([message["status"]] if "status" in message else [])
            await send(message)

        began = time.monotonic()
        await self.app(scope, receive, told)
        known = scope.get("path_template")
        name = f"{scope['method']} {known}" if known else "what is no operation"
        self.seconds[name] += time.monotonic() - began
        self.asked[name] += 1
        self.well[name] += any(status < 400 for status in statuses)

    async def _signed_in(self) -> str:
        """A valid token; a new one if the session before was ended."""
        club = self.app.state.club
        guest = await club.guest(self.token)
        if guest is None or guest.id != PASSES[self.who]:
            self.token, _ = await club.accounts.begin(PASSES[self.who], "fuzz")
        return self.token

    def tell(self) -> None:
        well = self.well.total()
        print(f"{self.who}: {self.asked.total()} requests, {well} of them answered well")
        for name, seconds in self.seconds.most_common(SLOWEST):
            print(f"  {seconds:6.1f} s for {self.asked[name]} times {name}")
        never = sorted(name for name in self.asked if not self.well[name] and "/" in name)
        print(f"  never answered well: {', '.join(never)}")
        for counter in (self.seconds, self.asked, self.well):
            counter.clear()


def prepare(folder: Path) -> None:
    """A club where much has happened, and a member of it who is no admin."""
    lively.prepare(folder)
    store = open_store(folder / "club.db")
    made = Account("Nino", "nino", passwords._hasher.hash(lively.PASSWORD), "member")  # noqa: SLF001
    asyncio.run(store.run(lambda c: accounts.add_account(c, made, 0)))
    store.close()


def serve(folder: Path) -> tuple[Watched, uvicorn.Server, str]:
    """The club in a thread, and its address."""
    for name in LIMITS:
        LIMITS[name] = Limit(name, None, None)
    settings = read_settings({"database": folder / "club.db", "port": 0}, environment={})
    listener = listen(settings)
    watched = Watched(create_app(settings=settings))
    server = uvicorn.Server(uvicorn.Config(watched, log_level="error"))
    threading.Thread(target=server.run, args=([listener],), daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return watched, server, "http://{}:{}".format(*listener.getsockname()[:2])


def fuzz(address: str, examples: int) -> int:
    """One pass; the exit status of schemathesis."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/schema/openapi.json"]
    options = [f"--max-examples={examples}", f"--checks={CHECKS}", "--seed=1", "--mode=all"]
    more = ["--phases=examples,coverage,fuzzing", "--warnings=off", f"--request-timeout={PATIENCE}"]
    hooks = {"SCHEMATHESIS_HOOKS": "fuzz_hooks", "PYTHONPATH": _path()}
    environment = {**os.environ, **hooks}
    done = subprocess.run([*command, *options, *more], check=False, env=environment)  # noqa: S603
    return done.returncode


def _path() -> str:
    return os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])


def be_quick() -> None:
    """Hash passwords with the lowest cost."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    passwords._hasher, passwords._nobodys = quick, quick.hash("nobody")  # noqa: SLF001


def main(examples: int = 25, *people: str) -> int:
    be_quick()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        watched, server, address = serve(Path(folder))
        for who in people or PASSES:
            watched.who, watched.token = who, ""
            began = time.monotonic()
            failed |= fuzz(address, examples)
            watched.tell()
            print(f"  {time.monotonic() - began:.0f} s in all", flush=True)
        server.should_exit = True
    return failed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:]))
