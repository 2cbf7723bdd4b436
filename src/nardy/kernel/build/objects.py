"""From LLVM's text of the entries to an object file for a target, in a process of its own.

Numba takes its target from the environment when it is imported (`__main__.py` sets it).
"""

# llvmlite has no type annotations.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from nardy.kernel.build.entries import compiled_entries
from nardy.kernel.build.flat import Flat
from nardy.kernel.native import meaning_hash


def main() -> None:
    """Write kernel.o for a target, and entries.h for extension.c, to a folder."""
    triple, _, processor, features, folder = sys.argv[1:]
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=processor, features=features, opt=3, reloc="pic", codemodel="default"
    )
    flats = list(compiled_entries())
    Path(folder, "kernel.o").write_bytes(_object_file(flats, machine))
    Path(folder, "entries.h").write_text(_header(flats), "utf-8")


def _object_file(flats: Iterable[Flat], machine: Any) -> bytes:
    """Link the entries, make everything else internal, and compile for the target."""
    module = _linked(flats)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    # Only to drop what is not called: Numba has optimized every part for this processor.
    _run_passes(module, machine, level=1)
    module.verify()
    return machine.emit_object(module)


def _linked(flats: Iterable[Flat]) -> Any:
    linked, names = llvm.parse_assembly(""), set[str]()
    for flat in flats:
        part = llvm.parse_assembly(flat.code)
        name = f"nardy_{flat.name}"
        part.get_function(flat.symbol).name = name
        names.add(name)
        linked.link_in(part)
    for value in [*linked.functions, *linked.global_variables]:
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    return linked


def _run_passes(module: Any, machine: Any, *, level: int) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _header(flats: Iterable[Flat]) -> str:
    rows = "".join(f' \\\n    X({flat.name}, "{flat.kinds}", {flat.results})' for flat in flats)
    return f'#define NARDY_SOURCES "{meaning_hash()}"\n#define NARDY_ENTRIES{rows}\n'


if __name__ == "__main__":
    main()
