"""The report of `nardy analyze` as text: figures of both players, and the worst decisions."""

from collections.abc import Iterator

from nardy.analysis.game_review import Summary, summary
from nardy.cli.figures import column, equity_text, known, word
from nardy.cli.replay import title_of
from nardy.core.options import rules_text
from nardy.core.text import situation_text
from nardy.report.json_object import plies_of
from nardy.report.match_analysis import JudgedDecision, MatchAnalysis
from nardy.translations import SOURCE, figure

_ROWS = (
    *("decisions", "inaccuracies", "errors", "blunders"),
    *("lost", "error rate", "PR", "level", "luck"),
)
_GAP = "  "


def lines(
    match: MatchAnalysis, worst: int, language: str = SOURCE, *, why: bool = False
) -> Iterator[str]:
    """The report with both players side by side; with *why* reasons follow what is explained."""
    white, black = match.record.players
    games = ", ".join(dict.fromkeys(rules_text(game.rules) for game in match.games))
    yield f"{white} - {black}, {games}, {title_of(match.record, language)}"
    plies = plies_of(match.judge)
    depths = {"plies": plies["turns"], "luck": plies["luck"]}
    yield word(language, "analyze.judge", bot=match.judge.name, **depths)
    rows = column(language, "row", _ROWS, 12)
    columns = [["".ljust(len(rows["PR"])), *rows.values()]]
    for player, name in match.players.items():
        of = summary((one.decision for one in match.decisions), player)
        cells = [name, *_figures(of, language)]
        columns.append([f"{cell:>{max(12, *map(len, cells))}}" for cell in cells])
    yield ""
    yield from map(_GAP.join, zip(*columns, strict=True))
    for one in match.mistakes(worst):
        yield from _decision(match, one, language, why=why)
    counts = {"illegal": len(match.record.illegal), "guessed": len(match.record.guessed)}
    told = [word(language, f"analyze.{key}", count=n) for key, n in counts.items() if n]
    yield from ["", *told] if told else []


def _figures(of: Summary, language: str) -> tuple[str, ...]:
    return (
        *(str(count) for count in (of.decisions, of.inaccuracies, of.mistakes, of.blunders)),
        figure(language, f"{of.lost:.3f}"),
        figure(language, f"{of.error_rate:.1f}"),
        figure(language, f"{of.performance_rating:.1f}"),
        known(language, "level", of.level) or "-",
        equity_text(language, of.luck),
    )


def _decision(
    match: MatchAnalysis, one: JudgedDecision, language: str, *, why: bool
) -> Iterator[str]:
    yield ""
    decision, number = one.decision, match.games[one.game].recorded.number
    grade, loss = known(language, "grade", decision.grade), figure(language, f"{decision.loss:.3f}")
    facts = {"number": number, "player": match.players[one.player], "grade": grade}
    yield word(language, "analyze.decision", **facts, loss=loss)
    yield f"  {situation_text(decision.before)}"
    played, best = (known(language, "act", act) for act in (one.played, one.best))
    yield word(language, "analyze.played", played=played, best=best)
    if why:
        yield from (f"  {sentence}" for sentence in match.reasons(one, language))
