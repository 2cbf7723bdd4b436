import subprocess
import sys
from pathlib import Path

import nardy.server.store
from nardy.server.store.all_tables import TABLE_MODULES

FOLDER = Path(nardy.server.store.__file__).parent
# Asked of a fresh Python: here other tests have imported modules of tables already.
COUNT = """
from nardy.server.store.{module} import metadata
print(len(metadata.tables))
"""


def test_every_module_of_tables_is_named() -> None:
    there = {file.stem for file in FOLDER.glob("*_tables.py")} - {"all_tables"}
    assert {module.__name__.rpartition(".")[2] for module in TABLE_MODULES} == there


def test_all_tables_are_known_wherever_they_are_asked_for() -> None:
    counts = {
        subprocess.run(
            [sys.executable, "-c", COUNT.format(module=module)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for module in ("all_tables", "cleanup", "database.opening")
    }
    assert len(counts) == 1
