"""`python -m nardy.kernel.build`: build the libraries of `nardy.kernel.lib`, and kernel.wasm.gz there."""

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from nardy.kernel import native

HERE = Path(__file__).parent
V2 = "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16,+sahf"
V3 = f"{V2},+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"
V4 = f"{V3},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"


class Library(NamedTuple):
    """A library to build: LLVM's and zig's names of its target."""

    triple: str
    zig: str
    processor: str
    features: str


# Built against glibc 2.17, of 2012, which every system of the last ten years has.
LIBRARIES = {
    f"linux-x86_64-{level}.so": Library(
        "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", f"x86-64-{level}", features
    )
    for level, features in (("v2", V2), ("v3", V3), ("v4", V4))
}
WASM = "kernel.wasm"
"""The kernel for browsers; kernel.json beside it has its entries and the hash of the sources."""
LIBRARIES[WASM] = Library(
    "wasm32-unknown-unknown",
    "wasm32-freestanding",
    "generic",
    "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint",
)


def main() -> None:
    """Build all libraries, or those named, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(LIBRARIES)} [all]")
    parser.add_argument("--out", type=Path, default=native.LIBRARIES, help="the folder to write to")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.names or LIBRARIES:
        _build(name, asked.out / name)
        sys.stderr.write(f"built {name}\n")
    if asked.names:
        # The hash is of all libraries of a folder, and the others may be older.
        return
    hashes = f"{native.text_hash()} {native.meaning_hash()}\n"
    (asked.out / "sources.txt").write_text(hashes, "utf-8")


def _build(name: str, path: Path) -> None:
    library = LIBRARIES[name]
    with tempfile.TemporaryDirectory() as folder:
        settings = {**os.environ, native.CHOICE: "numba", "NUMBA_CACHE_DIR": folder}
        made = [sys.executable, "-m", "nardy.kernel.build.objects", *library, folder]
        subprocess.run(made, env=settings | _target(name, library), check=True)  # noqa: S603 (our own command)
        if name == WASM:
            _link_wasm(library, Path(folder), path)
        else:
            _link(library, Path(folder), path)


def _target(name: str, library: Library) -> dict[str, str]:
    """Environment variables that make Numba compile for that processor instead of this one."""
    if name != WASM:
        return {"NUMBA_CPU_NAME": library.processor, "NUMBA_CPU_FEATURES": library.features}
    return {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "NARDY_KERNEL_FEATURES": library.features,
        # Optimized code has this machine's sizes of pointers in it.
        "NUMBA_OPT": "0",
        # Numba warns that it cannot keep code that was not optimized.
        "PYTHONWARNINGS": "ignore",
    }


def _link(library: Library, folder: Path, path: Path) -> None:
    files = [str(HERE / "extension.c"), str(folder / "kernel.o"), f"-I{folder}"]
    _run_linker(library, path, ["-shared", "-fPIC", *files])


def _link_wasm(library: Library, folder: Path, path: Path) -> None:
    entries: dict[str, tuple[str, int]] = json.loads((folder / "entries.json").read_text("utf-8"))
    exports = [f"-Wl,--export=nardy_{name}" for name in entries]
    options = ["-msimd128", "-mbulk-memory", "-Wl,--no-entry", "-Wl,--gc-sections", *exports]
    _run_linker(library, path, [*options, str(HERE / "runtime.c"), str(folder / "kernel.o")])
    # Packed it takes a quarter of the space in each installation; without a time it is the same each time.
    packed = gzip.compress(path.read_bytes(), 9, mtime=0)
    path.with_name(f"{path.name}.gz").write_bytes(packed)
    path.unlink()
    told = {"sources": native.meaning_hash(), "entries": entries}
    path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def _run_linker(library: Library, path: Path, options: list[str]) -> None:
    part = path.with_suffix(".part")
    command = [
        *_zig(),
        "cc",
        "-target",
        library.zig,
        "-O2",
        "-Wall",
        "-Wextra",
        "-s",
        "-fvisibility=hidden",
    ]
    subprocess.run([*command, "-o", str(part), *options], check=True)  # noqa: S603 (our own command)
    part.replace(path)


def _zig() -> list[str]:
    found = shutil.which("zig")
    return [found] if found else [sys.executable, "-m", "ziglang"]


if __name__ == "__main__":
    main()
