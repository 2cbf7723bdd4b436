"""What counts as a puzzle: by gaps that are given, and by a second look at drawn decisions."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nardy.analysis.decisions import turn_of
from nardy.analysis.rollouts import Figure, RolledOut
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.formats import position_text
from nardy.games import find_game
from nardy.labels.drawing import Drawing, Drawn, Sample
from nardy.labels.label_file import Header, LabelFile
from nardy.labels.puzzle_making import (
    FEWEST_TURNS,
    LIKELY,
    PuzzleWork,
    draw_puzzles,
    is_decided,
    puzzles_of,
)
from nardy.labels.truth import FEWEST, Label, Moment, Precision, TurnLabel

TEXT = "hypergammon,cube_play=off w 24:1,23:1,22:1 24:1,18:2 dice=54"
SITUATION = position_text.loads(TEXT)


def rolled(*gaps: Figure, trials: int = FEWEST) -> list[RolledOut]:
    return [
        RolledOut(None, SITUATION, (0.0, 0.01), None, gap, {}, trials)
        for gap in ((0.0, 0.0), *gaps)
    ]


@pytest.mark.parametrize(
    ("found", "decided"),
    [
        (rolled((0.08, 0.01)), True),
        (rolled((0.08, 0.0101)), False),
        (rolled((0.08, 0.01), (0.5, 0.3)), False),
        (rolled((0.03, 0.01), (0.5, 0.3)), True),
        (rolled((0.08, 0.001), trials=FEWEST - 36), False),
    ],
    ids=["surely good", "in doubt", "another in doubt", "surely close", "too few trials"],
)
def test_a_rollout_ends_when_the_gap_is_known(found: list[RolledOut], *, decided: bool) -> None:
    assert is_decided(found) is decided


def _ranked(*equities: float) -> list[ValuedTurn]:
    place = Position((0,) * 26, (0,) * 26)
    return [ValuedTurn(place, (), equity, None, 1) for equity in equities]  # type: ignore[arg-type]


def file_of(path: Path, moments: str, *gaps: Figure) -> LabelFile:
    header = Header(
        game="hypergammon,cube_play=off", moments=moments, count=1, least=0, games=1, seed=1,
        bot="nardy:1", network="0", precision=Precision(error=0.1, ahead=1, cut=11),
    )  # fmt: skip
    file = LabelFile.create(path, header, Sample({}, (Drawn("contact", SITUATION),)))
    names = ("24/15", "24/19 24/20", "23/18 23/19")
    every = ((0.0, 0.0), *gaps)
    turns = tuple(
        TurnLabel(name, (0.0, 0.01), gap) for name, gap in zip(names, every, strict=False)
    )
    file.append([Label(0, 72, (0.0, 0.01), turns, (("win", 0.5),))])
    return file


def test_one_turn_must_be_good_and_all_others_bad(tmp_path: Path) -> None:
    ranked = _ranked(0.0, -0.1, -0.2)
    for number, (gap, count) in enumerate(
        [((0.08, 0.01), 1), ((0.079, 0.01), 0), ((0.06, 0.0), 1), ((0.3, 0.2), 0)]
    ):
        file = file_of(tmp_path / str(number), "decisions", gap)
        assert len(puzzles_of(file, lambda _: ranked)) == count


def test_turns_that_no_rollout_looked_at_must_look_bad(tmp_path: Path) -> None:
    file = file_of(tmp_path / "some", "decisions", (0.2, 0.01))
    assert not puzzles_of(file, lambda _: _ranked(0.0, -0.1, -0.05))
    assert not puzzles_of(file, lambda _: _ranked(0.0, -0.1))
    drawn = file_of(tmp_path / "drawn", "puzzles", (0.2, 0.01))
    assert len(puzzles_of(drawn, lambda _: [])) == 1


def test_a_decision_without_a_rival_is_no_puzzle(tmp_path: Path) -> None:
    assert not puzzles_of(file_of(tmp_path / "some", "decisions"), lambda _: _ranked(0, -1, -1))


def drawn(count: int) -> Iterator[Situation]:
    rules = find_game("hypergammon")
    asked = Drawing(rules=rules, is_decision=True, count=count, least=0, games=24, seed=3)
    return (one.situation for one in draw_puzzles(asked, NeuralBot(0)).drawn)


def test_what_is_drawn_looks_decided_and_comes_once() -> None:
    found = [*drawn(20)]
    assert len(found) > 5
    assert len(set(map(situation_text, found))) == len(found)
    for situation in found:
        # Bots without look-ahead draw by a ply, too.
        equities = sorted((one.equity for one in NeuralBot(1).rank(situation)), reverse=True)
        assert len(equities) >= FEWEST_TURNS
        assert equities[0] - equities[1] >= LIKELY


def test_a_label_compares_the_turns_that_look_best() -> None:
    situation = next(drawn(4))
    bot = NeuralBot(0)
    precision = Precision(error=0.01, ahead=0, cut=4, most=36 * 8)
    work = PuzzleWork(NamedBot.of(bot, situation.rules), precision)
    label = work(Moment(4, "contact", situation))
    assert label == work(Moment(4, "contact", situation))
    ranked = NeuralBot(1).rank(situation, 3)
    assert {one.turn for one in label.turns} == {str(turn_of(situation, one)[0]) for one in ranked}
    assert FEWEST <= label.trials <= precision.most
