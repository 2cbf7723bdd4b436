"""Hatchling's hook for nardy's wheels: a wheel with a built kernel is for one system.

The page's scripts are packed as they are sent, without comments and types. `NARDY_WHEEL` chooses: the name of a system below, or `any` for a wheel of Python alone. Without it the
system is this machine's, if its libraries are there and of these sources. `scripts/wheels` makes all.
"""

import contextlib
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
FOLDER = "src/nardy/kernel/lib"
WEB = "src/nardy/web"
SYSTEMS = {
    # kernel/build links against glibc 2.17. The loader is our own, so any Python 3 and ABI will do.
    "linux-x86_64": "py3-none-manylinux_2_17_x86_64",
}
"""The tag of the wheel for each system that libraries are built for."""


@contextlib.contextmanager
def _own_source() -> Iterator[None]:
    """Import nardy from here: modules that need nothing but Python's own library."""
    sys.path.insert(0, str(ROOT / "src"))
    try:
        yield
    finally:
        sys.path.pop(0)


class Wheel(BuildHookInterface):
    """Gives a wheel its tag, packs scripts, and leaves out what its system cannot use."""

    _scripts: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Choose the system, unless the installation is an editable one."""
        if version == "editable":
            return
        system = os.environ.get("NARDY_WHEEL") or self._fitting()
        if system == "any":
            # The kernel for browsers stays: it is the same everywhere.
            self._exclude(f"/{FOLDER}/*.so")
        else:
            self._require(system)
            build_data["pure_python"] = False
            build_data["tag"] = SYSTEMS[system]
        self._pack_scripts(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the scripts that were made for the wheel."""
        if self._scripts is not None:
            self._scripts.cleanup()

    def _exclude(self, pattern: str) -> None:
        # Read by hatchling when it lists the files, which it does after `initialize`.
        self.build_config.target_config.setdefault("exclude", []).append(pattern)

    def _require(self, system: str) -> None:
        """Refuse a system without libraries of these sources."""
        if system not in SYSTEMS:
            known = ", ".join(SYSTEMS)
            raise SystemExit(f"expected any or {known} in NARDY_WHEEL, got {system!r}; take one")
        if missing := self._missing(system):
            raise SystemExit(
                f"expected {missing}, got none; do `python -m nardy.kernel.build`, or take "
                "NARDY_WHEEL=any for a wheel that works without a built kernel"
            )

    def _pack_scripts(self, build_data: dict[str, Any]) -> None:
        """Put what the club sends in the place of the page's sources."""
        with _own_source():
            from nardy.server.web.static_files import without_comments  # noqa: PLC0415
        self._scripts = TemporaryDirectory(prefix="nardy-wheel-")
        self._exclude(f"/{WEB}/**/*.js")
        for source in (ROOT / WEB).rglob("*.js"):
            name = source.relative_to(ROOT / "src").as_posix()
            made = Path(self._scripts.name, name)
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(without_comments(source.read_bytes()))
            build_data["force_include"][str(made)] = name

    def _fitting(self) -> str:
        """This machine's system; any, if there is nothing built for it."""
        system = f"{platform.system()}-{platform.machine()}".lower()
        # A wheel for glibc cannot be installed where the C library is another, as on Alpine.
        if system not in SYSTEMS or platform.libc_ver()[0] != "glibc":
            return "any"
        if missing := self._missing(system):
            self.app.display_warning(f"no {missing}: the wheel will have no built kernel")
            return "any"
        return system

    @staticmethod
    def _missing(system: str) -> str:
        """The files that a wheel for the system lacks, in words; empty if it is complete."""
        if not list((ROOT / FOLDER).glob(f"{system}*.so")):
            return f"library for {system} in {FOLDER}"
        with _own_source():
            from nardy.kernel import native  # noqa: PLC0415
        return "" if native.is_current() else f"library of these sources in {FOLDER}"
