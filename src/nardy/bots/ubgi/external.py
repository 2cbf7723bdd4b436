"""External bots that speak the Universal Backgammon Interface."""

from collections.abc import Sequence

from nardy.bots.turns import Moves
from nardy.bots.ubgi.process import ExternalBotError, ExternalProcess
from nardy.bots.ubgi.text import DANCE, act_of, moment_commands, turn_text, unsupported
from nardy.core.cube_acts import cube_law
from nardy.core.game import Game
from nardy.core.judge import find_turn
from nardy.core.legal_acts import legal_acts
from nardy.core.outcome import loss
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.errors import NardyError

SECONDS = 60.0
"""Time limit of an answer; the first may need it to load data."""


class UbgiBot:
    """An external UBGI program.

    Its answers are checked: an illegal, late or malformed one raises an ExternalBotError and ends the
    program. It is started when first needed, and again after an error.
    """

    def __init__(self, command: str, seconds: float = SECONDS, seed: int | None = None) -> None:
        """The command line, the time limit of each answer, and a seed, if the program supports one."""
        self.command = command
        self.seconds = seconds
        self.seed = seed
        self.name = f"ubgi:{command}"
        self._process: ExternalProcess | None = None
        self._positions: tuple[str, ...] = ()

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position of its turn, and the moves to it."""
        turn, final = self._turn(situation)
        return final, turn.moves

    def choose_turn(self, situation: Situation) -> Turn:
        return self._turn(situation)[0]

    def choose_act(self, situation: Situation) -> str:
        """The act of the program. One without cube support never doubles and takes every double."""
        has_bomb = situation.rules.bomb and situation.bomb.player_has_access
        may_act = has_bomb or cube_law(situation) is None
        if situation.phase is Phase.ROLL and not may_act:
            return "roll"
        answer = self._ask(situation, "cube")
        if answer is None:
            offer = situation.offer
            return "roll" if offer is None else "accept" if offer.is_resignation else "take"
        act = act_of(answer.casefold())
        if not is_legal_act(situation, act):
            raise self._failed(f"expected a legal act, got {answer!r:.60} from {self.name!r:.200}")
        return act

    def check(self, games: Sequence[Rules] = ()) -> None:
        """Start and end the program to check that it speaks UBGI and supports the games.

        Raises:
            ExternalBotError: one of these fails.
        """
        try:
            self._started()
            for rules in games:
                if reason := unsupported(rules, self._positions, f"{self.name!r:.200}"):
                    raise ExternalBotError(reason)
        finally:
            self.close()

    def close(self) -> None:
        if self._process:
            self._process.close()
        self._process = None

    def _turn(self, situation: Situation) -> tuple[Turn, Position]:
        answer = self._ask(situation, "chequer")
        if answer is None:
            raise self._failed(f"expected a turn, got a refusal from {self.name!r:.200}")
        try:
            text = "(no move)" if answer in ("", DANCE) else turn_text(answer)
            return find_turn(situation, text)
        except NardyError as error:
            raise self._failed(
                f"expected a legal turn, got {answer!r:.60} from {self.name!r:.200}: {error}"
            ) from None

    def _ask(self, situation: Situation, role: str) -> str | None:
        """The answer after 'bestmove'; None if the program refuses."""
        try:
            process = self._started()
            # A program that answers a command by an error and then 'go' as well has written an extra line.
            process.skip()
            process.write(*moment_commands(situation, self._positions), f"go role {role}")
            line = process.wait_for(
                lambda line: line.split(" ", 1)[0] in ("bestmove", "error", "sorry"), self.seconds
            )
        except NardyError:
            self.close()
            raise
        word, _, answer = line.partition(" ")
        return answer.strip() if word == "bestmove" else None

    def _started(self) -> ExternalProcess:
        if self._process is None:
            self._process = ExternalProcess(self.command)
            self._positions = ()
            try:
                self._process.write("ubgi")
                self._process.wait_for(self._greets, self.seconds)
            except ExternalBotError as error:
                raise ExternalBotError(
                    f"{error}; a program after 'ubgi:' answers 'ubgi' by 'ubgiok'"
                ) from None
            if self.seed is not None:
                self._process.write(f"setoption name Seed value {self.seed % 2**31}")
            self._process.write("newgame")
        return self._process

    def _greets(self, line: str) -> bool:
        """Whether the greeting is complete; it may list the supported position formats."""
        if line.startswith("id positions "):
            self._positions = tuple(line.split()[2:])
        return line in ("ubgiok", "readyok")

    def _failed(self, sentence: str) -> ExternalBotError:
        self.close()
        return ExternalBotError(sentence)


def forfeit(game: Game) -> None:
    """Make the player who must act lose by the present position, or pass a double."""
    situation = game.situation
    if situation.offer is not None:
        # A refused resignation costs nothing; the game goes on.
        (game.refuse if situation.offer.is_resignation else game.pass_double)()
        return
    game.resign(loss(situation.rules, situation.position.player)[0])
    game.agree()


def is_legal_act(situation: Situation, act: str) -> bool:
    """Whether the player who must act may do this; bots move by a turn and never resign."""
    is_other = act in ("play", "roll") and situation.phase is not Phase.ROLL
    return not is_other and act in legal_acts(situation) and not act.startswith("resign")
