"""The text beside a board: players, pip counts, whose turn it is, score and cube."""

from textwrap import wrap

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.render.board_view import sides
from nardy.render.ink import Line, Span
from nardy.render.labels import say, seat
from nardy.render.phrases import awaited, circumstances
from nardy.render.scene import Scene


def panel(scene: Scene, height: int, width: int) -> list[Line]:
    """The opponent above, the viewer below, the state of play between; at least *height* lines."""
    above = _side_lines(scene, scene.viewer.opponent)
    below = _side_lines(scene, scene.viewer)
    news = _news(scene, width)
    free = height - len(above) - len(below) - len(news)
    before = max(1, free // 2)
    blanks: list[Line] = [[]]
    return [*above, *blanks * before, *news, *blanks * max(1, free - before), *below]


def strip(scene: Scene, width: int) -> list[Line]:
    """The same text in fewer lines, for the space under the board."""
    both = [_side_lines(scene, player) for player in (scene.viewer.opponent, scene.viewer)]
    return [[span for line in lines for span in (*line, Span("  "))] for lines in both] + _news(
        scene, width
    )


def _side_lines(scene: Scene, player: Player) -> list[Line]:
    situation, language = scene.situation, scene.language
    side = sides(situation)[player]
    is_awaited = player is situation.to_act and situation.phase not in (Phase.OVER, Phase.OPENING)
    mark = Span(f" {scene.glyphs.checker(player)} ", player.value, "even", is_bold=True)
    turn = f" {scene.glyphs.turn}" if is_awaited else ""
    facts = [
        say(language, "pips", count=side.pip_count),
        say(language, "bar", count=side.on_bar) if side.on_bar else "",
        say(language, "off", count=side.off) if side.off else "",
    ]
    name = Span(f" {seat(language, player)}{turn}", is_bold=True)
    return [[mark, name], [Span(f"    {', '.join(filter(None, facts))}")]]


def _news(scene: Scene, width: int) -> list[Line]:
    situation, language = scene.situation, scene.language
    first: list[Line] = [
        [Span(line, is_bold=True)] for line in wrap(awaited(situation, language), width)
    ]
    others: list[Line] = [
        [Span(line)]
        for sentence in circumstances(situation, language)
        for line in wrap(sentence, width)
    ]
    return others + first if situation.phase is Phase.OVER else first + others
