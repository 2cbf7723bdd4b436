"""Review a match in a process of its own, so that it takes no time from the club's: python -I match_reviewer.py FOLDER.

FOLDER has the package. Standard input has a line of JSON: the events, which of them are guessed turns, the game, and the plies of the judge.
The answer is a stream of pickles, a decision each; a text at its end says why there are no more.
"""

import contextlib
import json
import os
import pickle
import sys
from typing import Any

MOST_SECONDS = 1800
"""Of CPU: some times what the longest match needs that is read."""
_NICENESS = 19


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource  # noqa: PLC0415 (only Unix has it)

        os.nice(_NICENESS)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        # Linux alone has it: whoever else wakes up takes the core at once, and not after some milliseconds.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    # One pickler for all: rules that come again are written once.
    pickler = pickle.Pickler(sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
    from nardy.errors import NardyError  # noqa: PLC0415 (after the path is set)

    try:
        for decision in _decisions(json.loads(sys.stdin.readline())):
            pickler.dump(decision)
            sys.stdout.buffer.flush()
    except NardyError as error:
        pickler.dump(str(error))


def _decisions(asked: dict[str, Any]) -> Any:
    from nardy.analysis.game_review import review  # noqa: PLC0415
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415
    from nardy.core.events import events_from_json  # noqa: PLC0415
    from nardy.games import find_game  # noqa: PLC0415
    from nardy.server.games.related_games import find_related_game  # noqa: PLC0415

    events = events_from_json(asked["events"])
    find = find_related_game([find_game(asked["game"])])
    return review(events, find, NeuralBot(asked["plies"]), guessed=asked["guessed"])


if __name__ == "__main__":
    main()
