"""A file system of some megabytes, which can be filled; a test that asks for one is skipped where none can be mounted."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

FILLING = "filling"
BLOCK = 1 << 12


class SmallDisk:
    """A mounted file system in memory, with all that it holds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, left: int = 0) -> None:
        """Take all room but so many bytes; what is needed to free it again is left."""
        self.free()
        count = shutil.disk_usage(self.folder).free - left
        with (self.folder / FILLING).open("wb") as filling:
            os.posix_fallocate(filling.fileno(), 0, count // BLOCK * BLOCK)

    def free(self) -> None:
        """Give back what `fill` took."""
        (self.folder / FILLING).unlink(missing_ok=True)

    def protect(self) -> None:
        """Make it read-only; nothing may be open for writing."""
        subprocess.run(["/bin/mount", "-o", "remount,ro", self.folder], check=True)

    def release(self) -> None:
        subprocess.run(["/bin/mount", "-o", "remount,rw", self.folder], check=True)


@contextlib.contextmanager
def mounted(megabytes: int) -> Iterator[SmallDisk]:
    """A new file system of this size."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("a small file system needs root on Linux")
    with tempfile.TemporaryDirectory(prefix="nardy-disk-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        told = subprocess.run(
            [
                "/bin/mount",
                "-t",
                "tmpfs",
                "-o",
                f"size={megabytes}m,mode=755",
                "nardy-test",
                folder,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if told.returncode:
            pytest.skip(f"no small file system: {told.stderr.strip()}")
        try:
            yield SmallDisk(folder)
        finally:
            subprocess.run(["/bin/umount", "--lazy", folder], check=True)
