"""A match driven by legal and illegal acts: the score is the sum of its games, always."""

from functools import partial
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.moments import attempt, is_sound, random_act, through_json, tried
from tests.strategies import rules, seeds

from nardy.core.match import Match, game_points
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.games import FEVGA, PLAKOTO, PORTES, find_game

tavli = st.just((PORTES, PLAKOTO, FEVGA))
rotations = st.one_of(rules(), rules(st.just("backgammon")), tavli)
ACTS = ("offer_double", "take", "pass_double", "beaver", "agree", "refuse", "resign", "explode")


class MatchMachine(RuleBasedStateMachine):
    """Games one after another, with doubles, resignations and games begun too early."""

    @initialize(games=rotations, length=st.integers(0, 7), seed=seeds)
    def begin(self, games: Rules | tuple[Rules, ...], length: int, seed: int) -> None:
        self.match, self.rng = Match(games, length, seed=seed), Random(seed)

    @rule(times=st.integers(1, 10))
    def go_on(self, times: int) -> None:
        for _ in range(times):
            if self.match.game.phase is not Phase.OVER:
                random_act(self.match.game, self.rng, boldness=0.4)

    @rule(act=st.sampled_from(ACTS), player=st.sampled_from([None, *Player]))
    def act(self, act: str, player: Player | None) -> None:
        attempt(self.match.game, partial(getattr(self.match.game, act), player=player))

    @rule()
    def resign_the_game(self) -> None:
        """One offers a single, the other agrees."""
        game = self.match.game
        if game.phase in (Phase.ROLL, Phase.TURN):
            game.resign()
            game.agree()

    @rule()
    def next_game(self) -> None:
        match, before = self.match, self.match.games[:]
        legal = match.game.phase is Phase.OVER and not match.is_over
        refused = isinstance(tried(match.next_game), NardyError)
        assert refused != legal
        assert (match.games if refused else match.games[:-1]) == before

    @invariant()
    def is_sound(self) -> None:
        if not hasattr(self, "match"):
            return
        match = self.match
        is_sound(match.game)
        score = {Player.WHITE: 0.0, Player.BLACK: 0.0}
        for game in match.games:
            for player, points in game_points(game).items():
                score[player] += points
        assert match.score == score
        assert match.is_over == bool(match.length and max(score.values()) >= match.length)
        assert sum(game.situation.is_crawford for game in match.games) <= 1
        number = len(match.games) - 1
        assert match.game.rules == match.rotation[number % len(match.rotation)]
        shown = match.game.situation.score
        assert (shown is None) == (match.length == 0)

    def teardown(self) -> None:
        if hasattr(self, "match"):
            match = self.match
            again = Match(match.rotation, match.length)
            again.replay(through_json(match.events), find_game)
            assert again.score == match.score
            assert again.events == match.events
            assert again.game.situation == match.game.situation


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(stateful_step_count=30)
