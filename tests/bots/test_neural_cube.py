"""The cube, resignations and match scores, as a bot with a network decides."""

from dataclasses import replace

import numpy as np
import pytest
from tests.bots.networks import BotOf, expecting
from tests.bots.playing import moments

from nardy.bots.neural import CubeEvaluation, NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.turns import final_positions
from nardy.bots.variants import TimedBot
from nardy.core import acts, cube_acts
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.outcome import sizes
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score, Situation
from nardy.errors import NardyError
from nardy.evaluation.cube.cubeful import CubeEquities
from nardy.evaluation.cube.match_cube import CubeLevels, chances_with_cube, levels_of
from nardy.evaluation.cube.match_value import match_ladder
from nardy.formats import position_text
from nardy.games import GAMES, find_game

START = GAMES["backgammon"].start
WINNING = position_text.loads("backgammon,jacoby=off w 1:2 18:8,17:7")
WINS, EVEN, LOSES = ({2: chance, 3: 1 - chance} for chance in (0.85, 0.5, 0.1))
GAMMON = {1: 0.9, 4: 0.1}
"""Chances of the outcomes for the player who rolls next: singles, and gammons."""


# -------------------------------------------------------------------------------------- cube


def legal_acts(situation: Situation) -> set[str]:
    """The acts that the rule book lets pass."""
    every = {
        "double": cube_acts.offer_double,
        "take": cube_acts.take,
        "pass": cube_acts.pass_double,
        "beaver": cube_acts.beaver,
        "raccoon": cube_acts.raccoon,
        "accept": acts.agree_to_resignation,
        "refuse": acts.refuse_resignation,
        "bomb": acts.explode,
    }
    found = {"roll"} if situation.phase is Phase.ROLL else set[str]()
    for name, act in every.items():
        try:
            act(situation)
        except NardyError:
            continue
        found.add(name)
    return found


def cube_moments(rules: Rules) -> list[Situation]:
    """Before the roll with any cube and score, doubled, beavered, raccooned, and resigned."""
    cubes = [Cube(), *(Cube(2**n, owner) for n in (1, 3) for owner in Owner)]
    scores = [None, Score(5, 0, 0), Score(5, 4, 2, is_crawford=True), Score(5, 4, 2)]
    found = []
    for cube in cubes:
        for score in scores:
            before = Situation(rules=rules, position=rules.start, cube=cube, score=score)
            found += [before, *(acts.resign(before, size) for size in sizes(rules))]
            if "double" in legal_acts(before):
                doubled = cube_acts.offer_double(before)
                found.append(doubled)
                if "beaver" in legal_acts(doubled):
                    beavered = cube_acts.beaver(doubled)
                    found.append(beavered)
                    if "raccoon" in legal_acts(beavered):
                        found.append(cube_acts.raccoon(beavered))
    return found


@pytest.mark.parametrize(
    "text", ["backgammon", "backgammon,beavers=off", "backgammon,raccoons=on", "nuclear"]
)
def test_its_acts_are_those_that_the_moment_allows(text: str, bot_of: BotOf) -> None:
    rules = find_game(text)
    bots = [bot_of(rules, expecting(rules.id, chances)) for chances in (WINS, GAMMON, LOSES)]
    bots.append(bot_of(rules))
    seen = set[str]()
    for asked in cube_moments(rules):
        allowed = legal_acts(asked)
        for bot in bots:
            act = bot.choose_act(asked)
            assert act in allowed
            seen.add(act)
    assert {"roll", "double", "take", "pass", "accept"} <= seen
    assert ("beaver" in seen) == rules.beavers


BEFORE = Situation(rules=GAMES["backgammon"].replace(jacoby=False), position=START)
DOUBLED = cube_acts.offer_double(BEFORE)
BEAVERED = cube_acts.beaver(DOUBLED)


