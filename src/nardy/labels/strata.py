"""The standard error of a mean over classes (strata), each weighted by its share in play."""

from collections.abc import Iterable, Mapping

import numpy as np

from nardy.kernel.layout import Doubles


def common_variance(values: Iterable[Doubles]) -> float:
    """The variance within classes, for a class of one moment, which shows none of its own.

    It is that of all moments together where every class has one; infinite for a single moment.

    >>> common_variance([np.array([1.0, 3.0]), np.array([7.0])])
    2.0
    """
    every = list(values)
    within = sum(len(own) - 1 for own in every)
    if within:
        return float(sum(((own - own.mean()) ** 2).sum() for own in every)) / within
    together = np.concatenate(every)
    return float(together.var(ddof=1)) if len(together) > 1 else float("inf")


def error_of_mean(
    values: Mapping[str, Doubles], weights: Mapping[str, float], common: float | None = None
) -> float:
    """The standard error of the weighted mean of the classes' means.

    *common* is the variance of a class of one moment; None: `common_variance` of these classes.
    """
    if common is None:
        common = common_variance(values.values())
    squared = 0.0
    for kind, own in values.items():
        # A class without weight adds nothing, whatever its variance is: 0 times infinity is no number.
        if weights[kind]:
            variance = float(own.var(ddof=1)) if len(own) > 1 else common
            squared += weights[kind] ** 2 * variance / len(own)
    return squared**0.5
