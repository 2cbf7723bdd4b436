"""The report of `nardy analyze`: statistics of both players and the worst decisions, or JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from nardy.analysis.answers import before_double
from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
from nardy.analysis.game_review import Decision, ReviewedTurn, Summary, summary
from nardy.analysis.judge import ROLL_PLIES, Judge
from nardy.bots.neural import NeuralBot
from nardy.cli.figures import column, equity_text, known, word
from nardy.cli.replay import title_of
from nardy.coach import cube_sentences, explain, explain_cube, sentences
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.text import situation_text
from nardy.formats.record import Record, RecordedGame
from nardy.translations import SOURCE, figure

ReviewedGames = Sequence[tuple[RecordedGame, Sequence[Decision]]]
_ROWS = (
    *("decisions", "inaccuracies", "errors", "blunders"),
    *("lost", "error rate", "PR", "level", "luck"),
)
_GAP = "  "


def plies_of(bot: NeuralBot) -> dict[str, int]:
    return {"turns": bot.plies, "cube": bot.plies, "bomb": ROLL_PLIES, "luck": ROLL_PLIES}


def lines(  # noqa: PLR0913 (what, by whom, for whom)
    record: Record,
    found: ReviewedGames,
    worst: int,
    bot: NeuralBot,
    language: str = SOURCE,
    *,
    why: bool = False,
) -> Iterator[str]:
    """The report as text, with both players side by side; with *why* the reasons of mistakes."""
    white, black = record.players
    games = ", ".join(dict.fromkeys(rules_text(game.game.rules) for game in record.games))
    yield f"{white} - {black}, {games}, {title_of(record, language)}"
    plies = plies_of(bot)
    depths = {"plies": plies["turns"], "luck": plies["luck"]}
    yield word(language, "analyze.judge", bot=bot.name, **depths)
    rows = column(language, "row", _ROWS, 12)
    columns = [["".ljust(len(rows["PR"])), *rows.values()]]
    for name, of in zip((white, black), _summaries(found), strict=True):
        cells = [name, *_figures(of, language)]
        columns.append([f"{cell:>{max(12, *map(len, cells))}}" for cell in cells])
    yield ""
    yield from map(_GAP.join, zip(*columns, strict=True))
    yield from _worst(record, found, worst, (bot if why else None, language))
    if illegal := len(record.illegal):
        yield ""
        yield word(language, "analyze.illegal", count=illegal)


def _summaries(found: ReviewedGames) -> tuple[Summary, Summary]:
    every = [one for _, decided in found for one in decided]
    return summary(every, Player.WHITE), summary(every, Player.BLACK)


def _figures(of: Summary, language: str) -> tuple[str, ...]:
    return (
        *(str(count) for count in (of.decisions, of.inaccuracies, of.mistakes, of.blunders)),
        figure(language, f"{of.lost:.3f}"),
        figure(language, f"{of.error_rate:.1f}"),
        figure(language, f"{of.performance_rating:.1f}"),
        known(language, "level", of.level) or "-",
        equity_text(language, of.luck),
    )


def _worst(
    record: Record, found: ReviewedGames, worst: int, told_by: tuple[NeuralBot | None, str]
) -> Iterator[str]:
    """The costliest decisions, except those cheaper than an inaccuracy; a bot's coach says why."""
    bot, language = told_by
    every = [(recorded, one) for recorded, decided in found for one in decided if one.grade]
    names = dict(zip(Player, record.players, strict=True))
    for recorded, one in sorted(every, key=lambda pair: -pair[1].loss)[:worst]:
        yield ""
        grade, loss = known(language, "grade", one.grade), figure(language, f"{one.loss:.3f}")
        facts = {"number": recorded.number, "player": names[one.player], "grade": grade}
        yield word(language, "analyze.decision", **facts, loss=loss)
        yield f"  {situation_text(one.before)}"
        played, best = (known(language, "act", act) for act in (_act(one), _best(one)))
        yield word(language, "analyze.played", played=played, best=best)
        if bot is not None:
            yield from (f"  {sentence}" for sentence in _reasons(one, bot, language))


def _reasons(one: Decision, bot: NeuralBot, language: str) -> list[str]:
    """Why a decision lost; nothing for the bomb and for a cascade, whose turns the bot did not list."""
    if isinstance(one, ReviewedCube):
        judged = Judge.of(bot).weigh(before_double(one.before))
        return cube_sentences(explain_cube(one.before, one.act, bot, judged), language)
    if isinstance(one, ReviewedTurn) and one.choices:
        return sentences(explain(one.before, one.played, bot), language)
    return []


def _act(one: Decision) -> str:
    return one.played if isinstance(one, ReviewedTurn) else one.act


def _best(one: Decision) -> str:
    if not isinstance(one, ReviewedTurn):
        return one.best
    return str(one.choices[0].turn) if one.choices else "?"


def as_object(
    record: Record, found: ReviewedGames, explained: tuple[NeuralBot, str] | None = None
) -> dict[str, Any]:
    """The report as JSON: statistics of both players, and every decision of each game.

    With a bot and a language the sentences of mistakes are added.
    """
    return {
        "players": list(record.players),
        "length": record.match.length,
        "summary": {
            player.value: {
                **asdict(of),
                "error_rate": of.error_rate,
                "performance_rating": of.performance_rating,
                "level": of.level,
            }
            for player, of in zip(Player, _summaries(found), strict=True)
        },
        "games": [
            {
                "number": recorded.number,
                "decisions": [_object(one) | _sentences(one, explained) for one in decided],
            }
            for recorded, decided in found
        ],
    }


def _sentences(one: Decision, explained: tuple[NeuralBot, str] | None) -> dict[str, Any]:
    if explained is None or not one.grade or isinstance(one, ReviewedBomb):
        return {}
    return {"sentences": _reasons(one, *explained)}


def _object(one: Decision) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "event": one.event,
        "player": one.player.value,
        "position": situation_text(one.before),
        "played": _act(one),
        "best": _best(one),
        "loss": one.loss,
        "grade": one.grade,
        "win": one.win,
        "plies": one.plies,
    }
    if isinstance(one, ReviewedBomb):
        return {**facts, "kind": "bomb", "exploded": one.exploded, "kept": one.kept}
    if not isinstance(one, ReviewedTurn):
        return {**facts, "kind": "cube", "cube": asdict(one.choice)}
    turns = [{"turn": str(c.turn), "equity": c.equity, "plies": c.plies} for c in one.choices]
    luck = {"luck": one.luck, "luck_plies": ROLL_PLIES}
    return {**facts, "kind": "turn", **luck, "forced": one.is_forced, "turns": turns}
