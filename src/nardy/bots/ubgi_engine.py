"""The engine side of the Universal Backgammon Interface.

It reads positions as position text, XGID or GNU id. A bare position without a command is answered at once,
as in the first draft of the protocol.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.registry import load_bot
from nardy.bots.ubgi.session import UbgiError, UbgiSession
from nardy.bots.ubgi.text import POSITIONS, PROTOCOL, ROLES, act_text, moves_text
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.formats.detect import read_position
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.games.game_file import finder
from nardy.version import __version__

SayLine = Callable[[str], None]
MOST_SEED = 2**31 - 1
AT_RANDOM = -1
"""The seed of a bot whose choices are not repeated; a spin is a number."""
STOP_SECONDS = 2.0
"""Seconds to wait for a pending answer after 'quit'."""
MOST_ABANDONED = 4
"""Searches that may go on after 'stop' beside the next one."""


@dataclass
class Options:
    bot: str = "nardy"
    seed: int | None = None
    rules: Rules = field(default_factory=lambda: BACKGAMMON)


class UbgiEngine:
    """Answers one user interface; output goes to `say`, a line at a time."""

    def __init__(self, say: SayLine, options: Options | None = None) -> None:
        self.options = options or Options()
        self.session = UbgiSession(self.options.rules)
        self._say_line = say
        # A pending answer writes from its own thread; without the lock two lines could mix.
        self._saying = threading.Lock()
        self._bot: Bot | None = None
        self._pending: _PendingAnswer | None = None
        self._abandoned: list[_PendingAnswer] = []

    def run(self, lines: Iterable[str]) -> None:
        """Answer until 'quit' or the end of the lines."""
        for line in lines:
            if line.strip() == "quit":
                # A script that pipes a question and 'quit' still expects the answer.
                self._wait(STOP_SECONDS)
                return
            if line.strip():
                self.answer(line.strip())
        self._wait()

    def answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "stop":
            if self._pending and self._pending.stop():
                # The search goes on in its thread, and no other search shares its bot.
                self._abandoned.append(self._pending)
                self._pending = self._bot = None
            return
        if word == "isready":
            self._say("readyok")
            return
        self._wait()
        try:
            self._dispatch(word, rest.strip(), line)
        except UbgiError as error:
            self._say(f"error {error.code} {error}")
        except NardyError as error:
            self._say(f"error bad_argument {error}")
        except Exception as error:  # noqa: BLE001 (the host waits for a line in any case)
            self._say(f"error internal {_sentence(error)}")

    def _dispatch(self, word: str, rest: str, line: str) -> None:
        """Run a command; a line without one is a bare position."""
        if word == "ubgi":
            for greeting in self._greetings():
                self._say(greeting)
        elif word in ("setoption", "set", "get", "keys"):
            self._do_option(word, rest)
        elif word == "go":
            self._go(rest)
        elif not self.session.do(word, rest):
            self._answer_bare_position(line)

    def _greetings(self) -> Iterator[str]:
        yield "id name nardy"
        yield "id author the nardy authors"
        yield f"id version {__version__}"
        yield f"id positions {' '.join(POSITIONS)}"
        yield f"proto {PROTOCOL}"
        yield f"option name Bot type string default {self.options.bot}"
        yield f"option name Seed type spin default {self._seed} min {AT_RANDOM} max {MOST_SEED}"
        variants = " ".join(f"var {name}" for name in GAMES)
        yield f"option name Variant type combo default {self.options.rules.id} {variants}"
        yield "ubgiok"

    # ------------------------------------------------------------------------------- options

    def _do_option(self, word: str, rest: str) -> None:
        if word == "keys":
            for name, value in self._keys().items():
                self._say(f"key {name} string {value}")
        elif word == "get":
            if rest not in self._keys():
                raise UbgiError(f"expected {', '.join(self._keys())}, got {rest!r:.40}")
            self._say(f"value {rest} {self._keys()[rest]}")
        elif word == "set":
            name, _, value = rest.partition(" ")
            self._set(name.rpartition(".")[2], value.strip())
        else:
            name, found, value = rest.removeprefix("name ").partition(" value ")
            if not found:
                raise UbgiError(f"expected 'name NAME value VALUE', got {rest!r:.60}")
            self._set(name.strip().casefold(), value.strip())

    def _keys(self) -> dict[str, str]:
        options = self.options
        return {
            "engine.bot": options.bot,
            "engine.seed": str(self._seed),
            "game.variant": options.rules.id,
        }

    @property
    def _seed(self) -> int:
        return AT_RANDOM if self.options.seed is None else self.options.seed

    def _set(self, name: str, value: str) -> None:
        if name == "bot":
            _require_file(load_bot(value, self.options.seed), self.options.rules)
            self.options.bot = value
        elif name == "seed":
            # The length first: Python refuses to parse numbers with thousands of digits.
            is_number = len(value) <= 10 and value.removeprefix("-").isdecimal()
            if not is_number or not AT_RANDOM <= int(value) <= MOST_SEED:
                raise UbgiError(
                    f"expected {AT_RANDOM} or a number from 0 to {MOST_SEED}, got {value!r:.40}",
                    "bad_value",
                )
            self.options.seed = None if int(value) == AT_RANDOM else int(value)
        elif name == "variant":
            self.options.rules = find_game(value)
            self.session = UbgiSession(self.options.rules)
        else:
            raise UbgiError(f"expected one of bot, seed, variant, got {name!r:.40}")
        self._bot = None

    # ------------------------------------------------------------------------------ thinking

    def _go(self, rest: str) -> None:
        words = rest.split()
        role = words[words.index("role") + 1] if "role" in words[:-1] else "chequer"
        if role not in ROLES:
            raise UbgiError(f"expected a role ({', '.join(ROLES)}), got {role!r:.40}")
        situation = self.session.situation(role)
        self._pending = _PendingAnswer(self._loaded(), situation, self._say, self._too_many())
        self._pending.start()

    def _answer_bare_position(self, line: str) -> None:
        """Answer a position without a command; a dance is a blank line."""
        if "=" not in line and ":" not in line:
            raise UbgiError(f"expected a command, got {line!r:.60}", "unknown_command")
        situation, _ = read_position(line, self.options.rules)
        try:
            text = answer_to(self._loaded(), situation)
        except Exception as error:
            raise UbgiError(_sentence(error), "internal") from error
        self._say("" if text == moves_text(()) else text)

    def _loaded(self) -> Bot:
        if self._bot is None:
            self._bot = load_bot(self.options.bot, self.options.seed)
        return self._bot

    def _too_many(self) -> "list[_PendingAnswer]":
        """The oldest abandoned searches beyond MOST_ABANDONED: each takes time from the next answer."""
        self._abandoned = [search for search in self._abandoned if search.is_alive()]
        return self._abandoned[: max(0, len(self._abandoned) - MOST_ABANDONED)]

    def _wait(self, seconds: float | None = None) -> None:
        if self._pending:
            self._pending.join(seconds)
        self._pending = None

    def _say(self, text: str) -> None:
        with self._saying:
            # The text of an error may have several lines, and the host reads each as an answer.
            self._say_line(" ".join(text.splitlines()) if text else "")


class _PendingAnswer(threading.Thread):
    def __init__(
        self, bot: Bot, situation: Situation, say: SayLine, after: "Sequence[_PendingAnswer]" = ()
    ) -> None:
        """It begins to search when those before have ended; `stop` answers for it meanwhile."""
        super().__init__(daemon=True)
        self._after = after
        self._bot = bot
        self._situation = situation
        self._say = say
        # Held for good by whoever answers first, the search or `stop`: one 'go' gets one answer.
        self._open = threading.Lock()

    def run(self) -> None:
        for search in self._after:
            search.join()
        if self._open.locked():
            return
        line = self._answer_of(self._bot)
        if self._open.acquire(blocking=False):
            self._say(line)

    def stop(self) -> bool:
        """Answer at once without search, if an answer is due; returns whether one was."""
        is_due = self._open.acquire(blocking=False)
        if is_due:
            self._say(self._answer_of(BaselineBot()))
        return is_due

    def _answer_of(self, bot: Bot) -> str:
        """The line that answers 'go': the bot's choice, or an error."""
        try:
            return f"bestmove {answer_to(bot, self._situation)}"
        except Exception as error:  # noqa: BLE001 (the host waits for a line in any case)
            return f"error internal {_sentence(error)}"


def answer_to(bot: Bot, situation: Situation) -> str:
    """A bot's choice at a moment, in the protocol's words."""
    if situation.phase is Phase.TURN:
        return moves_text(bot.choose_turn(situation).moves)
    return act_text(bot.choose_act(situation))


def _require_file(bot: Bot, rules: Rules) -> None:
    """Check that a bot's own file holds weights; their game is checked when it plays."""
    file: Path | None = getattr(bot, "file", None)
    if file is not None:
        from nardy.evaluation.network.weights import load_any  # noqa: PLC0415 (imports NumPy)

        load_any(file, finder(rules))


def _sentence(error: Exception) -> str:
    """The message of an error; unknown exceptions get one."""
    if isinstance(error, NardyError):
        return str(error)
    return (
        f"expected an answer, got {type(error).__name__}: {error!s:.200}; "
        "'setoption name Bot value baseline' selects another bot"
    )
