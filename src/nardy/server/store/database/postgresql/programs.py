"""PostgreSQL's own programs (pg_dump and others): found, and run without a password among their arguments."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.postgresql.connecting import engine_of

FOLDERS = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin")
"""Where Debian and Fedora keep programs of several versions, outside the PATH."""


@dataclass(frozen=True)
class Programs:
    """Programs for the server of a database."""

    address: PostgresAddress
    version: int
    """The server's major version; older programs refuse to work for it."""

    def command(self, name: str, arguments: Sequence[str]) -> list[str]:
        """A command that connects to the database; an environment by `environment` belongs to it.

        Raises:
            StoreError: the program is not installed, or too old for the server.
        """
        from psycopg import conninfo  # noqa: PLC0415 (an extra)

        told: dict[str, Any] = conninfo.conninfo_to_dict(self.address.text)
        place = conninfo.make_conninfo("", **{**told, "password": None})
        return [self.find(name), "--no-password", f"--dbname={place}", *arguments]

    def find(self, name: str) -> str:
        """A program for this server.

        Raises:
            StoreError: there is none.
        """
        return find(name, self.version)

    def environment(self) -> dict[str, str]:
        """The environment with the password, which other people of the machine cannot read."""
        from psycopg import conninfo  # noqa: PLC0415 (an extra)

        password = conninfo.conninfo_to_dict(self.address.text).get("password")
        ours = {"LC_ALL": "C", "PGAPPNAME": "nardy", "PGOPTIONS": "-c lock_timeout=5s"}
        return {**os.environ, **ours, **({"PGPASSWORD": str(password)} if password else {})}


def programs_for(address: PostgresAddress) -> Programs:
    """The programs for a database.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the server does not answer, or refuses.
    """
    engine = engine_of(address)
    try:
        with engine.connect() as connection:
            version = connection.exec_driver_sql("SHOW server_version_num").scalar_one()
            return Programs(address, int(version) // 10_000)
    except DBAPIError as error:
        raise refusal(error) from error
    finally:
        engine.dispose()


def find(name: str, version: int) -> str:
    """A program of a major version, or of the next one that is here.

    Raises:
        StoreError: there is none.
    """
    known = {program: _version_of(program) for program in _candidates(name)}
    # What a much newer one writes, an older server may not read.
    if new_enough := {program: found for program, found in known.items() if found >= version}:
        return min(new_enough, key=new_enough.__getitem__)
    install = f"install it (Debian, Ubuntu: apt install postgresql-client-{version})"
    if not known:
        raise StoreError(f"expected {name}, a program of PostgreSQL, got none; {install}")
    raise StoreError(
        f"expected {name} of PostgreSQL {version} or newer, as the server is, got {max(known.values())}; {install}"
    )


def _candidates(name: str) -> list[str]:
    """The program in the PATH, then those outside it."""
    outside = [str(path) for folders in FOLDERS for path in Path("/").glob(f"{folders}/{name}")]
    return [*filter(None, [shutil.which(name)]), *sorted(outside)]


def _version_of(program: str) -> int:
    try:
        told = subprocess.run(  # noqa: S603 (PostgreSQL's own program)
            [program, "--version"], capture_output=True, text=True, check=False, timeout=60
        )
    except OSError:
        return -1
    return _number_in(told.stdout)


def _number_in(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else -1
