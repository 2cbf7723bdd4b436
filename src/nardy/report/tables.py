"""Tables of a report: a player's figures by game, and every decision of a game."""

from collections.abc import Iterable, Sequence

from nardy.analysis.game_review import ReviewedTurn, Summary
from nardy.core.match import game_points
from nardy.core.player import Player
from nardy.formats.record import RecordedGame
from nardy.report.error_tally import CUBE_ERRORS, ErrorTally, error_tally
from nardy.report.markup import Markup, tag
from nardy.report.match_analysis import GameAnalysis, JudgedDecision, MatchAnalysis
from nardy.report.wording import Wording
from nardy.translations import figure, number

NOTHING = "–"
_TALLY = ("decisions", "PR", "PR.turns", "PR.cube", "lost.turns", "lost.cube")


def scrolling(table: Markup, label: str) -> Markup:
    """A table that scrolls sideways on a narrow screen, and can be reached by the keyboard there."""
    return tag("div", table, class_="scroll", role="group", aria_label=label, tabindex=0)


def row(cells: Iterable[str], *, head: str = "", **attributes: str) -> Markup:
    """A row of cells; the first is the row's head, or all of them are heads of columns."""
    first, *others = cells
    if head == "col":
        told = [tag("th", cell, scope="col") for cell in (first, *others)]
    else:
        told = [tag("th", first, scope="row"), *(tag("td", cell) for cell in others)]
    return tag("tr", *told, **attributes)


def columns(words: Wording, names: Iterable[str]) -> Markup:
    """The head of a table, from the words of its columns."""
    return tag("thead", row([words.say(f"column.{name}") for name in names], head="col"))


def summary_table(match: MatchAnalysis, words: Wording) -> Markup:
    """Both players side by side, one figure a row."""
    tallies = [error_tally([one.decision for one in match.decisions], who) for who in Player]
    names = [tag("bdi", name) for name in match.record.players]
    told = [dict(summary_figures(one, words)) for one in tallies]
    rows = [row([name, *(one[name] for one in told)]) for name in told[0]]
    head = tag("tr", tag("td"), *(tag("th", name, scope="col") for name in names))
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="summary")


def summary_figures(tally: ErrorTally, words: Wording) -> Iterable[tuple[str, str]]:
    """Figures of one player, each with its name."""
    total = tally.total
    yield words.say("column.PR"), _rating(total, words)
    yield words.say("row.level"), words.known("level", total.level) or NOTHING
    yield words.say("column.decisions"), str(total.decisions)
    for name, count in (
        ("blunders", total.blunders),
        ("errors", total.mistakes),
        ("inaccuracies", total.inaccuracies),
    ):
        yield words.say(f"row.{name}"), str(count)
    for name, part in (("turns", tally.turns), ("cube", tally.cube)):
        yield words.say(f"column.PR.{name}"), _rating(part, words)
        yield words.say(f"column.lost.{name}"), words.points(part.lost)
    for name, errors in tally.cube_errors.items():
        lost = f" ({words.points(errors.lost)})" if errors.count else ""
        yield words.say(f"column.{name}"), f"{errors.count}{lost}"
    yield words.say("column.luck"), words.signed(total.luck)


def games_table(match: MatchAnalysis, player: Player, words: Wording) -> Markup:
    """One player's figures in each game, and in all of them."""
    rows = [
        row([_number(game, match), *_course(game, player, words), *cells])
        for game in match.games
        for cells in [_tally_cells(game.decisions, player, words)]
    ]
    total = row(
        [words.say("all"), "", "", *_tally_cells(match.decisions, player, words)], class_="total"
    )
    names = ("game", "score", "result", *_TALLY, *CUBE_ERRORS, "luck")
    label = words.say("games.table", player=match.players[player])
    table = tag(
        "table",
        tag("caption", words.say("games.table", player=""), tag("bdi", match.players[player])),
        columns(words, names),
        tag("tbody", *rows),
        tag("tfoot", total),
        class_="figures",
    )
    return scrolling(table, label)


