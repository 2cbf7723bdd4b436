import socket
from pathlib import Path

import pytest

from nardy.server.operations.sd_notify import READY, STOPPING, notify_systemd


@pytest.mark.parametrize("is_abstract", [False, True])
def test_who_has_started_the_process_is_told_its_state(
    is_abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"@nardy-{tmp_path.name}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name[1:]}" if is_abstract else name)
        manager.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        notify_systemd(READY)
        assert manager.recv(100) == b"READY=1"
        notify_systemd(STOPPING)
        assert manager.recv(100) == b"STOPPING=1"


@pytest.mark.parametrize("name", ["", "/nowhere/notify", "@", "x" * 300])
def test_where_nobody_listens_nothing_happens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    notify_systemd(READY)
