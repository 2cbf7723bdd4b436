"""`nardy ubgi`: run as an engine for other programs (Universal Backgammon Interface)."""

import sys

import click

from nardy.bots.registry import load_bot
from nardy.bots.ubgi_engine import Options, UbgiEngine
from nardy.cli.inputs import GameChoice, takes_file
from nardy.cli.play.table import require_able
from nardy.kernel import compile_missing


@click.command()
@takes_file
@click.option("--bot", default="nardy", help="The bot that answers.")
@click.option("--seed", type=click.IntRange(min=0), help="For bots that choose at random.")
def command(game: GameChoice, bot: str, seed: int | None) -> None:
    """Answer commands of the Universal Backgammon Interface, line by line.

    A position is told as position text, XGID or GNU id, for any game; 'go role chequer', 'cube' or
    'turn' asks for what to do. 'setoption name Variant value long-nardy' changes the game, 'stop'
    has an answer at once, 'quit' ends. A program that speaks it plays as the bot ubgi:COMMAND.

    Example: nardy play --black "ubgi:nardy ubgi --bot baseline"
    """
    answers = load_bot(bot, seed)
    require_able(answers, [game.rules()])
    if answers.name.startswith("nardy"):
        compile_missing()
    UbgiEngine(_say, Options(bot, seed, game.rules())).run(iter(sys.stdin.readline, ""))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
