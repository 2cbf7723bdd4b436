"""What BGBlitz computed, as notes."""

from collections.abc import Callable
from typing import cast

from nardy.formats.bgf.values import Json, mapped, number_of, objects
from nardy.formats.notes import Choice, Note

_CHANCES = ("myWins", "myGammon", "myBackGammon", "oppGammon", "oppBackGammon")
_MOST_CHOICES = 32

TextOfTurn = Callable[[Json], str | None]


def note_of(record: Json, turn_text: TextOfTurn) -> Note:
    """The comment, luck and compared turns of a roll."""
    comment, luck = record.get("comment"), mapped(record.get("luck"))
    is_money = luck.get("mode") == "Money"
    analyzed = objects(record.get("moveAnalysis"))[:_MOST_CHOICES]
    pairs = [(_choice(one, turn_text), one) for one in analyzed]
    found = [(choice, one.get("played") is True) for choice, one in pairs if choice]
    return Note(
        comment=comment if isinstance(comment, str) else "",
        luck=number_of(luck, "luckPlain" if is_money else "luckWeighted"),
        choices=tuple(choice for choice, _ in found),
        played=next((at for at, (_, is_played) in enumerate(found) if is_played), None),
    )


def _choice(analyzed: Json, turn_text: TextOfTurn) -> Choice | None:
    values, act = mapped(analyzed.get("eq")), turn_text(mapped(analyzed.get("move")))
    # A match has the equity as money would have it; money has it with the cube only here.
    equity = number_of(values, "emg")
    if equity is None:
        equity = number_of(mapped(values.get("cubeDecision")), "eqCubeFul")
    return _valued(act or "", values, equity, analyzed)


def _valued(act: str, values: Json, equity: float | None, analyzed: Json) -> Choice | None:
    chances = [number_of(values, name) for name in _CHANCES]
    if not act or equity is None or None in chances:
        return None
    depth = analyzed.get("ply")
    return Choice(
        act=act,
        chances=tuple(cast("list[float]", chances)),
        equity=equity,
        cubeless=number_of(values, "equity"),
        method=f"{depth} ply" if type(depth) is int else "",
    )


def doubling(record: Json) -> tuple[Choice, ...]:
    """Not doubling and doubling with a take; empty where BGBlitz did not analyze."""
    values = mapped(record.get("equity"))
    decision = mapped(values.get("cubeDecision"))
    found = [
        _valued(act, values, number_of(decision, name), record)
        for act, name in (("no double", "eqNoDouble"), ("double, take", "eqDoubleTake"))
    ]
    return tuple(choice for choice in found if choice) if all(found) else ()
