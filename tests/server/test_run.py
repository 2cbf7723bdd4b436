import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from nardy.server.run import AddressError, listen
from nardy.server.settings import read_settings


def test_a_port_in_use_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(AddressError, match="another program listens; choose another"):
            listen(read_settings({"port": port, "database": tmp_path / "a.db"}, environment={}))


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    for host in ("192.0.2.1", "no.such.host.invalid"):
        with pytest.raises(AddressError, match="expected an address of this machine"):
            listen(read_settings({"host": host, "database": tmp_path / "a.db"}, environment={}))


def test_the_command_prints_its_address_and_serves_there(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0"]
    environment = {**os.environ, "NARDY_DATABASE": str(tmp_path / "club.db")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as club:
        assert club.stdout is not None
        address = next(word for word in club.stdout.readline().split() if word.startswith("http"))
        with urllib.request.urlopen(address) as answer:  # noqa: S310 (loopback)
            assert b"main.js" in answer.read()
        club.terminate()
        assert club.wait(10) in (0, -signal.SIGTERM)
