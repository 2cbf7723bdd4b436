from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.formats import position_text
from nardy.render.board_view import Stack, net_landings, seen_point, sides, stacks, thrower

MOMENTS = {name: position_text.loads(text) for name, text in POSITIONS.items()}


@each("name", POSITIONS)
@each("viewer", Player)
def test_no_checker_is_lost(name: str, viewer: Player) -> None:
    moment = MOMENTS[name]
    for player, side in sides(moment).items():
        lying = [stack for stack in stacks(moment, viewer).values() if stack.owner is player]
        on_points = sum(stack.count for stack in lying) + len(side.pinned)
        assert on_points + side.on_bar + side.off == moment.rules.checkers


@each("name", POSITIONS)
def test_who_must_act_changes_nothing_that_is_seen(name: str) -> None:
    moment = MOMENTS[name]
    for viewer in Player:
        assert stacks(moment, viewer) == stacks(moment.flipped(), viewer)


def test_a_pin_is_seen_by_both() -> None:
    moment = MOMENTS["plakoto-pins"]
    assert stacks(moment, Player.WHITE)[17] == Stack(Player.WHITE, 2, is_pinning=True)
    assert stacks(moment, Player.BLACK)[8] == Stack(Player.WHITE, 2, is_pinning=True)


def test_pips_are_those_of_the_position() -> None:
    both = sides(MOMENTS["backgammon-start"])
    assert both[Player.WHITE].pip_count == both[Player.BLACK].pip_count == 167


def test_the_dice_beside_an_offer_are_the_offerers() -> None:
    assert thrower(MOMENTS["resignation"]) is Player.WHITE
    assert thrower(MOMENTS["backgammon-middle"]) is Player.BLACK


def test_a_point_has_two_names() -> None:
    rules = MOMENTS["long-nardy-start"].rules
    assert seen_point(rules, 24, Player.BLACK, Player.WHITE) == 12
    assert seen_point(rules, 25, Player.BLACK, Player.WHITE) == 25


def test_a_checker_that_goes_on_did_not_land_on_the_way() -> None:
    assert net_landings([(8, 5), (5, 3)])[5] == 0
