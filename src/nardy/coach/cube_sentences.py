"""Why to double, to wait, to take or to pass in words: templates of locale/*/cube.json with counts.

A sentence about the points from which to double or to take is said only where it agrees with the advice:
a deep look ahead may see more than these points do.
"""

from collections.abc import Iterator

from nardy.coach.cube import CubeExplanation
from nardy.coach.sentences import GAMMONS
from nardy.evaluation.cube.cubeful import CubeDecision
from nardy.translations import SOURCE, counted, figure, say

LEAST = 0.01
"""Points by which two acts differ at least: less is called equal."""
FEW = 0.005
"""The smallest chance of larger wins or losses, and of draws, that is mentioned."""
MANY = 0.1
"""Larger wins that make Jacoby's rule a reason."""
NO_MARKET = 0.0005
"""A share of exchanges that is told as none."""
WINDOW = (CubeDecision.NO_DOUBLE, CubeDecision.DOUBLE_TAKE, CubeDecision.DOUBLE_PASS)
EARLY = (CubeDecision.NO_DOUBLE, CubeDecision.DOUBLE_TAKE)


def cube_sentences(found: CubeExplanation, language: str = SOURCE) -> list[str]:
    """What the best act gains, and what it rests on; every number is counted."""
    told = _CubeWords(found, language)
    kinds = told.answer() if found.answers else told.double()
    return [told.gain(), *kinds]


class _CubeWords:
    """The words of one explanation."""

    def __init__(self, found: CubeExplanation, language: str) -> None:
        self.found, self.language = found, language
        self.advice = found.advice
        won, lost = found.larger
        self.has_larger, self.has_draws = max(won, lost) >= FEW, found.drawn >= FEW
        noun = GAMMONS.get(found.situation.rules.result_name("gammon"), "gammons")
        self.games = counted(language, noun, round(100 * won))
        self.noun = noun

    def say(self, key: str, **values: object) -> str:
        return say(self.language, "cube", key, **values)

    def percent(self, chance: float) -> str:
        return figure(self.language, f"{100 * chance:.1f}")

    def gain(self) -> str:
        """The best act against the other one."""
        found = self.found
        if found.loss < LEAST:
            acts = ".".join(sorted((found.best, found.act)))
            return self.say(f"equal.{acts}" if found.answers else "equal.double")
        return self.say(f"gain.{found.best}.{found.act}", gain=round(found.loss, 3))

    def double(self) -> Iterator[str]:
        """The reasons of a player who may double."""
        found, advice = self.found, self.advice
        if found.is_useless:
            yield self.say("useless")
            return
        if found.is_free:
            yield self.say("free")
        elif advice in WINDOW:
            yield from self._window()
        # Of acts that are worth the same, none is better for a reason.
        is_better = found.loss >= LEAST
        if advice is CubeDecision.TOO_GOOD and is_better and found.larger[0] >= FEW:
            yield self.say("too good", games=self.games)
        if advice in EARLY and found.market is not None:
            share = self.percent(found.market)
            key = "market" if found.market >= NO_MARKET else "market.none"
            yield self.say(key, share=share)
        if advice is CubeDecision.DOUBLE_TAKE:
            yield from self._taken()

    def answer(self) -> Iterator[str]:
        """The reasons of a player who answers a double."""
        found, need = self.found, self.found.takes_from
        takes = found.best != "pass"
        if need is not None and need <= 0:
            yield self.say("always.draws" if self.has_draws else "always")
        elif need is not None and takes == (found.win >= need):
            yield from self._draws()
            win, least = self.percent(found.win), self.percent(need)
            yield self.say("need", win=win, need=least, reckoned=self._reckoned())
        if takes and found.never_again:
            yield self._never_again("you")

    def _window(self) -> Iterator[str]:
        """Where the player stands between the doubling point and the opponent's take point."""
        found, low, high = self.found, self.found.doubles_from, self.found.passes_from
        if low is None or high is None or not self._agrees(low, high):
            return
        yield from self._draws()
        values = {
            "win": self.percent(found.win),
            "low": self.percent(low),
            "high": self.percent(high),
            "reckoned": self._reckoned(),
        }
        yield self.say("window.open" if found.takes_from == 0 else "window", **values)

    def _draws(self) -> Iterator[str]:
        """The share of draws, which the points keep while the chance to win varies."""
        if self.has_draws:
            yield self.say("draws", share=self.percent(self.found.drawn))

    def _agrees(self, low: float, high: float) -> bool:
        win = self.found.win
        if self.advice is CubeDecision.NO_DOUBLE:
            return win < low
        is_passed = self.advice is CubeDecision.DOUBLE_PASS
        return win >= high if is_passed else low <= win <= high

    def _taken(self) -> Iterator[str]:
        found = self.found
        if found.situation.is_jacoby and found.larger[0] >= MANY:
            yield self.say(f"jacoby.{self.noun}")
        if found.never_again:
            yield self._never_again("they")

    def _never_again(self, who: str) -> str:
        cap = self.found.situation.rules.cube_cap
        return self.say(f"never.{self.found.never_again}.{who}", cap=cap)

    def _reckoned(self) -> str:
        """What the points are reckoned with: the score, and larger wins."""
        kind = self.noun if self.has_larger else "plain"
        score = "money" if self.found.situation.is_money else "match"
        return self.say(f"with.{kind}.{score}")
