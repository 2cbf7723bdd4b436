"""`nardy why`: the law that forbids a turn."""

import shutil
import sys
from textwrap import wrap

import click

from nardy.cli.encodings import json_line
from nardy.cli.inputs import PositionChoice, language_option, takes_position, with_dice
from nardy.core.canonical import legal_turns
from nardy.core.judge import judge
from nardy.core.laws import LAWS
from nardy.core.situation import Phase, Situation
from nardy.core.sources import cited
from nardy.errors import TooManyTurns
from nardy.translations import SOURCE, say

WIDEST = 100
"""Columns of the longest lines."""
MOST_SHOWN = 40
"""Legal turns that people are shown; programs get all."""
NO_BREAK = "\N{NO-BREAK SPACE}"


@click.command()
@takes_position
@click.argument("dice_or_turn")
@click.argument("turn", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@language_option
def command(
    position: PositionChoice, dice_or_turn: str, turn: str | None, as_json: bool, language: str
) -> None:
    """Check a turn, and name the law that forbids it.

    POSITION is position text, an XGID or GNU ids; the dice are part of it or the next argument.

    Example: nardy why "long-nardy w 24:14,21:1 24:15" 21 "24/22 24/23"

    Exit status: 0 if the turn is legal, 1 if not or for bad input, 2 for wrong usage.
    """
    situation = position.situation()
    if turn is not None and situation.phase is not Phase.OVER:
        situation = with_dice(situation, dice_or_turn)
    verdict = judge(situation, dice_or_turn if turn is None else turn)
    reason = verdict.reason if language == SOURCE else verdict.words.get(language, verdict.reason)
    legal = legal_texts(situation) if situation.phase is Phase.TURN else []
    if as_json:
        answer = {"law": verdict.law, "reason": reason, "turns": legal}
        click.echo(json_line({"lawful": verdict.is_legal} | answer))
    elif verdict.law is None:
        click.echo(say(language, "commands", "why.legal", turn=verdict.turn))
    else:
        click.echo(say(language, "commands", "why.illegal", law=verdict.law, reason=reason))
        source = cited(LAWS[verdict.law].source, language)
        click.echo(say(language, "commands", "why.source", source=source))
        if legal:
            click.echo("\n".join(_wrapped(legal, language)))
    sys.exit(0 if verdict.is_legal else 1)


def _wrapped(legal: list[str], language: str) -> list[str]:
    """The first turns, in lines as wide as the terminal; a turn is not broken."""
    turns = "; ".join(one.replace(" ", NO_BREAK) for one in legal[:MOST_SHOWN])
    if len(legal) > MOST_SHOWN:
        turns += "; " + say(language, "commands", "why.more", count=len(legal) - MOST_SHOWN)
    text = say(language, "commands", "why.turns", count=len(legal), turns=turns)
    width = min(WIDEST, shutil.get_terminal_size().columns)
    lines = wrap(
        text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(NO_BREAK, " ") for line in lines]


def legal_texts(situation: Situation) -> list[str]:
    """The legal turns as text; empty if there are too many to list."""
    try:
        dice = situation.dice
        found = legal_turns(situation.rules, situation.position, dice) if dice else ()
    except TooManyTurns:
        return []
    return list(map(str, found))
