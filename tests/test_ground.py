"""./nardy, ./check and the locks that they install."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHONS = ["python", "python3", *(f"python3.{minor}" for minor in range(11, 15))]
LOCKS = {name: ROOT / "requirements" / f"{name}.txt" for name in ("nardy", "dev", "build", "docs")}


def locked(name: str) -> set[str]:
    """Each `package==version` of a lock; locks may differ in where a package is needed."""
    return set(re.findall(r"^[a-z]\S*==\S*", LOCKS[name].read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("script", ["nardy", "check"])
def test_without_a_new_enough_python_one_sentence_says_what_to_install(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, old = tmp_path / "a checkout", tmp_path / "old"
    for part in (script, "scripts/venv.sh", "requirements/nardy.txt", "requirements/dev.txt"):
        (checkout / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, checkout / part)
    shutil.copy(ROOT / "pyproject.toml", checkout)
    old.mkdir()
    for name in PYTHONS:
        (old / name).write_text('#!/bin/sh\necho Python 3.9.2\n[ "$1" = -V ]\n', "utf-8")
        (old / name).chmod(0o755)
    (tmp_path / "link").symlink_to(checkout / script)
    monkeypatch.setenv("PATH", str(old), prepend=":")

    answer = subprocess.run(
        [tmp_path / "link"], cwd="/", capture_output=True, text=True, check=False
    )

    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert answer.stderr.startswith("link: needs Python 3.11 or newer and found Python 3.9.2;")
    assert not (checkout / ".venv").exists()
    assert not (checkout / ".venv.lock").is_symlink()


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose .venv is ready, and an installer that only tells what it is asked for."""
    made = tmp_path / "a checkout"
    for part in (
        "scripts/extra",
        "scripts/venv.sh",
        "requirements/nardy.txt",
        "requirements/dev.txt",
    ):
        (made / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, made / part)
    shutil.copy(ROOT / "pyproject.toml", made)
    (made / ".venv" / "bin").mkdir(parents=True)
    (made / ".venv" / "bin" / "python").symlink_to(sys.executable)
    stamp = "set -eu; root=$PWD; . scripts/venv.sh; stamp nardy >.venv/.ready-nardy"
    subprocess.run(["/bin/sh", "-c", stamp], cwd=made, check=True)
    told = '#!/bin/sh\necho "$@" >told\nwhile [ $# -gt 1 ]; do [ "$1" != -c ] || cp "$2" versions; shift; done\n'
    (tmp_path / "uv").write_text(told, "utf-8")
    (tmp_path / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return made


def test_an_extra_is_added_to_the_environment_of_a_clone(clone: Path) -> None:
    done = subprocess.run(
        [clone / "scripts" / "extra", "pg"], cwd=clone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = (clone / "told").read_text("utf-8")
    assert f"--python {clone}/.venv/bin/python" in told
    assert f"-e {clone}[pg]" in told
    versions = (clone / "versions").read_text("utf-8")
    assert "psycopg==" in versions
    assert "--hash" not in versions
    # Some are of some Pythons alone, and each line says of which.
    assert set(versions.splitlines()) == set(
        re.findall(r"^[a-z].*(?= \\$)", LOCKS["dev"].read_text("utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("words", [[], ["none"], ["pg", "plot"], ["dev"]])
def test_only_extras_are_added(words: list[str], clone: Path) -> None:
    done = subprocess.run(
        [clone / "scripts" / "extra", *words],
        cwd=clone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(
        "extra: expected one of compile server cluster pg plot gpu and got"
    )
    assert not (clone / "told").exists()


@pytest.mark.parametrize("lock", LOCKS.values(), ids=LOCKS)
def test_a_lock_is_hashed_and_holds_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)
    assert all(
        "--hash=sha256:" in part for part in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    )


def test_what_people_run_is_what_is_tested() -> None:
    assert locked("nardy") < locked("dev")
    assert locked("build") - locked("dev") == {
        one for one in locked("build") if one.startswith("ziglang==")
    }


def test_only_who_compiles_the_kernel_gets_numba() -> None:
    names = {name: {line.partition("==")[0] for line in locked(name)} for name in LOCKS}
    assert names["nardy"].isdisjoint({"numba", "llvmlite"})
    assert {"numba", "llvmlite"} <= names["dev"] & names["build"]


def test_no_lock_holds_pytorch() -> None:
    assert not [
        one for name in LOCKS for one in locked(name) if one.startswith(("torch==", "nvidia"))
    ]


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups, extras = asked["dependency-groups"], asked["project"]["optional-dependencies"]
    wanted = [
        *asked["project"]["dependencies"],
        *extras["compile"],
        *extras["server"],
        *extras["cluster"],
        *extras["plot"],
        *groups["build"],
        *groups["dev"],
    ]
    names = {re.split(r"[><=]", name)[0] for name in wanted if isinstance(name, str)}
    assert names <= {line.partition("==")[0] for line in locked("dev")}


def named_extras(text: str) -> set[str]:
    """The extras that a text names, as `nardy[club]` or as the extra `club`."""
    lists = [*re.findall(r"nardy\[([\w, -]+)\]", text), *re.findall(r"\bextra `([\w-]+)`", text)]
    return {name.strip() for names in lists for name in names.split(",")}


def test_every_extra_that_is_named_is_there() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = set(asked["project"]["optional-dependencies"])
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    found = {
        path: named_extras(path.read_text("utf-8"))
        for path in [*pages, *(ROOT / "src").rglob("*.py")]
    }
    # All are in the guide, so an expression that finds none fails.
    assert set.union(*found.values()) >= extras
    assert {path: names - extras for path, names in found.items() if names - extras} == {}


def test_an_extra_that_is_gone_is_found() -> None:
    assert named_extras("do pip install 'nardy[engine,plot]'; the extra `oidc`") == {
        *("engine", "plot", "oidc")
    }
