"""`nardy analyze`: the mistakes in a recorded match and their cost."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from nardy.cli.computing import cluster_option, connected, progress
from nardy.cli.encodings import json_line
from nardy.cli.evaluate import plain_bot
from nardy.cli.figures import word
from nardy.cli.files import read_record, refuse_broken
from nardy.cli.inputs import GameChoice, language_option, takes_file
from nardy.compute.chunks import run_chunks
from nardy.formats.record import Record, RecordedGame

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision
    from nardy.bots.neural import NeuralBot
    from nardy.compute.chunks import Workers


@click.command()
@click.argument("file")
@takes_file
@click.option(
    "--bot",
    default="nardy:2",
    help="The judging bot: nardy:PLIES or nardy:FILE; nardy:1 is quicker.",
)
@click.option(
    "--worst",
    type=click.IntRange(0),
    default=5,
    help="How many of the costliest decisions are shown.",
)
@click.option("--why", is_flag=True, help="Say why they were mistakes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with every decision.")
@cluster_option
@language_option
def command(
    *,
    file: str,
    game: GameChoice,
    bot: str,
    as_json: bool,
    language: str,
    **asked: Any,
) -> None:
    """Find the mistakes in a recorded match and their cost.

    FILE is a match in any format (.mat, SGF, .xg, JSON), or a game saved by nardy play; "-"
    reads standard input. The loss of a decision is the difference to the bot's own choice. Turns
    and cube are evaluated at the bot's plies; luck, and the bomb of nuclear, always at one ply.
    Losses and luck are in points for a cube of 1, and in a match in units of a single's worth at
    the score. Illegal turns are followed and not judged. With --why at most two reasons follow
    each mistake of a turn, with figures for two plies, and the take and doubling points a mistake
    with the cube.

    Example: nardy analyze final.mat --worst 3

    Exit status: 0; 1 for a file that cannot be read, for an unreadable line (after the report on
    the rest), or for a game that no network knows.
    """
    record = read_record(file, game)
    bot_used = plain_bot(bot)
    from nardy.cli.analyze_lines import as_object, lines, plies_of  # noqa: PLC0415 (imports NumPy)

    with connected(asked["cluster"]) as workers:
        if workers is not None and record.games:
            found = list(_reviewed_on(workers, record, bot_used, language))
        else:
            found = list(_reviewed(record, bot_used, language))
    if as_json:
        explained = (bot_used, language) if asked["why"] else None
        told = as_object(record, found, explained)
        report = {"bot": bot_used.name, "plies": plies_of(bot_used), **told}
        click.echo(json_line(report))
    else:
        for line in lines(record, found, asked["worst"], bot_used, language, why=asked["why"]):
            click.echo(line)
    refuse_broken(record)


def _reviewed_on(
    workers: "Workers", record: Record, bot_used: "NeuralBot", language: str
) -> "Iterator[tuple[RecordedGame, Sequence[Decision]]]":
    """Yield the decisions of each game, found by workers; a chunk is one game."""
    from nardy.analysis.game_review import ReviewWork  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.named import NamedBot  # noqa: PLC0415

    games = record.games
    chunks = [(game.game.rules, tuple(game.game.events)) for game in games]
    work = ReviewWork(NamedBot.of(bot_used, chunks[0][0]))
    with progress(word(language, "analyze.progress"), len(games)) as report:
        for number, decided in enumerate(run_chunks(workers, work, chunks)):
            report(number + 1)
            yield games[number], decided


def _reviewed(
    record: Record, bot_used: "NeuralBot", language: str
) -> "Iterator[tuple[RecordedGame, list[Decision]]]":
    """Yield the decisions of each game; show a progress bar."""
    from nardy.analysis.game_review import Decision, review  # noqa: PLC0415 (imports NumPy)

    done = 0
    with progress(word(language, "analyze.progress"), len(record.events)) as report:
        for recorded in record.games:
            rules, decided = recorded.game.rules, list[Decision]()
            for decision in review(recorded.game.events, lambda _, rules=rules: rules, bot_used):
                decided.append(decision)
                report(done + decision.event)
            done += len(recorded.game.events)
            yield recorded, decided
