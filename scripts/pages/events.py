"""The reference of events, with a game as an example."""

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_args

from scripts.pages.markdown import code, literal, page, table

from nardy.core.dice import Roll
from nardy.core.events import SIMPLE_ACTS, VERSION, Event, event_to_json
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.games import BACKGAMMON

INTRODUCTION = f"""
What happened in a game is a list of events, and the list rebuilds the game: in memory
(`Game.events`, `Game.from_events`), in the files of `nardy play`, and wherever else games are kept. This
page tells version {VERSION} of the schema. An event is a JSON object; `kind` names what happened, the
other fields follow below. A field with a default may be missing; nardy leaves out `accepted` where
it is false, and always writes `version`.

- A list begins with `started`; a match is the lists of its games, one after another.
- Every event is checked by the rules when it is read back. What does not fit is refused with an
  [`EventsError`](errors.md), and so are unknown kinds, unknown fields and other versions.
- Players are `"white"` and `"black"`. Moves are pairs of origin and target in their player's own
  numbering, one die each: 25 is the bar, 0 is off.
- A turn being made is no event, and neither are moves undone before it was confirmed. A confirmed turn that
  is taken back stays in the list, and `taken-back` follows it.
"""
NAMES = {
    "str": "text",
    "int": "number",
    "bool": "`true` or `false`",
    "tuple[int, int]": "two numbers",
    "tuple[tuple[int, int], ...]": "list of pairs of numbers",
}


def pages() -> Iterator[tuple[str, str]]:
    """One page with all kinds of event."""
    examples = _examples()
    yield (
        "reference/events.md",
        page(
            f"Events, version {VERSION}",
            INTRODUCTION,
            *(_kind(kind, examples) for kind in get_args(Event)),
            "## A whole game",
            "White wins the roll-off, takes a first turn back and makes the 5 point; Black doubles, White takes; Black rolls,"
            " plays, and White resigns a gammon, worth four points with the cube at 2.",
            code("\n".join(map(_line, examples)), "json"),
        ),
    )


def _kind(kind: type[Any], examples: list[Event]) -> str:
    example = next(event for event in examples if isinstance(event, kind))
    rows = [
        (f"`{field.name}`", _type_name(field.type), _default(field.default))
        for field in fields(kind)
    ]
    parts = [f"## {kind.kind}", str(kind.__doc__).replace("\n    ", "\n").strip()]
    if kind.kind == "acted":
        parts.append(f"`act` is one of {literal(SIMPLE_ACTS)}.")
    parts += [table(("field", "what it holds", "default"), rows), code(_line(example), "json")]
    return "\n\n".join(parts)


def _type_name(kind: Any) -> str:
    return NAMES[kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)]


def _default(value: object) -> str:
    return f"`{json.dumps(value)}`" if isinstance(value, bool | int) else ""


def _examples() -> list[Event]:
    game = Game(BACKGAMMON)
    game.open(3, 1)
    game.play("24/23 13/10")
    game.take_back(Player.WHITE)
    game.play("8/5 6/5")
    game.offer_double()
    game.take()
    game.roll(Roll(6, 4))
    game.play("24/14")
    game.roll(Roll(5, 2))
    game.resign("gammon")
    game.agree()
    return list(game.events)


def _line(event: Event) -> str:
    return json.dumps(event_to_json(event))
