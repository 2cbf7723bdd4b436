"""The words of a report, in one language."""

from dataclasses import dataclass

from nardy.core.estimates import TurnChoice
from nardy.translations import figure, say, texts


@dataclass(frozen=True, slots=True)
class Wording:
    """Words and numbers in a language: locale/*/report.json, and the names that all commands use."""

    language: str

    def say(self, key: str, **values: object) -> str:
        """A sentence or a word of the report.

        >>> Wording("ru").say("worst")
        'Худшие решения'
        """
        return say(self.language, "report", key, **values)

    def known(self, kind: str, name: str) -> str:
        """The word for a name of the JSON output: of an act, a grade, a level, a chance."""
        return texts(self.language, "commands").get(f"{kind}.{name}", name)

    def points(self, value: float) -> str:
        """Points without a sign: '0.123'."""
        return figure(self.language, f"{value:.3f}")

    def signed(self, value: float | None) -> str:
        """Points with their sign: '+0.123'; a dash for None."""
        return "–" if value is None else figure(self.language, f"{value:+.3f}")

    def rate(self, value: float) -> str:
        """A rate with one decimal."""
        return figure(self.language, f"{value:.1f}")

    def percent(self, chance: float | None) -> str:
        """A chance in percent; a dash for None."""
        return "–" if chance is None else figure(self.language, f"{chance:.1%}")

    def chances(self, choice: TurnChoice) -> dict[str, str]:
        """The chances to win, and to win and lose a gammon or more, each by its name."""
        chances = choice.probabilities
        larger = {name: of for name, of in chances.larger if name.endswith("_gammon")}
        shown = {"win": chances.win, **larger}
        return {self.known("chance", name): self.percent(of) for name, of in shown.items()}
