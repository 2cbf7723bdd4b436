"""The worst decisions of a match: board, sentences of the coach, turns compared, roll map."""

from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
from nardy.analysis.game_review import ReviewedTurn
from nardy.coach import Explanation, plan_sentence
from nardy.core.estimates import TurnChoice
from nardy.report.boards import board_figure
from nardy.report.markup import Markup, tag
from nardy.report.match_analysis import JudgedDecision, MatchAnalysis
from nardy.report.roll_table import explains, roll_table
from nardy.report.tables import act_text, columns, game_id, row, scrolling
from nardy.report.wording import Wording


def mistake(
    match: MatchAnalysis, one: JudgedDecision, words: Wording, heading: str = "h4"
) -> Markup:
    """One decision that cost something: what was played, what is better, and why."""
    player = match.players[one.player]
    grade, loss = words.known("grade", one.decision.grade), words.points(one.decision.loss)
    number = match.games[one.game].recorded.number
    facts = {"game": number, "number": one.number, "grade": grade, "loss": loss}
    title, to = words.say("mistake", player=player, **facts), words.say("mistake.to")
    place = f"#{game_id(match, one.game, one.number)}"
    found = match.why(one)
    turn = [found] if isinstance(found, Explanation) else []
    told = [
        *(tag("p", sentence) for sentence in match.reasons(one, words.language)),
        *(tag("p", plan_sentence(found, words.language)) for found in turn),
        _compared(match, one, words),
        # The visible text leads the link's name: whoever speaks to the browser says that (WCAG 2.5.3).
        tag("p", tag("a", to, href=place, aria_label=f"{to}: {title}"), class_="to"),
    ]
    rolls = [roll_table(found, words) for found in turn if explains(found)]
    parts = (tag(heading, title), board_figure(one, words), tag("div", *told, class_="told"))
    return tag("article", *parts, *rolls, class_=f"mistake {one.decision.grade}")


def _compared(match: MatchAnalysis, one: JudgedDecision, words: Wording) -> Markup:
    decision = one.decision
    if isinstance(decision, ReviewedTurn):
        return _turns(decision, words)
    if isinstance(decision, ReviewedCube):
        return _cube(match, decision, words)
    return _bomb(decision, words)


def _turns(decision: ReviewedTurn, words: Wording) -> Markup:
    """The best few turns and the played one, with equities and chances.

    One that was examined less deeply than the best has no loss.
    """
    if not decision.choices:
        return Markup("")
    first = decision.choices[0]
    chances = list(words.chances(first))
    heads = [words.say(f"column.{name}") for name in ("turn", "equity", "loss")]
    head = tag("thead", row([*heads, *chances, words.say("column.plies")], head="col"))
    rows = [
        row(
            _cells(choice, loss, words),
            class_="played" if n == decision.chosen else "best" if not n else "",
        )
        for n, (choice, loss) in enumerate(zip(decision.choices, decision.losses, strict=True))
    ]
    label = words.say("choices")
    table = tag("table", tag("caption", label), head, tag("tbody", *rows), class_="choices")
    return scrolling(table, label)


def _cells(choice: TurnChoice, loss: float | None, words: Wording) -> list[str]:
    equities = [words.signed(choice.equity), "" if loss is None else words.points(loss)]
    chances = words.chances(choice).values()
    return [act_text(str(choice.turn), words), *equities, *chances, str(choice.plies)]


def _cube(match: MatchAnalysis, decision: ReviewedCube, words: Wording) -> Markup:
    """The equities of not doubling and of both answers, seen by the player who may double."""
    choice, answers = decision.choice, decision.before.offer
    doubler = decision.player.opponent if answers else decision.player
    ways = ("no double", "double, take", "double, pass")
    equities = (choice.no_double, choice.double_take, choice.double_pass)
    in_match = choice.match_chances or (None, None, None)
    rows = [
        row(
            [words.known("cube", way), words.signed(equity), *([words.percent(won)] if won else [])]
        )
        for way, equity, won in zip(ways, equities, in_match, strict=True)
    ]
    names = ("act", "equity", *(("match",) if choice.match_chances else ()))
    label = words.say("cube.choices", player=match.players[doubler])
    table = tag(
        "table", tag("caption", label), columns(words, names), tag("tbody", *rows), class_="choices"
    )
    advice = words.say("cube.advice", advice=words.known("cube", choice.advice))
    return tag("div", scrolling(table, label), tag("p", advice))


def _bomb(decision: ReviewedBomb, words: Wording) -> Markup:
    equities = {"bomb": decision.exploded, "keep": decision.kept}
    rows = [row([words.known("act", act), words.signed(of)]) for act, of in equities.items()]
    label = words.say("bomb.choices")
    head = columns(words, ("bomb", "equity"))
    table = tag("table", tag("caption", label), head, tag("tbody", *rows), class_="choices")
    return scrolling(table, label)
