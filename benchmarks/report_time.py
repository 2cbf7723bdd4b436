"""What a report on a match costs: two plies with reasons, and GNU Backgammon's two plies beside it.

    python benchmarks/report_time.py [FILE.mat ...] [--matches 3] [--length 7] [--seed 1]

Without files whole matches of backgammon are played: the network without look-ahead against the bot `baseline`,
whose mistakes need reasons; the network answers for both at the cube. `nardy analyze --why --html` is run as a
command of its own on two cores, so its start and the luck are counted, too. GNU Backgammon 1.07 (Debian:
gnubg) analyses the same file by its command `analyse match`, on one thread, without luck
(gnubg_review.py); its start is not counted. The time is user and system CPU, and what a clock shows.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from reviews_agree import by_gnubg

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.neural import NeuralBot
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.formats import mat
from nardy.games import find_game


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--length", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gnubg", default="/usr/games/gnubg")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = asked.files or [
            written(Path(folder), asked.length, asked.seed + number)
            for number in range(asked.matches)
        ]
        for file in files:
            tell(file, asked.gnubg)


def written(folder: Path, length: int, seed: int) -> Path:
    file = folder / f"match-{seed}.mat"
    file.write_text(mat.dumps(played(length, seed)))
    return file


def played(length: int, seed: int) -> Match:
    """A whole match: the network for White, `baseline` for Black."""
    match = Match(find_game("backgammon"), length, seed=Random(seed).randrange(10**9))
    bot, weak = NeuralBot(0), BaselineBot()
    while True:
        while match.game.phase is not Phase.OVER:
            act(match.game, bot, weak)
        if match.is_over:
            return match
        match.next_game()


def act(game: Game, bot: NeuralBot, weak: BaselineBot) -> None:
    now = game.situation
    if now.phase is Phase.TURN:
        game.play((bot if now.to_act is Player.WHITE else weak).choose_turn(now))
        return
    acts = {"double": game.offer_double, "take": game.take, "pass": game.pass_double}
    acts.get(bot.choose_act(now), game.roll)()


def tell(file: Path, gnubg: str) -> None:
    """Nardy's report and GNU Backgammon's analysis of one match, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        command = [
            sys.executable,
            "-m",
            "nardy",
            "analyze",
            str(file),
            "--why",
            "--html",
            str(report),
        ]
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603
        clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        size = report.stat().st_size / 1000
    theirs = by_gnubg(gnubg, file)
    turns_seen = sum("dice" in one for one in theirs["decisions"])
    print(f"{file.stem}: {turns_seen} turns")
    print(f"  nardy, two plies with reasons: {cpu:.1f} s of CPU, {clock:.1f} s, {size:.0f} kB")
    print(f"  GNU Backgammon, two plies: {theirs['cpu']:.1f} s of CPU")


if __name__ == "__main__":
    main()
