"""The table of formats."""

from pathlib import Path

from hypothesis import given
from tests.effort import each
from tests.formats.code_strategies import situations

from nardy import formats
from nardy.core.situation import Situation
from nardy.formats.catalog import MATCHES, POSITIONS
from nardy.games import find_game

ROOT = Path(__file__).parents[2]
NO_FORMATS = {
    "catalog",
    "detect",
    "limited",
    "notes",
    "other_files",
    "proof",
    "reading_process",
    "record",
    "replacing",
    "seated_position",
}


def test_every_module_with_a_format_is_in_the_table() -> None:
    folder = Path(formats.__path__[0])
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    modules -= {"__init__", "__pycache__", *NO_FORMATS}
    forms = (*POSITIONS.values(), *MATCHES.values())
    listed = {
        form.write.__module__ if form.write else f"nardy.formats.{form.name}" for form in forms
    }
    assert {f"nardy.formats.{name}" for name in modules} == listed


@each("name", POSITIONS)
def test_the_example_of_a_format_is_read_by_it(name: str) -> None:
    form = POSITIONS[name]
    text = form.example
    assert form.is_like(text)
    assert form.read(form.write(form.read(text, None, find_game)), None, find_game)


def test_the_docs_have_an_example_of_every_notation_of_a_position() -> None:
    told = (ROOT / "docs/guide/formats.md").read_text("utf-8").splitlines()
    assert {form.example for form in POSITIONS.values()} <= {*told}


@given(situations())
def test_what_a_format_writes_it_reads_and_resembles(situation: Situation) -> None:
    for form in POSITIONS.values():
        text = form.write(situation)
        assert form.is_like(text)
        again = form.read(text, situation.rules.published, find_game)
        # Without a place for an offer, the player who made it must act.
        same_view = again.to_act is situation.to_act
        assert (again if same_view else again.flipped()).position == situation.position


def test_extensions_belong_to_one_format() -> None:
    extensions = [extension for form in MATCHES.values() for extension in form.extensions]
    assert len(extensions) == len(set(extensions))
