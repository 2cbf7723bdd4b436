from pathlib import Path

import pytest

from nardy.cli import turns as turns_command
from nardy.kernel import behind


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the games of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def uncompiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but one file use the rule book: no other test here waits for a compiler."""
    if request.path.stem != "test_turns_fast":
        for module in (behind, turns_command):
            monkeypatch.setattr(module, "is_available", lambda: False)
