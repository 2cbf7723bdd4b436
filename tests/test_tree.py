"""The tests mirror the source: src/nardy/core/dice.py is tested by tests/core/test_dice.py."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
NARDY = ROOT / "src" / "nardy"
# A game is data, tested with all other games; data and the web client are not Python.
EXEMPT = {"games", "data", "locale", "web"}


def sources() -> list[Path]:
    """The files inside packages, relative to src/nardy."""
    inside = (path.relative_to(NARDY) for path in NARDY.glob("*/**/*.py"))
    return sorted(path for path in inside if path.parts[0] not in EXEMPT)


def test_every_source_file_has_its_test_file() -> None:
    missing = {
        f"src/nardy/{source} needs {test}"
        for source in sources()
        if source.stem not in {"__init__", "__main__"}
        for test in [Path("tests") / source.with_name(f"test_{source.stem.lstrip('_')}.py")]
        if not (ROOT / test).is_file()
    }
    assert not missing, "\n".join(sorted(missing))
