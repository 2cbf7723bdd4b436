"""A bot with a network: its turns are legal in every game, its acts are those of the moment."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.bots.networks import BotOf, expecting
from tests.bots.playing import moments, play
from tests.effort import some
from tests.moments import STD, random_cases
from tests.search.lockstep import READINGS, worth

from nardy.bots import load_bot
from nardy.bots.neural import NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.turns import final_positions
from nardy.core import acts, cube_acts
from nardy.core.cube import Owner
from nardy.core.dice import Roll
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.formats import position_text
from nardy.games import GAMES, find_game
from nardy.search.bomb import explode_where_better
from nardy.search.conversions import situation_at, tables_of
from nardy.search.tables import GameTables

START = GAMES["backgammon"].start
ARMED = position_text.loads(f"nuclear w {STD} 23:1,13:5,8:3,6:3,5:1,4:1,3:1")
EVEN = {2: 0.5, 3: 0.5}
"""Chances of the outcomes for the player who rolls next."""


@pytest.mark.parametrize("text", some(READINGS, 12))
def test_its_turns_are_legal_in_every_game(text: str, bot_of: BotOf) -> None:
    rules = find_game(text)
    play(rules, bot_of(rules), RandomBot(1), seed=1, most=60)


@pytest.mark.parametrize("game", ["hypergammon", "long-nardy", "mad-gulbar"])
def test_they_are_so_a_ply_ahead(game: str, bot_of: BotOf) -> None:
    play(GAMES[game], bot_of(GAMES[game], plies=1), RandomBot(1), seed=1, most=20)


@pytest.mark.thorough
@pytest.mark.parametrize("text", READINGS)
def test_whole_games_are_legal(text: str, bot_of: BotOf) -> None:
    rules = find_game(text)
    play(rules, bot_of(rules), bot_of(rules, Network.random(rules.published, 8, 8, 2)), seed=2)
    play(rules, bot_of(rules, plies=1), RandomBot(1), seed=3, most=60)


@pytest.mark.parametrize("game", ["hypergammon", "plakoto", "long-nardy"])
def test_it_takes_what_its_network_values_most(game: str, bot_of: BotOf) -> None:
    """Every final position valued alone, and the outcome where it ends the game."""
    rules = GAMES[game].replace(jacoby=False)
    bot = bot_of(rules)
    for before in moments(rules, RandomBot(1), seed=1, most=12):
        assert before.dice is not None
        finals = final_positions(rules, before.position, before.dice)
        values = {
            final: worth(bot.network(rules), before, final, len(moves))
            for final, moves in finals.items()
        }
        chosen, moves = bot.choose(before)
        assert moves == finals[chosen]
        assert values[chosen] == pytest.approx(max(values.values()), abs=1e-5)
        ranked = bot.rank(before)
        assert ranked[0].final == chosen
        assert {seen.final for seen in ranked} == set(finals)
        equities = [seen.equity for seen in ranked]
        assert equities == sorted(equities, reverse=True)
        assert equities == pytest.approx([values[seen.final] for seen in ranked], abs=1e-5)


# ------------------------------------------------------------------------------------- files


def refusal(bot: NeuralBot, rules: Rules = GAMES["backgammon"]) -> str:
    with pytest.raises(WeightsError) as refused:
        bot.choose_turn(Situation(rules=rules, position=rules.start, roll=Roll(3, 1)))
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


def test_a_file_that_is_missing_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "none.npz"
    assert refusal(NeuralBot(file=path)) == (
        f"expected a file of weights, got No such file or directory for {path}"
    )
    assert str(tmp_path) in refusal(NeuralBot(file=tmp_path))


def test_a_file_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    weights.save(expecting("backgammon", {0: 1.0}), {}, path)
    bot = NeuralBot(0, path)
    start = Situation(rules=GAMES["backgammon"], position=START)
    assert bot.probabilities(start)[0] > 0.9
    weights.save(expecting("backgammon", {5: 1.0}), {}, path)
    assert NeuralBot(0, path).probabilities(start)[5] > 0.9
    # In the middle of a game a bot goes on as it began.
    assert bot.probabilities(start)[0] > 0.9


def test_a_bot_of_a_file_that_comes_later_plays(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    bot = NeuralBot(0, path)
    assert "No such file" in refusal(bot)
    weights.save(expecting("backgammon", EVEN), {}, path)
    assert bot.network(GAMES["backgammon"]).rules == GAMES["backgammon"]


@pytest.mark.parametrize("content", [b"", b"no weights", b"PK\x03\x04 cut"])
def test_a_file_that_is_spoiled_is_told_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "spoiled.npz"
    path.write_bytes(content)
    assert "made by 'nardy train'" in refusal(NeuralBot(file=path))


def test_a_file_for_another_game_is_told_in_a_sentence(bot_of: BotOf) -> None:
    foreign = bot_of(GAMES["plakoto"])
    assert "expected weights for backgammon, got weights for 'plakoto'" in refusal(foreign)


def test_so_is_every_act_that_needs_it(tmp_path: Path) -> None:
    bot = NeuralBot(file=tmp_path / "none.npz")
    before = Situation(rules=GAMES["backgammon"], position=START)
    for asked in (before, ARMED, cube_acts.offer_double(before)):
        with pytest.raises(WeightsError):
            bot.choose_act(asked)


def test_a_reading_is_played_with_the_network_of_the_game(bot_of: BotOf) -> None:
    rules = find_game("long-nardy@draw")
    bot = bot_of(rules)
    assert bot.network(rules).rules == GAMES["long-nardy"]
    assert len(bot.network(rules).points) == 4


def test_a_network_trained_for_a_reading_plays_that_reading(bot_of: BotOf) -> None:
    rules = find_game("long-nardy@draw")
    bot = bot_of(rules, Network.random(rules, 8, 8, 1))
    assert len(bot.network(rules).points) == 5


def test_leftovers_longer_than_those_of_the_published_game_are_played(bot_of: BotOf) -> None:
    rules = find_game("backgammon,cascade_count=3,leftover=opponent")
    owed = Situation(rules=rules, position=START, left=(5, 5, 5, 6, 6))
    bot_of(rules).choose_turn(owed)


def test_it_is_found_by_its_file(tmp_path: Path) -> None:
    bot = load_bot(f"nardy:{tmp_path / 'My own.npz'}")
    assert isinstance(bot, NeuralBot)
    assert bot.file == tmp_path / "My own.npz"
    assert str(tmp_path) in bot.name


# -------------------------------------------------------------------------------------- bomb


def bombs(count: int = 40) -> list[Situation]:
    """Moments before a roll in which the player may explode the bomb."""
    found = [position_text.loads(text) for text, _ in random_cases("nuclear", 5, count)]
    return [situation for situation in found if situation.bomb.player_has_access]


def exploded_by_the_network(network: Network, situations: list[Situation]) -> list[bool]:
    game = GameTables.of(GAMES["nuclear"])
    tables = tables_of(game, situations)
    explode_where_better(game, tables, network.value)
    after = [situation_at(game, tables, row) for row in range(len(situations))]
    return [now.bomb is not then.bomb for now, then in zip(after, situations, strict=True)]


def test_it_explodes_the_bomb_where_the_network_does(bot_of: BotOf) -> None:
    """As in self-play, for moments with something to hit."""
    bot = bot_of(GAMES["nuclear"].replace(cube_play=False))
    situations = [
        replace(situation, rules=GAMES["nuclear"].replace(cube_play=False))
        for situation in bombs()
        if acts.explode(situation).position != situation.position
    ]
    expected = exploded_by_the_network(bot.network(GAMES["nuclear"]), situations)
    assert [bot.choose_act(situation) == "bomb" for situation in situations] == expected
    assert {True, False} == set(expected)


def generous() -> Network:
    """Likes it when the opponent has the bomb and he has none."""
    network = expecting("nuclear", EVEN)
    for name in ("upper", "last"):
        network.views[name][0, 0 if name == "upper" else 2] = 1
    network.views["dense"][0, -7 + 3, 0] = 5
    network.views["dense"][0, -7 + 2, 0] = -5
    return network


def test_it_keeps_a_bomb_that_hits_nothing(bot_of: BotOf) -> None:
    rules = GAMES["nuclear"].replace(cube_play=False)
    quiet = Situation(rules=rules, position=rules.start)
    network = generous()
    assert exploded_by_the_network(network, [quiet, ARMED]) == [False, True]
    bot = bot_of(rules, network)
    assert bot.choose_act(ARMED) == "bomb"
    assert bot.choose_act(quiet) == "roll"


def test_it_leaves_the_bomb_that_the_opponent_holds(bot_of: BotOf) -> None:
    bot = bot_of(GAMES["nuclear"], generous())
    assert bot.choose_act(replace(ARMED, bomb=Owner.OPPONENT)) != "bomb"
