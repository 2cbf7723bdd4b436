"""The compiled laws of the cube and of matches, against the rule book on random matches."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from tests.effort import each, tries
from tests.kernel.match_rows import match_row

from nardy.core.cube_acts import offer_double
from nardy.core.legal_acts import ANSWERS, legal_acts
from nardy.core.match import Match
from nardy.core.options import OPTIONS, with_options
from nardy.core.outcome import points_lost, possible_sizes
from nardy.core.player import Player
from nardy.core.position import OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Phase
from nardy.core.turn import Turn
from nardy.errors import IllegalActError
from nardy.games import GAMES, find_game
from nardy.kernel import act_layout as of
from nardy.kernel.act_arrays import ENDINGS, SIZE_NAMES, cube_laws_row
from nardy.kernel.acts import (
    act_law,
    begin_match,
    do_act,
    ended_size,
    fill_losses,
    match_score,
)
from nardy.kernel.acts import (
    legal_acts as compiled_acts,
)
from nardy.kernel.arrays import position_arrays
from nardy.kernel.layout import Ints

MATCHES = tries(4, 40, 400)
"""Matches of each game."""
MOST_ACTS = 120
LENGTHS = (0, 0, 1, 2, 3, 5, 7)
CUBE_OPTIONS = (
    *("auto_doubles", "beavers", "crawford", "cube_cap", "holland", "jacoby", "raccoons"),
    *("next_starter", "opening", "last_throw", "home_mars"),
)
LOSERS = ({1: 1, OFF: -1}, {3: -1}, {8: 1, 3: -1}, {20: 1, 3: -1}, {24: 2, 12: -1})
"""Checkers of a player who loses; -1 stands for all others."""


class Twin:
    """A match of the rule book, and the same in the kernel's numbers."""

    def __init__(self, rules: Rules, length: int, rng: Random) -> None:
        self.match = Match(rules, length, seed=rng.random().__hash__())
        self.rng = rng
        self.laws, self.state = cube_laws_row(rules), np.zeros(of.STATE_SIZE, np.int64)
        begin_match(self.laws, length, self.state)

    def do(self, act: str) -> None:
        """Do an act in both."""
        told = self.in_match(act)
        number = of.ACT_NAMES.index(act)
        assert do_act(self.laws, self.state, number, told) == of.LEGAL, act

    def in_match(self, act: str) -> tuple[int, int]:
        match, game = self.match, self.match.game
        if act == "next":
            match.next_game()
        elif act == "play":
            return self.played()
        elif game.phase is Phase.OPENING:
            throw = game.open()
            return throw.white, throw.black
        elif act.startswith("resign"):
            # As in records: a state does not hold what was refused before.
            game.resign(act.partition(":")[2])
        else:
            game.do(act)
        return 0, 0

    def played(self) -> tuple[int, int]:
        """Play a turn that leaves the checkers where they are, or ends the game."""
        game, rng = self.match.game, self.rng
        final, mover = game.position, game.to_act
        if rng.random() < 0.2:
            everyone, loser = game.rules.checkers, dict(rng.choice(LOSERS))
            rest = everyone - sum(count for count in loser.values() if count > 0)
            theirs = {place: rest if count < 0 else count for place, count in loser.items()}
            final = Position.of({OFF: everyone}, {p: n for p, n in theirs.items() if n})
        game._confirm(Turn(()), final)  # noqa: SLF001 (any final position will do)
        if (result := game.outcome) is None:
            return of.GOES_ON, 0
        sign = -1 if result.winner is mover.opponent else 1
        return ENDINGS.index(result.ending), sign * int(2 * result.points)

    def next_act(self) -> str | None:
        """Any legal act; a bold player doubles often and resigns seldom."""
        if not (acts := self.acts()):
            return None
        bold = [act for act in acts if not act.startswith("resign")]
        return self.rng.choice(bold if bold and self.rng.random() < 0.9 else acts)

    def acts(self) -> list[str]:
        """The legal acts by the rule book, without the bomb."""
        game, match = self.match.game, self.match
        after = ["next"] if match.length and not match.is_over else []
        found = list(legal_acts(game.situation)) or after
        return [act for act in found if act != "bomb"]

    def boards(self) -> np.ndarray:
        """White's and Black's checkers."""
        now = self.match.game.situation
        white = now if now.to_act is Player.WHITE else now.flipped()
        return position_arrays([white.position])[0][0]


