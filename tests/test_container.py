"""The container of the club: what its files promise."""

import json
import re
import shlex
from pathlib import Path

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from nardy.server.app import create_app
from nardy.server.settings import read_settings
from nardy.server.store.database.opening import open_store

ROOT = Path(__file__).parents[1]
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")


def steps() -> list[tuple[str, str]]:
    """Each instruction of the last stage with its argument, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", CONTAINERFILE, flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    stages = [at for at, (word, *_) in enumerate(lines) if word == "FROM"]
    return [(word, " ".join(rest.split())) for word, rest in lines[stages[-1] :]]


def argument(instruction: str) -> str:
    (found,) = [rest for word, rest in steps() if word == instruction]
    return found


def settings() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in shlex.split(argument("ENV")))


def test_the_club_runs_as_a_user_without_rights() -> None:
    user, group = map(int, argument("USER").split(":"))
    assert min(user, group) >= 1000
    assert f"--uid {user} " in CONTAINERFILE
    words = [word for word, _ in steps()]
    assert "RUN" not in words[words.index("USER") :]


def test_it_starts_the_club_on_a_volume() -> None:
    assert json.loads(argument("ENTRYPOINT")) == ["nardy"]
    assert json.loads(argument("CMD")) == ["serve"]
    told = read_settings({}, environment=settings())
    assert told.database.parent == Path(argument("VOLUME")) == Path(settings()["XDG_DATA_HOME"])
    assert (told.host, str(told.port)) == ("0.0.0.0", argument("EXPOSE"))  # noqa: S104 (in a container)


def test_what_asks_for_health_asks_the_club(tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{argument('EXPOSE')}/health"
    asked = json.loads(argument("HEALTHCHECK").partition(" CMD ")[2])
    assert asked[:2] == ["python", "-c"]
    assert address in compile(asked[2], "health", "exec").co_consts
    assert asked[2] in COMPOSE
    store = open_store(tmp_path / "club.db")
    store.close()
    app = create_app(settings=read_settings({"database": tmp_path / "club.db"}, environment={}))
    assert "/health" in {route.path for route in app.routes}


def test_everything_that_is_copied_is_sent_to_the_builder() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    copied = {
        name.split("/")[0]
        for names in re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE)
        for name in names.split()
    }
    assert copied == sent
    assert all((ROOT / name).exists() for name in sent)
    assert "*" in ignored


def test_both_stages_are_of_the_same_python() -> None:
    bases = re.findall(r"^FROM (\S+)", CONTAINERFILE, re.MULTILINE)
    assert len(bases) == 2
    assert set(bases) == {"python:3.11-slim-bookworm"}


def test_what_is_installed_is_locked() -> None:
    installs = re.findall(r"install \\\n(.*?)(?:$|\\\n)", CONTAINERFILE, re.MULTILINE)
    assert len(installs) == 2
    assert all("--require-hashes" in line or "--no-index" in line for line in installs)


def test_compose_takes_away_what_the_club_does_not_need() -> None:
    yaml = pytest.importorskip("yaml")
    told = yaml.safe_load(COMPOSE)
    club = told["services"]["club"]
    assert club["read_only"] is True
    # It ends within 20 seconds; engines wait for 10.
    assert club["stop_grace_period"] == "30s"
    assert club["cap_drop"] == ["ALL"]
    assert club["security_opt"] == ["no-new-privileges:true"]
    assert club["volumes"] == [f"club:{argument('VOLUME')}"]
    assert "club" in told["volumes"]
    assert club["build"]["dockerfile"] == "Containerfile"
    # Whoever publishes it to the network does so by a proxy.
    assert all(port.startswith("127.0.0.1:") for port in club["ports"])
    for name in club["environment"]:
        assert name == "FORWARDED_ALLOW_IPS" or name.removeprefix("NARDY_").lower() == "origin"


def test_no_visitor_chooses_the_address_that_the_club_counts() -> None:
    """With `*` it would be the first one of the header."""
    unset = re.search(r"\{FORWARDED_ALLOW_IPS:-(.*)\}", COMPOSE)
    guide = (ROOT / "docs" / "guide" / "container.md").read_text("utf-8")
    advised = re.search(r"^FORWARDED_ALLOW_IPS=(.*)$", guide, re.MULTILINE)
    assert unset
    assert advised
    for value in (unset[1], advised[1]):
        told = ProxyHeadersMiddleware(lambda: None, value).trusted_hosts  # type: ignore[arg-type]
        assert "10.89.0.1" in told
        assert told.get_trusted_client_address("198.51.100.1, 203.0.113.7")[0] == "203.0.113.7"
