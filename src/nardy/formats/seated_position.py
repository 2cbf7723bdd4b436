"""The content of a position code by seats, not from a player's point of view.

XGID and GNU ids are read and written through it. White is XGID's bottom player and GNU's player 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from nardy.core.choices import Contact, Direction
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.dice import Roll
from nardy.core.field_checks import check_moment
from nardy.core.options import option_text, options_of, rules_text
from nardy.core.player import Player
from nardy.core.position import Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.core.validity import check_position
from nardy.errors import NotationError


@dataclass(frozen=True, kw_only=True)
class SeatedPosition:
    """A moment of a hit game with opposite directions, by seats."""

    white: Counts
    """White's checkers in White's numbering, without those off."""
    black: Counts
    on_roll: Player
    """The player whose turn it is, also while the other answers an offer."""
    roll: Roll | None = None
    cube: int = 1
    owner: Player | None = None
    offer: Offer | None = None
    length: int = 0
    """Points of the match; 0 is a money game."""
    score: tuple[int, int] = (0, 0)
    """White's points, then Black's."""
    is_crawford: bool = False

    @property
    def to_act(self) -> Player:
        """The player who must roll, move or answer; a beaver is answered by the player on roll."""
        answers = self.offer not in (None, Offer.BEAVER)
        return self.on_roll.opponent if answers else self.on_roll

    @property
    def is_crawford_game(self) -> bool:
        """Whether the Crawford flag has an effect; at one point away for both it has none."""
        return self.is_crawford and min(self.score) != self.length - 1


def situation_of(rules: Rules, table: SeatedPosition) -> Situation:
    """The situation of a table, in a game.

    Raises:
        PositionError, NotationError: an impossible board, or one impossible at this moment.
    """
    white, black = _with_borne_off(rules, table.white), _with_borne_off(rules, table.black)
    check_position(rules, Position(white, black))
    to_act = table.to_act
    is_white = to_act is Player.WHITE
    owner = {None: Owner.NOBODY, to_act: Owner.PLAYER}.get(table.owner, Owner.OPPONENT)
    score = None
    if table.length:
        score = Score(table.length, *table.score, is_crawford=table.is_crawford_game)
        score = score if is_white else score.flipped()
    situation = Situation(
        rules=rules,
        to_act=to_act,
        position=Position(white, black) if is_white else Position(black, white),
        roll=table.roll,
        cube=Cube(table.cube, owner),
        offer=table.offer,
        score=score,
    )
    check_moment(situation, _fields(table))
    return situation


def _with_borne_off(rules: Rules, counts: Counts) -> Counts:
    return (max(0, rules.checkers - sum(counts[1:])), *counts[1:])


def _fields(table: SeatedPosition) -> dict[str, str]:
    """The table as fields of position text, for the consistency checks."""
    white, black = table.score
    fields = {"cube": str(table.cube)}
    if table.roll:
        fields["dice"] = str(table.roll)
    if table.length:
        fields["match"] = f"{table.length}:{white}-{black}"
    if table.is_crawford_game:
        fields["crawford"] = ""
    return fields


def table_of(situation: Situation, code: str, most_checkers: int) -> SeatedPosition:
    """The table of a situation, for a code with this name and limit of checkers.

    Raises:
        NotationError: the code cannot express the board or score.
    """
    for complaint in _complaints(situation, code, most_checkers):
        raise NotationError(f"{complaint} (position text holds it: nardy convert --to position)")
    view = situation if situation.to_act is Player.WHITE else situation.flipped()
    answers = situation.offer not in (None, Offer.BEAVER)
    score, cube = view.score or Score(0, 0, 0), situation.cube
    seats = {Owner.PLAYER: situation.to_act, Owner.OPPONENT: situation.to_act.opponent}
    return SeatedPosition(
        white=(0, *view.position.player[1:]),
        black=(0, *view.position.opponent[1:]),
        on_roll=situation.to_act.opponent if answers else situation.to_act,
        roll=situation.roll,
        cube=cube.value,
        owner=seats.get(cube.owner),
        offer=situation.offer,
        length=score.length,
        score=(int(score.player), int(score.opponent)),
        is_crawford=score.is_crawford,
    )


def _complaints(situation: Situation, code: str, most_checkers: int) -> list[str]:
    rules, score = situation.rules, situation.score
    complaints: list[str] = []
    if rules.direction is not Direction.CONTRARY or rules.contact is not Contact.HIT:
        complaints.append(
            f"{code} holds games in which players move against each other and hit, "
            f"got {rules_text(rules)}"
        )
    if rules.checkers > most_checkers:
        complaints.append(
            f"{code} holds at most {most_checkers} checkers a side, "
            f"got {rules_text(rules)} with {rules.checkers}"
        )
    if score and any(points != int(points) for points in (score.player, score.opponent)):
        complaints.append(
            f"{code} holds whole points, got a score of {score.player:g} and {score.opponent:g}"
        )
    return complaints


DEFAULT_GAME = "backgammon"
"""The game of a code that names none."""


def named_game(rules: Rules) -> Rules:
    """The game to name when a code is read back, with the cube on or off."""
    published = rules.published
    if rules.cube_play == published.cube_play:
        return published
    return published.replace(cube_play=rules.cube_play)


def losses_between(situation: Situation, back: Situation, code: str) -> list[str]:
    """Sentences about the differences in *back*, the situation read back from the code."""
    return [*_of_rules(situation, back, code), *_of_moment(situation, back, code)]


def _of_rules(situation: Situation, back: Situation, code: str) -> Iterator[str]:
    rules = situation.rules
    game = rules_text(named_game(rules))
    if game != DEFAULT_GAME:
        yield f"{code} does not name the game: read it back with --game {game}"
    kept, wanted = options_of(back.rules), options_of(rules)
    for name in sorted(wanted.keys() | kept.keys()):
        if wanted.get(name) != kept.get(name):
            yield f"{code} has no place here for the option {name}={option_text(rules, name)}"


def _of_moment(situation: Situation, back: Situation, code: str) -> Iterator[str]:
    no_place = f"{code} has no place for"
    if situation.opening != back.opening:
        yield f"{no_place} the pending opening roll: it says that White is on roll"
    if situation.offer != back.offer:
        yield f"{no_place} the offered {situation.offer}: it says that the player who offers is on roll"
    if situation.left:
        yield f"{no_place} the dice left over, {''.join(map(str, situation.left))}"
    if situation.last:
        yield f"{no_place} the last throw that is still due"
    if situation.first != back.first:
        yield f"{no_place} who began the game: {situation.first.value}"
    if situation.bomb != back.bomb:
        yield f"{no_place} the owner of the bomb"
    if situation.turns is not None:
        yield f"{no_place} the turns taken, {' and '.join(map(str, situation.turns))}"
    if situation.result:
        yield f"{no_place} the result, {situation.result}"
