"""`nardy analyze`: the mistakes in recorded matches and their cost."""

import signal
import sys
from pathlib import Path
from typing import Any

import click

from nardy.cli.analyze_files import MatchFiles, unwritable
from nardy.cli.computing import cluster_option, connected, stop_for_good
from nardy.cli.evaluate import plain_bot
from nardy.cli.files import refuse_broken
from nardy.cli.inputs import GameChoice, language_option, takes_file


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@takes_file
@click.option(
    "--bot",
    default="nardy:2",
    help="The judging bot: nardy:PLIES or nardy:FILE; nardy:1 is quicker.",
)
@click.option(
    "--worst",
    type=click.IntRange(0),
    help="How many of the costliest decisions are shown.  [5; 20 in HTML]",
)
@click.option("--why", is_flag=True, help="Say why they were mistakes.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a report with boards here.")
@click.option("--player", metavar="NAME", help="The profile of this player over all files.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with every decision.")
@cluster_option
@language_option
def command(
    *, files: tuple[str, ...], game: GameChoice, bot: str, language: str, **asked: Any
) -> None:
    """Find the mistakes in recorded matches and their cost.

    FILE is a match in any format (.mat, .sgf, .xg, .bgf, .ogxm, .gam, .sgg, FIBS, JSON and more), a
    game saved by nardy play, or a folder of these; "-" reads standard input. The loss of a decision is the difference to the bot's own
    choice. Turns and cube are evaluated at the bot's plies; luck, and the bomb of nuclear, always
    at one ply. Losses and luck are in points for a cube of 1, and in a match in units of a single's
    worth at the score. Illegal turns are followed and not judged. With --why sentences follow each
    mistake: of a turn at most two reasons, with figures for two plies, and of the cube the take and
    doubling points. --html writes one file with the reasons; it needs no network. After Ctrl-C what
    was reached is reported, and kept (in ~/.local/state/nardy): the same command goes on there. A changed
    file, or another bot, begins anew. A report of many files names those that were refused, even if all were.

    Example: nardy analyze final.mat --worst 3

    Exit status: 0; 1 for a file that cannot be read, where the rest of a game is left out (after
    the report on what was read), or for a game that no network knows; 130 after Ctrl-C.
    """
    bot_used, read = plain_bot(bot), MatchFiles(files, game)
    if asked["html"]:
        _require_folder(asked["html"])
    # Both import NumPy.
    from nardy.cli.analyze_output import AnalysisOutput, explained  # noqa: PLC0415
    from nardy.cli.analyze_run import AnalysisRun, Judging  # noqa: PLC0415

    with connected(asked.pop("cluster")) as workers:
        run = AnalysisRun(Judging(bot_used, workers, explained(**asked), language))
        run.go(read)
    if run.is_stopped:
        # A second Ctrl-C would lose the report.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    for sentence in read.refused:
        click.echo(f"nardy: {sentence}", err=True)
    output = AnalysisOutput(run, read, language=language, **asked)
    if run.matches or read.refused:
        output.tell()
    if run.is_stopped:
        stop_for_good(output.stopped)
    for match in run.matches:
        refuse_broken(match.record)
    if read.refused:
        sys.exit(1)


def _require_folder(path: Path) -> None:
    """Refuse a file that cannot be written, before the long work."""
    if not path.parent.is_dir():
        raise unwritable(path, "there is no such folder")
    if path.is_dir():
        raise unwritable(path, "it is a folder")
