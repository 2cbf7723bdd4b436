"""What a release publishes, and what people get who install it."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hatch_build import SYSTEMS, Wheel

from nardy.kernel import native
from nardy.server.web.static_files import without_comments

ROOT = Path(__file__).parents[1]
START = "4HPwATDgc/ABMA"
SYSTEM = "linux-x86_64"
MEGABYTE = 1_000_000
LARGEST_WHEEL = 20 * MEGABYTE
LARGEST = {"": 110 * MEGABYTE, "[server]": 240 * MEGABYTE}
"""All files of the packages, by extra; pip itself apart."""
LIBRARIES = {f"nardy/kernel/lib/{SYSTEM}-v{level}.so" for level in (2, 3, 4)}
built = pytest.mark.skipif(
    not native.is_current(), reason="the libraries are not of these sources: see kernel/build"
)
here = pytest.mark.skipif(SYSTEM not in native.names()[0], reason=f"needs {SYSTEM}")


def made(kind: str, folder: Path, root: Path = ROOT, **environment: str) -> Path:
    """The one file that hatchling makes."""
    answer = hatchling(kind, folder, root, **environment)
    assert answer.returncode == 0, answer.stderr
    (file,) = folder.iterdir()
    return file


def hatchling(
    kind: str, folder: Path, root: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def told_in(wheel: Path, name: str) -> list[str]:
    """The lines of a file beside the package: WHEEL or METADATA."""
    (found,) = [one for one in names_in(wheel) if one.endswith(f".dist-info/{name}")]
    with zipfile.ZipFile(wheel) as file:
        return file.read(found).decode("utf-8").splitlines()


@built
def test_a_wheel_for_a_system_brings_the_built_kernel(tmp_path: Path) -> None:
    wheel = made("wheel", tmp_path, NARDY_WHEEL=SYSTEM)
    assert wheel.name.endswith(f"-{SYSTEMS[SYSTEM]}.whl")
    assert wheel.stat().st_size < LARGEST_WHEEL
    assert {*LIBRARIES, "nardy/kernel/lib/sources.txt"} <= names_in(wheel)
    assert "Root-Is-Purelib: false" in told_in(wheel, "WHEEL")
    assert f"Tag: {SYSTEMS[SYSTEM]}" in told_in(wheel, "WHEEL")


def test_a_wheel_of_python_alone_has_everything_else(tmp_path: Path) -> None:
    wheel = made("wheel", tmp_path, NARDY_WHEEL="any")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "Root-Is-Purelib: true" in told_in(wheel, "WHEEL")
    source = {
        f"nardy/{path.relative_to(ROOT / 'src' / 'nardy').as_posix()}"
        for path in (ROOT / "src" / "nardy").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in names_in(wheel) if ".dist-info/" not in name}
    assert packed == {name for name in source if not name.endswith((".so", ".d.ts"))}
    assert "nardy/kernel/lib/kernel.wasm.gz" in packed, "browsers need it on every system"
    scripts = {name for name in packed if name.endswith(".js")}
    with zipfile.ZipFile(wheel) as file:
        for name in scripts:
            sent = without_comments((ROOT / "src" / name).read_bytes())
            assert file.read(name) == sent == without_comments(sent)
    assert scripts


def test_a_wheel_says_what_it_is(tmp_path: Path) -> None:
    told = told_in(made("wheel", tmp_path, NARDY_WHEEL="any"), "METADATA")
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [
        f"Provides-Extra: {extra}"
        for extra in ("cluster", "compile", "gpu", "pg", "plot", "server")
    ] == [line for line in told if line.startswith("Provides-Extra")]
    assert {f"Requires-Dist: {one}" for one in asked["dependencies"]} <= set(told)
    assert {"License-Expression: Apache-2.0", "Description-Content-Type: text/markdown"} <= set(
        told
    )
    assert "# nardy" in told


def test_the_source_is_enough_to_make_a_wheel(tmp_path: Path) -> None:
    system = SYSTEM if native.is_current() else "any"
    direct = made("wheel", tmp_path / "direct", NARDY_WHEEL=system)
    with tarfile.open(made("sdist", tmp_path / "source")) as file:
        file.extractall(tmp_path / "packed", filter="data")
    (root,) = (tmp_path / "packed").iterdir()
    again = made("wheel", tmp_path / "again", root, NARDY_WHEEL=system)
    assert again.name == direct.name
    assert names_in(again) == names_in(direct)


def test_a_system_that_no_library_is_for_is_refused(tmp_path: Path) -> None:
    answer = hatchling("wheel", tmp_path, NARDY_WHEEL="plan9-mips")
    assert answer.returncode == 1
    assert answer.stderr.strip() == (
        "expected any or linux-x86_64 in NARDY_WHEEL, got 'plan9-mips'; take one"
    )


class Hook:
    """The hook with what hatchling gives it, and what it made of that."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.config = SimpleNamespace(target_config={})
        self.told: dict[str, object] = {"force_include": {}}
        app = SimpleNamespace(display_warning=self.warnings.append)
        self.hook = Wheel(str(ROOT), {}, self.config, None, str(ROOT), "wheel", app)  # type: ignore[arg-type]

    def run(self, version: str = "standard") -> dict[str, object]:
        """The build data for hatchling, without the scripts of the page."""
        self.hook.initialize(version, self.told)
        self.hook.finalize(version, self.told, "")
        return {name: told for name, told in self.told.items() if name != "force_include"}


