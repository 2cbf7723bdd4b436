"""`nardy book`: the opening book of a game."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from nardy.cli.computing import json_option
from nardy.cli.figures import chance_text, chances_line, equity_text, known, rounded, word
from nardy.cli.inputs import GameChoice, language_option, takes_game
from nardy.core.dice import Roll
from nardy.labels.opening_book import BookEntry, BookTurn, Figure, OpeningBook, find_book
from nardy.translations import figure


@click.command()
@takes_game
@click.argument("first", required=False, metavar="[ROLL")
@click.argument("reply", required=False, metavar="[REPLY]]")
@language_option
@json_option
def command(
    *, game: GameChoice, first: str | None, reply: str | None, language: str, as_json: bool
) -> None:
    """Show the opening book of a game: first turns and replies by rollout.

    Without a roll it lists all first rolls, with one roll the replies to its best turn, with two rolls
    that reply. Equities are points of the mover, without the cube. The figure after ± is the standard
    error. Equally good are turns that are not surely worse. The value of the first move lies between those by the
    replies and by the first turns. The errors of parts of the games are upper bounds.

    Example: nardy book backgammon 31
    """
    book = find_book(game.rules())
    rolls = [str(Roll.parse(roll)) for roll in (first, reply) if roll is not None]
    if as_json:
        click.echo(json.dumps(rounded(_values(book, rolls)), ensure_ascii=False))
        return
    lines = _entry(book, rolls, language) if rolls else _whole(book, language)
    click.echo("\n".join(lines))


def _values(book: OpeningBook, rolls: list[str]) -> dict[str, Any]:
    """The book, or one of its decisions, as JSON values; every figure is [mean, standard error]."""
    if rolls:
        return {"game": book.game, "rolls": rolls, **_entry_values(book.entry(*rolls))}
    first = {roll: _entry_values(entry) for roll, entry in book.first.items()}
    return {"game": book.game, "made": book.made, **book.summary()._asdict(), "first": first}


def _entry_values(entry: BookEntry) -> dict[str, Any]:
    turns = [turn._asdict() for turn in entry.turns]
    found = {"trials": entry.trials, "probabilities": entry.chances, "turns": turns}
    replies = {roll: _entry_values(reply) for roll, reply in entry.replies.items()}
    return {**found, "replies": replies} if replies else found


def _whole(book: OpeningBook, language: str) -> Iterator[str]:
    yield from _table(book.first, language)
    summary = book.summary()
    yield ""
    replies, first = (
        figure(language, f"{worth:+.4f} ±{error:.4f}")
        for worth, error in (summary.by_replies, summary.by_first)
    )
    yield word(language, "book.advantage", replies=replies, first=first)
    yield word(language, "book.wins", share=_share(language, summary.wins))
    yield word(language, "book.gammons", share=_share(language, summary.gammons))


def _entry(book: OpeningBook, rolls: list[str], language: str) -> Iterator[str]:
    """The turns of one decision, its chances, and the replies."""
    entry = book.entry(*rolls)
    width = max(len(turn.turn) for turn in entry.turns)
    for number, turn in enumerate(entry.turns, 1):
        yield f"{number}. {turn.turn:<{width}}  {_turn(turn, language)}".rstrip()
    chances = {name: chance_text(language, chance) for name, chance in entry.chances.items()}
    yield chances_line(language, chances)
    if entry.replies:
        yield ""
        yield word(language, "book.replies", turn=entry.best.turn)
        yield from _table(entry.replies, language)


def _turn(turn: BookTurn, language: str) -> str:
    gap, error = turn.behind
    told = _figure(language, turn.equity)
    if gap:
        told += f"  ({_figure(language, (-gap, error))})"
        told += f"  {word(language, 'book.equal')}" if turn.is_equal else ""
    return told


def _table(entries: Mapping[str, BookEntry], language: str) -> Iterator[str]:
    """A line for each roll: equity, chances, and the best turns."""
    has_gammons = any("win_gammon" in entry.chances for entry in entries.values())
    names = ("win", "win_gammon") if has_gammons else ("win",)
    words = {name: known(language, "chance", name) for name in names}
    heads = "".join(f"  {words[name]:>7}" for name in names)
    yield f"{'':2}  {word(language, 'book.equity'):<13}{heads}  {word(language, 'book.turns')}"
    for roll, entry in entries.items():
        chances = "".join(
            f"  {chance_text(language, entry.chances[name]):>{max(7, len(words[name]))}}"
            for name in names
        )
        turns = "; ".join(turn.turn for turn in (entry.best, *entry.equals))
        yield f"{roll}  {_figure(language, entry.best.equity)}{chances}  {turns}"


def _figure(language: str, found: Figure) -> str:
    mean, error = found
    return f"{equity_text(language, mean):>6} {figure(language, f'±{error:.3f}')}"


def _share(language: str, found: Figure) -> str:
    share, error = found
    return f"{chance_text(language, share)} {figure(language, f'±{error:.1%}')}"
