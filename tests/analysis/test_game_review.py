"""A game turn by turn."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.formats.matches import read as read_game
from tests.search.lockstep import tiny

from nardy.analysis.cube_review import ReviewedCube
from nardy.analysis.decisions import choice_of
from nardy.analysis.game_review import (
    ERROR_BANDS,
    FEWEST,
    ReviewBot,
    ReviewChunk,
    ReviewedTurn,
    Summary,
    review,
    review_one,
    summary,
)
from nardy.analysis.judge import Judge
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS, Roll
from nardy.core.estimates import CubeChoice, Probabilities, TurnChoice
from nardy.core.events import Played
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Ending, Phase, Result
from nardy.core.turn import Turn
from nardy.errors import EventsError
from nardy.evaluation.network import weights
from nardy.evaluation.outcomes import points_of
from nardy.formats import position_text
from nardy.formats.record import Record
from nardy.games import find_game
from nardy.kernel.layout import Finals
from nardy.search import tables as search
from nardy.search.choose import Value, Worth
from nardy.search.lookahead import CandidateValues


def played_game(game_id: str, seed: int, turns: int) -> Game:
    game = Game(find_game(game_id), seed=seed)
    while game.outcome is None and len(game.events) < turns:
        game.roll()
        if game.phase.value == "turn":
            game.play(next(iter(game.legal_turns)))
    return game


def turns_of(game: Game, bot: NeuralBot) -> list[ReviewedTurn]:
    """Of the review the turns; test_cube_review.py has the rest."""
    return [one for one in review(game.events, find_game, bot) if isinstance(one, ReviewedTurn)]


@pytest.mark.parametrize("game_id", ["hypergammon", "long-nardy", "plakoto"])
@pytest.mark.parametrize("plies", [0, 1])
def test_every_turn_is_compared_with_the_best(game_id: str, plies: int, tmp_path: Path) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny(game_id, 2), {}, file)
    game = played_game(game_id, 3, 24)
    found = turns_of(game, NeuralBot(plies, file))
    turns = [n for n, event in enumerate(game.events) if isinstance(event, Played)]
    assert [turn.event for turn in found] == turns
    for turn in found:
        event = game.events[turn.event]
        assert isinstance(event, Played)
        assert turn.player.value == event.player
        assert turn.before.to_act is turn.player
        played = turn.choices[turn.chosen]
        assert turn.played == event.turn
        assert turn.loss == pytest.approx(turn.choices[0].equity - played.equity)
        assert turn.loss >= 0
        assert turn.is_forced is (len(turn.choices) == 1)
        if turn.win is not None and turn.lose is not None:
            assert min(turn.win, turn.lose, 1.0001 - turn.win - turn.lose) >= 0


def test_the_bots_own_turns_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    bot = NeuralBot(0, file)
    game = Game(find_game("hypergammon"), seed=9)
    while game.outcome is None:
        game.roll()
        game.play(bot.choose_turn(game.situation))
    found = turns_of(game, bot)
    assert len(found) > 5
    assert all(turn.loss == 0 and turn.chosen == 0 and not turn.grade for turn in found)


@pytest.mark.parametrize(
    "start",
    [
        "hypergammon w 24:1,12:1,4:1 22:1,14:1,5:1",
        # Whoever throws no six dances: 25 of 36.
        "backgammon w bar:1,8:14 13:3,6:2,5:2,4:3,3:3,2:2",
        "backgammon w bar:1,8:14 13:3,6:2,5:2,4:3,3:3,2:2 cube=2w match=5:2-1",
        # The bomb should be exploded; who keeps it has no bad luck by that.
        "nuclear b 16:2,9:1,8:2,6:3,5:2,4:3,3:2 15:2,13:3,6:2,5:2,4:2,3:2,2:2",
    ],
)
def test_luck_is_nothing_on_the_average_over_all_rolls(start: str) -> None:
    moment = position_text.loads(start)
    total = 0.0
    for roll in ROLLS:
        game = Game(moment.rules, situation=moment)
        game.roll(roll)
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
        (turn,) = turns_of(game, NeuralBot(1))
        assert turn.luck is not None
        total += turn.luck * (1 if roll.is_double else 2)
    assert total / 36 == pytest.approx(0, abs=1e-5)


def test_luck_is_told_of_every_roll_but_that_of_the_first_turn(tmp_path: Path) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    first, *rest = turns_of(played_game("hypergammon", 3, 12), NeuralBot(0, file))
    assert (first.luck, first.win) == (None, None)
    assert rest
    assert all(turn.luck is not None for turn in rest)


@pytest.mark.parametrize("has_answer", [False, True])
@pytest.mark.parametrize("begin", [0, 8])
def test_a_turn_taken_back_is_replayed_with_its_own_chances_and_luck_once(
    begin: int, *, has_answer: bool
) -> None:
    game = Game(find_game("backgammon"))
    game.open(white=3, black=1)
    game.play("8/5 6/5")
    for roll, turn in ((Roll(6, 6), "24/18(2) 13/7(2)"), (Roll(2, 1), "13/11 6/5")):
        game.roll(roll)
        game.play(turn)
    if has_answer:
        game.roll(Roll(5, 4))
        game.play("13/8 13/9")
    bot = NeuralBot(0)
    *_, first = [one for one in turns_of(game, bot) if one.player is Player.WHITE]
    game.take_back(Player.WHITE)
    again = len(game.events)
    game.play("13/11 24/23")
    game.roll(Roll(6, 3))
    game.play("18/9")
    assert len(game.kept_events) == 9
    # Parts of a review begin later, and still know what came before.
    told = [*review(game.events, find_game, bot, begin=begin)]
    turns = {one.event: one for one in told if isinstance(one, ReviewedTurn)}
    replayed, reply = turns[again], turns[again + 2]
    assert (replayed.win, replayed.lose) == (first.win, first.lose)
    assert replayed.win is not None
    assert (replayed.before, replayed.luck) == (first.before, None)
    # The next roll is a new one.
    assert reply.luck is not None
    if not begin:
        assert turns[first.event].luck == first.luck
        luck = summary(told, Player.WHITE).luck
        assert luck == first.luck


def test_several_turns_taken_back_have_the_chances_before_their_own_rolls() -> None:
    game = Game(find_game("backgammon"))
    game.open(white=3, black=1)
    game.play("8/5 6/5")
    for roll, turn in ((Roll(6, 6), "24/18(2) 13/7(2)"), (Roll(2, 1), "13/11 6/5")):
        game.roll(roll)
        game.play(turn)
    bot = NeuralBot(0)
    opening, black, white = turns_of(game, bot)
    game.take_back(Player.BLACK)
    game.play("24/18(2) 8/2(2)")
    game.take_back(Player.BLACK)
    game.play("24/18(2) 13/7(2)")
    game.roll(Roll(2, 1))
    game.play("13/11 24/23")
    game.take_back(Player.WHITE)
    game.take_back(Player.WHITE)
    game.play("24/23 13/10")
    found = turns_of(game, bot)
    assert found[:3] == [opening, black, white]
    second, third, new, last = found[3:]
    assert [(one.win, one.lose, one.luck) for one in (second, third)] == 2 * [
        (black.win, black.lose, None)
    ]
    assert (new.win, new.luck) == (white.win, white.luck)
    assert (last.win, last.lose, last.luck) == (None, None, None)


def test_a_dance_is_bad_luck_and_no_decision() -> None:
    moment = position_text.loads("backgammon,jacoby=off w bar:1,8:14 13:3,6:2,5:2,4:3,3:3,2:2")
    game = Game(moment.rules, situation=moment)
    game.roll(Roll(4, 3))
    game.play(next(iter(game.legal_turns)))
    (turn,) = turns_of(game, NeuralBot(1))
    assert turn.is_forced
    assert turn.loss == 0
    assert turn.luck is not None
    assert turn.luck < -0.05
    results = summary([turn], Player.WHITE)
    assert (results.decisions, results.luck) == (0, turn.luck)


def test_in_a_match_luck_is_told_in_the_units_of_errors() -> None:
    # At double match point larger wins are worth no more than a single.
    start = position_text.loads(
        "backgammon w 13:2,8:3,7:2,6:3,5:3,4:2 bar:1,24:3,13:1,8:3,6:5,3:2 match=5:4-4"
    )
    bot = NeuralBot(0)
    chances = [bot.rank(replace(start, roll=roll), 1)[0].chances for roll in ROLLS]
    wins = [2 * float(one[:3].sum()) for one in chances]
    mean = sum(win * (1 if roll.is_double else 2) for win, roll in zip(wins, ROLLS, strict=True))
    for roll, win in zip(ROLLS, wins, strict=True):
        game = Game(start.rules, situation=start)
        game.roll(roll)
        game.play(next(iter(game.legal_turns)))
        (turn,) = turns_of(game, bot)
        assert turn.luck == pytest.approx(win - mean / 36, abs=1e-4)


class Wide(Judge):
    """Looks at every turn as deeply as at the best."""

    def look(
        self, game: search.GameTables, finals: Finals, worth: Worth, value: Value, plies: int
    ) -> CandidateValues:
        widths = (search.SearchWidth(1000, 100.0),)
        return super().look(game._replace(widths=widths), finals, worth, value, plies)


@pytest.mark.parametrize(
    "text",
    [
        "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5",
        "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=2b match=5:2-1",
        "long-nardy w 24:15 24:15",
    ],
)
def test_a_mistake_is_looked_at_as_deeply_as_the_best(text: str) -> None:
    start = position_text.loads(text)
    game = Game(start.rules, situation=start, seed=8)
    while game.outcome is None and len(game.events) < 30:
        game.roll()
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
    flat, pruned = NeuralBot(0), 0
    for turn in turns_of(game, NeuralBot(1)):
        if turn.is_forced:
            continue
        best, played = turn.choices[0], turn.choices[turn.chosen]
        assert played.plies == best.plies == 1
        assert turn.loss == pytest.approx(best.equity - played.equity)
        results = {choice_of(turn.before, seen).after: seen for seen in Wide(1).rank(turn.before)}
        assert played.equity == pytest.approx(results[played.after].equity, abs=1e-5)
        wins = results[played.after].chances[points_of(start.rules) > 0].sum()
        assert played.probabilities.win == pytest.approx(wins, abs=1e-5)
        assert turn.loss == pytest.approx(best.equity - results[played.after].equity, abs=1e-5)
        at_once = flat.rank(turn.before)
        pruned += at_once[0].equity - at_once[-1].equity > 0.16 and turn.loss > 0.16
    assert pruned > 3


def test_the_loss_of_any_turn_is_that_of_its_review() -> None:
    bot = NeuralBot(1)
    for candidate in bot.rank(START)[::4]:
        game = Game(START.rules, situation=START)
        game.play(choice_of(START, candidate).turn)
        [turn] = turns_of(game, bot)
        assert ReviewBot(bot).loss(START, candidate.final) == turn.loss
    assert ReviewBot(bot).loss(START, START.position) is None


def test_the_chance_of_a_draw_is_neither_players() -> None:
    start = position_text.loads("long-nardy,last_throw=half w 2:2,1:2 2:1,1:1")
    game = Game(start.rules, situation=start)
    game.roll(Roll(2, 1))
    game.play(next(iter(game.legal_turns)))
    (turn,) = turns_of(game, NeuralBot(1))
    assert turn.win is not None
    assert turn.lose is not None
    assert turn.win + turn.lose < 0.99


START = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
CHOICE = TurnChoice(Turn(()), START, 0.0, Probabilities(0.5, 0.5), 1)
TURN = ReviewedTurn(
    event=3,
    player=Player.WHITE,
    before=START,
    played="8/5 6/5",
    choices=(CHOICE, CHOICE),
    chosen=0,
    loss=0.0,
    luck=0.25,
    win=0.5,
    lose=0.5,
    is_forced=False,
)
CUBE = ReviewedCube(
    event=2,
    player=Player.WHITE,
    before=START,
    act="roll",
    best="double",
    choice=CubeChoice(0.5, 0.6, 1.0, "double, take"),
    loss=0.1,
    win=0.7,
    lose=0.3,
    plies=2,
)


def test_what_was_examined_less_deeply_has_no_loss() -> None:
    over = replace(START, result=Result(Ending.WON, 1, Player.WHITE))
    seen = [(0.5, 2, START), (0.25, 2, START), (0.625, 1, START), (0.375, 0, over), (0.75, 0, over)]
    choices = [
        TurnChoice(Turn(()), after, worth, CHOICE.probabilities, n) for worth, n, after in seen
    ]
    assert replace(TURN, choices=tuple(choices)).losses == (0, 0.25, None, 0.125, 0)
    # The end of the game is as exact as the deepest look.
    assert replace(TURN, choices=(choices[4], *choices[:3])).losses == (0, 0.25, 0.5, None)
    assert replace(TURN, choices=()).losses == ()


def test_no_turn_seems_better_than_the_best_by_a_shallower_look() -> None:
    start = position_text.loads(
        "plakoto w 24:9,23:2,14:1,11:1,6:1,4:1 24:8,22:2,16:1,12:1,10:1,5:1,2:p dice=44"
    )
    game = Game(start.rules, situation=start)
    game.play("24/20*(4)")
    [turn] = turns_of(game, NeuralBot(2))
    assert turn.choices[-1].plies < turn.plies
    assert turn.choices[-1].equity > turn.choices[0].equity
    assert turn.losses[-1] is None
    assert turn.losses[turn.chosen] == turn.loss > 0.2


def test_errors_are_counted_and_shared_out_among_decisions() -> None:
    forced = replace(TURN, is_forced=True, loss=0.5)
    unseen = replace(TURN, choices=())
    found = [
        *(TURN, CUBE, forced, unseen, replace(TURN, player=Player.BLACK, loss=9.0)),
        *(replace(TURN, loss=loss) for loss in (0.02, 0.04, 0.3)),
    ]
    results = summary(found, Player.WHITE)
    assert results == Summary(
        decisions=5, inaccuracies=1, mistakes=1, blunders=2, lost=pytest.approx(0.46), luck=1.5
    )
    assert results.error_rate == pytest.approx(92)
    assert results.performance_rating == pytest.approx(500 * 0.46 / 5)
    assert results.level == ""
    assert summary(found, Player.BLACK).blunders == 1
    assert summary([], Player.WHITE).error_rate == 0


def test_a_level_is_told_of_enough_decisions() -> None:
    def level(rate: float, decisions: int = 50) -> str:
        return Summary(decisions, 0, 0, 0, rate * decisions / 1000, 0).level

    assert [level(rate) for rate in (1, 4, 7, 11, 17, 25, 60)] == [
        *("master", "world-class", "expert", "advanced", "intermediate", "casual", "beginner")
    ]
    assert level(1, FEWEST - 1) == ""
    assert [below for below, _ in ERROR_BANDS] == sorted(below for below, _ in ERROR_BANDS)


def test_a_game_a_match_and_a_record_are_reviewed_as_their_events() -> None:
    bot = NeuralBot(0)
    rules = find_game("hypergammon")
    own = rules.replace(id="courtyard", name="courtyard", aliases=())
    for kind in (rules, own):
        match = Match(kind, 3, seed=4)
        match.game.roll()
        match.game.play(next(iter(match.game.legal_turns)))
        # Only its own events tell nothing of a game that is not built in.
        expected = [*review(match.events, lambda _, kind=kind: kind, bot)]
        assert expected
        for played in (match, match.game, Record.of(match)):
            assert [*review(played, bot=bot)] == expected


def test_a_turn_that_nobody_recorded_is_not_judged() -> None:
    bot = NeuralBot(0)
    record = read_game("31: ??? | 64: 24/14", "21: 13/11 6/5 |")
    [recorded] = record.games
    [guessed] = recorded.guessed
    assert isinstance(record.events[guessed], Played)
    whole = [*review(record.events, bot=bot)]
    kept = [one for one in whole if one.event != guessed]
    assert len(kept) == len(whole) - 1
    assert [*review(record, bot=bot)] == kept
    rules = recorded.game.rules
    chunk = ReviewChunk(NamedBot.of(bot, rules), rules, record.events, recorded.guessed)
    assert [*review_one(chunk)] == kept


def test_the_judge_looks_two_plies_ahead_if_none_is_named() -> None:
    game = played_game("hypergammon", 5, 3)
    [found] = turns_of(game, NeuralBot(2))
    assert [*review(game)] == [found]


@pytest.mark.parametrize("rolled", [True, False])
def test_a_turn_that_does_not_fit_is_an_error_of_events(*, rolled: bool) -> None:
    game = Game(find_game("hypergammon"), seed=4)
    game.open(3, 1)
    events = [*game.events[: 1 + rolled], Played(game.to_act.value, "24/18", ((24, 18),))]
    with pytest.raises(EventsError, match=f"event {2 + rolled} does not fit: "):
        list(review(events, find_game, NeuralBot(0)))
