"""Players of many games: networks, and bots of the rule book asked one turn after another."""

from collections.abc import Iterator

import numpy as np
import pytest
from tests.effort import some, tries
from tests.moments import STD
from tests.search.lockstep import READINGS, assert_same_moment, played_as, plies, tiny

from nardy.arena.player import ArrayPlayer, BotPlayer, LevelPlayer, NetworkPlayer
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core import acts
from nardy.core.dice import Roll
from nardy.core.situation import Ending, Situation
from nardy.formats import position_text
from nardy.kernel.arrays import position_at
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import left_over
from nardy.search.conversions import situation_at, tables_of
from nardy.search.ladder import levels
from nardy.search.level import SeededLevel, choose_at_level
from nardy.search.tables import GameTables, Tables, TurnTaken, opening_rolls, rows_of

Told = tuple[Tables, Bytes, TurnTaken, Tables]
CLUB = levels("hypergammon")[5]
COSTLY = f"nuclear w {STD} 23:1,13:5,8:3,6:3,5:1,4:1,3:1"
"""Where the bomb costs the opponent far more."""


def games(
    player: ArrayPlayer, game: GameTables, *, count: int, most: int, seed: int = 1
) -> Iterator[Told]:
    """Games of a player against himself: before, the rolls, his turns, and after."""
    random, tables = np.random.default_rng(seed), Tables.begun(game, count)
    for ply in range(most):
        count = len(tables.boards)
        player.before_roll(game, tables)
        rolls = random.integers(1, 7, (count, 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, count)
        rows = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
        turn = player.choose(game, tables, rows, rolls)
        after, rolled = tables.part(np.arange(count)), tables.facts[:, FACT_LEFT] == 0
        after.advance(np.arange(count), turn, left_over(game, rows, rolled, turn.played))
        yield tables, rolls, turn, after
        tables = after.part(np.flatnonzero(turn.outcomes == GOING_ON))
        if not len(tables.boards):
            return


def moment_at(game: GameTables, tables: Tables, row: int, rolls: Bytes) -> Situation:
    return situation_at(game, tables, row, Roll.of(*rolls[row].tolist()))


@pytest.mark.parametrize("text", some(READINGS, 8))
def test_a_bot_plays_what_it_plays_alone(text: str) -> None:
    """Asked in the same order, the same seed chooses the same turns."""
    game = GameTables.of(played_as(text))
    player, alone = BotPlayer("random", lambda _: RandomBot(3)), RandomBot(3)
    for before, rolls, turn, after in games(player, game, count=2, most=tries(25, 60, 60)):
        for row in range(len(rolls)):
            moment = moment_at(game, before, row, rolls)
            final, moves = alone.choose(moment)
            assert position_at(turn.boards, turn.pins, row) == final
            assert turn.played[row] == len(moves)
            end = acts.end_turn(moment, final, len(moves))
            if turn.outcomes[row] == GOING_ON:
                assert end.result is None
                assert_same_moment(game, after, row, end)


@pytest.mark.parametrize("text", some(READINGS, 8))
def test_a_bot_ends_games_as_networks_do(text: str) -> None:
    """The kernel says the same of the same final positions: outcomes, and facts while it goes on."""
    game, ended = GameTables.of(played_as(text)), 0
    for ply in plies(text, tiny(text).value, count=tries(3, 8, 8), most=150):
        told = told_by_the_rule_book(game, ply.before, ply.rolls, ply.turn)
        voids = [ply.end(row).result for row in range(len(ply.rolls))]
        for row, void in enumerate(voids):
            if void is None or void.ending is not Ending.VOID:
                assert told.outcomes[row] == ply.turn.outcomes[row]
                ended += void is not None
    assert ended


class _Obedient(RandomBot):
    """Plays the final positions that it is told."""

    def __init__(self, turn: TurnTaken) -> None:
        super().__init__(1)
        self.turn = turn
        self.row = -1

    def choose(self, situation: Situation):
        self.row += 1
        final = position_at(self.turn.boards, self.turn.pins, self.row)
        return final, ((),) * int(self.turn.played[self.row])


def told_by_the_rule_book(
    game: GameTables, tables: Tables, rolls: Bytes, turn: TurnTaken
) -> TurnTaken:
    rows = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
    return BotPlayer("obedient", lambda _: _Obedient(turn)).choose(game, tables, rows, rolls)


def test_baseline_in_the_arena_is_baseline() -> None:
    game, bot = GameTables.of(played_as("hypergammon")), BaselineBot()
    for before, rolls, turn, _ in games(
        BotPlayer("baseline", lambda _: bot), game, count=2, most=15
    ):
        for row in range(len(rolls)):
            final, _ = bot.choose(moment_at(game, before, row, rolls))
            assert position_at(turn.boards, turn.pins, row) == final


def test_a_network_takes_the_turn_of_the_largest_value() -> None:
    player = NetworkPlayer("tiny", tiny("plakoto"))
    for ply in plies("plakoto", tiny("plakoto").value, count=4, most=30):
        turn = player.choose(ply.game, ply.before, ply.rows, ply.rolls)
        *arrays, _ = turn
        *others, _ = ply.turn
        for array, other in zip(arrays, others, strict=True):
            assert array.tolist() == other.tolist()


def test_a_bot_explodes_the_bomb_where_it_wants_to() -> None:
    game = GameTables.of(played_as("nuclear"))
    costly = position_text.loads(COSTLY)
    situations = [costly, costly.flipped(), position_text.loads(f"{COSTLY} bomb=b")]
    expected = [acts.explode(costly), *situations[1:]]
    tables = tables_of(game, situations)
    BotPlayer("baseline", lambda _: BaselineBot()).before_roll(game, tables)
    for row, moment in enumerate(expected):
        assert_same_moment(game, tables, row, moment)


def test_a_bot_that_never_explodes_it_leaves_the_tables_alone() -> None:
    game = GameTables.of(played_as("nuclear"))
    tables = tables_of(game, [position_text.loads(COSTLY)] * 2)
    BotPlayer("random", RandomBot).before_roll(game, tables)
    for row in range(2):
        assert_same_moment(game, tables, row, position_text.loads(COSTLY))


def test_a_network_explodes_it_where_it_likes_that_better() -> None:
    game, network = GameTables.of(played_as("nuclear")), tiny("nuclear")
    one, other = (tables_of(game, [position_text.loads(COSTLY)] * 2) for _ in range(2))
    NetworkPlayer("tiny", network).before_roll(game, one)
    explode_where_better(game, other, network.value)
    for array, expected in zip(one, other, strict=True):
        assert array.tolist() == expected.tolist()


def test_without_a_bomb_nothing_happens_before_the_roll() -> None:
    game = GameTables.of(played_as("backgammon"))
    tables = Tables.begun(game, 2)
    for player in (NetworkPlayer("tiny", tiny("backgammon")), BotPlayer("r", RandomBot)):
        player.before_roll(game, tables)
        assert tables.boards.tolist() == [game.board.tolist()] * 2


class _Failing(RandomBot):
    """Gives up whenever it is asked."""

    asked = 0

    def choose(self, situation: Situation):
        self.asked += 1
        raise ExternalBotError("expected an answer, got none")


def test_who_gives_no_legal_turn_loses_as_the_checkers_stand() -> None:
    game = GameTables.of(played_as("backgammon"))
    home = position_text.loads("backgammon w 6:14 1:15")
    far = position_text.loads("backgammon w 24:1,6:14 2:15")
    moments = [position_text.loads(f"backgammon w {STD} {STD}"), home, far]
    tables, rolls = tables_of(game, moments), np.full((3, 2), (2, 1), np.int8)
    player = BotPlayer("failing", lambda _: _Failing(1))
    rows = rows_of(game, tables, rolls, np.zeros(3, np.int64))
    turn = player.choose(game, tables, rows, rolls)
    assert [game.points[outcome] for outcome in turn.outcomes] == [-3, -1, -3]
    assert player.forfeits == ("expected an answer, got none",) * 3


def test_who_fails_again_and_again_is_asked_no_more() -> None:
    game = GameTables.of(played_as("nuclear"))
    failing = _Failing(1)
    player = BotPlayer("failing", lambda _: failing)
    tables, rolls = Tables.begun(game, 10), np.full((10, 2), (2, 1), np.int8)
    rows = rows_of(game, tables, rolls, np.zeros(10, np.int64))
    player.choose(game, tables, rows, rolls)
    assert failing.asked == 3
    assert len(player.forfeits) == 10
    player.before_roll(game, tables)
    assert failing.asked == 3


def test_who_gives_no_legal_act_loses_that_game_alone() -> None:
    class FailsToAct(RandomBot):
        def choose_act(self, situation: Situation) -> str:
            if not situation.position.player[13]:
                raise ExternalBotError("expected an act, got none")
            return "roll"

    game = GameTables.of(played_as("nuclear"))
    moments = [position_text.loads(text) for text in ("nuclear w 6:15 6:15", COSTLY)]
    tables, rolls = tables_of(game, moments), np.full((2, 2), (2, 1), np.int8)
    player = BotPlayer("failing", FailsToAct)
    for _ in range(2):
        player.before_roll(game, tables)
        rows = rows_of(game, tables, rolls, np.zeros(2, np.int64))
        turn = player.choose(game, tables, rows, rolls)
        assert [bool(outcome == GOING_ON) for outcome in turn.outcomes] == [False, True]
    assert player.forfeits == ("expected an act, got none",) * 2


def test_who_fails_before_the_rolls_of_one_round_is_asked_no_more_in_it() -> None:
    class FailsToAct(RandomBot):
        asked = 0

        def choose_act(self, situation: Situation) -> str:
            self.asked += 1
            raise ExternalBotError("expected an act, got none")

    game, failing = GameTables.of(played_as("nuclear")), FailsToAct(1)
    player = BotPlayer("failing", lambda _: failing)
    tables, rolls = (
        tables_of(game, [position_text.loads(COSTLY)] * 5),
        np.full((5, 2), (2, 1), np.int8),
    )
    player.before_roll(game, tables)
    assert failing.asked == 3
    player.choose(game, tables, rows_of(game, tables, rolls, np.zeros(5, np.int64)), rolls)
    told = ["expected an act, got none"] * 3 + ["it is not asked any more"] * 2
    assert list(player.forfeits) == told


def test_failures_count_for_one_set_of_games() -> None:
    game = GameTables.of(played_as("hypergammon"))
    bots = [_Failing(n) for n in range(3)]
    player = BotPlayer("failing", lambda seed: bots[seed])
    tables, rolls = Tables.begun(game, 4), np.full((4, 2), (2, 1), np.int8)
    rows = rows_of(game, tables, rolls, np.zeros(4, np.int64))
    for seed in range(3):
        fresh = player.fresh(seed)
        fresh.choose(game, tables, rows, rolls)
        failed = "expected an answer, got none"
        assert fresh.forfeits == (failed, failed, failed, "it is not asked any more")
    assert [bot.asked for bot in bots] == [3, 3, 3]
    assert player.forfeits == ()


def test_a_level_plays_as_its_people_do() -> None:
    """Every set of games meets somebody else of the same level."""
    game, network = GameTables.of(played_as("hypergammon")), tiny("hypergammon")
    player = LevelPlayer("club", network, SeededLevel(CLUB, 3)).fresh(4)
    level, seed = player.seeded_level
    assert level == CLUB
    for before, rolls, turn, _ in games(player, game, count=6, most=10):
        turns = before.facts[:, FACT_TURNS_MINE].astype(np.int64)
        rows = rows_of(game, before, rolls, turns)
        alone = choose_at_level(game, before, rows, network.value, SeededLevel(CLUB, seed))
        assert (turn.boards == alone.boards).all()


def test_no_two_sets_or_seeds_of_a_level_have_the_same_errors() -> None:
    """A duel of seed 1 has sets 0, 32 and so on; one of seed 33 has others."""
    network = tiny("hypergammon")
    seeds = {
        LevelPlayer("club", network, SeededLevel(CLUB, own)).fresh(start).seeded_level.seed
        for own in (1, 33, 129, -1, 2**64 + 5)
        for start in (0, 32, 128)
    }
    assert len(seeds) == 15
