"""`nardy bench`: benchmarks."""

import json

import click

from nardy.cli import computing
from nardy.cli.evaluate import bot_option, plain_bot
from nardy.cli.inputs import GameChoice, takes_file, takes_game

same_positions = click.option(
    "--seed", type=click.IntRange(min=0), default=1, help="Same seed, same positions."
)


@click.group()
def command() -> None:
    """Measure how fast this machine generates turns, and how fast a bot thinks.

    Example: nardy bench turns long-nardy
    """


@command.command()
@takes_file
@computing.seed_option
@computing.json_option
def peers(game: GameChoice, seed: int, as_json: bool) -> None:
    """Measure how fast nardy thinks, beside gnubg and bgsage.

    Those are asked where they are installed (pip install gnubg-nn bgsage).

    All get the same positions of self-play in turn, in one run, and every figure is process CPU
    time on one core: positions evaluated a second, milliseconds of a decision with no ply ahead,
    one and two (median and 90th percentile), whole games a second.

    Example: nardy bench peers
    """
    computing.start_engine("the network")
    from nardy.cli.bench_measures import measure_peers  # noqa: PLC0415 (imports NumPy)

    rules = game.rules()
    found = measure_peers(rules, seed)
    if as_json:
        click.echo(json.dumps({"game": rules.id, "seed": seed, "bots": found}))
        return
    heads = "evaluations/s   0-ply ms   1-ply ms   2-ply ms   games/s"
    click.echo(f"{rules.name}, one core       {heads}")
    for pace in found:
        spent, slow = (
            "".join(f"{times[name]:11.2f}" for times in pace["decisions"])
            for name in ("median", "p90")
        )
        head = f"  {pace['name']:<27}{pace['evaluations']:>10,.0f}"
        click.echo(f"{head}{spent}{pace['games']:10,.1f}")
        click.echo(f"  {'  90th percentile':<37}{slow}")


@command.command()
@takes_game
@click.option(
    "--rows", type=click.IntRange(512, 1_000_000), default=20_000, help="How many positions."
)
@same_positions
@computing.json_option
def turns(game: GameChoice, rows: int, seed: int, as_json: bool) -> None:
    """Count the legal turns a second, kernel and rule book.

    Each row is a position of random play with a roll; all its turns are made. Rates are by
    process CPU time, on one core; doubles of a cascade are played as four.

    Example: nardy bench turns plakoto --rows 5000
    """
    computing.require_engine("the kernel")
    from nardy.cli.bench_measures import measure_turns  # noqa: PLC0415 (imports NumPy)

    rules = game.rules()
    rates = measure_turns(rules, rows, seed)
    if as_json:
        click.echo(json.dumps({"game": rules.id, "rows": rows, **rates}))
        return
    click.echo(f"{rules.name}: generations a second on one core, all turns of a position and roll")
    click.echo(f"  kernel     {rates['kernel']:>12,.0f}  ({rates['positions']:,.0f} positions)")
    click.echo(f"  rule book  {rates['rule_book']:>12,.0f}")
    click.echo(f"  ratio      {rates['kernel'] / rates['rule_book']:>12,.0f}")


@command.command()
@takes_game
@bot_option
@same_positions
@computing.json_option
def network(game: GameChoice, bot: str, seed: int, as_json: bool) -> None:
    """Time evaluations, decisions and rollouts of a bot with a network.

    The decisions are from games of the network against itself; a decision of 2 plies looks two
    rolls ahead. Times are process CPU time, on one core.

    Example: nardy bench network long-nardy
    """
    computing.use_one_blas_thread()
    bot_used = plain_bot(bot)
    from nardy.cli.bench_measures import measure_network  # noqa: PLC0415 (imports NumPy)

    rules = game.rules()
    found = measure_network(rules, bot_used, seed)
    if as_json:
        click.echo(json.dumps({"game": rules.id, **found}))
        return
    click.echo(f"{rules.name}, {bot}, on one core")
    click.echo(f"  evaluations a second    {found['evaluations']:>12,.0f}")
    for plies in (0, 1, 2):
        spent = 1000 * found[f"decision_{plies}"]
        click.echo(f"  a decision, {plies}-ply       {spent:>12,.2f} ms")
    click.echo(f"  rolled-out games/s      {found['rollouts']:>12,.0f}")
    click.echo(f"  luck taken out, games/s {found['adjusted_rollouts']:>12,.1f}")
