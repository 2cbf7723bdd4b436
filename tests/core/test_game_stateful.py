"""A game driven by legal and illegal acts: every refusal names its law and changes nothing."""

from functools import partial
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.moments import attempt, is_sound, random_act, rebuilt
from tests.strategies import beginnings, garbage, seeds

from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase

seats = st.sampled_from([None, *Player])
numbers = st.integers(-1, 8)
ACTS = ("offer_double", "take", "pass_double", "beaver", "raccoon", "agree", "refuse", "explode")


class GameMachine(RuleBasedStateMachine):
    """All acts of a game, by either seat and at any time."""

    @initialize(game=beginnings(), seed=seeds)
    def begin(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, Random(seed)

    def check(self, act: partial) -> None:
        """An act is legal, or refused; by the wrong seat it is always refused."""
        before, player = self.game.situation, act.keywords.get("player")
        done = attempt(self.game, act)
        wrong = player not in (None, before.to_act)
        if done and wrong:
            assert before.rules.bomb_when == "any_time"
            assert self.game.situation.to_act is before.to_act

    @rule(times=st.integers(1, 8))
    def go_on(self, times: int) -> None:
        for _ in range(times):
            if self.game.phase is not Phase.OVER:
                random_act(self.game, self.rng)

    @rule(act=st.sampled_from(ACTS), player=seats)
    def act(self, act: str, player: Player | None) -> None:
        self.check(partial(getattr(self.game, act), player=player))

    @rule(player=seats)
    def roll(self, player: Player | None) -> None:
        was_owed = self.game.phase is Phase.OPENING
        if was_owed:
            self.game.roll()
        else:
            self.check(partial(self.game.roll, player=player))

    @rule(one=numbers, other=numbers, player=seats)
    def roll_these(self, one: int, other: int, player: Player | None) -> None:
        if self.game.phase is not Phase.OPENING:
            self.check(partial(self.game.roll, Roll(one, other), player=player))

    @rule(white=st.integers(1, 8), black=st.integers(1, 8))
    def open(self, white: int, black: int) -> None:
        self.check(partial(self.game.open, white, black))

    @rule(size=st.sampled_from(["single", "gammon", "backgammon", "", "triple"]), player=seats)
    def resign(self, size: str, player: Player | None) -> None:
        self.check(partial(self.game.resign, size, player=player))

    @rule(text=garbage, player=seats)
    def play(self, text: str, player: Player | None) -> None:
        self.check(partial(self.game.play, text, player=player))

    @rule(move=st.tuples(st.integers(-2, 27), st.integers(-2, 27)))
    def draft(self, move: tuple[int, int]) -> None:
        """A draft is no event, and a move in it is legal or refused."""
        before, events = self.game.situation, self.game.events
        if self.game.phase is Phase.TURN:
            draft = self.game.draft()
            if move in {legal[:2] for legal in draft.legal_moves}:
                draft.move(*move)
            else:
                assert not attempt(self.game, partial(draft.move, *move))
                assert draft.moves == ()
            while draft.undo():
                pass
        assert self.game.situation is before
        assert self.game.events == events

    @invariant()
    def is_sound(self) -> None:
        if hasattr(self, "game"):
            is_sound(self.game)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            again = rebuilt(self.game)
            assert again.situation == self.game.situation
            assert again.events == self.game.events


TestGame = GameMachine.TestCase
TestGame.settings = settings(stateful_step_count=30)
