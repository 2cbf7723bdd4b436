"""`nardy hint`: the best turns, or a cube decision."""

from typing import TYPE_CHECKING, Any

import click

from nardy.bots.registry import MOST_SECONDS
from nardy.cli.encodings import json_line
from nardy.cli.evaluate import bot_option, neural_bot, plain_bot
from nardy.cli.figures import (
    chance_text,
    chances_line,
    column,
    equity_text,
    known,
    match_text,
    rounded,
    word,
)
from nardy.cli.inputs import NumberRange, PositionChoice, language_option, takes_position
from nardy.core.cube import Offer
from nardy.core.estimates import CubeChoice, Probabilities
from nardy.core.refusal import require_phase
from nardy.core.situation import Phase, Situation

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot


@click.command()
@takes_position
@click.argument("dice", required=False)
@bot_option
@click.option("--most", type=click.IntRange(1), default=5, help="How many.")
@click.option(
    "--seconds",
    type=NumberRange(min=0, min_open=True, max=MOST_SECONDS),
    help="Thinking time, instead of a fixed lookahead; for a bot that plays by a network alone.",
)
@click.option(
    "--why", is_flag=True, help="Say why the best turn, or act with the cube, is the best."
)
@click.option("--turn", help="Say why this turn is worse than the best.")
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object; with --why or --turn alone."
)
@language_option
def command(  # noqa: PLR0913 (an argument or option of the command each)
    *,
    position: PositionChoice,
    dice: str | None,
    bot: str,
    most: int,
    seconds: float | None,
    language: str,
    **asked: Any,
) -> None:
    """Rank the best turns of a position and dice; without dice, advise on the cube.

    After an offered double (offer=double), advise on the answer. With --why, say what makes the
    best turn better than the next; with --turn, what a turn lacks. At most two reasons are named,
    each counted by the rules; where none is the cause, that is said. Of the cube, --why tells the
    chances from which a double or a take is right, and how often waiting loses the market.

    Equities are points of the game for the player who must act, without a cube; of turns with
    it, while it lies in the middle and Jacoby's rule stands. In a match they are in units of what
    a single is worth at the score, with the cube, and beside them stands the chance to win the
    match.

    Example: nardy hint "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5" 31
    """
    situation = position.situation(dice)
    bot_used = neural_bot(bot) if seconds is None else in_seconds(bot, seconds)
    why = asked["why"] or asked["turn"] is not None
    if asked["as_json"] and not why:
        raise click.UsageError(
            "expected --why or --turn with --json, got neither; nardy evaluate ranks turns as JSON"
        )
    if asked["turn"] is not None:
        require_phase(situation, Phase.TURN, "explain a turn")
    if asked["as_json"]:
        found = explained(situation, asked["turn"], bot_used, language)
        click.echo(json_line(found))
        return
    if is_person(bot_used):
        click.echo(word(language, "hint.level", bot=bot_used.name))
    if situation.phase is Phase.TURN:
        best = _turns(situation, bot_used, most, language)
        if why:
            _why(situation, asked["turn"], bot_used, language, best)
        return
    if situation.offer is Offer.DOUBLE:
        _answers(situation, bot_used, language)
    else:
        _cube(situation, bot_used, language)
    if why:
        _why_cube(situation, bot_used, language)


def _why_cube(situation: Situation, bot: "NeuralBot", language: str) -> None:
    from nardy.coach import cube_sentences, explain_cube  # noqa: PLC0415 (imports NumPy)

    sentences = cube_sentences(explain_cube(situation, bot=bot), language)
    click.echo("")
    for sentence in sentences:
        click.echo(sentence)


def _why(
    situation: Situation, turn: str | None, bot: "NeuralBot", language: str, best: str
) -> None:
    from nardy.coach import explain, plan_sentence, sentences  # noqa: PLC0415 (imports NumPy)

    # The coach ranks by the network alone, and may prefer another turn than a level or a bot with time.
    found = explain(situation, best if turn is None else turn, bot)
    click.echo("")
    if str(found.best) != best:
        key = "hint.coach" if bot.plies else "hint.coach.alone"
        click.echo(word(language, key, best=found.best, plies=bot.plies))
    for sentence in (*sentences(found, language), plan_sentence(found, language)):
        click.echo(sentence)


