"""The club as several containers: what compose.cluster.yaml promises, as far as it shows without an engine."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from nardy.server.app import create_app
from nardy.server.relay.port import secret_in
from nardy.server.settings import read_settings

ROOT = Path(__file__).parents[1]
CLUBS = ("club-1", "club-2", "club-3")


@pytest.fixture
def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / "compose.cluster.yaml").read_text("utf-8"))


@pytest.fixture
def keys(compose: dict[str, Any], tmp_path: Path) -> Path:
    """The volume after the first container has run twice."""
    (script,) = compose["services"]["keys"]["command"]
    # Compose reads $$ as $.
    script = script.replace("$$", "$").replace("cd /data", f"cd '{tmp_path}'")
    shell = [*compose["services"]["keys"]["entrypoint"], script]
    subprocess.run(shell, check=True)
    made = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    subprocess.run(shell, check=True)
    assert made == {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    return tmp_path


def test_each_process_has_settings_that_the_club_takes(compose: dict[str, Any]) -> None:
    for name in CLUBS:
        service = compose["services"][name]
        settings = {
            key: value
            for key, value in service["environment"].items()
            if key.startswith("NARDY_") and key != "NARDY_ORIGIN"
        }
        serve, option, relay, *_ = service["command"]
        assert (serve, option) == ("serve", "--relay")
        told = read_settings({"relay": relay}, environment=settings)
        assert str(told.database) == "postgresql://nardy@database/club"
        # The others find it by the name of its container.
        assert told.relay == f"{name}:9200"


def test_the_secret_is_one_that_the_relay_takes(compose: dict[str, Any], keys: Path) -> None:
    volume = compose["services"]["club-1"]["environment"]["NARDY_RELAY_SECRET"]
    file = keys / Path(volume).relative_to("/data")
    settings = read_settings({"relay": "a:1", "relay_secret": file}, environment={})
    assert len(secret_in(settings)) == 48
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_password_is_that_of_the_database(compose: dict[str, Any], keys: Path) -> None:
    database = compose["services"]["database"]
    kept = Path(database["environment"]["POSTGRES_PASSWORD_FILE"])
    assert "keys:/keys:ro" in database["volumes"]
    password = (keys / kept.relative_to("/keys")).read_text("utf-8")
    assert len(password) == 48
    asked = Path(compose["services"]["club-1"]["environment"]["PGPASSFILE"])
    file = keys / asked.relative_to("/data")
    names = [database["environment"][name] for name in ("POSTGRES_DB", "POSTGRES_USER")]
    assert file.read_text("utf-8") == ":".join(["database", "5432", *names, password]) + "\n"
    # The driver takes no file that others can read.
    assert file.stat().st_mode & 0o777 == 0o600


def test_prometheus_reaches_its_secret_as_a_user_of_its_own(keys: Path) -> None:
    modes = {file.name: file.stat().st_mode & 0o777 for file in (keys, keys / "metrics")}
    assert list(modes.values()) == [0o711, 0o644]


def test_nothing_but_the_proxy_is_reached_from_outside(compose: dict[str, Any]) -> None:
    services = compose["services"]
    open_ones = [name for name in services if "ports" in services[name]]
    assert open_ones == ["proxy", "prometheus"]
    for name in open_ones:
        assert all(port.startswith("127.0.0.1:") for port in services[name]["ports"])
    (file, place, _) = services["proxy"]["volumes"][0].split(":")
    assert place == "/etc/caddy/Caddyfile"
    proxy = (ROOT / file).read_text("utf-8")
    (backends,) = re.findall(r"reverse_proxy (club.*) \{", proxy)
    assert backends.split() == [f"{name}:8080" for name in CLUBS]


def test_the_proxy_asks_for_health_by_a_name_that_the_club_knows(tmp_path: Path) -> None:
    proxy = (ROOT / "examples" / "cluster" / "Caddyfile").read_text("utf-8")
    (path,) = re.findall(r"health_uri (\S+)", proxy)
    (host,) = re.findall(r"health_headers \{\s*Host (\S+)\s*\}", proxy)
    settings = read_settings({"database": tmp_path / "club.db"}, environment={})
    with TestClient(create_app(settings=settings)) as client:
        assert client.get(path, headers={"host": host}).status_code == 200
        # Caddy names the container otherwise.
        assert client.get(path, headers={"host": "club-1:8080"}).status_code == 403


def test_processes_know_the_visitors_behind_both_proxies(compose: dict[str, Any]) -> None:
    """A visitor may send the header, the proxy of the machine and Caddy add to it."""
    for name in CLUBS:
        trusted = compose["services"][name]["environment"]["FORWARDED_ALLOW_IPS"]
        told = ProxyHeadersMiddleware(lambda: None, trusted).trusted_hosts  # type: ignore[arg-type]
        assert "172.18.0.5" in told
        header = "198.51.100.1, 203.0.113.7, 172.18.0.1"
        assert told.get_trusted_client_address(header)[0] == "203.0.113.7"


def test_processes_begin_after_the_tables(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["tables"]["command"] == ["migrate"]
    assert services["tables"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    for name in CLUBS:
        needed = services[name]["depends_on"]
        assert needed == {"tables": {"condition": "service_completed_successfully"}}


def test_processes_may_write_nothing(compose: dict[str, Any]) -> None:
    for name in ("tables", *CLUBS):
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["volumes"] == ["keys:/data:ro"]


IN_THE_IMAGES = {
    "club": {"nardy"},
    # Of the image of PostgreSQL.
    "nardy-cluster_database_1": {"pg_dump", "pg_restore", "psql", "createdb", "dropdb"},
}


def test_the_guide_runs_in_a_container_what_its_image_has() -> None:
    guide = (ROOT / "docs" / "guide" / "container.md").read_text("utf-8")
    run = re.findall(r"podman exec (?:-i )?(\S+) (\w+)", guide)
    assert {("nardy-cluster_database_1", "pg_restore"), ("club", "nardy")} <= set(run)
    assert [one for one in run if one[1] not in IN_THE_IMAGES[one[0]]] == []
