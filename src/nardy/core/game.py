"""A game being played: acts in, events out; illegal acts are refused with the law's id."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, Self

from nardy.core import acts, pictures
from nardy.core.accepted_illegal import accepted_illegal_turn
from nardy.core.dice import Dice, Roll, checked_roll
from nardy.core.draft import Draft
from nardy.core.events import Acted, Event, Played, Resigned, Rolled, RolledOff, Started, TakenBack
from nardy.core.judge import judge
from nardy.core.kept_events import KeptEvents
from nardy.core.legal_acts import effect_of, is_legal, require_larger, require_possible
from nardy.core.legal_turns import LegalTurns
from nardy.core.outcome import ended_as
from nardy.core.player import Player, checked_player, seat_named
from nardy.core.position import Position
from nardy.core.refusal import refuse_act, refuse_stale_draft, require_phase, require_seat
from nardy.core.replay import first_event, first_situation, moved, text_of, turn_of
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Result, Situation, opening_situation
from nardy.core.text import situation_text
from nardy.core.turn import Turn
from nardy.core.validity import check_rules, check_situation
from nardy.errors import EventsError, NardyError


class Game:
    """One game of the family.

    >>> from nardy.games import BACKGAMMON
    >>> game = Game(BACKGAMMON, seed=7)
    >>> game.roll(), game.on_roll
    (Roll(high=3, low=2), <Player.WHITE: 'white'>)
    >>> "24/21 13/11" in game.legal_turns
    True
    >>> str(game.play("13/11 24/21"))
    '24/21 13/11'
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | str | None = None,
        dice: Dice | None = None,
        situation: Situation | None = None,
    ) -> None:
        """Start a game, or continue from a situation; *seed* or *dice* give the rolls.

        Raises:
            PositionError: the situation has a position, dice, a cube or a score that the game cannot have.
            RulesError: the situation belongs to another game, or *rules* are none.
        """
        check_rules(rules)
        if situation is not None:
            check_situation(rules, situation)
            situation = acts.end_if_borne_off(situation)
        self.rules = rules
        self.dice = dice or Dice(seed)
        self._situation = situation or opening_situation(rules)
        self._events: list[Event] = [Started(situation_text(self._situation))]
        self._kept = KeptEvents(self._events[0])
        self._draft: Draft | None = None
        self._legal_turns: LegalTurns | None = None
        self._has_doubled = False

    def copy(self) -> Self:
        """The same game, to go on separately; an open draft stays with this one.

        Dice with a seed will roll the same in both, others differ.
        """
        return deepcopy(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = object.__new__(type(self))
        # With the memo the games of a match keep sharing their dice.
        dice, events, kept = deepcopy(self.dice, memo), list(self._events), self._kept.copy()
        vars(made).update(vars(self), dice=dice, _events=events, _kept=kept, _draft=None)
        return made

    @property
    def situation(self) -> Situation:
        """The moment now, seen by the player who must act."""
        return self._situation

    @property
    def has_doubled(self) -> bool:
        """Whether a double was offered in this turn; the bomb may then not be exploded."""
        return self._has_doubled

    @property
    def is_bomb_spent(self) -> bool:
        """Whether the player to act may explode the bomb no more in this turn."""
        regained = self._situation.bomb.player_has_access and self._kept.has_exploded(self.to_act)
        return self._has_doubled or regained

    def may_explode(self, player: Player) -> bool:
        """Whether a player may explode the bomb now, also one who waits for the other's roll."""
        player = checked_player(player)
        is_spent = self._has_doubled or self._kept.has_exploded(player)
        return not is_spent and is_legal(lambda now: acts.explode(now, player), self._situation)

    @property
    def resigned(self) -> tuple[str, ...]:
        """The sizes at which a player offered to resign in this turn, the latest first."""
        return self._kept.resigned

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order; they rebuild the game."""
        return tuple(self._events)

    @property
    def kept_events(self) -> tuple[Event, ...]:
        """The events that led here, without what was taken back."""
        return self._kept.events

    @property
    def to_act(self) -> Player:
        """The player who must roll, move or answer."""
        return self._situation.to_act

    @property
    def on_roll(self) -> Player:
        """The player whose turn it is, also while the other answers an offer."""
        return self._situation.on_roll

    @property
    def phase(self) -> Phase:
        """The kind of act that is due."""
        return self._situation.phase

    @property
    def position(self) -> Position:
        """The checkers, seen by the player who must act."""
        return self._situation.position

    @property
    def outcome(self) -> Result | None:
        """The result, or None until the game is over."""
        return self._situation.result

    @property
    def ended_as(self) -> str:
        """The size of the win, or 'draw', 'mothers' or 'void'; '' until the game is over."""
        # The answer follows the offer, so a resignation is one of the last two events.
        resigned = [event.size for event in self._events[-2:] if isinstance(event, Resigned)]
        return ended_as(self._situation, resigned[-1] if resigned else None)

    @property
    def points(self) -> float:
        """The winner's points, cube included (each player's for a draw); 0 before the end."""
        result = self._situation.result
        return result.points * self._situation.cube.value if result else 0

    @property
    def legal_turns(self) -> LegalTurns:
        """The legal turns now, as a mapping to final positions; `in` takes any notation."""
        if self._legal_turns is None:
            self._legal_turns = LegalTurns(self._situation)
        return self._legal_turns

    def _repr_svg_(self) -> str | None:
        """The board as SVG, for notebooks."""
        return pictures.picture(self._situation)

    def __str__(self) -> str:
        """The position text."""
        return situation_text(self._situation)

    def open(self, white: int | None = None, black: int | None = None) -> RolledOff:
        """Roll one die for each player; after a tie another opening roll is due."""
        require_phase(self._situation, Phase.OPENING, "roll off")
        # What is refused must not use up dice of the seed. NumPy's integers, which cannot be saved, become ints.
        Roll.of(1 if white is None else white, 1 if black is None else black)
        white = self.dice.die() if white is None else int(white)
        black = self.dice.die() if black is None else int(black)
        throw = RolledOff(white, black)
        self._advance(acts.open_game(self._situation, white, black), throw)
        return throw

    def roll(self, roll: Roll | None = None, *, player: Player | None = None) -> Roll:
        """Roll, after a pending opening roll; or enter a roll from a real board, after `open`."""
        # Either player may ask for the opening roll; the starter's roll follows it.
        if self.phase is not Phase.OPENING:
            require_seat(self._situation, player, "roll")
        while self.phase is Phase.OPENING and not roll:
            self.open()
            if self._situation.roll:
                return self._situation.roll
        # Outside the phase the act is refused below, and must not use up a roll of the seed.
        thrown = roll or (self.dice.roll() if self.phase is Phase.ROLL else Roll(6, 6))
        thrown = checked_roll(thrown)
        self._advance(
            acts.roll_dice(self._situation, thrown),
            Rolled(self.to_act.value, (thrown.high, thrown.low)),
        )
        return thrown

    def draft(self) -> Draft:
        """Begin the turn checker by checker; `play` confirms it.

        Raises:
            IllegalActError: draft-open, while another draft has moves.
        """
        if self._draft and self._draft.moves:
            refuse_act("draft-open", self._situation, "begin another draft")
        self._draft = Draft(self._situation)
        return self._draft

    def play(
        self,
        turn: Turn | Draft | str,
        *,
        player: Player | None = None,
        accepted: bool = False,
    ) -> Turn:
        """Confirm a turn: the draft, or a text in any notation. Only `take_back` undoes it.

        With *accepted* an illegal turn of a record is played, as far as the checkers can move so.

        Raises:
            IllegalTurnError: the turn breaks a law; the error has its id and the judge's sentence.
            NotationError: the text cannot be read as a turn.
            AmbiguousTurn: it can mean two different legal turns.
            TooManyTurns: the search for the turn takes too long, in some cascades; use `draft`.
            IllegalActError: *player* is not to act, another draft has moves, or this one is stale.
        """
        require_seat(self._situation, player, "move")
        self._require_no_other_draft(turn)
        before = self._situation
        if isinstance(turn, Draft):
            if turn.situation != before:
                refuse_stale_draft(before)
            return self._confirm(turn.turn(), turn.position)
        # A legal turn is recorded as legal, even where a record calls it accepted.
        if accepted and not judge(before, str(turn)).is_legal:
            return self._confirm(*accepted_illegal_turn(before, str(turn)), is_accepted=True)
        return self._confirm(*self.legal_turns.find(str(turn)))

    def do(self, act: str, *, player: Player | None = None) -> None:
        """Do an act by its name, as `legal_acts` lists them; a turn is played by `play`.

        >>> from nardy.games import find_game
        >>> game = Game(find_game("backgammon"), seed=7)
        >>> for act in ("roll", "resign:single", "accept"):
        ...     game.do(act)
        >>> game.points
        1

        Raises:
            IllegalActError: it is not legal now.
            NotationError: there is no such act.
        """
        name, _, size = act.partition(":")
        if name == "resign":
            if player in (None, self.to_act):  # records are read by `resign`, which takes any size
                require_larger(self._situation, size or "single", self.resigned)
            self.resign(size or "single", player=player)
        elif act == "roll":
            self.roll(player=player)
        elif act == "bomb":
            self.explode(player=player)
        else:
            self._act(act, player)

    def offer_double(self, *, player: Player | None = None) -> None:
        """Double before the roll; the other player answers."""
        self._act("double", player)

    def take(self, *, player: Player | None = None) -> None:
        """Play on for twice the stake."""
        self._act("take", player)

    def pass_double(self, *, player: Player | None = None) -> None:
        """Lose the game at the stake before the double."""
        self._act("pass", player)

    def beaver(self, *, player: Player | None = None) -> None:
        """Answer a double by doubling again and keeping the cube."""
        self._act("beaver", player)

    def raccoon(self, *, player: Player | None = None) -> None:
        """Answer a beaver by doubling once more."""
        self._act("raccoon", player)

    def resign(
        self, size: str = "single", *, player: Player | None = None, accepted: bool = False
    ) -> None:
        """Offer to lose a single, a gammon or a backgammon; an open draft is discarded.

        With *accepted* a player of a record resigns while the other is on roll and agrees: the game
        ends at that size.
        """
        if accepted and player == self.to_act.opponent:
            resigned = Resigned(self.to_act.opponent.value, size, accepted=True)
            self._advance(acts.give_up(self._situation, size), resigned)
            return
        require_seat(self._situation, player, "resign")
        require_possible(self._situation, size)
        self._resign(size)

    def _resign(self, size: str) -> None:
        self._advance(acts.resign(self._situation, size), Resigned(self.to_act.value, size))

    def agree(self, *, player: Player | None = None) -> None:
        """Accept a resignation: the game ends at the offered size."""
        self._act("accept", player)

    def refuse(self, *, player: Player | None = None) -> None:
        """Refuse a resignation; the game goes on."""
        self._act("refuse", player)

    def explode(self, *, player: Player | None = None) -> None:
        """Explode the bomb, once before a roll and before a double."""
        who = self.to_act if player is None else checked_player(player)
        if self._kept.has_exploded(who):
            refuse_act("bomb-access", self._situation, "explode the bomb twice before a roll")
        self._explode(who)

    def _explode(self, who: Player) -> None:
        if self._has_doubled:
            refuse_act("bomb-access", self._situation, "explode the bomb after a double")
        self._advance(acts.explode(self._situation, who), Acted(who.value, "bomb"))

    def take_back(self, player: Player) -> None:
        """Take back a player's last turn, with everything after it; its dice stand.

        Raises:
            NardyError: the game is over, or the player has not moved in it.
        """
        if self.phase is Phase.OVER:
            raise NardyError(
                "expected a game that goes on to take back a turn, got one that is over"
            )
        self._undo(self._kept.take_back(checked_player(player)))

    def _undo(self, event: TakenBack) -> None:
        self._situation = self._kept.undo(event)
        self._events.append(event)
        self._draft = self._legal_turns = None
        self._has_doubled = False

    def apply(self, event: Event) -> None:
        """Apply an event; it must be legal, or an accepted illegal turn.

        Raises:
            EventsError: the event does not fit the current situation.
        """
        try:
            self._apply(event)
        except NardyError as error:
            raise EventsError(f"event {len(self._events) + 1} does not fit: {error}") from error

    @classmethod
    def from_events(
        cls,
        events: Iterable[Event],
        find: Callable[[str], Rules],
        dice: Dice | None = None,
        *,
        trusted: bool = False,
    ) -> Self:
        """Rebuild a game; *find* maps the text in the first event to its rules.

        Turns of a *trusted* list were checked when it was written and are not checked again.

        Raises:
            EventsError: the list describes no game.
            UnknownGameError: *find* does not know the game.
        """
        listed = tuple(events)
        situation = first_situation(first_event(listed), find)
        game = cls(situation.rules, dice=dice, situation=situation)
        for number, event in enumerate(listed[1:], 2):
            if trusted and isinstance(event, Played) and not event.accepted:
                final = moved(game.situation, event)
                game._end_turn(event, final, goes_on=number < len(listed))
            else:
                game.apply(event)
        return game

    def _apply(self, event: Event) -> None:
        match event:
            case RolledOff(white, black):
                self.open(white, black)
            case Rolled(player, (high, low)):
                # `roll` would also make a pending opening roll; a replay must not roll dice itself.
                require_phase(self._situation, Phase.ROLL, "roll")
                self.roll(Roll(high, low), player=seat_named(player))
            case Played():
                self._replay(event)
            case TakenBack():
                self._undo(event)
            case Resigned(player, size, True):
                self.resign(size, player=seat_named(player), accepted=True)
            case Resigned(player, size):
                # Some records have resignations of more than could be lost.
                require_seat(self._situation, seat_named(player), "resign")
                self._resign(size)
            case Acted(player, "bomb"):
                # Old games may have more explosions before a roll.
                self._explode(seat_named(player))
            case Acted(player, act):
                self._act(act, seat_named(player))
            case _:
                raise EventsError(f"expected an act of a game, got {event!r:.80}")

    def _act(self, act: str, player: Player | None) -> None:
        effect = effect_of(act)
        require_seat(self._situation, player, act)
        self._advance(effect(self._situation), Acted(self.to_act.value, act))
        self._has_doubled |= act == "double"

    def _advance(self, situation: Situation, event: Event) -> None:
        self._kept.add(event, self._situation)
        self._situation = situation
        self._events.append(event)
        self._draft = self._legal_turns = None

    def _confirm(self, turn: Turn, final: Position, *, is_accepted: bool = False) -> Turn:
        moves = tuple((move.origin, move.target) for move in turn.moves)
        event = Played(self.to_act.value, str(turn), moves, is_accepted)
        self._end_turn(event, final)
        return turn

    def _replay(self, event: Played) -> None:
        """Play the moves of an event one by one, without parsing its text."""
        player = seat_named(event.player)
        if event.accepted:
            self.play(text_of(event), player=player, accepted=True)
            return
        require_seat(self._situation, player, "move")
        made, final = turn_of(self._situation, event)
        self._require_no_other_draft(None)
        self._confirm(made, final)

    def _end_turn(self, event: Played, final: Position, *, goes_on: bool = False) -> None:
        """Pass the turn on; the game *goes on* if there are more events."""
        after = acts.end_turn(self._situation, final, len(event.moves), goes_on=goes_on)
        self._advance(after, event)
        self._has_doubled = False

    def _require_no_other_draft(self, turn: object) -> None:
        if self._draft and self._draft.moves and turn is not self._draft:
            refuse_act("draft-open", self._situation, "play another turn")
