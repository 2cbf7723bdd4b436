"""Settings of a training run: the threads that learn, and the sizes of rounds."""

from nardy.games import GAMES
from nardy.train.training_plan import TrainingPlan


def plan(*, actors: int = 1, device: str = "cpu") -> TrainingPlan:
    return TrainingPlan(rules=GAMES["hypergammon"], actors=actors, device=device)


def test_many_actors_have_several_threads_that_learn() -> None:
    threads = [plan(actors=count).learner_threads for count in (1, 4, 5, 16, 64)]
    assert threads == [1, 1, 2, 4, 4]


def test_an_actor_makes_larger_rounds_where_pytorch_learns() -> None:
    plans = plan(), plan(device="cuda")
    assert [one.least_share for one in plans] == [0.25, 1.0]
