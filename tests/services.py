"""PostgreSQL and Redis for tests; a test that asks for one is skipped where it is not installed."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "services"


@contextlib.contextmanager
def begun(place: Path | None = None) -> Iterator[tuple[Path, dict[str, str]]]:
    """All services that are installed: their folder and their addresses, by the name of the variable.

    Their folder is below *place*, for example on a file system of its own.
    """
    # Not below pytest's folder, which is root's own: PostgreSQL runs as another user.
    above = Path(tempfile.mkdtemp(prefix="nardy-services-", dir=place))
    above.chmod(0o755)
    folder = above / "services"
    try:
        told = subprocess.run(
            [SCRIPT, "start", folder], capture_output=True, text=True, check=False, timeout=120
        )
        assert told.returncode == 0, told.stderr
        try:
            yield folder, dict(re.findall(r"^export (\w+)=(\S+)$", told.stdout, re.MULTILINE))
        finally:
            subprocess.run([SCRIPT, "stop", folder], check=True, timeout=120)
    finally:
        shutil.rmtree(above, ignore_errors=True)


def address_of(found: dict[str, str], name: str) -> str:
    """The address of a service, or no test where it is not installed."""
    variable = f"NARDY_TEST_{name.upper()}"
    if variable not in found:
        # Where the checks are the gate both must be there, unless .ci/run could not install them.
        is_needed = os.environ.get("CI") and not os.environ.get("NARDY_NO_SERVICES")
        assert not is_needed, f"the tests need {name}: scripts/services install"
        pytest.skip(f"no {name}; scripts/services install brings it")
    return found[variable]