def varied(rules: Rules, rng: Random) -> Rules:
    """The game with some options of the cube, of matches and of draws."""
    # Leftover dice of a cascade change who plays next, and the checkers know that.
    changed = rules.replace(cascade_count=0)
    if not rules.cube_play and rng.random() < 0.8:
        changed = with_options(changed, {"cube_play": "on"})
    for name in CUBE_OPTIONS:
        if rng.random() < 0.4 and OPTIONS[name].stands(changed):
            changed = with_options(changed, {name: rng.choice(OPTIONS[name].values)})
    return changed


def moments(name: str) -> Iterator[Twin]:
    """Random matches of a game, before each act and after the last."""
    rng = Random(f"{name} 1")
    for _ in range(MATCHES):
        twin = Twin(varied(find_game(name), rng), rng.choice(LENGTHS), rng)
        yield twin
        for _ in range(MOST_ACTS):
            if (act := twin.next_act()) is None:
                break
            twin.do(act)
            yield twin


@each("name", GAMES)
def test_the_state_follows_the_rule_book(name: str) -> None:
    for twin in moments(name):
        here, there = twin.state.copy(), match_row(twin.match)
        situation = twin.match.game.situation
        if not situation.holland_counts:
            # The rule book counts turns only where a law needs them.
            here[of.STATE_TURNS : of.STATE_TURNS + 2] = there[of.STATE_TURNS : of.STATE_TURNS + 2]
        if not twin.match.length:
            here[of.STATE_HAD_CRAWFORD] = there[of.STATE_HAD_CRAWFORD]
        assert here.tolist() == there.tolist(), (name, twin.match.game.events[-3:])


@each("name", GAMES)
def test_the_same_acts_are_legal(name: str) -> None:
    for twin in moments(name):
        assert legal_here(twin) == twin.acts(), str(twin.match.game)


def legal_here(twin: Twin) -> list[str]:
    mask, losses = compiled_acts(twin.laws, twin.state), losses_of(twin)
    own = losses[twin.state[of.STATE_TO_ACT]]
    found = [act for n, act in enumerate(of.ACT_NAMES) if mask >> n & 1]
    can_come = {f"resign:{size}" for size, points in zip(SIZE_NAMES, own, strict=True) if points}
    return [act for act in found if not act.startswith("resign") or act in can_come]


def losses_of(twin: Twin) -> Ints:
    losses = np.zeros((2, of.SIZES), np.int64)
    fill_losses(twin.laws, twin.state, twin.boards(), losses)
    return losses


@each("name", GAMES)
def test_an_act_is_refused_by_the_same_law(name: str) -> None:
    for twin in moments(name):
        situation, before = twin.match.game.situation, twin.state.copy()
        for act, does in {"double": offer_double, **ANSWERS}.items():
            try:
                does(situation)
                law = of.LEGAL
            except IllegalActError as error:
                law = of.ACT_LAWS.index(error.law)
                # A refused act leaves no trace.
                assert do_act(twin.laws, twin.state, of.ACT_NAMES.index(act), (0, 0)) == law
            assert act_law(twin.laws, twin.state, of.ACT_NAMES.index(act)) == law, (act, situation)
        assert twin.state.tolist() == before.tolist()


