"""`nardy bench`: how fast this machine is."""

import json

import click

from nardy.cli.inputs import GameChoice, takes_game
from nardy.errors import MissingExtraError
from nardy.kernel import is_available


@click.group()
def command() -> None:
    """Measure how fast this machine generates turns.

    Example: nardy bench turns long-nardy
    """


@command.command()
@takes_game
@click.option(
    "--rows",
    type=click.IntRange(512, 1_000_000),
    default=20_000,
    show_default=True,
    help="How many positions.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same positions.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def turns(game: GameChoice, rows: int, seed: int, as_json: bool) -> None:
    """Count the lawful turns a second, kernel and rule book.

    Each row is a position of random play with a roll; all its turns are made. Rates are by
    process CPU time, on one core; doubles of a cascade are played as four.

    Example: nardy bench turns plakoto --rows 5000
    """
    if not is_available():
        raise MissingExtraError(
            "expected Numba for the kernel, and it is not installed; install nardy[engine]"
        )
    from nardy.cli.bench_turns import measure  # noqa: PLC0415 (imports Numba)

    rules = game.rules()
    rates = measure(rules, rows, seed)
    if as_json:
        click.echo(json.dumps({"game": rules.id, "rows": rows, **rates}))
        return
    click.echo(f"{rules.name}: generations a second on one core, all turns of a position and roll")
    click.echo(f"  kernel     {rates['kernel']:>12,.0f}  ({rates['positions']:,.0f} positions)")
    click.echo(f"  rule book  {rates['rule_book']:>12,.0f}")
    click.echo(f"  ratio      {rates['kernel'] / rates['rule_book']:>12,.0f}")
