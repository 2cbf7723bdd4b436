"""Write the playthroughs of every game anew."""

from tests.playthroughs import FOLDER, playthrough

from nardy.games import GAMES

for name, rules in GAMES.items():
    (FOLDER / f"{name}.txt").write_text(playthrough(rules, name), encoding="utf-8")
