"""What `nardy analyze` had valued when Ctrl-C came, kept for the next try.

A name follows from all that decides the values: the events, the bot, its networks and this nardy, with the fields of
its decisions. So a file that has changed, or another bot, begins anew. The content is that of `pickle`: like a
compiled kernel, it is only read from a folder of the user's own.
"""

import contextlib
import hashlib
import json
import os
import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import NamedTuple, get_args

from nardy.analysis.game_review import Decision
from nardy.bots.named import network_digest
from nardy.bots.neural import NeuralBot
from nardy.core.estimates import CubeChoice, Probabilities, TurnChoice
from nardy.core.events import event_to_json
from nardy.core.options import rules_text
from nardy.core.situation import Situation
from nardy.formats.record import Record
from nardy.formats.replacing import replacing
from nardy.report.analyzing import KnownGames
from nardy.version import __version__

DAYS = 30
"""Days for which a stopped analysis is kept."""
KINDS: tuple[type, ...] = (
    *get_args(Decision),
    TurnChoice,
    CubeChoice,
    Probabilities,
    Situation,
)
"""The kinds of a decision and of what stands in it."""


class StoppedAnalysis(NamedTuple):
    """The decisions of the games that were reached; the last game may be cut short."""

    games: tuple[tuple[Decision, ...], ...]
    is_complete: bool

    @property
    def known(self) -> KnownGames:
        """By the index of a game: its decisions so far, and whether they are all."""
        last = len(self.games) - 1
        return {n: (one, n < last or self.is_complete) for n, one in enumerate(self.games)}


def usual_folder() -> Path:
    """The folder of the user's state, by the XDG base directories."""
    state = Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser()
    return state / "nardy" / "analyze"


@dataclass
class KeptAnalyses:
    """Stopped analyses by the files that they were of; a folder that cannot be used keeps none."""

    folder: Path = field(default_factory=usual_folder)

    def load(self, record: Record, bot: NeuralBot) -> StoppedAnalysis | None:
        """The stopped analysis of a match with this judge; None if there is none, or it cannot be read."""
        try:
            content = self._file(record, bot).read_bytes()
            found = pickle.loads(content)  # noqa: S301 (of the user's own folder)
        except Exception:  # noqa: BLE001 (whatever is wrong with it, the work is done anew)
            return None
        return found if isinstance(found, StoppedAnalysis) else None

    def keep(self, record: Record, bot: NeuralBot, stopped: StoppedAnalysis) -> bool:
        """Keep what is known; False if it cannot be written."""
        file = self._file(record, bot)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._forget_old()
            with replacing(file) as new:
                new.write(pickle.dumps(stopped))
        except OSError:
            return False
        return True

    def forget(self, record: Record, bot: NeuralBot) -> None:
        """Keep nothing of a match any more, since all of it is done."""
        with contextlib.suppress(OSError):
            self._file(record, bot).unlink(missing_ok=True)

    def _forget_old(self) -> None:
        oldest = time.time() - DAYS * 24 * 3600
        for file in self.folder.iterdir():
            # Another process may have removed it.
            with contextlib.suppress(FileNotFoundError):
                if file.stat().st_mtime < oldest:
                    file.unlink()

    def _file(self, record: Record, bot: NeuralBot) -> Path:
        return self.folder / _name(record, bot)


def _name(record: Record, bot: NeuralBot) -> str:
    rules = {rules_text(game.game.rules): game.game.rules for game in record.games}
    networks = [network_digest(bot, one) for one in rules.values()]
    events: Sequence[object] = [event_to_json(event) for event in record.events]
    # Between two versions a field may come, which a pickle from before leaves unset without an error.
    kinds = [[kind.__name__, *(one.name for one in fields(kind))] for kind in KINDS]
    judged = [bot.name, bot.plies, networks]
    decides = [__version__, kinds, *judged, sorted(rules), events, record.guessed]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()[:32]
