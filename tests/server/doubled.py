"""A finished game with doubles in it, for reviews."""

from dataclasses import replace

from tests.server.club_room import room_in_memory

from nardy.core.cube_acts import cube_law
from nardy.core.dice import Dice
from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry


def doubled_match(length: int = 5, seed: int = 3, dice: Dice | None = None) -> Match:
    """A match whose first game was played at random, doubled once, taken, and passed at last."""
    match = Match(find_game("backgammon"), length, seed=None if dice else seed, dice=dice)
    game, doubles = match.game, 0
    while game.outcome is None:
        if game.phase is Phase.ROLL and len(game.events) > 14 and cube_law(game.situation) is None:
            game.offer_double()
            doubles += 1
            game.take() if doubles == 1 else game.pass_double()
            continue
        game.roll()
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
    return match


def doubled_room(length: int = 5) -> Room:
    """The room of such a match, closed after its first game."""
    match = doubled_match(length)
    room = room_in_memory("backgammon", length)
    record = replace(room.record, is_over=True)
    return Room(record, [LogEntry(event, 0) for event in match.events], room.needs)
