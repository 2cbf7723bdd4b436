"""Write the playthrough of every game, or of those that are named."""

import sys

from tests.playthroughs import FOLDER, playthrough

from nardy.games import GAMES

for name in sys.argv[1:] or GAMES:
    (FOLDER / f"{name}.txt").write_text(playthrough(GAMES[name], name), encoding="utf-8")
