"""Write the counts of every game, the oracle agreeing."""

import sys

from tests.oracle import Side, Walk, dice_list, game_of
from tests.perft import FOLDER, Count, Perft, count, depth_2, has_short_turns, text_of

from nardy.core.dice import ROLLS
from nardy.games import GAMES

SHORT = 100_000


def oracle_count(name: str, roll: tuple[int, int]) -> Count:
    """What a roll gives from the start, by the oracle."""
    game = game_of(name)
    dice, in_order, double = dice_list(game, [*roll], 0)
    start = Side(dict(game["start"])), Side(dict(game["start"]))
    walk = Walk(game, start, dice, in_order=in_order, double=double)
    if len(dice) <= 4:
        return Count(finals=len(walk.ends()))
    return Count(longest=walk.best(walk.start)[0], first=len(walk.next_moves([])))


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        rules = GAMES[name]
        rolls = {roll: count(rules, roll) for roll in ROLLS}
        for roll, found in rolls.items():
            oracle = oracle_count(name, roll)
            if oracle != found:
                raise SystemExit(f"{name} {roll}: {found}, and the oracle counts {oracle}")
        total = depth_2(rules) if has_short_turns(rules) else None
        text = text_of(name, Perft(rolls, total))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(name, total, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
