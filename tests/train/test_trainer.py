"""Training as it runs: repeatable, counted, and resumed from a checkpoint."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nardy.arena.duels import DuelTerms, duel, mean_and_error
from nardy.arena.player import NetworkPlayer
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.games import GAMES
from nardy.kernel.features import PHASES, PLANS, RACE
from nardy.train import actor as acting
from nardy.train import filter_learner
from nardy.train import trainer as training
from nardy.train.actor import Stage
from nardy.train.calibration import calibrated
from nardy.train.checkpoint import read_checkpoint
from nardy.train.learner import Learner
from nardy.train.results_fit import held_to_results
from nardy.train.trainer import (
    CALIBRATION_SHARE,
    RESULT_SHARE,
    Progress,
    Trainer,
    exact_average,
)
from nardy.train.training_plan import TrainingPlan

RULES = GAMES["hypergammon"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TABLES", 16)
    monkeypatch.setitem(training.ROUNDS, Stage.PLAY, 600)
    monkeypatch.setitem(training.ROUNDS, Stage.EXACT, 80)
    monkeypatch.setitem(training.ROUNDS, Stage.RETURNS, 40)
    monkeypatch.setattr(acting, "GAMES", 10)
    monkeypatch.setattr(training, "ROLLS_A_ROUND", 50)
    monkeypatch.setattr(training, "RETURNS_ROLLS", 300)
    monkeypatch.setattr(filter_learner, "TABLES", 16)


def plan(*, seed: int = 1, actors: int = 1) -> TrainingPlan:
    return TrainingPlan(rules=RULES, hidden=8, second=8, seed=seed, actors=actors)


def run(trainer: Trainer, rounds: int) -> list[int]:
    """Train until so many rounds are over; what was reported."""
    told: list[int] = []
    trainer.run(
        lambda progress: progress.rounds / rounds, lambda progress: told.append(progress.rounds)
    )
    return told


def trained(rounds: int, *, seed: int = 1, actors: int = 1) -> Trainer:
    trainer = Trainer(plan(seed=seed, actors=actors))
    run(trainer, rounds)
    return trainer


def test_the_trained_network_is_the_average_held_to_its_games_with_a_move_filter() -> None:
    trainer = trained(3)
    network, again = trainer.trained(), trainer.trained()
    games, average = trainer.progress.games // CALIBRATION_SHARE, trainer.learner.averaged()
    assert network.move_filter is not None
    assert again.move_filter is not None
    rules, seed = trainer.plan.rules, trainer.plan.seed
    scaled = calibrated(trainer.game, average, games, seed)
    game, evaluator = trainer.game.with_filter(network.move_filter), ExactFirst(scaled, rules)
    fits = trainer.progress.games // RESULT_SHARE
    held = held_to_results(game, scaled, evaluator, fits, seed)
    assert (scaled.flat != average.flat).any()
    assert (held.flat != scaled.flat).any()
    assert (network.flat == held.flat).all()


def test_the_same_seed_gives_the_same_weights() -> None:
    one, same = trained(4), trained(4)
    assert one.learner.network.flat.tolist() == same.learner.network.flat.tolist()
    assert one.learner.averaged().flat.tolist() == same.learner.averaged().flat.tolist()
    assert one.progress.games == same.progress.games
    assert one.progress.loss == same.progress.loss


def test_actors_in_processes_give_the_same_weights_again(tmp_path: Path) -> None:
    found = list[list[float]]()
    for name in ("one", "same"):
        trainer = Trainer(plan(actors=2))
        trainer.run(lambda progress: progress.rounds / 4, exact_share=0.5)
        assert trainer.progress.exact > 0
        trainer.save(tmp_path / name)
        found.append(trainer.learner.network.flat.tolist())
    assert found[0] == found[1]
    back = Trainer(plan(actors=2))
    back.restore(tmp_path / "one")
    assert run(back, 5) == [5]


def test_another_seed_gives_others() -> None:
    one, other = (trained(3, seed=seed).learner.network.flat.tolist() for seed in (1, 2))
    assert one != other


def test_it_is_told_after_each_round_and_asked_before() -> None:
    trainer = Trainer(plan())
    assert run(trainer, 3) == [1, 2, 3]
    assert run(trainer, 3) == []
    assert run(trainer, 4) == [4]


def test_progress_counts_what_was_done() -> None:
    trainer, told = Trainer(plan()), list[Progress]()
    waiting: list[int] = []

    def report(progress: Progress) -> None:
        told.append(Progress(**vars(progress)))
        (made,) = trainer._waiting  # noqa: SLF001 (what the next round learns)
        waiting.append(made.rows.size)

    trainer.run(lambda progress: progress.rounds / 4, report)
    assert [progress.rounds for progress in told] == [1, 2, 3, 4]
    # In each round the lessons of the round before are learned.
    assert [progress.lessons for progress in told] == np.cumsum([0, *waiting[:3]]).tolist()
    assert min(waiting) >= 600
    assert told[0].loss == 0 < told[1].loss
    last = told[-1]
    assert sum(last.results) == last.games > told[0].games > 0
    assert last.evaluations > sum(waiting)
    assert 0 < told[0].seconds < last.seconds


def test_a_checkpoint_brings_everything_back(tmp_path: Path) -> None:
    trainer = trained(3)
    trainer.save(tmp_path / "saved")
    assert [path.name for path in tmp_path.iterdir()] == ["saved"]
    back = Trainer(plan(seed=1))
    back.restore(tmp_path / "saved")
    assert back.learner.network.flat.tolist() == trainer.learner.network.flat.tolist()
    assert back.learner.average.tolist() == trainer.learner.average.tolist()
    assert back.learner.moments.tolist() == trainer.learner.moments.tolist()
    assert back.learner.steps == trainer.learner.steps > 0
    assert back.learner.rounds == trainer.learner.rounds > 0
    for name in ("rounds", "games", "lessons", "evaluations", "seconds"):
        assert getattr(back.progress, name) == getattr(trainer.progress, name) > 0


def test_going_on_from_a_checkpoint_is_repeatable_too(tmp_path: Path) -> None:
    trained(2).save(tmp_path / "saved")
    found = []
    for _ in range(2):
        trainer = Trainer(plan())
        trainer.restore(tmp_path / "saved")
        assert run(trainer, 4) == [3, 4]
        found.append(trainer.learner.network.flat.tolist())
    assert found[0] == found[1]


def exact(rounds: int) -> Trainer:
    """Two rounds of self-play, then exact targets."""
    trainer = Trainer(plan())
    trainer.run(lambda progress: progress.rounds / rounds, exact_share=1 - 2 / rounds)
    return trainer


def test_exact_targets_follow_self_play_and_are_counted_apart(tmp_path: Path) -> None:
    trainer = exact(5)
    # The lessons of a round are learned in the next one, whatever that is for.
    assert trainer.progress.lessons >= 2 * 600
    assert 2 * 80 <= trainer.progress.exact < 900
    assert trainer.progress.loss > 0
    assert trainer.learner.network.flat.tolist() == exact(5).learner.network.flat.tolist()
    assert trainer.learner.network.flat.tolist() != trained(5).learner.network.flat.tolist()
    trainer.save(tmp_path / "saved")
    back = Trainer(plan())
    back.restore(tmp_path / "saved")
    assert back.progress.exact == trainer.progress.exact


def test_a_checkpoint_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    Trainer(plan()).save(path)
    kept = read_checkpoint(path)
    kept._replace(counts=(*kept.counts, 7)).save(path)
    with pytest.raises(WeightsError, match="of this version"):
        Trainer(plan()).restore(path)


def test_a_checkpoint_of_networks_with_other_inputs_is_refused(tmp_path: Path) -> None:
    """Its arrays fit each other, and not the network that this version makes."""
    path = tmp_path / "saved"
    Trainer(plan()).save(path)
    kept = read_checkpoint(path)
    kept._replace(flat=kept.flat[1:], average=kept.average[1:], moments=kept.moments[:, 1:]).save(
        path
    )
    with pytest.raises(WeightsError, match="of this version"):
        Trainer(plan()).restore(path)


BEGUN = {"begin_with": "old.npz", "sha256": "ab" * 32}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"seed": 1}, {"seed": 2}, r"expected --seed 1 as at .*saved, got --seed 2; ask"),
        (BEGUN, {}, r"expected --begin-with old.npz .*, got no --begin-with; ask"),
        ({}, BEGUN, r"expected no --begin-with as .*, got --begin-with old.npz \(sha256 abab"),
        (
            BEGUN,
            {**BEGUN, "sha256": "cd" * 32},
            r"expected --begin-with old.npz \(sha256 abab.*, got .*old.npz \(sha256 cdcd",
        ),
        ({"kinds": ("race",)}, {}, r"expected --class race as at .*, got no --class; ask"),
        (BEGUN, {"seed": 2, "actors": 3}, "got --seed 2 no --begin-with"),
    ],
    ids=["seed", "nothing more", "something now", "another file", "classes", "all"],
)
def test_a_run_goes_on_with_what_it_was_begun_with(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any], told: str
) -> None:
    Trainer(replace(plan(), **before)).save(tmp_path / "saved")
    with pytest.raises(WeightsError, match=told):
        Trainer(replace(plan(), **after)).restore(tmp_path / "saved")


def test_a_run_goes_on_with_another_number_of_processes(tmp_path: Path) -> None:
    """The seeds of the actors are drawn anew in any case."""
    Trainer(plan(actors=3)).save(tmp_path / "saved")
    back = Trainer(plan(actors=1))
    back.restore(tmp_path / "saved")
    assert back.origin.processes == len(back.seeds) == 1
    assert run(back, 1) == [1]


def test_the_same_weights_may_be_called_otherwise_by_now(tmp_path: Path) -> None:
    Trainer(replace(plan(), **BEGUN)).save(tmp_path / "saved")
    back = Trainer(replace(plan(), **{**BEGUN, "begin_with": "moved.npz"}))
    back.restore(tmp_path / "saved")
    assert back.origin.file == "old.npz"


def test_a_checkpoint_without_classes_goes_on_with_any(tmp_path: Path) -> None:
    Trainer(plan()).save(tmp_path / "saved")
    kept = read_checkpoint(tmp_path / "saved")
    kept._replace(origin=kept.origin._replace(classes=None)).save(tmp_path / "saved")
    back = Trainer(replace(plan(), kinds=("race",)))
    back.restore(tmp_path / "saved")
    assert back.origin.classes == "race"


def test_narrower_weights_are_widened_and_others_refused() -> None:
    begun = Network.random(RULES, 4, 8, 99)
    wide = Trainer(plan(), begun).learner.network
    assert wide.hidden == 8
    with pytest.raises(WeightsError, match=r"expected as many units .* 16, or a multiple, got 8"):
        Trainer(plan(), Network.random(RULES, 16, 8, 99))
    with pytest.raises(WeightsError, match="got 8; give --hidden 3"):
        Trainer(plan(), Network.random(RULES, 3, 8, 99))


def test_restored_players_play_other_games_than_at_first(tmp_path: Path) -> None:
    first, again = Trainer(plan()), Trainer(plan())
    trained(2).save(tmp_path / "saved")
    again.restore(tmp_path / "saved")
    assert first.seeds != again.seeds


def test_two_actors_play_different_games() -> None:
    one, other = Trainer(plan(actors=2)).seeds
    assert one != other


def test_it_may_begin_with_weights_and_leaves_them_alone() -> None:
    begun = Network.random(RULES, 8, 8, 99)
    before = begun.flat.tolist()
    trainer = Trainer(plan(), begun)
    assert trainer.learner.network.flat.tolist() == before
    run(trainer, 2)
    assert trainer.learner.network.flat.tolist() != before
    assert begun.flat.tolist() == before


@pytest.mark.thorough
def test_what_is_trained_beats_what_knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ROUND", 8_192)
    monkeypatch.setattr(training, "TABLES", 256)
    trainer = Trainer(TrainingPlan(rules=RULES, hidden=16, seed=1))
    begun = trainer.learner.snapshot()
    run(trainer, 30)
    players = NetworkPlayer("new", trainer.learner.averaged()), NetworkPlayer("old", begun)
    mean, error = mean_and_error(duel(players, DuelTerms(game=trainer.game, pairs=500)).points)
    assert mean > 0.2 + 4 * error


def returned(rounds: int) -> Trainer:
    """A round of self-play and one of exact targets, then returns."""
    trainer = Trainer(plan())
    trainer.run(
        lambda progress: progress.rounds / rounds,
        exact_share=1 - 1 / rounds,
        returns_share=1 - 2 / rounds,
    )
    return trainer


def test_returns_come_last_and_are_counted_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[tuple[object, ...]]()
    know = Learner.open_window

    def seen(self: Learner, *asked: Any) -> None:
        opened.append(asked)
        know(self, *asked)

    monkeypatch.setattr(Learner, "open_window", seen)
    rolls, train = list[int](), training.train_filter

    def counted(*asked: Any) -> filter_learner.MoveFilterLearner:
        rolls.append(asked[-1])
        return train(*asked)

    monkeypatch.setattr(training, "train_filter", counted)
    trainer = returned(5)
    progress = trainer.progress
    assert progress.lessons
    assert progress.exact
    # What the last round made is not learned yet.
    assert 2 * 40 <= progress.returned < 2_000
    # Returns need good answers, so the filter is trained once for them, by all its rolls.
    assert rolls == [100, 300]
    # Exact targets are forgotten once, and differences between rivals count for more.
    with_returns = [asked for asked in opened if len(asked) > 1]
    assert [asked[1:] for asked in with_returns] == [
        (training.RETURNS_EPOCHS, training.RETURNS_DIFFERENCE_WEIGHT, training.MOST_RETURNS)
    ]
    assert trainer.learner.network.flat.tolist() == returned(5).learner.network.flat.tolist()
    trainer.save(tmp_path / "c")
    back = Trainer(plan())
    back.restore(tmp_path / "c")
    assert back.progress.returned == progress.returned


def test_returns_are_learned_again_at_the_end_and_those_of_the_last_round_too() -> None:
    assert not exact(3).has_returns
    trainer, same = returned(5), returned(5)
    assert trainer.has_returns
    (made,), before = trainer._waiting, trainer.progress.returned  # noqa: SLF001
    flat, rounds = trainer.learner.network.flat.copy(), trainer.learner.rounds
    trainer.learn_returns_again()
    assert trainer.progress.returned == before + made.rows.size
    # One round for those that waited.
    assert trainer.learner.rounds == rounds + 1 + training.AGAIN_EPOCHS
    assert (trainer.learner.network.flat != flat).any()
    same.learn_returns_again()
    assert trainer.learner.network.flat.tolist() == same.learner.network.flat.tolist()
    # They are not learned a third time where the run goes on.
    trainer.run(lambda progress: progress.rounds / 6, returns_share=1 / 6)
    assert trainer.progress.returned == before + made.rows.size


def test_returns_are_learned_by_a_rate_that_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    rates, refine = list[float](), Learner.refine

    def seen(self: Learner, pairs: Any, rate: float, *more: float) -> float:
        rates.append(rate)
        return refine(self, pairs, rate, *more)

    monkeypatch.setattr(Learner, "refine", seen)
    trainer = Trainer(replace(plan(), returns_rate=3e-3))
    trainer.run(lambda progress: progress.rounds / 4, returns_share=1)
    again = list[float]()
    monkeypatch.setattr(Learner, "refine_again", lambda *asked: again.append(asked[2]))
    trainer.learn_returns_again()
    # A round is learned in the next one; the last round after the run.
    assert rates == pytest.approx([3e-3 * left for left in (0.75, 0.5, 0.25, 0.25)])
    assert again == [pytest.approx(1.5e-3)]


def test_after_many_returns_a_network_is_calibrated_by_as_many_games_and_not_fitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trainer = returned(5)
    average, games = trainer.learner.averaged(), trainer.progress.games
    fitted = trainer.trained()
    monkeypatch.setattr(training, "ENOUGH_RETURNS", trainer.progress.returned)
    network = trainer.trained()
    scaled = calibrated(trainer.game, average, games, trainer.plan.seed)
    assert (network.flat == scaled.flat).all()
    assert (network.flat != fitted.flat).any()
    assert network.move_filter is not None


def test_phases_are_told_apart_once_exact_targets_begin(tmp_path: Path) -> None:
    trainer = Trainer(replace(plan(), phases=PHASES))

    run(trainer, 2)
    assert trainer.learner.network.phases == 1
    trainer.save(tmp_path / "before")
    trainer.run(lambda progress: progress.rounds / 5, exact_share=0.6)
    assert trainer.learner.network.phases == PHASES
    layers = trainer.learner.network.views["points"]
    assert (layers[PLANS] != layers[RACE]).any()
    trainer.save(tmp_path / "after")
    for name, phases in (("before", 1), ("after", PHASES)):
        back = Trainer(replace(plan(), phases=PHASES))
        back.restore(tmp_path / name)
        assert back.learner.network.phases == phases
    assert back.learner.average.tolist() == trainer.learner.average.tolist()
    with pytest.raises(WeightsError, match=r"with 8 and 8 units in 1 phase, .* in 9 phases in "):
        Trainer(plan()).restore(tmp_path / "after")
    # Before exact targets there is one phase, and what is told is what is different.
    with pytest.raises(WeightsError, match=r"with 16 and 8 units, .* with 8 and 8 units in .*befo"):
        Trainer(replace(plan(), hidden=16, phases=PHASES)).restore(tmp_path / "before")


def test_weights_with_phases_begin_with_them() -> None:
    begun = Network.random(RULES, 8, 8, 99, PHASES)
    trainer = Trainer(replace(plan(), phases=PHASES), begun)
    assert trainer.learner.network.flat.tolist() == begun.flat.tolist()
    with pytest.raises(WeightsError, match=r"as many phases as .* have, 9, got 1; give --phases"):
        Trainer(plan(), begun)


def test_the_average_is_of_a_part_of_all_exact_targets_in_a_long_run() -> None:
    assert exact_average(80_000, 0) == pytest.approx(exact_average(80_000, 1_000_000))
    assert exact_average(80_000, 0) == pytest.approx(1 / math.e)
    assert exact_average(100_000, 40_000_000) == pytest.approx(math.exp(-1 / 20))
