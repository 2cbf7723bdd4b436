"""A person's acts at the table: what is asked, what may be typed, why something is refused."""

from collections.abc import Callable

from nardy.cli.screen import Screen
from nardy.cli.table import Table
from nardy.cli.typed import advance, read_line
from nardy.cli.words import plural
from nardy.core.canonical import legal_turns
from nardy.core.cube import Offer, Owner
from nardy.core.cube_acts import cube_law
from nardy.core.dice import Roll
from nardy.core.draft import Draft
from nardy.core.judge import judge
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.core.words import place_text
from nardy.errors import IllegalError, IllegalTurnError, NardyError, TooManyTurns

MOST_LISTED = 40


class Leave(Exception):  # noqa: N818 (not an error: the person leaves the table)
    """The person wants to stop; the game is saved."""


class Person:
    """One or two people at a terminal."""

    def __init__(self, table: Table, screen: Screen) -> None:
        """Sit at a table, before a screen."""
        self.table = table
        self.screen = screen
        self._draft: Draft | None = None
        self._refused: str | None = None
        self._shown: Situation | None = None

    def act(self) -> None:
        """Ask for one act and do it; a refusal is told, and it is asked again."""
        phase = self.table.game.phase
        ask = {Phase.ROLL: self._ask_roll, Phase.TURN: self._ask_turn}.get(phase, self._ask_answer)
        line = ask()
        try:
            self._do(*read_line(line), line)
        except IllegalError as error:
            self.screen.line(self.screen.law(error.law, str(error)))
        except NardyError as error:
            self.screen.line(str(error))

    def read_dice(self) -> Roll:
        """The dice of a real board."""
        while True:
            try:
                return Roll.parse(self._typed(self.screen.ask("prompt_dice")))
            except NardyError as error:
                self.screen.line(str(error))

    def show(self) -> None:
        """The board as the person who must act sees it."""
        draft = self._draft
        situation = self._shown = self.table.game.situation
        self.screen.board(situation, self.viewer, self._last_ways())
        if draft and draft.moves:
            moves = self.screen.turn(draft.moves, str(Turn(draft.moves)), situation)
            dice = " ".join(map(str, draft.dice)) or "-"
            self.screen.line(f"{moves}  ({self.screen.word('dice_left', dice=dice)})")

    def _show_once(self) -> None:
        if self._shown is not self.table.game.situation:
            self.show()

    @property
    def viewer(self) -> Player:
        """Who sits below: the person, or of two the one who must act."""
        people = self.table.people
        to_act = self.table.game.to_act
        return to_act if to_act in people or not people else people[0]

    def _last_ways(self) -> tuple[tuple[int, int], ...]:
        for event in reversed(self.table.game.events):
            if event.kind == "played":
                return event.moves  # type: ignore[union-attr]
        return ()

    def _ask_roll(self) -> str:
        situation = self.table.game.situation
        if not has_choice_before_roll(situation):
            return "roll"
        self._show_once()
        doubles = cube_law(situation) is None
        return self.screen.ask("prompt_roll_or_double" if doubles else "prompt_roll")

    def _ask_turn(self) -> str:
        if self._draft is None or self._draft.situation is not self.table.game.situation:
            self._draft = self.table.game.draft()
            self._show_once()
        if self._draft.is_complete and self._draft.moves:
            text = str(self._draft.turn())
            return self.screen.ask("confirm_turn", turn=text)
        situation = self.table.game.situation
        dice = str(situation.roll) if situation.roll else "".join(map(str, situation.left))
        return self.screen.ask("prompt_turn", dice="-".join(dice))

    def _ask_answer(self) -> str:
        self._show_once()
        situation = self.table.game.situation
        keys = {Offer.DOUBLE: "take_beaver_or_pass", Offer.BEAVER: "take_raccoon_or_pass"}
        rules = situation.rules
        allowed = situation.is_money and (
            rules.raccoons if situation.offer is Offer.BEAVER else rules.beavers
        )
        key = keys.get(situation.offer, "take_or_pass") if situation.offer else "take_or_pass"
        if situation.offer and situation.offer.is_resignation:
            key = "accept_or_refuse"
        elif not allowed:
            key = "take_or_pass"
        return self.screen.ask("prompt_answer", choices=self.screen.word(key))

    def _typed(self, line: str) -> str:
        if read_line(line)[0] == "quit":
            raise Leave
        return line

    def _do(self, act: str, rest: str, line: str) -> None:
        acts: dict[str, Callable[[], object]] = {
            "enter": self._enter,
            "roll": self._roll,
            "double": self.table.game.offer_double,
            "take": self.table.game.take,
            "pass": self.table.game.pass_double,
            "beaver": self.table.game.beaver,
            "raccoon": self.table.game.raccoon,
            "accept": self._accept,
            "refuse": self.table.game.refuse,
            "bomb": self.table.game.explode,
            "resign": lambda: self.table.game.resign(rest or "single"),
            "undo": self._undo,
            "?": self._help,
            "why": lambda: self._why(rest),
            "pips": self._pips,
            "board": self.show,
            "plain": self._toggle_plain,
            "save": lambda: self.screen.say("saved", file=self.table.file),
            "quit": self._leave,
        }
        if act in acts:
            acts[act]()
        elif self.table.game.phase is Phase.TURN:
            self._play(line)
        elif "/" in line:
            self._why(line)
        else:
            self.screen.say("not_understood", text=line)

    def _enter(self) -> None:
        phase = self.table.game.phase
        if phase is Phase.ROLL:
            self._roll()
        elif phase is Phase.TURN and self._draft and self._draft.moves:
            self.table.game.play(self._draft)
        else:
            self._help()

    def _roll(self) -> None:
        real = self.table.setting.real_dice and self.table.game.phase is Phase.ROLL
        self.table.game.roll(self.read_dice() if real else None)

    def _play(self, line: str) -> None:
        """A whole turn is played; a part of one goes to the draft."""
        game, draft = self.table.game, self._draft
        self._refused = None
        if draft is None or draft.moves:
            if draft:
                advance(draft, line)
                self.show()
            return
        verdict = judge(game.situation, line)
        if verdict.is_lawful:
            game.play(line)
        elif verdict.law == "longest-play":
            self._play_part(draft, line, verdict.reason)
        else:
            self._refuse(line, verdict.law or "", verdict.reason)

    def _play_part(self, draft: Draft, line: str, reason: str) -> None:
        try:
            advance(draft, line)
        except IllegalTurnError as error:
            self._refuse(line, error.law, str(error))
            return
        if not draft.moves:
            self._refuse(line, "longest-play", reason)
            return
        self.show()

    def _refuse(self, line: str, law: str, reason: str) -> None:
        self._refused = line
        self.screen.say("unlawful", turn=line, law=self.screen.law(law, reason))
        if self.table.setting.real_dice:
            self.screen.line(f"({self.screen.word('accept_or_refuse')})")

    def _accept(self) -> None:
        """Let a faulty turn of a real board stand (S0 3.4), or agree to a resignation."""
        game = self.table.game
        if self.table.setting.real_dice and self._refused and game.phase is Phase.TURN:
            game.play(self._refused, accepted=True)
            self._refused = None
        else:
            game.agree()

    def _undo(self) -> None:
        move = self._draft.undo() if self._draft else None
        if move is None:
            self.screen.say("nothing_to_undo")
        else:
            self.screen.say("undone", move=f"{place_text(move.origin)}/{place_text(move.target)}")
            self.show()

    def _help(self) -> None:
        if self.table.game.phase is Phase.TURN:
            self._list_lawful()
        self.screen.say("help")

    def _list_lawful(self) -> None:
        situation = self.table.game.situation
        draft = self._draft
        if draft is None or situation.dice is None:
            return
        if not draft.moves:
            try:
                turns = legal_turns(situation.rules, situation.position, situation.dice)
                self._listed("lawful_turns", "turns", [str(turn) for turn in turns])
            except TooManyTurns as many:
                self.screen.say("too_many_turns", count=many.limit)
            else:
                return
        moves = [f"{place_text(m.origin)}/{place_text(m.target)}" for m in draft.legal_moves]
        self._listed("lawful_moves", "moves", moves)

    def _listed(self, key: str, what: str, texts: list[str]) -> None:
        more = len(texts) - MOST_LISTED
        shown = "; ".join(texts[:MOST_LISTED])
        if more > 0:
            shown += "; " + self.screen.word("and_more", count=more)
        self.screen.say(key, **{what: shown})

    def _why(self, text: str) -> None:
        if not text:
            text = self._refused or ""
        verdict = judge(self.table.game.situation, text)
        if verdict.law is None:
            self.screen.say("lawful", turn=text)
        else:
            law = self.screen.law(verdict.law, verdict.reason)
            self.screen.say("unlawful", turn=text, law=law)

    def _pips(self) -> None:
        position = self.table.game.position
        if self.table.game.to_act is Player.BLACK:
            position = position.flipped()
        counts = (position.pip_count(), position.flipped().pip_count())
        white, black = (plural(self.screen.language, "pips", count) for count in counts)
        self.screen.say(
            "pip_count",
            white=self.screen.seat(Player.WHITE),
            black=self.screen.seat(Player.BLACK),
            white_pips=white,
            black_pips=black,
        )

    def _toggle_plain(self) -> None:
        self.screen.plain = not self.screen.plain
        self.screen.say("plain_on" if self.screen.plain else "plain_off")
        self.show()

    def _leave(self) -> None:
        raise Leave


def has_choice_before_roll(situation: Situation) -> bool:
    """Whether anything but rolling is possible: a double, or the bomb."""
    bomb = situation.rules.bomb and situation.bomb is not Owner.OPPONENT
    return cube_law(situation) is None or bomb
