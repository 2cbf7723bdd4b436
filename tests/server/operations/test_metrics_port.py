import contextlib
import http.client
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Gauge

from nardy.server.operations import metrics_port
from nardy.server.operations.metrics_port import MetricsError, require_port, serving
from nardy.server.settings import Settings

SECRET = "0123456789abcdef"  # noqa: S105 (of the test)


def registry() -> CollectorRegistry:
    made = CollectorRegistry()
    Gauge("answer", "What is asked for.", registry=made).set(42)
    return made


@contextlib.contextmanager
def port_of(folder: Path, secret: str | None = None, host: str = "127.0.0.1") -> Iterator[int]:
    file = folder / "secret"
    file.write_text(f"{secret}\n", "utf-8")
    chosen = Settings(
        database=folder / "club.db",
        metrics=f"{host}:0",
        metrics_secret=file if secret is not None else None,
    )
    with serving(chosen, registry) as port:
        assert port
        yield port


def ask(port: int, path: str = "/metrics", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_metrics_are_served_where_the_settings_say(tmp_path: Path) -> None:
    with port_of(tmp_path) as port:
        status, text = ask(port)
        assert status == 200
        assert "answer 42.0" in text
        assert ask(port, "/")[0] == 404
        with socket.create_connection(("127.0.0.1", port)) as broken:
            broken.send(b"GET /metrics HTTP/1.1\r\n")
        assert ask(port, "/metrics?name=x")[0] == 200
    with pytest.raises(OSError, match="refused"):
        ask(port)


def test_nothing_is_served_unless_it_is_asked_for(tmp_path: Path) -> None:
    with serving(Settings(database=tmp_path / "club.db"), registry) as port:
        assert port is None


def test_a_foreign_page_reaches_nothing_through_a_name_of_its_own(tmp_path: Path) -> None:
    with port_of(tmp_path) as port:
        assert ask(port, host="evil.example")[0] == 401
        assert ask(port, host=f"localhost:{port}")[0] == 200


def test_who_does_not_know_the_secret_learns_nothing(tmp_path: Path) -> None:
    with port_of(tmp_path, SECRET, "0.0.0.0") as port:  # noqa: S104 (the case)
        for wrong in ({}, {"authorization": "Bearer no"}, {"authorization": f"Basic {SECRET}"}):
            status, text = ask(port, **wrong)
            assert status == 401
            assert "answer" not in text
        assert ask(port, authorization=f"Bearer {SECRET}")[0] == 200


def test_an_address_for_others_needs_a_good_secret(tmp_path: Path) -> None:
    for secret, problem in ((None, "--metrics-secret"), ("short", "at least 16"), ("я" * 20, "at")):
        with (
            pytest.raises(MetricsError, match=problem),
            port_of(tmp_path, secret, "0.0.0.0"),  # noqa: S104 (the case)
        ):
            pass
    chosen = Settings(database=tmp_path / "a.db", metrics="0", metrics_secret=tmp_path / "none")
    with pytest.raises(MetricsError, match="No such file"), serving(chosen, registry):
        pass


def test_a_port_in_use_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        for where in (f"127.0.0.1:{taken}", "99999"):
            chosen = Settings(database=tmp_path / "club.db", metrics=where)
            with pytest.raises(MetricsError, match="choose another"), serving(chosen, registry):
                pass


def test_silent_strangers_do_not_fill_the_memory_with_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_port._Handler, "timeout", 0.2)  # noqa: SLF001
    with port_of(tmp_path) as port, contextlib.ExitStack() as opened:
        for _ in range(2 * metrics_port.MOST_AT_ONCE):
            silent = socket.create_connection(("127.0.0.1", port))
            opened.enter_context(silent)
        # The first ones are given up, and then others are answered.
        for _ in range(100):
            with contextlib.suppress(OSError, http.client.HTTPException):
                assert ask(port)[0] == 200
                return
    pytest.fail("nobody was answered any more")


def test_a_port_is_tried_and_left_free(tmp_path: Path) -> None:
    require_port(Settings(database=tmp_path / "club.db"))
    with port_of(tmp_path) as port:
        chosen = Settings(database=tmp_path / "club.db", metrics=f"127.0.0.1:{port}")
        with pytest.raises(MetricsError, match="choose another with --metrics"):
            require_port(chosen)
    require_port(chosen)
    with serving(chosen, registry) as again:
        assert again == port
