from collections import Counter

from nardy.analysis.game_review import review
from nardy.bots.neural import NeuralBot
from nardy.coach.phases import OPENING_TURNS, PHASES, phase_of
from nardy.core.events import Played
from nardy.core.player import Player
from nardy.report import MatchAnalysis


def test_every_decision_of_the_review_has_its_place(match: MatchAnalysis) -> None:
    for place, game in enumerate(match.games[-1:], start=len(match.games) - 1):
        events = game.recorded.game.events
        found = list(review(events, lambda _, game=game: game.rules, NeuralBot(0)))
        assert [one.decision.event for one in game.decisions] == [one.event for one in found]
        assert [one.decision.loss for one in game.decisions] == [one.loss for one in found]
        assert {one.game for one in game.decisions} == {place}
        assert [one.number for one in game.decisions] == [*range(1, len(found) + 1)]
    both = [*match.of(Player.WHITE), *match.of(Player.BLACK)]
    assert len(both) == len(match.decisions)


def test_the_phases_are_those_of_the_coach_and_follow_each_other(match: MatchAnalysis) -> None:
    for game in match.games:
        events = game.recorded.game.events
        for player in Player:
            own = [one for one in game.decisions if one.player is player]
            order = [PHASES.index(one.phase) for one in own if one.phase != "bearing off"]
            assert order == sorted(order)
        for one in game.decisions:
            played = [event for event in events[: one.decision.event] if isinstance(event, Played)]
            turns = sum(event.player == str(one.player) for event in played)
            assert one.phase == phase_of(one.decision.before, turns)
            assert (one.phase == "opening") <= (turns < OPENING_TURNS)
    assert Counter(one.phase for one in match.decisions).keys() == {*PHASES}


def test_the_worst_come_first_and_the_asked_for_are_explained(match: MatchAnalysis) -> None:
    mistakes = match.mistakes()
    losses = [one.decision.loss for one in mistakes]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) >= 0.015
    assert match.mistakes(3) == mistakes[:3]
    told = [one for one in mistakes[:3] if match.why(one)]
    assert told
    assert len(match.explanations) == len(told)
    for one in told:
        found = match.why(one)
        assert found is not None
        assert str(found.played) == one.played
        assert found.situation == one.decision.before


def test_the_best_is_the_first_choice_or_the_better_act(match: MatchAnalysis) -> None:
    for one in match.decisions:
        assert (one.played == one.best) or one.decision.loss >= 0
        if one.decision.loss:
            assert one.played != one.best