@pytest.mark.parametrize(
    ("chances", "asked", "act"),
    [
        (WINS, BEFORE, "double"),
        (EVEN, BEFORE, "roll"),
        (LOSES, BEFORE, "roll"),
        (GAMMON, BEFORE, "roll"),
        (WINS, DOUBLED, "pass"),
        ({2: 0.68, 3: 0.32}, DOUBLED, "take"),
        (LOSES, DOUBLED, "beaver"),
        (LOSES, replace(DOUBLED, score=Score(5, 0, 0)), "take"),
        (WINS, BEAVERED, "take"),
        (LOSES, BEAVERED, "pass"),
    ],
)
def test_it_doubles_and_answers_by_its_chances(
    chances: dict[int, float], asked: Situation, act: str, bot_of: BotOf
) -> None:
    """With a gammon as good as won it is too good to double: Jacoby is off."""
    assert bot_of(asked.rules, expecting("backgammon", chances)).choose_act(asked) == act


def test_with_jacoby_gammons_count_only_with_the_cube_turned(bot_of: BotOf) -> None:
    bot = bot_of(GAMES["backgammon"], expecting("backgammon", GAMMON))
    assert bot.choose_act(replace(BEFORE, rules=GAMES["backgammon"])) == "double"


@pytest.mark.parametrize(("offer", "answer"), [(Offer.SINGLE, "refuse"), (Offer.GAMMON, "accept")])
def test_it_refuses_less_than_it_is_sure_to_win(offer: Offer, answer: str, bot_of: BotOf) -> None:
    assert bot_of(GAMES["backgammon"]).choose_act(replace(WINNING, offer=offer)) == answer


@pytest.mark.parametrize(
    ("offer", "score", "answer"),
    [
        (Offer.SINGLE, None, "refuse"),
        (Offer.GAMMON, None, "accept"),
        (Offer.SINGLE, Score(5, 4, 4), "accept"),
        (Offer.SINGLE, Score(5, 3, 3), "refuse"),
    ],
)
def test_it_accepts_what_is_worth_no_less_than_to_play_on(
    offer: Offer, score: Score | None, answer: str, bot_of: BotOf
) -> None:
    """The offerer, who rolls next, loses a gammon nine times of ten; at one away it is no more."""
    losing = expecting("backgammon", {1: 0.05, 4: 0.95})
    offered = replace(BEFORE, offer=offer, score=score)
    assert bot_of(BEFORE.rules, losing).choose_act(offered) == answer


def test_with_jacoby_a_single_is_all_there_is_to_win(bot_of: BotOf) -> None:
    losing = expecting("backgammon", {1: 0.05, 4: 0.95})
    offered = Situation(rules=GAMES["backgammon"], position=START, offer=Offer.SINGLE)
    assert bot_of(offered.rules, losing).choose_act(offered) == "accept"


# ------------------------------------------------------------------------------------- matches


def valued_slowly(bot: NeuralBot, before: Situation) -> dict[Position, float]:
    """The match chance after each final position, alone and by the rule book."""
    found = {}
    dice, network = before.dice, bot.network(before.rules)
    assert dice is not None
    for final, moves in final_positions(before.rules, before.position, dice).items():
        after = acts.end_turn(before, final, len(moves))
        ladder = match_ladder(after)
        if after.result is not None:
            # The letter of a game that is over is the loser's here: he did not act last.
            outcome = network.points.tolist().index(-after.result.points)
            found[final] = 1 - ladder.worth[0][outcome]
        else:
            levels = levels_of(ladder, bot.probabilities(after)[None])
            found[final] = 1 - chances_with_cube(ladder, levels, after.cube.owner)[0]
    return found


