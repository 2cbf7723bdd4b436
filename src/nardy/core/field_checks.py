"""Consistency checks of position text: a field that the game or the moment cannot have is refused."""

from collections.abc import Iterator, Mapping

from nardy.core.choices import LastThrow, Leftovers
from nardy.core.cube import Offer, Owner
from nardy.core.options import rules_text
from nardy.core.outcome import sizes
from nardy.core.position import OFF
from nardy.core.rules import HOLLAND_TURNS
from nardy.core.situation import Situation
from nardy.errors import NotationError


def check_moment(situation: Situation, fields: Mapping[str, str]) -> None:
    """Refuse fields that the game or the moment cannot have.

    Raises:
        NotationError: the message names the field and what it needs.
    """
    complaints = (
        *_game_complaints(situation, fields),
        *_time_complaints(situation, fields),
        *_match_complaints(situation, fields),
        *_offer_complaints(situation),
    )
    for complaint in complaints:
        raise NotationError(complaint)


def _game_complaints(situation: Situation, fields: Mapping[str, str]) -> Iterator[str]:
    rules, game = situation.rules, rules_text(situation.rules)
    if "left" in fields and (not rules.cascade_count or rules.leftover is Leftovers.LOST):
        yield f"nothing is left over for the opponent in {game}, but left= is given"
    if "cube" in fields and not rules.cube_play and fields["cube"] != "1":
        yield f"{game} is played without the cube (cube_play=off), but cube= is given"
    if rules.cube_cap and situation.cube.value > rules.cube_cap:
        yield f"the cube goes up to {rules.cube_cap} in {game}, got {situation.cube.value}"
    if "bomb" in fields and not rules.bomb:
        yield f"there is no bomb in {game}, but bomb= is given"
    if "last" in fields and rules.last_throw is LastThrow.OFF:
        yield f"there is no last throw in {game} (last_throw=off), but 'last' is given"
    if "turns" in fields and not situation.turns_limit:
        yield f"no law counts turns in {game} here, but turns= is given"


def _time_complaints(situation: Situation, fields: Mapping[str, str]) -> Iterator[str]:
    if situation.result is not None:
        for name in ("opening", "dice", "left", "offer", "bomb", "last"):
            if name in fields:
                yield f"the game is over (result=), but {name} is given"
    if situation.opening:
        yield from _opening_complaints(situation, fields)
    if "dice" in fields and "left" in fields:
        yield "expected dice= or left=, got both: what is left over is played before the roll"
    if situation.last:
        yield from _last_complaints(situation, fields)


def _last_complaints(situation: Situation, fields: Mapping[str, str]) -> Iterator[str]:
    thrower = situation.on_roll
    position = situation.position
    finished = position.opponent if thrower is situation.to_act else position.player
    if finished[OFF] != situation.rules.checkers:
        yield "the last throw is owed only after the other player has borne off all checkers"
    if "first" in fields and fields["first"] == thrower.letter:
        yield "the last throw belongs to the player who moved second, but first= names the player on roll"


def _opening_complaints(situation: Situation, fields: Mapping[str, str]) -> Iterator[str]:
    for name in ("dice", "left", "offer", "bomb"):
        if name in fields:
            yield f"the roll-off is still owed (opening), but {name}= is given"
    most = 2**situation.rules.auto_doubles if situation.is_money else 1
    if situation.cube.owner is not Owner.NOBODY or situation.cube.value > most:
        yield (
            f"before the roll-off (opening) the cube is nobody's and goes up to {most} here, "
            f"but cube={fields['cube']} is given"
        )
    # Both players roll off, so one side is agreed to keep the text canonical.
    if situation.to_act.letter != "w":
        yield "expected the side 'w' where the roll-off is still owed (opening), got 'b'"


def _match_complaints(situation: Situation, fields: Mapping[str, str]) -> Iterator[str]:
    score, rules = situation.score, situation.rules
    if score is None:
        if "crawford" in fields:
            yield "the Crawford game belongs to a match, but no match= is given"
        return
    if max(score.player, score.opponent) >= score.length:
        yield f"the match is already over: {fields['match']} reaches its length"
    if "crawford" not in fields:
        return
    if not (rules.cube_play and rules.crawford):
        yield f"{rules_text(rules)} has no Crawford game, but 'crawford' is given"
    one_away = [score.length - points <= 1 for points in (score.player, score.opponent)]
    if one_away.count(True) != 1:
        yield f"in the Crawford game one player alone is one point away, not in {fields['match']}"
    if situation.cube.value > 1:
        yield "the Crawford game is played without the cube, but cube= is given"


def _offer_complaints(situation: Situation) -> Iterator[str]:
    offer, rules = situation.offer, situation.rules
    if offer is None:
        return
    if offer.is_resignation:
        if offer not in sizes(rules):
            yield f"expected a size of loss that {rules_text(rules)} has, got offer={offer}"
        return
    yield from _cube_offer_complaints(situation, offer)


def _cube_offer_complaints(situation: Situation, offer: Offer) -> Iterator[str]:
    rules, cube = situation.rules, situation.cube
    if not rules.cube_play:
        yield f"{rules_text(rules)} is played without the cube, but a {offer} is offered"
    if situation.roll or situation.left:
        yield f"a {offer} is offered before the dice are rolled, but dice are given"
    if situation.is_crawford:
        yield f"the Crawford game is played without the cube, but a {offer} is offered"
    if 0 < rules.cube_cap < 2 * cube.value:
        yield f"the cube goes up to {rules.cube_cap}, but a {offer} of {cube.value} is offered"
    yield from (_double_complaints if offer is Offer.DOUBLE else _beaver_complaints)(situation)


def _double_complaints(situation: Situation) -> Iterator[str]:
    if situation.holland_counts and situation.turns and min(situation.turns) < HOLLAND_TURNS:
        yield "after the Crawford game nobody doubles before two turns of each side"
    if situation.cube.owner is Owner.PLAYER:
        yield "the side that must answer owns the cube, so the other cannot have doubled"


def _beaver_complaints(situation: Situation) -> Iterator[str]:
    offer, rules, cube = situation.offer, situation.rules, situation.cube
    if not situation.is_money:
        yield f"a {offer} belongs to money games, but match= is given"
    if not (rules.beavers if offer is Offer.BEAVER else rules.beavers and rules.raccoons):
        yield f"{rules_text(rules)} has no {offer}s"
    # The doubler answers a beaver, at a cube of 2 or more. The beaverer answers a raccoon, at 4 or
    # more.
    expected = Owner.OPPONENT if offer is Offer.BEAVER else Owner.PLAYER
    least = 2 if offer is Offer.BEAVER else 4
    if cube.owner is not expected or cube.value < least:
        yield f"expected the beaverer's cube of {least} or more beside offer={offer}"
