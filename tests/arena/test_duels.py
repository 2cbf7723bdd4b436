"""Two players, the same dice with the seats changed, and the luck taken out."""

from dataclasses import replace

import numpy as np
import pytest
from tests.effort import some, tries
from tests.search.lockstep import READINGS, Ply, played_as, plies, tiny, worth

from nardy.arena import duels
from nardy.arena.duels import Duel, DuelTerms, duel, luck_of, mean_and_error
from nardy.arena.player import ArrayPlayer, BotPlayer, NetworkPlayer
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.core.choices import Opening
from nardy.core.dice import ROLLS, Roll
from nardy.core.legal import begin, sequences
from nardy.core.situation import Situation
from nardy.kernel.layout import Bytes, Rows
from nardy.kernel.scoring import FACT_LEFT
from nardy.search.tables import GameTables, Tables, TurnTaken


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of few games, and no game that goes on for ever."""
    monkeypatch.setattr(duels, "CHUNK", 8)
    monkeypatch.setattr(duels, "MOST_PLIES", 250)


def network(text: str, seed: int = 1) -> NetworkPlayer:
    return NetworkPlayer(f"network {seed}", tiny(text, seed))


def terms(
    text: str, pairs: int, *, seed: int = 1, judged: bool = True, threads: int = 1
) -> DuelTerms:
    judge = tiny(text, 7) if judged else None
    game = GameTables.of(played_as(text))
    return DuelTerms(game=game, pairs=pairs, seed=seed, judge=judge, threads=threads)


def same(one: Duel, other: Duel) -> bool:
    return bool((one.points == other.points).all() and (one.luck == other.luck).all())


def alone(text: str, pairs: int) -> None:
    """What one wins as the first to move the other wins with the same dice: exactly 0."""
    found = duel((network(text), network(text)), terms(text, pairs))
    assert not found.points.sum(1).any()
    assert not found.luck.sum(1).any()
    assert mean_and_error(found.points)[0] == mean_and_error(found.adjusted)[0] == 0


@pytest.mark.parametrize("text", some(READINGS, 6))
def test_nobody_is_better_than_himself(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "MOST_PLIES", tries(40, 100, 100))
    alone(text, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("text", READINGS)
def test_nobody_is_better_than_himself_in_many_games(text: str) -> None:
    alone(text, tries(1, 6, 12))


def exchanged(one: ArrayPlayer, other: ArrayPlayer, about: DuelTerms) -> None:
    """What one wins the other loses, whoever of them is named first."""
    there, back = (duel(both, about) for both in ((one, other), (other, one)))
    assert there.points.any()
    assert (there.points == -back.points[:, ::-1]).all()
    # Where leftovers bring both games of a pair into one batch, its rows change places.
    assert there.luck == pytest.approx(-back.luck[:, ::-1], abs=1e-5)


@pytest.mark.parametrize("text", some(["hypergammon", "mad-gulbar", "long-nardy@draw"], 2))
def test_what_one_wins_the_other_loses(text: str) -> None:
    exchanged(network(text), network(text, 2), terms(text, 2))


@pytest.mark.thorough
@pytest.mark.parametrize("text", READINGS)
def test_what_one_wins_the_other_loses_in_every_game(text: str) -> None:
    exchanged(network(text), network(text, 2), terms(text, tries(2, 3, 20)))


def test_so_it_is_with_a_bot_of_the_rule_book() -> None:
    bot = BotPlayer("baseline", lambda _: BaselineBot())
    exchanged(bot, network("hypergammon"), terms("hypergammon", 4))


def test_threads_do_not_change_the_result() -> None:
    players = network("hypergammon"), network("hypergammon", 2)
    one, four = (
        duel(players, terms("hypergammon", tries(18, 36, 36), threads=threads))
        for threads in (1, 4)
    )
    assert same(one, four)


def test_threads_do_not_change_what_a_bot_with_a_seed_plays() -> None:
    def result(threads: int) -> Duel:
        players = BotPlayer("random", RandomBot), network("hypergammon")
        return duel(players, terms("hypergammon", tries(24, 64, 64), threads=threads, judged=False))

    one, four = result(1), result(4)
    assert same(one, four)


def test_a_seed_makes_it_repeatable() -> None:
    def result(seed: int) -> Duel:
        players = BotPlayer("random", RandomBot), network("hypergammon")
        return duel(players, terms("hypergammon", 8, seed=seed))

    assert same(result(1), result(1))
    assert not same(result(1), result(2))


def test_the_first_pairs_are_the_same_however_many_follow() -> None:
    players = network("hypergammon"), network("hypergammon", 2)
    few, many = (duel(players, terms("hypergammon", pairs)) for pairs in (8, 20))
    assert many.points.shape == many.luck.shape == (20, 2)
    assert (few.points == many.points[:8]).all()
    assert (few.luck == many.luck[:8]).all()


def test_games_that_do_not_end_score_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "MOST_PLIES", 3)
    players = network("backgammon"), network("backgammon", 2)
    found = duel(players, terms("backgammon", 3))
    assert found.cut == 6
    assert not found.points.any()


def test_the_luck_of_games_that_are_cut_is_taken_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what is left of all luck were not 0 on average: long games have a luck of their own."""
    monkeypatch.setattr(duels, "MOST_PLIES", 12)
    players = network("hypergammon"), network("hypergammon", 2)
    pairs = tries(100, 600, 600)
    found = duel(players, terms("hypergammon", pairs))
    assert 0 < found.cut < 2 * pairs
    cut = found.points == 0
    assert found.luck[cut].all()
    mean, error = mean_and_error(found.luck)
    assert abs(mean) < 3.5 * error