@pytest.mark.parametrize(
    ("score", "cube"),
    [
        (Score(5, 4, 4), Cube()),
        (Score(5, 4, 2, is_crawford=True), Cube()),
        (Score(5, 1, 4), Cube(2, Owner.OPPONENT)),
        (Score(9, 2, 5), Cube(2, Owner.PLAYER)),
        (Score(9, 2, 5), Cube()),
    ],
)
def test_in_a_match_it_takes_what_wins_it_most(score: Score, cube: Cube, bot_of: BotOf) -> None:
    rules = GAMES["hypergammon"]
    bot = bot_of(rules)
    for money in moments(rules, RandomBot(1), seed=1, most=12):
        before = replace(money, score=score, cube=cube)
        slowly = valued_slowly(bot, before)
        ranked = bot.rank(before)
        ladder = match_ladder(before)
        chances = [ladder.chance_of(seen.equity) for seen in ranked]
        assert chances == sorted(chances, reverse=True)
        assert chances == pytest.approx([slowly[seen.final] for seen in ranked], abs=1e-5)


def test_one_point_away_it_does_not_play_for_gammons(bot_of: BotOf) -> None:
    """Deeper, too: the opponent's answers are valued by his own score."""
    rules = GAMES["hypergammon"]
    bot = bot_of(rules, plies=1)
    for money in moments(rules, RandomBot(2), seed=2, most=6):
        best = bot.rank(replace(money, score=Score(3, 2, 2)))[0]
        assert abs(best.equity) <= 1 + 1e-5
        assert ladder_of_one_away().chance_of(best.equity) == pytest.approx((best.equity + 1) / 2)


def ladder_of_one_away() -> CubeLevels:
    rules = GAMES["hypergammon"]
    situation = Situation(rules=rules, position=rules.start, score=Score(3, 2, 2))
    return match_ladder(situation)


@pytest.mark.parametrize(
    ("chances", "score", "act"),
    [
        ({2: 0.55, 3: 0.45}, Score(5, 3, 3), "double"),
        ({2: 0.55, 3: 0.45}, Score(25, 0, 0), "roll"),
        ({2: 0.2, 3: 0.8}, Score(5, 2, 4), "double"),
        (WINS, Score(5, 4, 2), "roll"),
        (WINS, Score(5, 4, 2, is_crawford=True), "roll"),
        (GAMMON, Score(5, 3, 0), "roll"),
    ],
)
def test_it_doubles_by_the_score(
    chances: dict[int, float], score: Score, act: str, bot_of: BotOf
) -> None:
    bot = bot_of(BEFORE.rules, expecting("backgammon", chances))
    assert bot.choose_act(replace(BEFORE, score=score)) == act


@pytest.mark.parametrize(
    ("win", "score", "act"),
    [
        (0.30, Score(5, 3, 3), "pass"),
        (0.34, Score(5, 3, 3), "take"),
        (0.45, Score(5, 4, 3), "pass"),
        (0.45, Score(5, 4, 2), "take"),
        (0.20, Score(5, 1, 3), "take"),
    ],
)
def test_it_takes_by_the_score(win: float, score: Score, act: str, bot_of: BotOf) -> None:
    """Score seen by who is asked: his free pass, and the redouble that he will give."""
    bot = bot_of(BEFORE.rules, expecting("backgammon", {2: 1 - win, 3: win}))
    doubled = cube_acts.offer_double(replace(BEFORE, score=score.flipped()))
    assert bot.choose_act(doubled) == act


def test_chances_are_those_of_the_player_who_must_act(bot_of: BotOf) -> None:
    ahead = Situation(rules=GAMES["backgammon"], position=Position.of({1: 1}, {24: 15}))
    bot = bot_of(GAMES["backgammon"])
    for asked in (ahead, ahead.flipped(), BEFORE):
        chances = bot.probabilities(asked)
        assert chances.shape == (6,)
        assert float(np.sum(chances)) == pytest.approx(1, abs=1e-5)