@here
def test_libraries_of_other_sources_are_left_out_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "is_current", lambda: False)
    monkeypatch.delenv("NARDY_WHEEL", raising=False)
    hook = Hook()
    assert hook.run() == {}
    assert "/src/nardy/kernel/lib/*.so" in hook.config.target_config["exclude"]
    assert "no built kernel" in hook.warnings[0]
    monkeypatch.setenv("NARDY_WHEEL", SYSTEM)
    with pytest.raises(SystemExit, match=r"do `python -m nardy\.kernel\.build`"):
        Hook().run()


@pytest.mark.parametrize(
    ("system", "machine", "library"),
    [("Linux", "x86_64", "musl"), ("Darwin", "arm64", ""), ("Windows", "AMD64", "")],
)
def test_a_system_without_libraries_gets_a_wheel_of_python_alone(
    system: str, machine: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NARDY_WHEEL", raising=False)
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("platform.libc_ver", lambda: (library, ""))
    hook = Hook()
    assert (hook.run(), hook.warnings) == ({}, [])


def test_an_installation_from_the_checkout_needs_no_system() -> None:
    hook = Hook()
    assert hook.run("editable") == {}
    assert hook.config.target_config == {}


# What follows installs wheels in new environments.


@cache
def interpreter(name: str) -> str | None:
    """A Python of this version that runs: on the path, or of pyenv."""
    roots = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/*/bin")
    for found in (shutil.which(name), *(shutil.which(name, path=str(root)) for root in roots)):
        # pyenv puts programs on the path that only say that nothing was chosen.
        if found and not subprocess.run([found, "-c", ""], capture_output=True).returncode:  # noqa: PLW1510
            return found
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As for this system; of Python alone, where nothing is built for it."""
    return made("wheel", tmp_path_factory.mktemp("wheel"))


def installed(wheel: Path, extra: str, python: str, folder: Path) -> Path:
    """A new environment with this wheel; skips where there is no Python or no index."""
    found = interpreter(python)
    if found is None:
        pytest.skip(f"{python} is not installed")
    if subprocess.run([found, "-m", "venv", folder], check=False, capture_output=True).returncode:
        pytest.skip(f"{found} has no venv module")
    pip = [folder / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    download = [*pip, "download", "--no-deps", "--retries=0", "--dest", folder / "try", "mdurl"]
    if subprocess.run(download, check=False, capture_output=True).returncode:
        pytest.skip("no package index can be reached")
    subprocess.run([*pip, "install", f"{wheel}{extra}"], check=True)
    shutil.rmtree(folder / "try")
    return folder / "bin" / "nardy"


def size_of(environment: Path) -> int:
    """The bytes of all packages but pip and setuptools."""
    (packages,) = environment.glob("lib/python*/site-packages")
    spare = re.compile(r"pip|setuptools|pkg_resources|_distutils_hack|distutils-precedence")
    return sum(
        path.lstat().st_size
        for entry in packages.iterdir()
        if not spare.match(entry.name)
        for path in [entry, *entry.rglob("*")]
        if path.is_file()
    )


def outside(folder: Path, **changed: str) -> dict[str, str]:
    """An environment in which no checkout and no data of ours can be found."""
    ours = ("NARDY_", "PYTHON", "NUMBA_", "VIRTUAL_ENV", "COVERAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), **changed}


def hints_and_plays(nardy: list[str], folder: Path) -> None:
    def answered(*arguments: str, typed: str = "") -> str:
        return subprocess.run(
            [*nardy, *arguments],
            cwd=folder,
            env=outside(folder),
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert " 1. 8/5 6/5" in answered("hint", START, "31")
    assert "Opening roll: White" in answered("play", "long-nardy", "--seed", "3", typed="\n")


@contextlib.contextmanager
def club(nardy: list[str], folder: Path) -> Iterator[str]:
    """The address of a running club."""
    command = [*nardy, "serve", "--port", "0", "--database", str(folder / "club.db")]
    with subprocess.Popen(
        command, cwd=folder, env=outside(folder), stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        try:
            yield next(
                word for word in running.stdout.readline().split() if word.startswith("http")
            )
        finally:
            running.send_signal(signal.SIGTERM)
    assert running.returncode == 0


def page_and_health(address: str) -> None:
    for path, sign in (("/", b"<title>nardy"), ("/health", b'"version"')):
        with urllib.request.urlopen(address.rstrip("/") + path) as answer:  # noqa: S310 (loopback)
            assert sign in answer.read()


@pytest.mark.thorough
@pytest.mark.parametrize("python", ["python3.11", "python3.12", "python3.13", "python3.14"])
def test_a_plain_installation_hints_and_plays(wheel: Path, python: str, tmp_path: Path) -> None:
    nardy = installed(wheel, "", python, tmp_path / "venv")
    assert size_of(tmp_path / "venv") <= LARGEST[""]
    hints_and_plays([str(nardy)], tmp_path)
    answer = subprocess.run([nardy, "serve"], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr == (
        "nardy: expected the packages of the club, got none; do pip install 'nardy[server]'\n"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("python", ["python3.11", "python3.12", "python3.13", "python3.14"])
def test_an_installation_with_the_club_serves_it(wheel: Path, python: str, tmp_path: Path) -> None:
    nardy = installed(wheel, "[server]", python, tmp_path / "venv")
    assert size_of(tmp_path / "venv") <= LARGEST["[server]"]
    with club([str(nardy)], tmp_path) as address:
        page_and_health(address)


@pytest.mark.thorough
def test_uvx_runs_it_as_the_readme_says(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uvx = shutil.which("uvx")
    if uvx is None:
        pytest.skip("uvx is not installed")
    readme = (ROOT / "README.md").read_text("utf-8")
    plain, with_club = ["nardy"], ["--from", "nardy[server]", "nardy"]
    assert "\n    uvx nardy play\n" in readme
    assert "\n    uvx --from 'nardy[server]' nardy serve\n" in readme
    monkeypatch.setenv("UV_FIND_LINKS", str(wheel.parent))
    tried = [uvx, *with_club, "--version"]
    if subprocess.run(tried, check=False, env=outside(tmp_path), cwd=tmp_path).returncode:
        pytest.skip("uvx cannot fetch what nardy needs")
    hints_and_plays([uvx, *plain], tmp_path)
    with club([uvx, *with_club], tmp_path) as address:
        page_and_health(address)


UNIX_ONLY = ("fcntl", "termios", "resource", "pwd", "grp", "tty", "pty", "uvloop")


@pytest.mark.parametrize("arguments", ["--help", "games", f"hint {START} 31", "serve --help"])
def test_nothing_that_only_unix_has_is_imported_at_the_start(arguments: str) -> None:
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({UNIX_ONLY}))\n"
        "sys.argv[0] = 'nardy'; from nardy.cli import main; main()"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program, *arguments.split()],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