def _number(game: GameAnalysis, match: MatchAnalysis) -> Markup:
    place = match.games.index(game)
    return tag("a", str(game.recorded.number), href=f"#{game_id(match, place)}")


def game_id(match: MatchAnalysis, game: int, number: int | None = None) -> str:
    """The id of a game's section, or of one of its decisions; unique in a report of many files."""
    decision = "" if number is None else f"-d{number}"
    return f"m{match.number}-g{game + 1}{decision}"


def _course(game: GameAnalysis, player: Player, words: Wording) -> tuple[str, str]:
    """The score before a game, and the player's points from it."""
    recorded, points = game.recorded, game_points(game.recorded.game)
    score = ":".join(number(words.language, count) for count in recorded.scores)
    won = points.get(player, 0) - (0 if len(points) > 1 else points.get(player.opponent, 0))
    return score, figure(words.language, f"{won:+g}") if points else words.say("unfinished")


def result_text(recorded: RecordedGame, match: MatchAnalysis, words: Wording) -> str:
    """The winner and the points; both players after a draw."""
    points = game_points(recorded.game)
    if not points:
        return words.say("unfinished")
    told = {match.players[who]: number(words.language, count) for who, count in points.items()}
    return ", ".join(words.say("won", player=name, points=count) for name, count in told.items())


def _tally_cells(
    decisions: Sequence[JudgedDecision], player: Player, words: Wording
) -> Iterable[str]:
    tally = error_tally([one.decision for one in decisions], player)
    total, turns, cube = tally.total, tally.turns, tally.cube
    yield str(total.decisions)
    yield _rating(total, words)
    yield _rating(turns, words)
    yield _rating(cube, words)
    yield words.points(turns.lost)
    yield words.points(cube.lost)
    yield from (str(errors.count or NOTHING) for errors in tally.cube_errors.values())
    yield words.signed(total.luck)


def _rating(of: Summary, words: Wording) -> str:
    return words.rate(of.performance_rating) if of.decisions else NOTHING


def turns_table(match: MatchAnalysis, game: GameAnalysis, words: Wording) -> Markup:
    """Every decision of a game with its loss."""
    names = ("number", "player", "loss", "dice", "played", "best", "luck", "win")
    label = words.say("turns.table", number=game.recorded.number)
    table = tag(
        "table",
        tag("caption", label),
        columns(words, names),
        tag("tbody", *(_turn_row(match, one, words) for one in game.decisions)),
        class_="turns",
    )
    return scrolling(table, label)


def _turn_row(match: MatchAnalysis, one: JudgedDecision, words: Wording) -> Markup:
    decision = one.decision
    turn = decision if isinstance(decision, ReviewedTurn) else None
    is_best = one.played == one.best or decision.loss <= 0
    cells = [
        str(one.number),
        tag("bdi", match.players[one.player]),
        _loss(one, words),
        dice_text(one),
        act_text(one.played, words),
        "" if is_best else act_text(one.best, words),
        words.signed(turn.luck) if turn else "",
        words.percent(decision.win),
    ]
    place = game_id(match, one.game, one.number)
    return row(cells, class_=decision.grade or "fine", id=place)


def _loss(one: JudgedDecision, words: Wording) -> Markup:
    """The loss with its grade; the colors of a row are not all that tells it."""
    decision = one.decision
    if isinstance(decision, ReviewedTurn) and not decision.is_decision:
        return Markup("")
    loss = words.points(decision.loss)
    if not decision.grade:
        return tag("span", loss)
    return tag("span", loss, " ", tag("b", words.known("grade", decision.grade)))


def dice_text(one: JudgedDecision) -> str:
    """The roll that was played: '31'; empty for the cube."""
    roll = one.decision.before.roll
    return f"{roll.high}{roll.low}" if roll and isinstance(one.decision, ReviewedTurn) else ""


def act_text(act: str, words: Wording) -> str:
    """A turn as it is written, or the word for an act or for no move."""
    return words.say("no.move") if act == "(no move)" else words.known("act", act)
