"""The built libraries: which is taken, when none is, and what it refuses."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from nardy.kernel import layout as at
from nardy.kernel import native
from nardy.kernel.native import V2, V3, V4, KernelMissingError

ANY_FLAG = frozenset({"sse4_2", "popcnt"})
LOADED = native.library()
NAMES = [name for name in native.names() if (native.LIBRARIES / name).exists()]
"""The libraries that this machine can use."""
needs_library = pytest.mark.skipif(LOADED is None, reason="needs a built library")


def chosen() -> ModuleType | None:
    """What a new process would take."""
    return native.library.__wrapped__()


# ------------------------------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("flags", "levels"),
    [
        (frozenset[str](), ["v2"]),
        (ANY_FLAG, []),
        (V2 - {"popcnt"} | V3 | V4, []),
        (ANY_FLAG | V2, ["v2"]),
        (V2 | V3 - {"bmi2"} | V4, ["v2"]),
        (V2 | V3, ["v3", "v2"]),
        (ANY_FLAG | V2 | V3 | V4 - {"avx512dq"}, ["v3", "v2"]),
        (V2 | V4, ["v2"]),
        (ANY_FLAG | V2 | V3 | V4, ["v4", "v3", "v2"]),
    ],
)
def test_a_processor_has_each_level_of_which_it_has_all(
    flags: frozenset[str], levels: list[str]
) -> None:
    assert native.levels(flags) == levels


@pytest.mark.parametrize(
    ("system", "machine", "names"),
    [
        ("Linux", "x86_64", ["linux-x86_64-v3.so", "linux-x86_64-v2.so"]),
        ("Windows", "AMD64", ["windows-x86_64-v3.so", "windows-x86_64-v2.so"]),
        ("Linux", "aarch64", ["linux-aarch64.so"]),
        ("Darwin", "arm64", ["darwin-aarch64.so"]),
    ],
)
def test_systems_and_machines_have_one_name_each(
    system: str, machine: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(
        Path, "read_text", lambda *_: f"model: 7\nflags\t: {' '.join(V2 | V3)}\nflags: \n"
    )
    assert native.names() == names


def test_a_system_that_does_not_tell_its_processor_has_the_lowest_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> str:
        raise PermissionError

    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(Path, "read_text", refused)
    assert native.names() == ["linux-x86_64-v2.so"]


@needs_library
def test_the_fastest_library_that_is_there_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(native.CHOICE, "")
    slowest = native.names()[-1]
    for name in (slowest, "sources.txt"):
        shutil.copy(native.LIBRARIES / name, tmp_path)
    monkeypatch.setattr(native, "LIBRARIES", tmp_path)
    taken = chosen()
    assert taken is not None
    assert taken.__file__ == str(tmp_path / slowest)


# ------------------------------------------------------------------------------------- choice


@needs_library
@pytest.mark.parametrize("choice", ["", "native"])
def test_a_library_is_taken_where_there_is_one(
    choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(native.CHOICE, choice)
    taken = chosen()
    assert taken is not None
    assert Path(str(taken.__file__)).parent == native.LIBRARIES


@pytest.mark.parametrize("choice", ["numba", "python"])
def test_another_kernel_may_be_chosen(choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.CHOICE, choice)
    assert chosen() is None


def test_a_choice_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.CHOICE, "fast")
    with pytest.raises(KernelMissingError, match=r"native, numba or python .*'fast'"):
        chosen()


def test_without_a_library_only_who_insists_on_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = f"{native.text_hash()} {native.meaning_hash()}\n"
    (tmp_path / "sources.txt").write_text(hashes)
    monkeypatch.setattr(native, "LIBRARIES", tmp_path)
    monkeypatch.setenv(native.CHOICE, "")
    assert chosen() is None
    monkeypatch.setenv(native.CHOICE, "native")
    with pytest.raises(KernelMissingError, match=r"python -m nardy\.kernel\.build"):
        chosen()


# ------------------------------------------------------------------------------------ sources


@needs_library
@pytest.mark.parametrize(
    ("text", "has_library"),
    [
        ("", True),
        ("# A comment.\n", True),
        ('"""A text."""\n', True),
        ("ADDED = 1\n", False),
    ],
)
@needs_library
def test_a_library_of_other_sources_is_not_taken(
    text: str, has_library: bool, tmp_path: Path
) -> None:
    package = tmp_path / "nardy"
    shutil.copytree(native.SOURCES, package / "kernel")
    shutil.copy(native.SOURCES.parent / "errors.py", package)
    (package / "__init__.py").touch()
    with (package / "kernel" / "laws.py").open("a", encoding="utf-8") as file:
        file.write(text)
    program = "from nardy.kernel import jit; print(jit.LIBRARY is not None, jit.USES_NUMBA)"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), native.CHOICE: ""}
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [str(has_library), str(not has_library)]


@needs_library
def test_sources_that_are_the_same_to_the_letter_are_not_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources = (native.LIBRARIES / "sources.txt").read_text("utf-8").split()
    monkeypatch.setenv(native.CHOICE, "")
    monkeypatch.setattr(native, "text_hash", lambda: sources[0])
    monkeypatch.setattr(native, "meaning_hash", lambda: pytest.fail("this takes long"))
    assert chosen() is not None


def test_only_comments_and_texts_have_no_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "SOURCES", tmp_path)

    def hashes(source: str) -> tuple[str, str]:
        (tmp_path / "laws.py").write_text(source, "utf-8")
        return native.text_hash(), native.meaning_hash()

    first = hashes("def law(a):\n    return a + 1\n")
    same = hashes('"""New."""\n\n\ndef law(a):\n    """Adds."""\n    return (a + 1)  # one\n')
    assert same[0] != first[0]
    assert same[1] == first[1]
    other = hashes("def law(a):\n    return a + 2\n")
    assert other[0] != first[0]
    assert other[1] != first[1]
    (tmp_path / "laws.py").rename(tmp_path / "moves.py")
    assert native.text_hash() != other[0]
    assert native.meaning_hash() != other[1]
    before = native.text_hash(), native.meaning_hash()
    (tmp_path / "jit.py").write_text("# what no compiled code depends on", "utf-8")
    assert (native.text_hash(), native.meaning_hash()) == before
    (tmp_path / "llvm").mkdir()
    (tmp_path / "llvm" / "rows.py").write_text("ROWS = 1", "utf-8")
    assert native.text_hash() != before[0]
    assert native.meaning_hash() != before[1]


def test_the_libraries_are_built_from_these_sources() -> None:
    as_text, as_meant = (native.LIBRARIES / "sources.txt").read_text("utf-8").split()
    # Versions of Python write the meaning of the same source differently.
    is_current = as_text == native.text_hash() or as_meant == native.meaning_hash()
    assert is_current, "the sources have changed: run `python -m nardy.kernel.build`, and commit"


@needs_library
def test_every_library_for_this_machine_has_the_same_sources_and_entries() -> None:
    as_meant = (native.LIBRARIES / "sources.txt").read_text("utf-8").split()[1]
    found = [native._loaded(native.LIBRARIES / name) for name in native.names()]  # noqa: SLF001
    assert {library.SOURCES for library in found} == {as_meant}
    assert len({tuple(dir(library)) for library in found}) == 1


# ---------------------------------------------------------------------------------- arguments


def roll_batch(*changed: tuple[int, object]) -> Callable[[], object]:
    """A call for one row, with some arguments changed."""
    boards, pins = np.zeros((1, 2, at.PLACES), np.int8), np.zeros((1, 2), np.int32)
    rows = boards, pins, np.zeros((1, 4), np.int8), np.zeros((1, at.MIDS_SIZE), np.int64)
    given: list[object] = [
        np.zeros(at.RULES_SIZE, np.int64),
        np.ones((1, 2), np.int8),
        np.zeros(1, np.int64),
        rows,
    ]
    for place, value in changed:
        given[place] = value
    assert LOADED is not None
    return lambda: LOADED.roll_batch(*given)


ROLLS = np.ones((4, 4), np.int8)


@needs_library
@pytest.mark.parametrize(
    "call",
    [
        (1, np.ones((1, 2), np.int16)),
        (1, np.ones((1, 2), np.uint8)),
        (1, np.ones(2, np.int8)),
        (1, ROLLS[:1, ::2]),
        (1, ROLLS[:, :2]),
        (1, None),
        (1, 7),
        (1, [[1, 1]]),
        (2, np.frombuffer(bytes(9), np.int8)[1:].view(np.int64)),
        (3, ()),
    ],
    ids=repr,
)
def test_arguments_of_another_kind_are_refused(call: tuple[int, object]) -> None:
    roll_batch()()
    with pytest.raises((TypeError, ValueError)):
        roll_batch(call)()


@needs_library
def test_each_entry_takes_so_many_arguments() -> None:
    assert LOADED is not None
    for given in ((), (np.zeros(at.RULES_SIZE, np.int64),), (1, 2, 3, 4, 5)):
        with pytest.raises(TypeError):
            LOADED.roll_batch(*given)


# ------------------------------------------------------------------ libraries that do not load


@needs_library
def test_a_library_that_the_system_refuses_leaves_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("sources.txt", *NAMES[-1:]):
        shutil.copy(native.LIBRARIES / name, tmp_path)
    (tmp_path / "broken.so").write_bytes(b"no library")
    monkeypatch.setattr(native, "LIBRARIES", tmp_path)
    monkeypatch.setattr(native, "names", lambda: ["broken.so", *NAMES[-1:]])
    taken = chosen()
    assert taken is not None
    assert Path(str(taken.__file__)).name == NAMES[-1]


@needs_library
def test_a_library_of_other_sources_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(native.LIBRARIES / NAMES[-1], tmp_path)
    as_text, _ = (native.LIBRARIES / "sources.txt").read_text("utf-8").split()
    (tmp_path / "sources.txt").write_text(f"{as_text} of-others", "utf-8")
    monkeypatch.setattr(native, "LIBRARIES", tmp_path)
    monkeypatch.setattr(native, "names", lambda: NAMES[-1:])
    assert native.is_current()
    assert chosen() is None
