"""The prompt: asks people at the terminal for their acts and carries them out."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from nardy.cli.play import advice
from nardy.cli.play.advice import Refusal
from nardy.cli.play.input_parser import (
    ACTS,
    advance,
    in_latin,
    is_turn,
    nearest,
    read_line,
    shown,
    unread,
)
from nardy.cli.play.screen import Screen
from nardy.cli.play.table import TerminalMatch
from nardy.core.dice import Roll
from nardy.core.draft import Draft
from nardy.core.events import Played, Rolled
from nardy.core.judge import judge
from nardy.core.legal_acts import ANSWERS
from nardy.core.outcome import possible_sizes
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.core.words import Word, place_text, words_text
from nardy.errors import IllegalError, NardyError
from nardy.render.labels import result_word


class QuitGame(Exception):  # noqa: N818 (not an error: the person quits)
    """The person quits; the game is saved."""


class DiceTakenBack(Exception):  # noqa: N818 (not an error: the question is obsolete)
    """The last typed dice were undone: the game is back at the moment before them."""


class Prompt:
    """One or two people at a terminal."""

    def __init__(self, table: TerminalMatch, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self._made: Draft | None = None
        self._refused: tuple[Refusal, Situation] | None = None

    # ------------------------------------------------------------------------- asking

    def act(self) -> None:
        """Ask for one act and do it; on a refusal, print it, and the caller asks again."""
        phase = self.table.game.phase
        ask = {Phase.ROLL: self._ask_roll, Phase.TURN: self._ask_turn}.get(phase, self._ask_answer)
        self._attempt(ask())

    def before_their_roll(self, player: Player) -> bool:
        """Ask this player whether to explode the bomb before the opponent's roll (bomb_when)."""
        self._show_once()
        other = self.screen.seat(player.opponent)
        while True:
            line = self.screen.ask("prompt_bomb", player=other)
            act = read_line(line)[0]
            if act == "bomb":
                try:
                    self.table.game.explode(player=player)
                except IllegalError as error:
                    self._refuse(Refusal("", error.law, str(error), error.words))
                    continue
            if act in ("bomb", "enter", "roll"):
                return act == "bomb"
            self._aside(line)

    def read_dice(self, player: Player | None = None) -> Roll:
        seat = self.screen.seat(player or self.table.game.to_act)
        return Roll.of(*self._two_dice("prompt_dice", player=seat))

    def read_opening(self) -> tuple[int, int]:
        """Ask for White's and Black's die of the opening roll on a real board."""
        return self._two_dice("prompt_opening_dice")

    def _two_dice(self, key: str, **values: object) -> tuple[int, int]:
        while True:
            line = self.screen.ask(key, **values)
            if not any(sign.isdigit() for sign in line):
                self._aside(line)
                continue
            try:
                Roll.parse(line)
            except NardyError as error:
                self._tell_unread(line, error)
            else:
                one, other = (int(sign) for sign in line if sign.isdigit())
                return one, other

    def _aside(self, line: str) -> None:
        """Handle other input at a question for dice or the bomb."""
        act, _ = read_line(line)
        if act in ("board", "history", "pips", "plain", "save", "help", "undo", "quit"):
            self._acts("")[act]()
        elif act in ("enter", "?"):
            self.screen.say("hint_help")
        else:
            self._not_understood(line, act)

    def _ask_roll(self) -> str:
        game = self.table.game
        real = self.table.setting.real_dice
        may = advice.before_roll(game)
        choices = self.screen.choices(may or ["resign"])
        if not (real or may):
            return "roll"
        self._show_once()
        seat = self.screen.seat(game.to_act)
        if real:
            return self.screen.ask("prompt_dice_or", player=seat, choices=choices)
        key = "prompt_roll" if len(self.table.people) == 1 else "prompt_roll_of"
        return self.screen.ask(key, player=seat, choices=choices)

    def _ask_turn(self) -> str:
        draft = self._draft or self.table.game.draft()
        self._made = draft
        if draft.moves and draft.is_complete:
            return self.screen.ask("confirm_turn", turn=draft.turn())
        if not draft.moves:
            self._show_once()
        situation = draft.situation
        dice = "-".join(map(str, situation.roll or situation.left))
        if draft.moves or situation.left:
            dice = self.screen.word("dice_left", dice=" ".join(map(str, draft.dice)))
        key = "prompt_turn" if len(self.table.people) == 1 else "prompt_turn_of"
        return self.screen.ask(key, player=self.screen.seat(self.table.game.to_act), dice=dice)

    def _ask_answer(self) -> str:
        self._show_once()
        choices = self.screen.choices(advice.answers(self.table.game.situation))
        seat = self.screen.seat(self.table.game.to_act)
        return self.screen.ask("prompt_answer", player=seat, choices=choices)

    # ------------------------------------------------------------------------- showing

    @property
    def viewer(self) -> Player:
        """The player at the bottom: the only person, or of two the one who must act."""
        people = self.table.people
        to_act = self.table.game.to_act
        return to_act if to_act in people or not people else people[0]

    @property
    def _draft(self) -> Draft | None:
        """The current draft, unless the situation has changed since."""
        made = self._made
        return made if made and made.situation is self.table.game.situation else None

    def show(self) -> None:
        """Show the board to the viewer, with the moves made so far."""
        draft = self._draft
        situation = self.table.game.situation
        if draft and draft.moves:
            self._show_draft(draft)
        else:
            turns = (
                event for event in reversed(self.table.game.events) if isinstance(event, Played)
            )
            last = next(turns, None)
            last_turn = last and (Player(last.player), last.moves)
            self.screen.board(situation, self.viewer, last_turn)

    def _show_draft(self, draft: Draft) -> None:
        situation = draft.situation
        if self.screen.plain:
            said = self.screen.turn(draft.moves, str(Turn(draft.moves)), situation)
            self.screen.say("moves_made", player=self.screen.seat(situation.to_act), moves=said)
            return
        here = replace(situation, position=draft.position)
        if draft.dice and not draft.is_complete:
            here = replace(here, roll=None, left=draft.dice)
        ways = tuple((move.origin, move.target) for move in draft.moves)
        self.screen.board(here, self.viewer, (situation.to_act, ways))

    def _show_once(self) -> None:
        if self.screen.is_redrawn or not self.screen.has_shown(self.table.game.situation):
            self.show()

    # ------------------------------------------------------------------------- doing

    def _attempt(self, line: str) -> None:
        try:
            self._do(line)
        except IllegalError as error:
            self._refuse(Refusal("", error.law, str(error), error.words))
        except NardyError as error:
            self._tell_unread(line, error)

    def _do(self, line: str) -> None:
        act, rest = read_line(line)
        acts = self._acts(rest)
        if act in acts:
            acts[act]()
        elif self._awaits_real_dice and line[:1].isdigit() and "/" not in line:
            self.table.game.roll(Roll.parse(line))
        elif is_turn(line):
            if self.table.game.phase is Phase.TURN:
                self._play(in_latin(line))
            else:
                advice.tell_why(self.screen, self.table.game.situation, in_latin(line), None)
        else:
            self._not_understood(line, act)

    @property
    def _awaits_real_dice(self) -> bool:
        return self.table.setting.real_dice and self.table.game.phase is Phase.ROLL

    def _acts(self, rest: str) -> dict[str, Callable[[], object]]:
        game, screen = self.table.game, self.screen
        return {
            "enter": self._enter,
            "roll": self._roll,
            **{act: partial(game.do, act) for act in ("double", *ANSWERS)},
            "accept": self._agree,
            "bomb": lambda: self._explode(rest),
            "resign": lambda: self._resign(rest or "single"),
            "undo": self._undo,
            "?": lambda: advice.tell_legal(screen, game, self._draft),
            "hint": lambda: advice.tell_hint(screen, game.situation),
            "help": lambda: screen.say("help"),
            "why": lambda: self._why(in_latin(rest)),
            "pips": lambda: advice.tell_pips(screen, game),
            "history": lambda: advice.tell_history(screen, game),
            "board": self.show,
            "plain": self._toggle_plain,
            "save": lambda: screen.say("saved", file=self.table.saved.path),
            "quit": self._leave,
        }

    def _enter(self) -> None:
        phase, draft = self.table.game.phase, self._draft
        if phase is Phase.ROLL:
            self._roll()
        elif phase is Phase.ANSWER:
            self.screen.say("answer_in_full")
        elif draft and draft.moves:
            self.table.game.play(draft)
        else:
            advice.tell_legal(self.screen, self.table.game, draft)

    def _roll(self) -> None:
        self.table.game.roll(self.read_dice() if self._awaits_real_dice else None)

    def _explode(self, whose: str) -> None:
        """Explode the bomb; of two people, the one not on roll adds their seat: bomb black."""
        names = {self.screen.seat(player).casefold(): player for player in self.table.people}
        if whose and whose.casefold() not in names:
            self.screen.say("bomb_whose", seats=", ".join(names))
        else:
            self.table.game.explode(player=names.get(whose.casefold()))

    def _resign(self, size: str) -> None:
        rules, language = self.table.game.rules, self.screen.language
        possible = possible_sizes(rules, self.table.game.position.player)
        named = {result_word(language, rules.result_name(known)): known for known in possible}
        size = named.get(size.casefold(), size.casefold())
        if size in named.values():
            self.table.game.do(f"resign:{size}")
        else:
            self.screen.say("resign_sizes", sizes=", ".join(named))

    @property
    def _refusal(self) -> Refusal | None:
        """The last refusal, unless the situation has changed since."""
        refusal, situation = self._refused or (None, None)
        return refusal if situation is self.table.game.situation else None

    def _play(self, line: str) -> None:
        """Play a whole turn, or add a part of one to the draft."""
        game, draft = self.table.game, self._draft
        verdict = judge(game.situation, line)
        if draft and draft.moves:
            self._go_on(draft, line, is_whole_turn=verdict.is_legal)
        elif verdict.is_legal:
            game.play(line)
        elif draft and verdict.law == "longest-play":
            self._begin(draft, line, verdict.reason)
        else:
            self._refuse(Refusal(line, verdict.law or "", verdict.reason, verdict.words))

    def _begin(self, draft: Draft, line: str, reason: str) -> None:
        refusal = Refusal(line, "longest-play", reason)
        try:
            advance(draft, line)
        except IllegalError as error:
            refusal = Refusal(line, error.law, str(error), error.words)
        if draft.moves:
            self.show()
        else:
            self._refuse(refusal)

    def _go_on(self, draft: Draft, line: str, *, is_whole_turn: bool) -> None:
        """Add moves to the draft, or replace it by a whole turn typed from its beginning."""
        try:
            advance(draft, line)
        except IllegalError:
            if not is_whole_turn:
                raise
            while draft.undo():
                pass
            self.table.game.play(line)
        else:
            self.show()

    def _refuse(self, refusal: Refusal) -> None:
        self._refused = refusal, self.table.game.situation
        advice.tell_refusal(self.screen, refusal)
        if self.table.setting.real_dice and refusal.text:
            self.screen.say("opponent_may_agree")

    def _agree(self) -> None:
        """Accept an illegal turn on a real board (S0 3.4), or agree to a resignation."""
        game, draft = self.table.game, self._draft
        if not (self.table.setting.real_dice and game.phase is Phase.TURN):
            game.agree()
        elif draft and draft.moves:
            made = words_text([Word((move.origin, move.target)) for move in draft.moves])
            while draft.undo():
                pass
            game.play(made, accepted=True)
        elif self._refusal and self._refusal.text:
            game.play(self._refusal.text, accepted=True)
        else:
            game.agree()

    def _undo(self) -> None:
        move = self._draft.undo() if self._draft else None
        if move is not None:
            self.screen.say("undone", move=f"{place_text(move.origin)}/{place_text(move.target)}")
            if not self.screen.plain:
                self.show()
            return
        thrown = self.table.take_back()
        if thrown is None:
            self.screen.say("nothing_to_undo")
            return
        dice = thrown.dice if isinstance(thrown, Rolled) else (thrown.white, thrown.black)
        self.screen.say("dice_undone", dice="-".join(map(str, dice)))
        raise DiceTakenBack

    def _why(self, text: str) -> None:
        if text:
            advice.tell_why(self.screen, self.table.game.situation, text, self._draft)
        elif self._refusal:
            advice.tell_refusal(self.screen, self._refusal)
        else:
            self.screen.say("why_what")

    def _toggle_plain(self) -> None:
        self.screen.plain = not self.screen.plain
        self.screen.say("plain_on" if self.screen.plain else "plain_off")
        self.show()

    def _leave(self) -> None:
        raise QuitGame

    def _not_understood(self, line: str, act: str) -> None:
        near = nearest(act) if act not in ACTS else None
        if near:
            self.screen.say("did_you_mean", text=shown(line), near=near)
        else:
            self.screen.say("not_understood", text=shown(line))

    def _tell_unread(self, line: str, error: NardyError) -> None:
        """Print an error about unreadable input, in the person's language."""
        unknown = self.screen.word("not_understood", text=shown(line))
        self.screen.line(unread(line, error, self.screen.language, unknown=unknown))
