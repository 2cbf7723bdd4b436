"""Bots by name."""

import pytest
from tests.effort import each

from nardy.bots import BOTS, load_bot
from nardy.bots.registry import runs_code
from nardy.errors import NardyError
from nardy.kernel import is_available

PLAIN = [name for name, bot in BOTS.items() if bot.more != "always"]


@pytest.mark.parametrize("name", PLAIN)
def test_a_bot_is_found_by_its_name(name: str) -> None:
    assert load_bot(name).name.partition(":")[0] == name
    assert load_bot(f" {name.upper()} ").name.partition(":")[0] == name


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_described_in_both_languages(name: str) -> None:
    assert BOTS[name].english.isascii()
    assert not BOTS[name].russian.isascii()


@pytest.mark.parametrize("name", BOTS)
def test_what_follows_a_name_is_refused_or_required_by_the_table(name: str) -> None:
    known = BOTS[name]
    assert bool(known.example) == (known.more == "always")
    assert not known.example or known.example.startswith(f"{name}:")
    if known.more != "maybe":
        with pytest.raises(
            NardyError, match=r"expected a bot .baseline, nardy, random, ubgi:COMMAND"
        ):
            load_bot(f"{name}:1" if known.more == "never" else name)


def test_programs_and_python_files_are_known_as_code_from_outside() -> None:
    assert {name for name, bot in BOTS.items() if bot.runs_code} == {"ubgi", "python"}
    assert runs_code(" UBGI:engine")
    assert runs_code("Python:own.py:Bot")
    assert not any(map(runs_code, ("nardy:own.npz", "baseline", "person", "own.py")))


@pytest.mark.parametrize(
    ("spec", "nearest"), [("basline", "'baseline'"), ("gnubg:7", "'baseline'")]
)
def test_an_unknown_bot_is_told_what_there_is(spec: str, nearest: str) -> None:
    with pytest.raises(NardyError, match=rf"baseline, nardy, random.*got '{spec}'.*{nearest}"):
        load_bot(spec)


@each(
    ("spec", "kind"),
    [
        ("nardy", "NeuralBot"),
        ("nardy:2", "NeuralBot"),
        ("nardy:3s", "TimedBot"),
        ("nardy:rollout", "RolloutBot"),
        ("nardy:Beginner", "LevelBot"),
        ("nardy:./beginner", "NeuralBot"),
        ("nardy:2nd.npz", "NeuralBot"),
        ("nardy:1.5s:2nd.npz", "TimedBot"),
    ],
)
def test_how_it_plays_stands_behind_the_name(spec: str, kind: str) -> None:
    if not is_available():
        pytest.skip("needs the kernel")
    bot = load_bot(spec)
    assert type(bot).__name__ == kind
    assert (getattr(bot, "file", None) is not None) == (".npz" in spec or "./" in spec)


@pytest.mark.parametrize("spec", ["nardy:3", "nardy:1.5"])
def test_plies_that_cannot_be_are_refused(spec: str) -> None:
    if not is_available():
        pytest.skip("needs the kernel")
    with pytest.raises(NardyError, match="expected from 0 to 2 plies"):
        load_bot(spec)
