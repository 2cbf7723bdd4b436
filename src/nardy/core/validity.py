"""Whether a position is possible in a game, and why not."""

from collections.abc import Iterator

from nardy.core.choices import Contact
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.position import BAR, PLACES, Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import PositionError, RulesError


def check_position(rules: Rules, position: Position, player: Player = Player.WHITE) -> None:
    """Refuse an impossible position; *position* is seen by *player*.

    Raises:
        PositionError: too many or too few checkers, a bar in a block game, both players on one point,
            or a pin in a game without pins or without a pinning checker.
    """
    for checkers in (position.player, position.opponent):
        if len(checkers) != PLACES or min(checkers) < 0:
            raise PositionError(
                f"expected {PLACES} counts of 0 or more checkers a side, got {checkers!r:.90}; "
                "make positions with Position.of"
            )
    sides = ((player, position), (player.opponent, position.flipped()))
    for owner, view in sides:
        for complaint in _complaints(rules, view, owner.value.title()):
            raise PositionError(complaint)


def check_rules(rules: object) -> None:
    """Refuse what is no game, such as its name."""
    if not isinstance(rules, Rules):
        way = f"write find_game({rules!r:.60})" if isinstance(rules, str) else "take one of GAMES"
        raise RulesError(f"expected Rules, got {rules!r:.60}; {way}")


def check_situation(rules: Rules, situation: Situation) -> None:
    """Refuse a situation of another game, or with an impossible position.

    Raises:
        RulesError: it belongs to another game.
        PositionError: its position is impossible, as in `check_position`.
    """
    if situation.rules is not rules and situation.rules != rules:
        raise RulesError(
            f"expected a situation of {rules_text(rules)}, got one of "
            f"{rules_text(situation.rules)}; start the game with the situation's rules"
        )
    check_position(rules, situation.position, situation.to_act)


def _complaints(rules: Rules, position: Position, owner: str) -> Iterator[str]:
    yield from _count_complaints(rules, position.player, owner)
    for point in range(1, 25):
        theirs = rules.facing(point)
        mine, others = position.player[point], position.opponent[theirs]
        if point in position.player_pinned:
            if rules.contact is not Contact.PIN:
                yield f"{owner}'s checker on {point} is pinned, and {rules.id} has no pins"
            if mine != 1 or not others or theirs in position.opponent_pinned:
                yield f"{owner}'s checker on {point} is pinned, and no opposing checker is on it"
        elif mine and others and theirs not in position.opponent_pinned:
            yield (
                f"both players stand on one point, {owner}'s {point}; "
                + ("write the checker underneath as ':p'" if rules.contact is Contact.PIN else "")
            ).rstrip("; ")


def _count_complaints(rules: Rules, checkers: Counts, owner: str) -> Iterator[str]:
    if sum(checkers) != rules.checkers:
        yield (
            f"expected {rules.checkers} checkers a side in {rules.id}, {owner} has {sum(checkers)}"
        )
    if checkers[BAR] and rules.contact is not Contact.HIT:
        yield f"{owner} has checkers on the bar, and nothing is hit in {rules.id}"
