"""Do open_spiel and bgsage find the same legal turns of backgammon as nardy?

    python benchmarks/peers_agree.py [COUNT] [SEED]

COUNT (20,000) positions and rolls of random play, bars, dances and bearing off among them; the
kernel, and the rule book on every tenth, are compared with each peer by their final positions.
The exit status is 1 where a peer disagrees.
"""

import sys
from collections import Counter

from peers import Case, Final, load, our_cases, sage_finals, spiel_cases, spiel_finals

from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, sequences
from nardy.core.position import BAR, OFF, Position
from nardy.games import BACKGAMMON
from nardy.kernel.arrays import TurnLists, begin_rows, find_turns

BATCH = 1_000


def kernel_finals(cases: list[Case]) -> list[TurnLists]:
    found: list[TurnLists] = []
    for low in range(0, len(cases), BATCH):
        batch = cases[low : low + BATCH]
        positions = [Position(case.player, case.opponent) for case in batch]
        lists = [DiceList.of(Roll.of(*case.roll)) for case in batch]
        found.append(find_turns(BACKGAMMON, begin_rows(BACKGAMMON, positions, lists)))
    return found


def kinds_of(case: Case, finals: set[Final]) -> list[str]:
    """The kinds that a case belongs to, such as hits or dances."""
    kinds = ["all", "doubles" if case.roll[0] == case.roll[1] else "two dice"]
    if case.player[BAR]:
        kinds.append("from the bar")
    if finals == {(case.player, case.opponent)}:
        kinds.append("dances")
    if any(own[OFF] > case.player[OFF] for own, _ in finals):
        kinds.append("bearing off")
    if any(theirs[BAR] > case.opponent[BAR] for _, theirs in finals):
        kinds.append("hits")
    return kinds


def main(count: int = 20_000, seed: int = 1) -> int:
    pyspiel, bgsage = load("open-spiel", "pyspiel"), load("bgsage", "bgsage")
    cases = list(spiel_cases(pyspiel, count, seed)) if pyspiel else our_cases(count, seed)
    kernel = kernel_finals(cases)
    seen: Counter[str] = Counter()
    differ: Counter[tuple[str, str]] = Counter()
    for number, case in enumerate(cases):
        turns = kernel[number // BATCH][number % BATCH]
        ours = {(final.player, final.opponent) for final in turns}
        answers: dict[str, set[Final]] = {}
        if pyspiel:
            answers["open_spiel"] = spiel_finals(case)
        if bgsage:
            answers["bgsage"] = sage_finals(bgsage, case)
        if number % 10 == 0:
            mid = begin(
                BACKGAMMON, Position(case.player, case.opponent), DiceList.of(Roll.of(*case.roll))
            )
            answers["the rule book"] = {(p.player, p.opponent) for p in sequences(BACKGAMMON, mid)}
        kinds = kinds_of(case, ours)
        seen.update(kinds)
        for name, theirs in answers.items():
            if theirs != ours:
                differ.update((name, kind) for kind in kinds)
                if differ[name, "all"] <= 3:
                    print(f"{name}: {case.player} {case.opponent} {case.roll}")
                    print(f"    ours alone {ours - theirs}, theirs alone {theirs - ours}")
    names = [name for name, is_there in (("open_spiel", pyspiel), ("bgsage", bgsage)) if is_there]
    names.append("the rule book")
    for kind, number in seen.most_common():
        told = ", ".join(f"{name} {differ[name, kind]}" for name in names)
        print(f"{kind:14} {number:7,}   differ: {told}")
    return int(any(differ.values()))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
