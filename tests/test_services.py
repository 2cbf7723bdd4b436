"""The databases for tests begin on free ports, are closed to strangers, and leave nothing."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.services import SCRIPT, address_of, begun

Services = tuple[Path, dict[str, str]]


@pytest.fixture(scope="module")
def services() -> Iterator[Services]:
    with begun() as found:
        yield found


def parts_of(address: str) -> tuple[str, int]:
    """Password and port."""
    found = re.fullmatch(r"\w+://\w*:(\w+)@127\.0\.0\.1:(\d+)/\w+", address)
    assert found
    return found[1], int(found[2])


def told_by_redis(port: int, *lines: str) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall("".join(f"{line}\r\n" for line in lines).encode())
        return connection.recv(1000).decode()


@pytest.mark.thorough
def test_postgresql_answers_who_knows_the_password(services: Services) -> None:
    address = address_of(services[1], "postgresql")
    password, _ = parts_of(address)
    psql = shutil.which("psql")
    assert psql
    asked = ["-Atc", "show server_encoding"]
    told = subprocess.run([psql, address, *asked], capture_output=True, text=True, check=False)
    assert told.stdout == "UTF8\n", told.stderr
    wrong = address.replace(password, "0" * 32)
    told = subprocess.run([psql, wrong, *asked], capture_output=True, text=True, check=False)
    assert "password authentication failed" in told.stderr


@pytest.mark.thorough
def test_redis_answers_who_knows_the_password_and_keeps_nothing(services: Services) -> None:
    password, port = parts_of(address_of(services[1], "redis"))
    assert told_by_redis(port, "PING").startswith("-NOAUTH")
    assert told_by_redis(port, f"AUTH {password}", "CONFIG GET save").endswith("$0\r\n\r\n")


@pytest.mark.thorough
def test_a_folder_is_used_once_and_nothing_of_it_is_left(services: Services) -> None:
    folder, _ = services
    told = subprocess.run([SCRIPT, "start", folder], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "expected a new folder" in told.stderr
    with begun() as (other, found):
        ports = [parts_of(address)[1] for address in found.values()]
        assert other.stat().st_mode & 0o077 == 0
    assert not other.exists()
    for port in ports:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port), timeout=1)


@pytest.mark.parametrize("arguments", [[], ["begin"], ["start"], ["stop", "/none"]])
def test_wrong_words_are_told_in_a_sentence(arguments: list[str]) -> None:
    told = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)
    assert told.returncode in (1, 2)
    assert "services" in told.stdout + told.stderr
    assert (told.stdout + told.stderr).count("\n") <= 6
