"""The roll map of a mistake: the opponent's 36 rolls as a table, where they explain the loss."""

from nardy.coach import Explanation, RollLine, grouped
from nardy.coach.explanation import LEAST
from nardy.coach.kinds import Undo
from nardy.coach.roll_map import SAME
from nardy.report.markup import Markup, tag
from nardy.report.wording import Wording
from nardy.translations import figure

HALF = 0.5
"""The part of the loss that one group of rolls makes at least, for the map to explain it."""
TOLD = 0.1
"""The part of the loss from which on a group is told."""
SHADES = (0.02, 0.1, 0.25, 0.5)
"""Points from which on a roll has the next darker shade."""


def explains(found: Explanation) -> bool:
    """Whether the map says why: the reason is hits, or one kind of reply makes half of the loss."""
    if found.loss is None or found.loss < LEAST or not found.rolls or found.is_best:
        return False
    if any(one.undo is Undo.HITS for one in found.reasons):
        return True
    groups = grouped(found.rolls)
    return any(name != SAME and part >= HALF * found.loss for name, (_, part) in groups.items())


def roll_table(found: Explanation, words: Wording) -> Markup:
    """What the played turn loses at every roll, and what the replies do."""
    by_dice = {(line.roll.high, line.roll.low): line for line in found.rolls}
    numbers = range(1, 7)
    head = tag("tr", tag("td"), *(tag("th", str(die), scope="col") for die in numbers))
    rows = [
        tag(
            "tr",
            tag("th", str(one), scope="row"),
            *(_cell(by_dice[max(one, two), min(one, two)], words) for two in numbers),
        )
        for one in numbers
    ]
    turns = {"best": str(found.best), "played": str(found.played)}
    caption = tag("caption", words.say("rolls", **turns))
    drawn = tag("table", caption, tag("thead", head), tag("tbody", *rows), class_="rolls")
    return tag("div", drawn, _groups(found, words), class_="roll-map")


def _cell(line: RollLine, words: Wording) -> Markup:
    more = line.best - line.played
    shade = sum(abs(more) >= least for least in SHADES)
    side = "gain" if more < 0 else "loss"
    # Adding 0.0 makes 0.0 of -0.0.
    told = round(more, 2) + 0.0
    return tag("td", figure(words.language, f"{told:.2f}"), class_=f"{side} s{shade}")


def _groups(found: Explanation, words: Wording) -> Markup:
    """The kinds of replies that make the loss; '-' stands before what the reply lacks."""
    loss, told = found.loss or 0.0, list[Markup]()
    for name, (count, part) in grouped(found.rolls).items():
        if name == SAME or part < TOLD * loss:
            continue
        turn = found.best if name.startswith("-") else found.played
        facts = {"event": words.say(f"event.{name.lstrip('-')}"), "turn": turn}
        amounts = {"part": words.points(part), "loss": words.points(loss)}
        told.append(tag("li", words.say("rolls.group", n=count, **facts, **amounts)))
    return tag("ul", *told) if told else Markup("")
