"""Hypothesis strategy: the texts of game files, most of them nearly right."""

import json

from hypothesis import strategies as st

from nardy.core.options import OPTIONS
from nardy.games import GAMES

places = st.integers(1, 25)
odd = st.one_of(
    st.text(max_size=8),
    st.integers(-9, 99),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.integers(-1, 9), max_size=3),
)
"""What somebody may write where a text or a number is expected."""


@st.composite
def sides(draw: st.DrawFn, most: int = 5) -> str:
    """One side's checkers at the start, on the bar too."""
    held = draw(st.lists(places, min_size=1, max_size=4, unique=True))
    named = sorted(held, reverse=True)
    return ",".join(
        f"{'bar' if place == 25 else place}:{draw(st.integers(1, most))}" for place in named
    )


@st.composite
def starts(draw: st.DrawFn) -> object:
    """A start as the file has it: alike, crowded, on the bar, of either side, or odd."""
    kind = draw(st.sampled_from(["alike", "crowd", "bar", "two", "odd"]))
    count = draw(st.sampled_from([1, 3, 15, 99]))
    if kind == "two":
        return {seat: f"{draw(places.filter(lambda p: p < 25))}:{count}" for seat in SEATS}
    if kind == "crowd":
        return f"{draw(places)}:{count}"
    return draw({"alike": sides(), "bar": st.just(f"bar:{count}"), "odd": odd}[kind])


SEATS = ("white", "black")


@st.composite
def game_files(draw: st.DrawFn) -> str:
    """The text of a game file that is a game, or nearly one."""
    fields: dict[str, object] = {"id": "drawn"}
    if draw(st.booleans()):
        fields["extends"] = draw(st.sampled_from(sorted(GAMES)))
    if "extends" not in fields or draw(st.booleans()):
        fields["start"] = draw(starts())
        fields["direction"] = draw(st.sampled_from(["contrary", "parallel"]))
        fields["contact"] = draw(st.sampled_from(["hit", "pin", "block"]))
    for name in draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=2, unique=True)):
        fields[name] = draw(st.sampled_from(OPTIONS[name].values))
    if draw(st.integers(0, 5)) == 0:
        fields[draw(st.sampled_from(FIELDS))] = draw(odd)
    if draw(st.integers(0, 9)) == 0:
        fields["quarter"] = draw(st.sampled_from(["1-24:0", "19-24:0", "1-24:1"]))
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


FIELDS = sorted({"name", "russian", "source", "aliases", "names", "presets", "start", *OPTIONS})


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {json.dumps(one)}" for key, one in value.items()) + "}"
    return json.dumps(value)
