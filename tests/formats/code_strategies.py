"""Random situations that a position code can hold: contrary games with hitting."""

from hypothesis import strategies as st

from nardy.core.cube import Cube, Offer, Owner
from nardy.core.dice import ROLLS
from nardy.core.player import Player
from nardy.core.position import BAR, Position
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.games import BACKGAMMON


@st.composite
def positions(draw: st.DrawFn, rules: Rules = BACKGAMMON) -> Position:
    """Checkers anywhere, no two players on one point, not everything borne off."""
    places = st.lists(st.integers(0, BAR), min_size=rules.checkers, max_size=rules.checkers)
    player = [0] * (BAR + 1)
    for place in draw(places.filter(any)):
        player[place] += 1
    opponent = [0] * (BAR + 1)
    for place in draw(places.filter(any)):
        taken = 0 < place < BAR and player[rules.facing(place)]
        opponent[BAR if taken else place] += 1
    return Position(tuple(player), tuple(opponent))


@st.composite
def money_cubes(draw: st.DrawFn, most: int = 10) -> tuple[Cube, Offer | None]:
    """A cube, and perhaps what is offered with it, that can be at one moment."""
    value = 2 ** draw(st.integers(1, most))
    return draw(
        st.sampled_from(
            [
                (Cube(), None),
                (Cube(value), None),
                (Cube(value, Owner.PLAYER), None),
                (Cube(value, Owner.OPPONENT), None),
                (Cube(), Offer.DOUBLE),
                (Cube(value, Owner.OPPONENT), Offer.DOUBLE),
                (Cube(value, Owner.OPPONENT), Offer.BEAVER),
                (Cube(value * 2, Owner.PLAYER), Offer.RACCOON),
            ]
        )
    )


@st.composite
def money_situations(draw: st.DrawFn, rules: Rules = BACKGAMMON) -> Situation:
    cube, offer = draw(money_cubes())
    rules = rules.replace(jacoby=draw(st.booleans()), raccoons=offer is Offer.RACCOON)
    return Situation(
        rules=rules,
        to_act=draw(st.sampled_from(Player)),
        position=draw(positions(rules)),
        roll=None if offer else draw(st.sampled_from([None, *ROLLS])),
        cube=cube,
        offer=offer,
    )


@st.composite
def match_situations(draw: st.DrawFn, rules: Rules = BACKGAMMON) -> Situation:
    length = draw(st.integers(1, 25))
    points = st.integers(0, length - 1)
    mine, theirs = draw(points), draw(points)
    one_away = (mine == length - 1) != (theirs == length - 1)
    is_crawford = one_away and draw(st.booleans())
    cube, offer = (Cube(), None) if is_crawford else draw(money_cubes())
    if offer in (Offer.BEAVER, Offer.RACCOON):
        offer = None
    return Situation(
        rules=rules,
        to_act=draw(st.sampled_from(Player)),
        position=draw(positions(rules)),
        roll=None if offer else draw(st.sampled_from([None, *ROLLS])),
        cube=cube,
        offer=offer,
        score=Score(length, mine, theirs, is_crawford),
    )


def situations(rules: Rules = BACKGAMMON) -> st.SearchStrategy[Situation]:
    """Money games and matches."""
    return st.one_of(money_situations(rules), match_situations(rules))
