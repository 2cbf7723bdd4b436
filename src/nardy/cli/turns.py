"""`nardy turns`: the lawful turns of a position, as text or JSON."""

import sys

import click

from nardy.cli.encodings import json_line
from nardy.cli.figures import word
from nardy.cli.inputs import PositionChoice, language_option, takes_position
from nardy.cli.turns_lines import answer_lines
from nardy.core.acts import end_turn
from nardy.core.canonical import legal_turns
from nardy.core.refusal import require_phase
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text


@click.command()
@takes_position
@click.argument("dice", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--jsonl", is_flag=True, help="Read lines of JSON from standard input.")
@language_option
def command(
    position: PositionChoice, dice: str | None, as_json: bool, jsonl: bool, language: str
) -> None:
    """List the lawful turns of a position and dice.

    POSITION is position text, an XGID or GNU ids; "-" reads standard input. With --jsonl
    each line of standard input is {"position": "...", "dice": [3, 1]}, and is answered by
    {"turns": [{"turn": "8/5 6/5", "position": "..."}]} or {"error": "..."}.

    Example: nardy turns "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5" 31

    Exit status: 0; 1 for bad input, or any bad line; 2 for wrong usage.
    """
    if jsonl:
        if position.text is not None:
            raise click.UsageError("--jsonl reads its positions from standard input")
        good = answer_lines(sys.stdin, sys.stdout, position.game.find, position.game.given)
        sys.exit(0 if good else 1)
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
    """Each lawful turn with the position text after it."""
    dice = situation.dice
    if dice is None:
        return []
    turns = legal_turns(situation.rules, situation.position, dice)
    return [
        {
            "turn": str(turn),
            "position": situation_text(end_turn(situation, final, len(turn.moves))),
        }
        for turn, final in turns.items()
    ]