def test_without_a_judge_nothing_is_taken_out() -> None:
    players = network("hypergammon"), network("hypergammon", 2)
    found = duel(players, terms("hypergammon", 8, judged=False))
    assert found.points.any()
    assert (found.adjusted == found.points).all()


def test_the_points_are_those_that_the_game_has() -> None:
    players = network("long-nardy@draw"), network("long-nardy@draw", 2)
    found = duel(players, terms("long-nardy@draw", 20, judged=False))
    assert set(found.points.flat) <= {-2, -1, 0, 1, 2}
    assert {1, -1} <= set(found.points.flat)


# ------------------------------------------------------------------------------------- luck


def lucky(text: str, pairs: int) -> None:
    """The mean of the luck is 0 within 4 errors, so points and adjusted points have one mean."""
    players = network(text), network(text, 2)
    found = duel(players, terms(text, pairs))
    mean, error = mean_and_error(found.luck)
    assert error > 0
    assert abs(mean) < 4 * error
    raw, adjusted = mean_and_error(found.points)[0], mean_and_error(found.adjusted)[0]
    assert raw - adjusted == pytest.approx(mean)


@pytest.mark.parametrize("text", ["hypergammon", "sudden-death"])
def test_luck_comes_to_nothing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "CHUNK", 64)
    lucky(text, 64)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text", ["portes", "plakoto", "long-nardy@draw", "gul-bara", "mad-gulbar", "fevga"]
)
def test_luck_comes_to_nothing_in_longer_games(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in which even who knows nothing comes to an end: the luck of the others is not told."""
    monkeypatch.setattr(duels, "MOST_PLIES", 1_000)
    lucky(text, tries(32, 32, 64))


def best_worth(text: str, moment: Situation, roll: Roll) -> float:
    """What a roll is worth, by every turn of the rule book."""
    dice = moment.rules.dice_list(roll, moment.turns[0] if moment.turns else 99)
    finals = sequences(moment.rules, begin(moment.rules, moment.position, dice))
    rolled = Situation(**{**vars(moment), "roll": roll})
    return max(worth(tiny(text), rolled, final, len(moves)) for final, moves in finals.items())


def slow_luck(text: str, ply: Ply, row: int, *, is_opening: bool) -> float:
    """How much better the roll is than the 36 throws on average."""
    moment = ply.moment(row)
    assert moment.roll is not None
    before = Situation(**{**vars(moment), "roll": None})
    values = {roll: best_worth(text, before, roll) for roll in ROLLS}
    rolled_off = is_opening and ply.game.rules.opening is Opening.USE
    weights = {roll: (0 if rolled_off else 1) if roll.is_double else 2 for roll in ROLLS}
    mean = sum(weights[roll] * values[roll] for roll in ROLLS) / sum(weights.values())
    return values[moment.roll] - mean


@pytest.mark.parametrize(
    "text", some(["hypergammon", "portes", "long-nardy@draw", "sudden-death", "nuclear"], 2)
)
def test_luck_is_what_a_slow_loop_over_the_rolls_finds(text: str) -> None:
    for number, ply in enumerate(plies(text, tiny(text).value, count=2, most=45)):
        if number % 20:
            continue
        is_opening = number == 0
        found = luck_of(ply.game, ply.before, ply.rolls, tiny(text), is_opening=is_opening)
        for row, luck in enumerate(found.tolist()):
            expected = slow_luck(text, ply, row, is_opening=is_opening)
            assert luck == pytest.approx(expected, abs=2e-5)


def test_dice_that_the_opponent_left_over_are_no_luck() -> None:
    owed = 0
    for ply in plies("mad-gulbar", tiny("mad-gulbar").value, count=8, most=60):
        rows = np.flatnonzero(ply.before.facts[:, FACT_LEFT])
        if len(rows):
            part, rolls = ply.before.part(rows), ply.rolls[rows]
            luck = luck_of(ply.game, part, rolls, tiny("mad-gulbar"), is_opening=False)
            assert luck == pytest.approx(0, abs=1e-5)
            owed += len(rows)
    assert owed > 2


def test_a_duel_equals_itself_and_may_be_in_sets() -> None:
    found, other = (Duel(np.ones((2, 2)), np.zeros((2, 2))) for _ in range(2))
    assert found == found  # noqa: PLR0124 (that is what is asked)
    assert len({found, other, found}) == 2


def test_a_pair_is_one_observation() -> None:
    mean, error = mean_and_error(np.array([[1.0, 1.0], [0.0, -1.0], [2.0, 0.0]]))
    assert mean == pytest.approx(0.5)
    assert error == pytest.approx((0.75 / 3) ** 0.5)


def test_a_set_of_pairs_may_be_one_observation() -> None:
    pairs = np.array([[1.0, 1.0], [0.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 2.0]])
    mean, error = mean_and_error(pairs, 2)
    assert mean == pytest.approx(1)
    # The sets are off the mean by -1, 1 and 0 in all.
    assert error == pytest.approx((2 * 3 / 2) ** 0.5 / 5)
    assert mean_and_error(pairs, 5) == (1.0, float("inf"))


def test_a_duel_says_how_many_pairs_are_one_observation() -> None:
    players = network("hypergammon"), network("hypergammon", 2)
    found = duel(players, replace(terms("hypergammon", 9, judged=False), chunk=4, together=4))
    assert found.together == 4


def test_one_pair_tells_nothing_of_the_error() -> None:
    assert mean_and_error(np.array([[1.0, -2.0]])) == (-0.5, float("inf"))


def test_games_begin_with_the_positions_given_and_with_any_roll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A roll at the opening is no double; a sixth of other first rolls are."""
    monkeypatch.setattr(duels, "MOST_PLIES", 2)
    text, count = "backgammon", 300
    game = GameTables.of(played_as(text))
    starts = Tables.begun(game, 2)
    starts.boards[1] = starts.boards[0]
    starts.boards[1, 0, [6, 5]] = 4, 1
    seen, rolls = list[Tables](), list[Bytes]()

    class Watcher(NetworkPlayer):
        def choose(self, game: GameTables, tables: Tables, rows: Rows, dice: Bytes) -> TurnTaken:
            seen.append(tables.copied())
            rolls.append(dice)
            return super().choose(game, tables, rows, dice)

    played = replace(terms(text, count, judged=False), starts=starts, chunk=count)
    found = duel((Watcher("a", tiny(text)), Watcher("b", tiny(text))), played)
    assert (found.points.sum(1) == 0).all()
    # The first turns of the player who begins even games.
    assert (seen[0].boards == starts.boards[np.arange(count) % 2]).all()
    doubles = (rolls[0][:, 0] == rolls[0][:, 1]).mean()
    assert doubles == pytest.approx(1 / 6, abs=0.06)
