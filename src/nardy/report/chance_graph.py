"""White's chances over the decisions of a game or a match as an SVG, with the mistakes of both players."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from nardy.analysis.cube_review import ReviewedCube
from nardy.analysis.game_review import ReviewedTurn
from nardy.core.player import Player
from nardy.render.shapes import circle, line, n, written
from nardy.report.markup import Markup, drawing, tag
from nardy.report.match_analysis import GameAnalysis, JudgedDecision, MatchAnalysis
from nardy.report.wording import Wording

WIDTH, HEIGHT, LEFT, TOP = 640, 170, 38, 12
_ACROSS, _DOWN = WIDTH - LEFT - 10, HEIGHT - TOP - 26
Chance = float | None


def game_graph(game: GameAnalysis, match: MatchAnalysis, words: Wording) -> Markup:
    """White's chance to win the game before each decision."""
    label = words.say("graph.game", player=match.players[Player.WHITE])
    chances = [_game_chance(one) for one in game.decisions]
    return _graph(game.decisions, chances, (label, _key(match, words)), match, words)


def match_graph(match: MatchAnalysis, words: Wording) -> Markup:
    """White's chance to win the match after the best turn or act at each decision; nothing for money."""
    chances = [_match_chance(one) for one in match.decisions]
    if not any(chance is not None for chance in chances):
        return Markup("")
    label = words.say("graph.match", player=match.players[Player.WHITE])
    key = f"{_key(match, words)} {words.say('graph.games')}" if len(match.games) > 1 else ""
    return _graph(match.decisions, chances, (label, key or _key(match, words)), match, words)


def _key(match: MatchAnalysis, words: Wording) -> str:
    white, black = match.record.players
    return words.say("graph.key", white=white, black=black)


def _game_chance(one: JudgedDecision) -> Chance:
    decision = one.decision
    return decision.win if one.player is Player.WHITE else decision.lose


def _match_chance(one: JudgedDecision) -> Chance:
    decision, chance = one.decision, None
    if isinstance(decision, ReviewedTurn) and decision.choices:
        chance = decision.choices[0].match_chance
    elif isinstance(decision, ReviewedCube) and decision.choice.match_chances:
        waiting, taken, passed = decision.choice.match_chances
        # Of the doubler, who is the other player where a double is answered.
        doubler = waiting if decision.best == "roll" else min(taken, passed)
        chance = 1 - doubler if decision.before.offer else doubler
    if chance is None or one.player is Player.WHITE:
        return chance
    return 1 - chance


def _graph(
    decisions: Sequence[JudgedDecision],
    chances: Sequence[Chance],
    told: tuple[str, str],
    match: MatchAnalysis,
    words: Wording,
) -> Markup:
    (label, key), known = told, [chance for chance in chances if chance is not None]
    if len(known) < 2:
        return Markup("")
    ends = {"first": known[0], "last": known[-1], "least": min(known), "most": max(known)}
    shown = {name: words.percent(chance) for name, chance in ends.items()}

    def x(number: int) -> float:
        return LEFT + number / (len(decisions) - 1) * _ACROSS

    spots = [(x(n), _y(chance)) for n, chance in enumerate(chances) if chance is not None]
    columns = _columns(decisions, match, x)
    drawn = [*_scale(words), *columns, _line(spots), *_marks(decisions, chances, x)]
    svg = tag(
        "svg",
        drawing("".join(drawn)),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="graph",
        role="img",
        aria_label=words.say("graph.told", label=label, **shown),
    )
    caption = tag("figcaption", tag("b", label), " ", key)
    return tag("figure", svg, caption, class_="chances")


def _y(chance: float) -> float:
    return TOP + (1 - chance) * _DOWN


def _scale(words: Wording) -> list[str]:
    parts: list[str] = []
    for chance in (0, 0.25, 0.5, 0.75, 1):
        kind = "axis" if chance == 0.5 else "rule"
        parts.append(line(f"M{LEFT},{n(_y(chance))}H{LEFT + _ACROSS}", class_=kind))
        parts.append(written(round(100 * chance), LEFT - 18, _y(chance), 13))
    return parts


def _columns(
    decisions: Sequence[JudgedDecision], match: MatchAnalysis, x: Callable[[int], float]
) -> list[str]:
    """Numbers of decisions below; over several games lines where they begin, and their numbers."""
    starts = [n for n, one in enumerate(decisions) if not n or one.game != decisions[n - 1].game]
    y, parts = HEIGHT - 9, list[str]()
    if len(starts) == 1:
        step = 20 if len(decisions) > 60 else 10 if len(decisions) > 24 else 5
        marked = [n for n in range(len(decisions)) if not n or (n + 1) % step == 0]
        return [written(number + 1, x(number), y, 13) for number in marked]
    for start, end in pairwise([*starts, len(decisions) - 1]):
        if start:
            parts.append(line(f"M{n(x(start))},{TOP}V{n(TOP + _DOWN)}", class_="border"))
        if x(end) - x(start) >= 14:
            game = match.games[decisions[start].game].recorded
            parts.append(written(game.number, (x(start) + x(end)) / 2, y, 13))
    return parts


def _line(spots: Sequence[tuple[float, float]]) -> str:
    return line("M" + "L".join(f"{n(x)},{n(y)}" for x, y in spots), class_="line")


def _marks(
    decisions: Sequence[JudgedDecision], chances: Sequence[Chance], x: Callable[[int], float]
) -> list[str]:
    """Triangles for blunders and discs for errors, light for White and dark for Black."""
    parts: list[str] = []
    for number, (one, chance) in enumerate(zip(decisions, chances, strict=True)):
        side = f"mark {one.player}"
        if chance is None:
            continue
        if one.decision.grade == "blunder":
            top = f"M{n(x(number))},{n(_y(chance) - 8)}l7.5,13h-15z"
            parts.append(line(top, class_=side))
        elif one.decision.grade == "error":
            parts.append(circle(x(number), _y(chance), 5, class_=side))
    return parts
