"""The configurations of Prometheus in examples/: what each of them asks is there, and answers."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client import CollectorRegistry, Gauge
from tests.test_systemd import environment_of

from nardy.server.operations.metrics_port import serving
from nardy.server.settings import Settings, read_settings

ROOT = Path(__file__).parents[1]
SECRET = "0123456789abcdef0123"  # noqa: S105 (of the tests)


def yaml_of(name: str) -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def job_in(name: str) -> dict[str, Any]:
    (job,) = yaml_of(name)["scrape_configs"]
    return job


def targets_of(job: dict[str, Any]) -> list[str]:
    (some,) = job["static_configs"]
    return some["targets"]


def compose_settings() -> list[Settings]:
    """Those of the three processes in containers."""
    services = yaml_of("compose.cluster.yaml")["services"]
    found = list[Settings]()
    for number in (1, 2, 3):
        service = services[f"club-{number}"]
        flags = dict(re.findall(r"--(\w+) (\S+)", " ".join(service["command"])))
        named = {key: value for key, value in service["environment"].items() if "ORIGIN" not in key}
        found.append(read_settings(flags, environment=named))
    return found


@contextlib.contextmanager
def asked_at(settings: Settings, secret: Path | None) -> Iterator[str]:
    """Where the metrics of such a process are here, at any free port."""
    registry = CollectorRegistry()
    Gauge("answer", "What is asked for.", registry=registry).set(42)
    here = replace(settings, metrics="127.0.0.1:0", metrics_secret=secret)
    with serving(here, lambda: registry) as port:
        yield f"http://127.0.0.1:{port}/metrics"


def test_the_one_process_of_the_guide_is_asked() -> None:
    guide = (ROOT / "docs" / "guide" / "hosting.md").read_text("utf-8")
    (port,) = set(re.findall(r"nardy serve --metrics (\d+)", guide))
    job = job_in("examples/monitoring/prometheus.yml")
    assert targets_of(job) == [f"127.0.0.1:{port}"]
    with asked_at(Settings(database=Path("club.db"), metrics=port), None) as url:
        assert "answer 42.0" in httpx.get(url, headers={"host": targets_of(job)[0]}).text


def test_the_processes_of_systemd_are_asked_and_answer_without_a_secret() -> None:
    job = job_in("examples/systemd/prometheus.yml")
    all_of_them = [read_settings({}, environment=environment_of(n)) for n in (1, 2, 3)]
    assert targets_of(job) == [one.metrics for one in all_of_them]
    assert "authorization" not in job
    for one, target in zip(all_of_them, targets_of(job), strict=True):
        with asked_at(one, None) as url:
            assert "answer 42.0" in httpx.get(url, headers={"host": target}).text


def test_the_processes_in_containers_are_asked_with_the_secret_that_they_share(
    tmp_path: Path,
) -> None:
    job = job_in("examples/cluster/prometheus.yml")
    all_of_them = compose_settings()
    assert targets_of(job) == [one.metrics for one in all_of_them]
    # Both see the same volume.
    service = yaml_of("compose.cluster.yaml")["services"]["prometheus"]
    assert "keys:/keys:ro" in service["volumes"]
    named = Path(job["authorization"]["credentials_file"]).relative_to("/keys")
    secret = tmp_path / named
    secret.write_text(SECRET)
    for one, target in zip(all_of_them, targets_of(job), strict=True):
        assert one.metrics_secret
        assert one.metrics_secret.relative_to("/data") == named
        with asked_at(one, secret) as url:
            asked = {"host": target, "authorization": f"Bearer {SECRET}"}
            assert "answer 42.0" in httpx.get(url, headers=asked).text
            assert httpx.get(url, headers={"host": target}).status_code == 401
