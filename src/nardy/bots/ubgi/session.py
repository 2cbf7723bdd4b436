"""The state of a UBGI session, command by command."""

from dataclasses import dataclass, replace
from typing import Any

from nardy.core.cube import Cube, Owner
from nardy.core.dice import Roll
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score, Situation
from nardy.errors import NardyError
from nardy.formats import gnubg, xgid
from nardy.formats.catalog import GNU_ID
from nardy.formats.detect import read_position
from nardy.formats.gnubg import find_ids

_OWNERS = {"center": None, "p0": Player.WHITE, "p1": Player.BLACK}


class UbgiError(NardyError):
    """A command that cannot be carried out; *code* is the protocol's error code."""

    def __init__(self, message: str, code: str = "bad_argument") -> None:
        super().__init__(message)
        self.code = code


@dataclass
class UbgiSession:
    """The position and its context: dice, score, cube and turn."""

    rules: Rules
    position: Situation | None = None
    is_bare: bool = False
    """Whether the position is a bare position id, which knows only the player on roll."""
    dice: Roll | None = None
    length: int = 0
    crawford: bool = False
    """Whether the Crawford rule is in force: a score one away is then the Crawford game."""
    score: tuple[float, float] | None = None
    """Points of White and Black."""
    cube: tuple[int, Player | None] | None = None
    turn: Player | None = None

    def do(self, word: str, rest: str) -> bool:
        """Carry out a command that sets the state; False for any other word."""
        does = {
            "newgame": self._new_game,
            "newsession": self._new_session,
            "position": self._set_position,
            "dice": self._set_dice,
            "setscore": self._set_score,
            "setcube": self._set_cube,
            "setturn": self._set_turn,
        }.get(word)
        if does:
            does(rest)
        return does is not None

    def situation(self, role: str) -> Situation:
        """The current moment, checked for a role: 'chequer', 'cube' or 'turn'."""
        if self.position is None:
            raise UbgiError(
                "expected a position first, for example 'position xgid'", "missing_context"
            )
        situation = self._with_context(self.position)
        phase = situation.phase
        if phase in (Phase.OVER, Phase.OPENING):
            raise UbgiError(f"expected a moment to act in, got phase {phase.value}")
        if role == "chequer" and phase is not Phase.TURN:
            raise UbgiError("expected dice first, for example 'dice 3 1'", "missing_context")
        if role == "cube" and phase is Phase.TURN:
            raise UbgiError("expected a moment before the roll, got rolled dice")
        return situation

    def _with_context(self, situation: Situation) -> Situation:
        changes: dict[str, Any] = {}
        if self.turn and self.turn is not situation.to_act:
            situation = _turned(situation, self.is_bare, self.turn)
        seat = situation.to_act
        if self.score and (length := self._match_length):
            mine, theirs = self.score if seat is Player.WHITE else self.score[::-1]
            changes["score"] = Score(length, mine, theirs, self._is_crawford(mine, theirs))
        elif self.length:
            changes["score"] = Score(self.length, 0, 0)
        if self.cube:
            value, holder = self.cube
            _require_cube(situation.rules, value)
            owner = Owner.NOBODY
            if holder:
                owner = Owner.PLAYER if holder is seat else Owner.OPPONENT
            changes["cube"] = Cube(value, owner)
        if self.dice:
            changes["roll"] = self.dice
        return replace(situation, **changes)

    @property
    def _match_length(self) -> int:
        """The match length of the session or of the position; 0 for none."""
        score = self.position.score if self.position else None
        return self.length or (score.length if score else 0)

    def _is_crawford(self, mine: float, theirs: float) -> bool:
        """Whether exactly one player is one point away, with the rule in force."""
        score = self.position.score if self.position else None
        is_on = self.crawford or (score is not None and score.is_crawford)
        in_force = is_on and self.rules.cube_play and self.rules.crawford
        one_away = [points >= self._match_length - 1 for points in (mine, theirs)]
        return in_force and one_away.count(True) == 1

    def _new_game(self, rest: str) -> None:
        self.position = self.dice = self.score = self.cube = self.turn = None

    def _new_session(self, rest: str) -> None:
        words = _pairs(rest)
        if words.get("type", "money") not in ("money", "match"):
            raise UbgiError(f"expected 'type money' or 'type match', got {rest!r:.60}")
        self.length = _number(words.get("length", "1")) if words.get("type") == "match" else 0
        # An earlier score may be impossible in the new match.
        self.score = None
        self.crawford = words.get("crawford") == "on"
        if "jacoby" in words and self.rules.cube_play:
            self.rules = self.rules.replace(jacoby=words["jacoby"] == "on")

    def _set_position(self, rest: str) -> None:
        kind, _, text = rest.partition(" ")
        self.position = self.dice = None
        self.is_bare = False
        if kind == "xgid":
            position = xgid.loads(text, self.rules)
        elif kind == "gnubgid":
            position = gnubg.loads(text, self.rules)
            self.is_bare = find_ids(text)[1] is None
        else:
            text = text if kind == "text" else rest
            position, notation = read_position(text, self.rules)
            self.is_bare = notation == GNU_ID and find_ids(text)[1] is None
        if not self.is_bare:
            # A full position carries its own context.
            self.score = self.cube = self.turn = None
            self.length = 0
        self.position = position

    def _set_dice(self, rest: str) -> None:
        self.dice = Roll.parse("".join(rest.split()))

    def _set_score(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 2:
            raise UbgiError(f"expected two numbers, got {rest!r:.40}")
        score = _number(words[0], 0), _number(words[1], 0)
        if (length := self._match_length) and max(score) >= length:
            raise UbgiError(
                f"expected points below the match's length of {length}, got {rest!r:.40}; "
                "'newsession type match length N' begins another match",
                "bad_value",
            )
        self.score = score

    def _set_cube(self, rest: str) -> None:
        words = _pairs(rest)
        if words.get("owner", "center") not in _OWNERS:
            raise UbgiError(f"expected owner center, p0 or p1, got {rest!r:.60}")
        value, owner = _number(words.get("value", "")), _OWNERS[words.get("owner", "center")]
        if value & (value - 1):
            raise UbgiError(f"expected a power of two for the cube, got {value}", "bad_value")
        if value == 1 and owner:
            raise UbgiError(
                f"expected a cube of 1 to be nobody's (owner center), got {rest!r:.60}", "bad_value"
            )
        self.cube = value, owner

    def _set_turn(self, rest: str) -> None:
        if rest not in ("p0", "p1"):
            raise UbgiError(f"expected p0 or p1, got {rest!r:.40}")
        self.turn = _OWNERS[rest]


def _turned(situation: Situation, is_bare: bool, turn: Player) -> Situation:
    """The moment with the other player to act."""
    if is_bare:
        # A bare id shows the checkers of the player on roll, whoever that is.
        return replace(situation, to_act=turn)
    if situation.offer or situation.left or situation.last:
        expected = next(name for name, seat in _OWNERS.items() if seat is situation.to_act)
        raise UbgiError(
            f"expected 'setturn {expected}', since only that player can act on the offer, the leftover "
            "dice or the last throw of this position, got the other player",
            "bad_value",
        )
    return situation.flipped()


def _require_cube(rules: Rules, value: int) -> None:
    """Check the cube against the game; the game is known only with the position."""
    cap = rules.cube_cap if rules.cube_play else 1
    if cap and value > cap:
        raise UbgiError(
            f"expected a cube of at most {cap} in {rules_text(rules)}, got {value}", "bad_value"
        )


def _pairs(rest: str) -> dict[str, str]:
    words = rest.split()
    return dict(zip(words[::2], words[1::2], strict=False))


def _number(text: str, least: int = 1) -> int:
    # The length first: Python refuses to parse numbers with thousands of digits.
    if len(text) > 6 or not text.isdecimal() or int(text) < least:
        raise UbgiError(f"expected a number from {least}, got {text!r:.40}")
    return int(text)