def explained(
    situation: Situation, turn: str | None, bot: "NeuralBot", language: str
) -> dict[str, Any]:
    """The explanation of a turn, of the best one, or of the cube, as plain values with its sentences."""
    from nardy.coach import (  # noqa: PLC0415 (imports NumPy)
        cube_sentences,
        explain,
        explain_cube,
        plan_sentence,
        sentences,
    )

    if situation.phase is not Phase.TURN:
        cube = explain_cube(situation, bot=bot)
        return {"sentences": cube_sentences(cube, language), **rounded(cube.as_json())}
    found = explain(situation, turn, bot)
    words = {
        "sentences": sentences(found, language),
        "plan_sentence": plan_sentence(found, language),
    }
    return {**words, **rounded(found.as_json())}


def is_person(bot: "NeuralBot") -> bool:
    """Whether the bot imitates a weaker player and misjudges on purpose (search/level.py)."""
    return bool(getattr(bot, "errs", False))


def in_seconds(spec: str, seconds: float) -> "NeuralBot":
    """A bot with the same network and a time limit.

    Raises:
        UnknownBotError: the bot plays by more than its network, which the time limit would replace.
    """
    bot = plain_bot(spec)
    from nardy.bots.variants import TimedBot  # noqa: PLC0415 (imports NumPy)

    return TimedBot(seconds, bot.file)


def _turns(situation: Situation, bot: "NeuralBot", most: int, language: str) -> str:
    """Print the best turns, and return the first."""
    from nardy.analysis.decisions import rank_turns  # noqa: PLC0415 (imports NumPy)

    ranked = rank_turns(situation, bot, most)
    width = max(len(str(choice.turn)) for choice in ranked)
    for number, choice in enumerate(ranked, 1):
        loss = choice.equity - ranked[0].equity
        behind = f"({equity_text(language, loss)})" if number > 1 else ""
        told = match_text(language, choice.match_chance).removeprefix(" ")
        win = known(language, "chance", "win")
        plies = word(language, "hint.plies", plies=choice.plies)
        click.echo(
            f"{number:2}. {choice.turn!s:<{width}}  {equity_text(language, choice.equity):>6}"
            f" {behind:<9}{told} {win} {chance_text(language, choice.probabilities.win)}  {plies}"
        )
    return str(ranked[0].turn)


def _answers(situation: Situation, bot: "NeuralBot", language: str) -> None:
    from nardy.analysis.answers import weigh_answers  # noqa: PLC0415 (imports NumPy)

    found = weigh_answers(situation, bot)
    _say_chances(found.probabilities, found.equity, language)
    names, chances = column(language, "act", ("take", "pass", "beaver")), found.match_chances or {}
    for name, equity in found.worth.items():
        match = match_text(language, chances.get(name))
        click.echo(f"  {names[name]}  {equity_text(language, equity):>6}{match}")
    click.echo(f"  {known(language, 'act', found.advice)}")


def _say_chances(probabilities: Probabilities, equity: float, language: str) -> None:
    told = {name: chance_text(language, p) for name, p in probabilities.as_dict().items()}
    click.echo(chances_line(language, told))
    click.echo(word(language, "equity.cubeless", equity=equity_text(language, equity)))


def _cube(situation: Situation, bot: "NeuralBot", language: str) -> None:
    from nardy.analysis.decisions import estimate  # noqa: PLC0415 (imports NumPy)

    found = estimate(situation, bot)
    if found.explodes:
        click.echo(word(language, "hint.bomb"))
    _say_chances(found.probabilities, found.equity, language)
    if found.cubeful is not None and situation.is_money:
        click.echo(word(language, "equity.cubeful", equity=equity_text(language, found.cubeful)))
    if found.match_chance is not None:
        chance = chance_text(language, found.match_chance, ".2%")
        click.echo(word(language, "match.chance", chance=chance))
    if found.cube is not None:
        _advise(found.cube, language)


def _advise(cube: CubeChoice, language: str) -> None:
    equities = (cube.no_double, cube.double_take, cube.double_pass)
    names = column(language, "cube", ("no double", "double, take", "double, pass"))
    chances = cube.match_chances or (None, None, None)
    for name, equity, chance in zip(names.values(), equities, chances, strict=True):
        click.echo(f"  {name}  {equity_text(language, equity):>6}{match_text(language, chance)}")
    click.echo(f"  {known(language, 'cube', cube.advice)}")
