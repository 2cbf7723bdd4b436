"""From LLVM's text of the entries to an object file for a target, in a process of its own.

Numba takes its target from the environment when it is imported (`__main__.py` sets it).
"""

# llvmlite has no type annotations.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from nardy.kernel.build.entries import compiled_entries
from nardy.kernel.build.flat import Flat
from nardy.kernel.native import meaning_hash

IN_BROWSER = (
    *("begin_batch", "bomb_hits_batch", "expect_batch", "explode_batch", "explode_where_better"),
    *("features_batch", "first_broken_law", "first_moves_batch", "fold", "left_over_batch"),
    *("leftover_batch", "next_facts_batch", "outcomes_batch", "pass_batch", "play_batch"),
    *("rank_turns", "roll_batch", "shorten_rows", "turns_batch", "value_with_bombs"),
    *("act_law", "begin_match", "do_act", "ended_size", "fill_losses", "legal_acts", "match_score"),
    *("act_of_bot", "cube_choice", "cube_equities", "fill_ladder", "fill_stand", "fill_worth"),
    *("ladder_levels", "match_chances", "weigh_cube", "fill_rolls"),
)
"""The entries of the WebAssembly module; each costs some kilobytes."""
NAMES_THERE = {"nardy_q15mulr": "llvm.wasm.q15mulr.sat.signed"}
"""Names of LLVM's own functions for WebAssembly, which it refuses for other targets."""
ATTRIBUTE = re.compile(r'"(?:target-cpu|target-features|probe-stack)"="[^"]*"')
"""Attributes of a function, in LLVM's text, that name the machine it was made on."""


def main() -> None:
    """Write kernel.o for a target to a folder, with entries.h for extension.c or entries.json."""
    triple, _, processor, features, folder = sys.argv[1:]
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    is_wasm = triple.startswith("wasm")
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=processor,
        features=features,
        opt=3,
        reloc="static" if is_wasm else "pic",
        codemodel="default",
    )
    for name in NAMES_THERE:
        # Numba's own engine looks every name up, but calls nothing.
        llvm.add_symbol(name, 1)
    flats = [flat for flat in compiled_entries() if not is_wasm or flat.name in IN_BROWSER]
    Path(folder, "kernel.o").write_bytes(_object_file(flats, machine, is_wasm=is_wasm))
    Path(folder, "entries.h").write_text(_header(flats), "utf-8")
    kinds = {flat.name: [flat.kinds, flat.results] for flat in flats}
    Path(folder, "entries.json").write_text(json.dumps(kinds), "utf-8")


def _object_file(flats: Iterable[Flat], machine: Any, *, is_wasm: bool) -> bytes:
    """Link the entries, make everything else internal, and compile for the target."""
    module = _linked(flats)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    if is_wasm:
        text = ATTRIBUTE.sub("", str(module))
        for name, there in NAMES_THERE.items():
            text = text.replace(f"@{name}", f"@{there}")
        module = llvm.parse_assembly(text)
    # For this machine only to drop what is not called: Numba has optimized every part. For
    # WebAssembly, whose pointers are shorter, Numba has optimized nothing (`__main__.py`).
    _run_passes(module, machine, level=3 if is_wasm else 1)
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
