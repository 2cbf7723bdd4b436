"""Networks to be trained, lessons for them, and what they lose."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
from tests.search.lockstep import played_as

from nardy.evaluation.network.network import Network, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import join_rows, pick_rows
from nardy.search.tables import GameTables
from nardy.train.candidate_pairs import (
    DIFFERENCE_WEIGHT,
    EQUITY_WEIGHT,
    TEMPERATURE,
    CandidatePairs,
)
from nardy.train.learner import BATCH
from nardy.train.selfplay import Lessons, SelfPlay


def network_of(text: str, seed: int = 1) -> Network:
    """One that nobody else shares: it will be changed."""
    return Network.random(played_as(text), 8, 8, seed)


@lru_cache
def lessons_of(text: str, count: int = 2 * BATCH) -> Lessons:
    """So many lessons of finished games, with the outcomes as targets."""
    play, found = SelfPlay(GameTables.of(played_as(text)), 16, 1), list[Lessons]()
    while sum(lesson.size for lesson in found) < count:
        found += play.step(network_of(text), 1.0)
    return pick_rows(join_rows(found), slice(count))


def cross_entropy(network: Network, lessons: Lessons) -> float:
    """The loss by the chances as everybody sees them."""
    network.refresh()
    positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
    chances, _ = network.value(positions)
    logs = np.log(np.maximum(chances.astype(np.float64), 1e-9))
    return float(-(lessons.targets * logs).sum(1).mean())


def rivals_of(text: str) -> CandidatePairs:
    """One batch of decisions, of three or four rivals each, with targets that tell them apart."""
    lessons = lessons_of(text, BATCH)
    widths = np.where(np.arange(64) % 2, 3, 4)
    offsets = np.concatenate([[0], np.cumsum(widths)])
    random = np.random.default_rng(3)
    targets = random.dirichlet(np.ones(lessons.targets.shape[1]), offsets[-1])
    lessons = pick_rows(lessons, slice(int(offsets[-1])))
    return CandidatePairs(lessons._replace(targets=targets.astype(np.float32)), offsets)


def worth_loss(network: Network, pairs: CandidatePairs) -> float:
    """Half the squares of the equities' errors, and of how they differ among rivals."""
    lessons, total = pairs.rows, 0.0
    positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
    network.refresh()
    wanted = (lessons.targets @ network.points).astype(np.float64)
    wrong = network.value(positions)[1].astype(np.float64) - wanted
    for low, high in pairwise(pairs.offsets.tolist()):
        shares, some = np.exp(-wanted[low:high] / TEMPERATURE), wrong[low:high]
        shares /= shares.sum()
        apart = (high - low) * shares @ (some - shares @ some) ** 2
        total += float(EQUITY_WEIGHT * some @ some + DIFFERENCE_WEIGHT * apart) / 2
    return total / pairs.size
