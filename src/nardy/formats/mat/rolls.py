"""Cells with dice: the roll, and the turn played with it."""

import re
from dataclasses import replace

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.judge import Verdict
from nardy.core.situation import Phase
from nardy.core.words import Word, read_words
from nardy.errors import AmbiguousTurn, IllegalTurnError, NotationError, TooManyTurns
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.reader import Reader
from nardy.formats.mat.turns import Found, choose, lawful_finals
from nardy.formats.mat.unrecorded import confirm, guess, loses_next


def read_roll(reader: Reader, cell: Cell) -> None:
    game = reader.game
    if game.phase is Phase.ANSWER:
        _take_unsaid(reader, cell)
    if game.phase is Phase.OVER:
        reader.cut(cell, "the game is over before this", "game-over")
    elif reader.seat(cell) is not game.to_act:
        reader.cut(cell, f"it is {game.to_act.value.title()}'s turn", "not-yours")
    elif game.situation.left:
        _read_leftovers(reader, cell)
    elif len(cell.dice) != 2:
        reader.give_up(cell, cell.dice)
    else:
        if game.phase is Phase.ROLL:
            game.roll(Roll.parse(cell.dice))
        _read_turn(reader, cell)


def read_no_roll(reader: Reader, cell: Cell) -> None:
    """Read something in place of a roll that is none."""
    written = cell.text.partition(":")[0].strip()
    reader.give_up(cell, written or "nothing")


def _take_unsaid(reader: Reader, cell: Cell) -> None:
    """Take a double whose take is not recorded; after a beaver the record needs none."""
    if reader.game.situation.offer is Offer.DOUBLE:
        reader.find(cell, "the double before this roll was taken, and the file does not say so")
    reader.game.take()


def _read_leftovers(reader: Reader, cell: Cell) -> None:
    left = "".join(map(str, reader.game.situation.left))
    if cell.dice == left:
        _read_turn(reader, cell)
    else:
        reader.cut(cell, f"the dice left over, {left}, come first", "cascade-order")


def _read_turn(reader: Reader, cell: Cell) -> None:
    words = None if cell.is_unrecorded else _words(reader, cell)
    if words is None:
        guess(reader, cell)
    elif words or not _gave_up(reader, cell):
        _play(reader, cell, words)


def _words(reader: Reader, cell: Cell) -> list[Word] | None:
    """The words of a turn; None if they cannot be read."""
    if cell.is_blank:
        return []
    try:
        return read_words(cell.turn)
    except NotationError as error:
        reader.find(cell, f"{error}; it is taken as not recorded")
        return None


def _gave_up(reader: Reader, cell: Cell) -> bool:
    """Whether a player who could move resigned after the roll without moving."""
    situation = reader.game.situation
    could_move = situation.position not in lawful_finals(situation)
    return could_move and cell.is_blank and loses_next(reader, cell)


def _play(reader: Reader, cell: Cell, words: list[Word]) -> None:
    found = choose(reader.game.situation, words, reader.legal_ahead)
    if isinstance(found, Verdict):
        _play_illegal(reader, cell, words, found)
        return
    if found.others:
        reader.find(cell, f"the file allows {found.others + 1} readings; {found} is assumed")
        reader.has_assumed = True
    confirm(reader, found)


def _play_illegal(reader: Reader, cell: Cell, words: list[Word], verdict: Verdict) -> None:
    """Play a turn that breaks a law as written, as far as the checkers can move so."""
    if verdict.law == "game-over" and _play_to_the_end(reader, cell, words):
        return
    if _runs_into_a_turn_without_dice(reader, cell):
        return
    if reader.has_assumed:
        reader.find(cell, f"{verdict.reason} Or the turn assumed before was another one.")
    else:
        reader.find(cell, verdict.reason, verdict.law)
    try:
        reader.game.play(cell.turn or "(no move)", accepted=True)
        reader.mark_accepted()
    except (IllegalTurnError, AmbiguousTurn, TooManyTurns) as error:
        reader.cut(cell, f"from here the game cannot be followed: {error}")


def _runs_into_a_turn_without_dice(reader: Reader, cell: Cell) -> bool:
    """Read a legal turn followed, after a gap, by the other player's without its roll."""
    turn, *rest = re.split(r"\s{4,}", cell.turn, maxsplit=1)
    if not rest:
        return False
    found = choose(reader.game.situation, read_words(turn), reader.legal_ahead)
    if not isinstance(found, Found):
        return False
    confirm(reader, found)
    reader.give_up(replace(cell, text=rest[0], column=1 - cell.column), "nothing")
    return True


def _play_to_the_end(reader: Reader, cell: Cell, words: list[Word]) -> bool:
    """Play a turn that continues past the end of the game, up to the end."""
    single = [
        Word(step)
        for word in words
        for _ in range(word.times)
        for step in zip(word.places, word.places[1:], strict=False)
    ]
    for count in range(len(single) - 1, 0, -1):
        found = choose(reader.game.situation, single[:count], reader.legal_ahead)
        if isinstance(found, Found):
            reason = f"the game is over after {found}; the rest of the turn is cut off"
            reader.find(cell, reason, "game-over")
            confirm(reader, found)
            return True
    return False
