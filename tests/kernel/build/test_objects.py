"""The object file: its entries can be called, and nothing else in it can."""

import llvmlite.binding as llvm
from numba import njit, typeof

from nardy.kernel.build import objects
from nardy.kernel.build.flat import flattened
from nardy.kernel.native import meaning_hash

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


@njit
def shared(number: int) -> int:
    return number * 3


@njit
def first(number: int) -> int:
    return shared(number) + 1


@njit
def second(number: int) -> tuple[int, int]:
    return shared(number), number


FLATS = [flattened(one.__name__, one, (typeof(1),)) for one in (first, second)]


def test_only_entries_are_seen_from_outside() -> None:
    linked = objects._linked(FLATS)  # noqa: SLF001
    seen = {
        value.name
        for value in (*linked.functions, *linked.global_variables)
        if not value.is_declaration and value.linkage != llvm.Linkage.internal
    }
    assert seen == {"nardy_first", "nardy_second"}


def test_entries_become_one_object_for_the_target() -> None:
    target = llvm.Target.from_triple("x86_64-unknown-linux-gnu")
    machine = target.create_target_machine(cpu="x86-64-v2", opt=3, reloc="pic")
    found = objects._object_file(FLATS, machine, is_wasm=False)  # noqa: SLF001
    assert found.startswith(b"\x7fELF")
    assert b"nardy_first" in found
    assert b"nardy_second" in found
    assert b"shared" not in found


def test_the_header_lists_what_entries_take_and_give() -> None:
    assert objects._header(FLATS).splitlines() == [  # noqa: SLF001
        f'#define NARDY_SOURCES "{meaning_hash()}"',
        "#define NARDY_ENTRIES \\",
        '    X(first, "n", 1) \\',
        '    X(second, "n", 2)',
    ]
