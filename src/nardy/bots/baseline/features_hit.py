"""Features of hit games: shots, made points, anchors, builders."""

from collections.abc import Mapping

from nardy.bots.baseline.features_primes import blockade, count, prime_4, prime_5, prime_6, stacks
from nardy.bots.baseline.features_race import Feature, borne_off, lead
from nardy.bots.baseline.view import POINTS, BotView, Number, SideFacts, rolls_reaching
from nardy.core.position import BAR

HOME_MASK = 0b111_1110
NEAR_MASK = HOME_MASK << 6 | HOME_MASK
"""Own 1-12: blots far along the way."""
START_MASK = HOME_MASK << 18


def shots(view: BotView) -> Number:
    """The chance that the opponent's next roll hits (or pins) a blot."""
    return rolls_reaching(view.landings, view.mover.blots_there) / 36


def dear_shots(view: BotView) -> Number:
    """The chance that it hits a blot on own 1-12."""
    near = view.mover.blots & NEAR_MASK
    return rolls_reaching(view.landings, there(view, near)) / 36


def threats(view: BotView) -> Number:
    """The chance to hit an opposing blot with a roll from here."""
    return shots(view.flipped)


def there(view: BotView, points: Number) -> Number:
    """A mask of the mover's points in the opponent's numbering."""
    facing = view.rules.facing
    return sum((points >> point & 1) << facing(point) for point in POINTS)


def on_bar(view: BotView) -> Number:
    """Checkers on the bar, minus the opponent's."""
    return view.mover.counts[BAR] - view.opponent.counts[BAR]


def blots(view: BotView) -> Number:
    """Blots, minus the opponent's, in threes."""
    return (count(view.mover.blots) - count(view.opponent.blots)) / 3


def home_points(view: BotView) -> Number:
    """Made home points, minus the opponent's."""
    return count(view.mover.made & HOME_MASK) - count(view.opponent.made & HOME_MASK)


def closed_out(side: SideFacts, other: SideFacts) -> Number:
    """The chance in 36ths that a checker on the bar cannot enter."""
    closed = count(side.made & HOME_MASK)
    return (other.counts[BAR] > 0) * closed * closed / 36


def shut_in(view: BotView) -> Number:
    """The chance that the opponent's checker on the bar dances, minus the mover's."""
    return closed_out(view.mover, view.opponent) - closed_out(view.opponent, view.mover)


def best_points(side: SideFacts) -> Number:
    """The most valuable points: the 5 point twice, the 4 and the 7 point."""
    made = side.made
    return 2 * (made >> 5 & 1) + (made >> 4 & 1) + (made >> 7 & 1)


def key_points(view: BotView) -> Number:
    """The 5 point (twice), the 4 and the 7 point, minus the opponent's, halved."""
    return (best_points(view.mover) - best_points(view.opponent)) / 2


def anchor(view: BotView) -> Number:
    """Whether a point is made on 19-24, minus the opponent's."""
    mine, theirs = view.mover.made & START_MASK, view.opponent.made & START_MASK
    return (mine != 0) * 1 - (theirs != 0) * 1


def high_anchor(view: BotView) -> Number:
    """Whether the 20 or the 21 point, the safest anchors, is made, minus the opponent's."""
    best = 1 << 20 | 1 << 21
    return (view.mover.made & best != 0) * 1 - (view.opponent.made & best != 0) * 1


def back(side: SideFacts) -> Number:
    """Checkers on 19-24 and the bar."""
    return sum(side.counts[place] for place in range(19, BAR + 1))


def back_checkers(view: BotView) -> Number:
    """Checkers on 19-24 and the bar, minus the opponent's, halved."""
    return (back(view.mover) - back(view.opponent)) / 2


def buried(side: SideFacts) -> Number:
    """Checkers on own 1 and 2, out of play while others still travel."""
    return side.counts[1] + side.counts[2]


def deep(view: BotView) -> Number:
    """Checkers out of play, minus the opponent's, in threes."""
    return (buried(view.mover) - buried(view.opponent)) / 3


def spare(side: SideFacts) -> Number:
    """Builders: checkers on 6-12 that are free to make a home point."""
    counts = side.counts
    return sum((counts[point] > 2) * 1 + (counts[point] == 1) for point in range(6, 13))


def builders(view: BotView) -> Number:
    """Builders, minus the opponent's, in threes."""
    return (spare(view.mover) - spare(view.opponent)) / 3


CONTACT_HIT: Mapping[str, Feature] = {
    "lead": lead,
    "borne off": borne_off,
    "shots": shots,
    "dear shots": dear_shots,
    "threats": threats,
    "blots": blots,
    "on the bar": on_bar,
    "shut in": shut_in,
    "home points": home_points,
    "key points": key_points,
    "anchor": anchor,
    "high anchor": high_anchor,
    "back checkers": back_checkers,
    "blockade": blockade,
    "prime of 4": prime_4,
    "prime of 5": prime_5,
    "prime of 6": prime_6,
    "stacks": stacks,
    "deep": deep,
    "builders": builders,
}
"""The features of hit games in contact, by the names in `explain`."""
