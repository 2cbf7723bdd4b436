"""`nardy turns`: the legal turns of a position, as text or JSON."""

import functools
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TextIO, cast

import click

from nardy.cli.encodings import json_line
from nardy.cli.figures import word
from nardy.cli.inputs import PositionChoice, language_option, takes_position
from nardy.core.acts import end_turn
from nardy.core.canonical import canonical_turn, legal_turns
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
JsonAnswer = Callable[[Situation], dict[str, Any]]


@click.command()
@takes_position
@click.argument("dice", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--jsonl", is_flag=True, help="Read lines of JSON from standard input.")
@language_option
def command(
    position: PositionChoice, dice: str | None, as_json: bool, jsonl: bool, language: str
) -> None:
    """List the legal turns of a position and dice.

    POSITION is position text, an XGID or GNU ids; "-" reads standard input. With --jsonl
    each line of standard input is {"position": "...", "dice": [3, 1]}, and is answered by
    {"turns": [{"turn": "8/5 6/5", "position": "..."}]} or {"error": "..."}.

    Example: nardy turns "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5" 31

    Exit status: 0; 1 for bad input, or any bad line; 2 for wrong usage.
    """
    if jsonl:
        position.require_none()
        find = position.game.find
        sys.exit(0 if answer_lines(sys.stdin, sys.stdout, find, position.game.given) else 1)
    situation = position.situation(dice)
    require_phase(situation, Phase.TURN, "list turns")
    answers = turns_of(situation)
    if as_json:
        click.echo(json_line({"turns": answers}))
        return
    for answer in answers:
        click.echo(answer["turn"])
    click.echo(word(language, "turns.found", count=len(answers)), err=True)


def turns_of(situation: Situation) -> list[dict[str, str]]:
    """Each legal turn with the position text after it."""
    dice = situation.dice
    if dice is None:
        return []
    turns = legal_turns(situation.rules, situation.position, dice)
    return [
        {"turn": str(turn), "position": situation_text(end_turn(situation, final, len(turn.moves)))}
        for turn, final in turns.items()
    ]


def answer_lines(
    lines: Iterable[str],
    out: TextIO,
    find: Find,
    given: Rules | None = None,
    answer: JsonAnswer | None = None,
) -> bool:
    """Answer every line; return False if any was bad. A bad line does not stop the rest.

    `find` finds games by their text; `given` is the game for codes that do not name theirs. The
    default `answer` lists the legal turns.
    """
    good = True
    # Most lines name the same few games.
    find = functools.lru_cache(maxsize=256)(find)
    for line in lines:
        if not line.strip():
            continue
        try:
            found = (answer or answer_line)(read_line(line, find, given))
        except NardyError as error:
            found, good = {"error": str(error)}, False
        out.write(json_line(found) + "\n")
        # A program that asks line by line waits for each answer.
        out.flush()
    return good


def read_line(line: str, find: Find, given: Rules | None = None) -> Situation:
    """The situation of a line; dice are in the position or beside it, or there are none.

    Raises:
        NardyError: the line is invalid.
    """
    data = _object(line)
    text = data.get("position")
    if not isinstance(text, str):
        raise NotationError(f'expected "position": "...", got {text!r:.60}')
    # Position text is the common case, and needs no detection.
    is_text = text.split(maxsplit=2)[1:2] in (["w"], ["b"])
    situation = read_situation(text, find) if is_text else read_position(text, given, find)[0]
    if "dice" not in data:
        return situation
    if situation.roll or situation.left:
        raise NotationError("expected dice once, got them both in the position and in 'dice'")
    require_phase(situation, Phase.ROLL, "roll")
    match data["dice"]:
        # JSON's true is a bool, and a bool is an int.
        case [int(one), int(other)] if not isinstance(one, bool) and not isinstance(other, bool):
            return replace(situation, roll=Roll.of(one, other))
        case dice:
            raise NotationError(f"expected dice such as [3, 1], got {dice!r:.60}")


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


def answer_line(situation: Situation) -> dict[str, Any]:
    """Every legal turn with the position after it; at most 20,000 of them.

    Raises:
        IllegalActError: no turn is due.
    """
    require_phase(situation, Phase.TURN, "list turns")
    dice = situation.dice
    if dice is None:
        raise NotationError("expected dice, got none")
    if is_available() and len(dice.numbers) <= MOST_DICE:
        from nardy.cli.turns_fast import fast_turns  # noqa: PLC0415 (imports NumPy)

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
