"""`nardy show`: a position as text, as SVG, or in words."""

import os
import sys

import click

from nardy import render
from nardy.cli.encodings import can_draw, is_unicode
from nardy.cli.inputs import PositionChoice, language_option, takes_position
from nardy.core.player import Player
from nardy.core.text import situation_text

FORMS = ("text", "ascii", "svg", "words", "position")


@click.command()
@takes_position
@click.option("--format", "form", type=click.Choice(FORMS), default="text")
@click.option("--seen-by", type=click.Choice(["white", "black"]), help="Whose side is below.")
@click.option(
    "--theme", type=click.Choice(sorted(render.THEMES)), default="wood", show_default=False
)
@language_option
def command(
    position: PositionChoice, form: str, seen_by: str | None, theme: str, language: str
) -> None:
    """Draw a position as text or SVG, or read it aloud.

    POSITION is position text, an XGID or GNU ids; "-" reads standard input.

    Example: nardy show "plakoto w 17:2,8:13 24:3,10:11,8:p" --format svg > board.svg
    """
    situation = position.situation()
    viewer = Player(seen_by) if seen_by else None
    if form == "position":
        click.echo(situation_text(situation))
    elif form == "words":
        click.echo("\n".join(render.sentences(situation, language)))
    elif form == "svg":
        options = render.SvgOptions(language=language)
        drawn = render.svg(situation, seen_by=viewer, theme=theme, options=options)
        # SVG without an encoding declaration is UTF-8; character references work in any encoding.
        click.echo(drawn if is_unicode() else drawn.encode("ascii", "xmlcharrefreplace").decode())
    else:
        is_ascii = form == "ascii" or not can_draw(sys.stdout.encoding)
        options = render.TextOptions(language=language, ascii=is_ascii)
        color = form == "text" and is_color_wanted()
        click.echo(render.text(situation, seen_by=viewer, color=color, options=options))


def is_color_wanted() -> bool:
    """Whether output goes to a terminal and NO_COLOR does not forbid color."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
