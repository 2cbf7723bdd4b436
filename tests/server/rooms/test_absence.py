from tests.effort import each

from nardy.core.player import Player
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.server.rooms.claims import CLAIM_ABSENT_MS, CLAIM_IDLE_MS, absence_left, size_of
from nardy.server.rooms.clock import Absence

WHITE, BLACK = Player
LONG = 10 * CLAIM_ABSENT_MS


class Hour:
    now = 0

    def __call__(self) -> int:
        return self.now


def test_the_times_are_those_that_players_are_told() -> None:
    """docs/decisions/clocks.md: two minutes, and ten where no clock runs."""
    assert (CLAIM_ABSENT_MS, CLAIM_IDLE_MS) == (2 * 60_000, 10 * 60_000)


def test_a_game_can_be_claimed_from_who_is_gone_for_long_enough() -> None:
    hour = Hour()
    absence = Absence(hour)
    assert absence_left(absence, WHITE, LONG) is None
    absence.leave(WHITE)
    hour.now += CLAIM_ABSENT_MS - 1000
    absence.leave(WHITE)
    assert absence_left(absence, WHITE, LONG) == 1000
    assert absence_left(absence, BLACK, LONG) is None
    hour.now += 5000
    assert absence_left(absence, WHITE, LONG) == 0


def test_before_his_turn_nobody_waits_for_who_is_gone() -> None:
    hour = Hour()
    absence = Absence(hour)
    absence.leave(WHITE)
    hour.now += LONG
    assert absence_left(absence, WHITE, 0) == CLAIM_ABSENT_MS
    assert absence_left(absence, WHITE, CLAIM_ABSENT_MS - 1000) == 1000
    assert absence_left(absence, WHITE, CLAIM_ABSENT_MS) == 0


def test_who_comes_back_is_forgiven() -> None:
    hour = Hour()
    absence = Absence(hour)
    absence.leave(BLACK)
    hour.now += CLAIM_ABSENT_MS
    absence.come(BLACK)
    assert absence_left(absence, BLACK, LONG) is None
    absence.leave(BLACK)
    assert absence_left(absence, BLACK, LONG) == CLAIM_ABSENT_MS


@each("game", GAMES.values())
def test_who_leaves_loses_a_single_game_at_least_and_no_more_than_the_game_has(game) -> None:
    worth = (-2.0, 0.0, 1.2, 1.6, 2.4, 2.6, 50.0)
    told = [size_of(game, equity, game.start.player) for equity in worth]
    assert told[:3] == ["single"] * 3
    one_off = (1, *game.start.player[1:])
    assert size_of(game, 50.0, one_off) == "single"
    assert told[-1] == {1: "single", 2: "gammon", 3: "backgammon"}[len(game.stakes)]


def test_koks_is_not_given_for_a_gammon() -> None:
    assert size_of(BACKGAMMON, 2.4, BACKGAMMON.start.player) == "gammon"
    amateur = find_game("long-nardy@amateur")
    assert size_of(amateur, 2.4, amateur.start.player) == "gammon"
    assert size_of(amateur, 3.0, amateur.start.player) == "backgammon"