@each("name", GAMES)
def test_losses_ends_and_scores_are_counted_alike(name: str) -> None:
    for twin in moments(name):
        match, game = twin.match, twin.match.game
        now, score = game.situation, np.zeros(2, np.int64)
        is_over = match_score(twin.state, score)
        assert (score / 2).tolist() == [match.score[player] for player in Player]
        assert is_over == match.is_over
        if game.phase is Phase.OVER:
            size = ended_size(twin.laws, twin.state, twin.boards())
            won = game.outcome is not None and game.outcome.ending is Ending.WON
            assert (SIZE_NAMES[size] if size >= 0 else None) == (game.ended_as if won else None)
            continue
        for seat, player in enumerate((Player.WHITE, Player.BLACK)):
            view = now if now.to_act is player else now.flipped()
            known = possible_sizes(view.rules, view.position.player)
            lost = [points_lost(now, size) if size in known else 0 for size in SIZE_NAMES]
            assert (losses_of(twin)[seat] / 2).tolist() == lost


def test_the_matches_have_every_act_law_and_end() -> None:
    acts, refused, ended = set[str](), set[int](), set[str]()
    for twin in (twin for name in GAMES for twin in moments(name)):
        acts.update(twin.acts())
        refused.update(act_law(twin.laws, twin.state, act) for act in range(of.ACTS))
        ended.add(twin.match.game.ended_as)
    assert acts >= {*of.ACT_NAMES} - {"bomb", "raccoon"}
    assert refused >= {of.LEGAL, *range(len(of.ACT_LAWS))} - {of.CUBE_CAP_LAW}
    assert ended >= {"", "single", "gammon", "backgammon", "draw"}


def test_a_beaver_may_be_doubled_again() -> None:
    twin = Twin(find_game("backgammon,raccoons=on"), 0, Random(1))
    while twin.state[of.STATE_PHASE] != of.PHASE_ROLL:
        twin.do("play" if twin.match.game.phase is Phase.TURN else "roll")
    for act in ("double", "beaver", "raccoon", "take"):
        twin.do(act)
        assert legal_here(twin) == twin.acts()
    assert twin.state.tolist()[:5] == match_row(twin.match).tolist()[:5]
    assert twin.state[of.STATE_CUBE] == 8


def test_the_cap_ends_the_doubles() -> None:
    rules = find_game("backgammon,cube_cap=2")
    laws, state = cube_laws_row(rules), match_row(Match(rules))
    state[of.STATE_PHASE] = of.PHASE_ROLL
    assert do_act(laws, state, of.DOUBLE, (0, 0)) == of.LEGAL
    assert act_law(laws, state, of.BEAVER) == of.CUBE_CAP_LAW
    assert do_act(laws, state, of.TAKE, (0, 0)) == of.LEGAL
    state[of.STATE_TO_ACT] = state[of.STATE_OWNER]
    assert act_law(laws, state, of.DOUBLE) == of.CUBE_CAP_LAW


def test_a_double_needs_the_cube() -> None:
    plain = cube_laws_row(find_game("backgammon,cube_play=off"))
    state = match_row(Match(find_game("backgammon,cube_play=off")))
    state[of.STATE_PHASE] = of.PHASE_ROLL
    assert of.ACT_LAWS[act_law(plain, state, of.DOUBLE)] == "cube-off"


def test_a_size_that_the_game_has_not_is_refused() -> None:
    rules = find_game("long-nardy")
    laws, state = cube_laws_row(rules), match_row(Match(rules))
    state[of.STATE_PHASE] = of.PHASE_TURN
    home = of.RESIGN + of.HOME_MARS
    assert do_act(laws, state, home, (0, 0)) == of.UNKNOWN
    assert do_act(laws, state, of.RESIGN, (0, 0)) == of.LEGAL


@pytest.mark.parametrize("act", ["next", "bomb"])
def test_a_money_game_has_no_next_game_and_the_bomb_is_no_act_of_the_cube(act: str) -> None:
    rules = find_game("backgammon")
    laws, state = cube_laws_row(rules), match_row(Match(rules))
    state[of.STATE_PHASE] = of.PHASE_OVER
    assert act_law(laws, state, of.ACT_NAMES.index(act)) != of.LEGAL