def test_after_the_crawford_game_it_waits_as_holland_asks(bot_of: BotOf) -> None:
    """Behind, and likelier to win, it doubles at the first legal chance and not before."""
    bot = bot_of(GAMES["backgammon"])
    text = "backgammon,holland=on w 6:1 1:1 match=5:2-4"
    for turns, act in ((" turns=1-1", "roll"), (" turns=2-1", "roll"), ("", "double")):
        assert bot.choose_act(position_text.loads(text + turns)) == act


def test_a_beaver_at_the_limit_of_the_cube_is_taken_by_what_the_game_is_worth() -> None:
    """Nobody can turn it again: -0.81 is better than to pass."""
    offered = "backgammon,cube_cap=4 w 6:2 2:2 cube=2b offer=beaver"
    assert NeuralBot(0).choose_act(position_text.loads(offered)) == "take"


def test_a_deeper_bot_looks_ahead_before_it_doubles() -> None:
    """By rollout the double loses 0.028 ±0.005 (labels/cubes/backgammon.jsonl)."""
    early = position_text.loads(
        "backgammon w 21:2,13:2,9:2,8:2,7:1,6:4,4:2 bar:1,22:2,20:2,8:2,7:2,6:2,5:3,1:1"
    )
    assert [NeuralBot(plies).choose_act(early) for plies in (0, 1)] == ["double", "roll"]
    # More time than the look-ahead takes on a busy machine.
    assert TimedBot(60).choose_act(early) == "roll"


def test_a_deeper_bot_looks_ahead_before_it_answers_a_double() -> None:
    """Near the border: which of the answers is right is for the exam (labels/cubes/backgammon.jsonl)."""
    doubled = position_text.loads(
        "backgammon b 10:2,7:2,6:2,4:2,3:1,2:3,1:3 20:2,7:1,6:2,5:2,4:2,3:3,2:1,1:2 offer=double match=7:3-2"
    )
    assert [NeuralBot(plies).choose_act(doubled) for plies in (0, 1, 2)] == ["pass", "take", "take"]


@pytest.mark.parametrize("plies", [0, 1])
def test_a_beaver_is_answered_by_the_exact_table(plies: int) -> None:
    """10 rolls of 36 win at once and others lose: -16/36 at twice the stake is more than -1."""
    beavered = position_text.loads("backgammon w 6:1,3:1 1:1 cube=2b offer=beaver")
    assert NeuralBot(plies).choose_act(beavered) == "take"


def test_a_beaver_is_answered_by_what_look_ahead_says(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, asked = NeuralBot(1), list[Situation]()

    def weigh(situation: Situation) -> CubeEvaluation:
        asked.append(situation)
        return CubeEvaluation(np.zeros(6, np.float32), CubeEquities(0, -1.01, 1), 2)

    monkeypatch.setattr(bot, "weigh", weigh)
    assert bot.choose_act(BEAVERED) == "pass"
    assert asked == [replace(BEAVERED, offer=None)]


@pytest.mark.parametrize(
    ("win", "raccoons", "act"),
    [
        (0.85, True, "raccoon"),
        (0.85, False, "take"),
        (0.45, True, "take"),
        (0.1, True, "pass"),
    ],
)
def test_it_raccoons_where_the_beaver_was_wrong(
    win: float, raccoons: bool, act: str, bot_of: BotOf
) -> None:
    rules = find_game("backgammon,jacoby=off").replace(raccoons=raccoons)
    bot = bot_of(rules, expecting("backgammon", {2: win, 3: 1 - win}))
    assert bot.choose_act(replace(BEAVERED, rules=rules)) == act


def test_who_is_sure_of_more_than_a_raccoon_wins_takes(bot_of: BotOf) -> None:
    """The opponent would pass it, and a gammon at the present stake is worth more."""
    rules = BEAVERED.rules.replace(raccoons=True)
    bot = bot_of(rules, expecting("backgammon", {0: 0.98, 5: 0.02}))
    assert bot.weigh(replace(BEAVERED, rules=rules, offer=None)).equities.double_take > 2
    assert bot.choose_act(replace(BEAVERED, rules=rules)) == "take"
