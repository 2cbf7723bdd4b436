"""All turns of the second player after every roll and turn of the first, as the rule book counts them."""

import numpy as np
from tests.effort import each
from tests.perft import has_short_turns, stored

from nardy.games import GAMES
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import FACT_TURNS_MINE
from nardy.search.choose import all_finals, facts_after
from nardy.search.every_roll import EVERY_ROLL
from nardy.search.tables import GameTables, Tables, rows_of

SOME = 64
SHORT = [name for name in GAMES if has_short_turns(GAMES[name])]


def answered(game: GameTables, tables: Tables) -> tuple[Tables, Finals]:
    """Every table once for each roll, and the turns of each."""
    count, rolls = len(tables.boards), len(EVERY_ROLL)
    many = tables.part(np.repeat(np.arange(count), rolls))
    turns = many.facts[:, FACT_TURNS_MINE].astype(np.int64)
    return many, all_finals(game, rows_of(game, many, np.tile(EVERY_ROLL, (count, 1)), turns))


@each("name", SHORT)
def test_there_are_as_many_as_the_rule_book_counts(name: str) -> None:
    game = GameTables.of(GAMES[name])
    begun, first = answered(game, Tables.begun(game, 1))
    left = np.zeros((len(first.boards), game.most_dice), np.int8)
    boards, pins = (np.ascontiguousarray(rows[:, ::-1]) for rows in (first.boards, first.pins))
    after = Tables(boards, pins, facts_after(game, begun, first), left)
    parts = np.split(np.arange(len(boards)), np.arange(SOME, len(boards), SOME))
    total = sum(len(answered(game, after.part(part))[1].boards) for part in parts)
    assert total == stored(name).depth_2
