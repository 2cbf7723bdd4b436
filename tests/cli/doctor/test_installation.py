import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from nardy.cli.doctor import installation
from nardy.cli.doctor.installation import data, installed, kernel, trial
from nardy.cli.doctor.result import CheckResult, CheckState
from nardy.errors import way_to_install
from nardy.kernel import native

ROOT = Path(__file__).parents[3]


def named(name: str) -> CheckResult:
    return next(one for one in [*installed(), *data()] if one.name == name)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a plain installation where no library fits."""
    monkeypatch.delenv(native.CHOICE, raising=False)
    monkeypatch.setattr(native, "library", lambda: None)
    monkeypatch.setattr(installation, "version_of", lambda _: None)


def test_an_extra_that_is_missing_is_a_note_with_what_to_do(bare: None) -> None:
    club = named("the club")
    assert club.state is CheckState.NOTE
    assert club.do == f"do {way_to_install('server')}"


def test_every_extra_is_looked_at() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert {*installation.EXTRAS} == {*project["project"]["optional-dependencies"]}


def test_without_numpy_nothing_thinks(bare: None) -> None:
    assert named("numpy").state is CheckState.BROKEN


def test_versions_are_told_to_people_and_programs() -> None:
    assert named("numpy").facts == {"version": named("numpy").words}


def test_a_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    built = SimpleNamespace(__file__="/x/linux-x86_64-v3.so")
    monkeypatch.setattr(native, "library", lambda: built)
    found = kernel()
    assert found.words == "built ahead of time: linux-x86_64-v3.so"
    assert (found.state, found.facts["kind"]) == (CheckState.OK, "native")


@pytest.mark.parametrize(
    ("current", "file", "why"),
    [
        (False, "plan9-mips.so", "of other sources"),
        (True, "plan9-mips.so", "no library fits"),
        (False, "sources.txt", "no library fits"),
    ],
)
@pytest.mark.usefixtures("bare")
def test_without_a_library_it_says_why(
    current: bool, file: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "is_current", lambda: current)
    monkeypatch.setattr(native, "LIBRARIES", tmp_path)
    (tmp_path / file).touch()
    found = kernel()
    assert (found.state, found.facts["kind"]) == (CheckState.BROKEN, "none")
    assert why in found.words
    assert found.do.endswith(f"do {way_to_install('compile')}")
    monkeypatch.setattr(installation, "version_of", lambda _: "0.68")
    assert kernel().words.startswith("compiled at the first use by Numba 0.68 (")


def test_a_kernel_that_was_chosen_and_is_not_there_is_broken(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise native.KernelMissingError("expected a library, got none")

    monkeypatch.setenv(native.CHOICE, "native")
    monkeypatch.setattr(native, "library", missing)
    assert (kernel().state, kernel().do) == (CheckState.BROKEN, "unset NARDY_KERNEL")
    assert trial().state is CheckState.NOTE


def test_plain_python_is_said_to_be_slow(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.CHOICE, "python")
    assert "which is slow" in kernel().words
    assert kernel().state is CheckState.NOTE


def test_networks_tables_and_page_are_whole() -> None:
    assert [one.name for one in data()] == ["networks", "tables", "page"]
    assert {one.state for one in data()} == {CheckState.OK}


@pytest.mark.parametrize("damage", [b"", b"no archive"])
def test_a_damaged_network_is_named(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = installation.weights_file
    (tmp_path / "fevga.npz").write_bytes(damage)
    monkeypatch.setattr(
        installation,
        "weights_file",
        lambda game: tmp_path / "fevga.npz" if game == "fevga" else whole(game),
    )
    found = named("networks")
    assert (found.state, found.words) == (CheckState.BROKEN, "damaged: fevga")
    assert found.facts["damaged"] == ["fevga"]


def test_a_page_without_files_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "PACKAGE", tmp_path)
    assert named("page").words == "without index.html, worker.js, js, css"


def test_the_trial_asks_the_network_or_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "library", lambda: None)
    assert trial().words.startswith("left out")
    monkeypatch.setattr(native, "library", object)

    def fails(*_: object) -> None:
        raise RuntimeError("no sense")

    monkeypatch.setattr("nardy.evaluate_many", fails)
    assert trial().words == "the network does not answer: no sense"
    assert trial().state is CheckState.BROKEN
