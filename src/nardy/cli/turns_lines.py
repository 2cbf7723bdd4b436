"""`nardy turns --jsonl`: answer lines of JSON with lines of JSON, in order."""

import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TextIO, cast

from nardy.cli.encodings import json_line
from nardy.core.acts import end_turn
from nardy.core.canonical import canonical_turn
from nardy.core.dice import Roll
from nardy.core.legal import MOST_TURNS, begin, sequences
from nardy.core.reading import read_situation
from nardy.core.refusal import require_phase
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.errors import NardyError, NotationError
from nardy.formats.detect import read_position
from nardy.kernel import is_available

MOST_CHARACTERS = 100_000
MOST_DICE = 4
"""Longer lists are cascades, which the rule book handles."""

Find = Callable[[str], Rules]


def answer_lines(lines: Iterable[str], out: TextIO, find: Find, given: Rules | None = None) -> bool:
    """Answer every line; return False if any was bad. A bad line does not stop the rest.

    `find` finds games by their text; `given` is the game for codes that do not name theirs.
    """
    good = True
    find = functools.lru_cache(maxsize=256)(find)
    for line in lines:
        if not line.strip():
            continue
        try:
            answer: dict[str, Any] = answer_line(read_line(line, find, given))
        except NardyError as error:
            answer, good = {"error": str(error)}, False
        out.write(json_line(answer) + "\n")
        out.flush()
    return good


def read_line(line: str, find: Find, given: Rules | None = None) -> Situation:
    """The situation of a line with dice, either in the position or beside it.

    Raises:
        NardyError: the line is invalid, or has no dice.
    """
    situation = read_any_line(line, find, given)
    require_phase(situation, Phase.TURN, "list turns")
    return situation


def read_any_line(line: str, find: Find, given: Rules | None = None) -> Situation:
    """The situation of a line, with or without dice.

    Raises:
        NardyError: the line is invalid.
    """
    data = _object(line)
    situation = _situation(_text(data, "position"), find, given)
    if "dice" not in data:
        return situation
    if situation.roll or situation.left:
        raise NotationError("expected dice once, got them both in the position and in 'dice'")
    require_phase(situation, Phase.ROLL, "roll")
    match data["dice"]:
        case [int(one), int(other)] if not isinstance(one, bool) and not isinstance(other, bool):
            return replace(situation, roll=Roll.of(one, other))
        case dice:
            raise NotationError(f"expected dice such as [3, 1], got {dice!r:.60}")


def _situation(text: str, find: Find, given: Rules | None) -> Situation:
    """Parse position text, the common case, or any other notation."""
    if text.split(maxsplit=2)[1:2] in (["w"], ["b"]):
        return read_situation(text, find)
    return read_position(text, given, find)[0]


def _object(line: str) -> dict[str, Any]:
    if len(line) > MOST_CHARACTERS:
        raise NotationError(f"expected a line of JSON, got {len(line):,} characters")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(
            f"expected a line of JSON, got {line.strip()!r:.80} ({error})"
        ) from None
    if not isinstance(data, dict):
        raise NotationError(f"expected a JSON object, got {line.strip()!r:.80}")
    content = cast("dict[str, Any]", data)
    unknown = [name for name in content if name not in ("position", "dice")]
    if unknown:
        raise NotationError(f"expected 'position' and 'dice', got {unknown[0]!r:.40} too")
    return content


def _text(data: dict[str, Any], name: str) -> str:
    if not isinstance(data.get(name), str):
        raise NotationError(f'expected "{name}": "...", got {data.get(name)!r:.60}')
    return data[name]


def answer_line(situation: Situation) -> dict[str, Any]:
    """Every lawful turn with the position after it; at most 20,000 of them."""
    dice = situation.dice
    if dice is None:
        raise NotationError("expected dice, got none")
    if is_available() and len(dice.numbers) <= MOST_DICE:
        from nardy.cli.turns_fast import fast_turns  # noqa: PLC0415 (imports Numba)

        return {"turns": fast_turns(situation, dice)}
    mid = begin(situation.rules, situation.position, dice)
    finals = sequences(situation.rules, mid, MOST_TURNS, truncate=True)
    turns = [
        {
            "turn": str(canonical_turn(situation.rules, mid, moves, final)),
            "position": situation_text(end_turn(situation, final, len(moves))),
        }
        for final, moves in list(finals.items())[:MOST_TURNS]
    ]
    return {"turns": turns, "truncated": True} if len(finals) > MOST_TURNS else {"turns": turns}
