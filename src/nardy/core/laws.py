"""All laws by id; their sentences are in locale/*/laws.json.

Every refusal names one of these ids, and `LAWS` turns it into a sentence. The laws of turns
come first, in the order in which a move is checked; the laws of other acts follow.

>>> LAWS["bar-first"].english
'While one of your checkers is on the bar, it must enter before any other move.'
>>> list(LAWS)[:3]
['game-over', 'not-rolled', 'not-yours']
"""

from dataclasses import dataclass, replace

from nardy.core.choices import HeadException, HomeHit, PinnedBearoff, Prime
from nardy.core.rules import Rules
from nardy.translations import LANGUAGES, SOURCE, fill, texts


@dataclass(frozen=True, slots=True)
class Law:
    """One law: its id and the tags of its sources."""

    id: str
    source: str
    """Tags of nardy.core.sources.SOURCES."""
    reading: str = ""
    """Suffix of the key, where a law has several wordings."""
    runner: int = 0
    """The point that this wording names, if it names one."""

    @property
    def key(self) -> str:
        """The key of its sentence in locale/*/laws.json."""
        return f"law.{self.id}{self.reading}"

    def says(self, language: str) -> str:
        """The sentence of the law in a language."""
        sentence = texts(language, "laws")[self.key]
        return fill(language, sentence, {"runner": self.runner}) if self.runner else sentence

    @property
    def english(self) -> str:
        """The sentence of the law in English."""
        return self.says(SOURCE)

    @property
    def words(self) -> dict[str, str]:
        """The sentence of the law by language."""
        return {language: self.says(language) for language in LANGUAGES}


_OF_TURNS = (
    Law("game-over", "S0 3.12; S1; S4"),
    Law("not-rolled", "S0 1.5, 3.1; S1; S4"),
    Law("not-yours", "S0 1.1; S3"),
    Law("no-checker", "S0 1.1; S3"),
    Law("pinned", "S4; BK; GZ"),
    Law("bar-first", "S1; S2; S4"),
    Law("wrong-die", "S0 3.1, 3.2; S3; S4"),
    Law("cascade-order", "S0 text 4; WP; IT"),
    Law("head", "S0 1.2, 3.1; S3; GEO"),
    Law("runner", "BK; BRK"),
    Law("not-home", "S0 2.2, 3.11; S1; S2; S3; S4"),
    Law("bear-off", "S0 3.12; S1; S2; S3; S4"),
    Law("closed-point", "S0 3.8; S1; S2; S4; BK"),
    Law("hitter-moved", "WP; BGE"),
    Law("hide", "S4"),
    Law("hitter-off", "S4"),
    Law("prime", "S0 3.5, texts 3 and 5; GEO; BK"),
    Law("quarter", "BK; BRK; GZ"),
    Law("release", "BK; BRK"),
    Law("longest-play", "S0 3.10, text 4; S1; S2; S3; S4"),
    Law("larger-die", "S0 3.10; S1; S2; S4"),
)

_OF_OTHER_ACTS = (
    Law("already-rolled", "S0 3.1; S1; S4"),
    Law("draft-open", "S0 1.7, 3.4"),
    Law("offer-open", "S1; S4; CLUB"),
    Law("no-offer", "S1; S4; CLUB"),
    Law("resigned", "CLUB"),
    Law("cube-off", "BK; WP; CLUB"),
    Law("cube-access", "S1; S4"),
    Law("cube-cap", "CLUB"),
    Law("crawford", "BK; WP"),
    Law("holland", "BK; WP"),
    Law("money-only", "S4; BK"),
    Law("bomb-access", "S4; BK"),
)

LAWS: dict[str, Law] = {law.id: law for law in (*_OF_TURNS, *_OF_OTHER_ACTS)}
"""Every law by its id: first the laws of turns, then those of other acts."""

FORWARD = Law("wrong-die", "S0 1.1; S1; S2; S3", ".backwards")
"""The law about a backward move: no die makes one."""

NOT_OPENED = Law("not-rolled", "S0; S1; S2; S3; S4", ".opening")
"""The law about an act before the opening roll: the player who starts is not yet known."""

PRIMES: dict[Prime, Law] = {
    Prime.AHEAD: Law("prime", "S0 3.5; S3; GEO; BK", "=ahead"),
    Prime.OPP_HOME: Law("prime", "S0 text 5", "=opp_home"),
    Prime.FORBID: Law("prime", "S0 text 3", "=forbid"),
}
"""The law on primes in the wording of each option."""

NONE_PINNED = Law("not-home", "S4; BK; GZ", "=pinned")
"""The law on bearing off where a pinned checker forbids it."""

HITTERS_OFF: dict[HomeHit, Law] = {
    HomeHit.NO_HIDE: Law("hitter-off", "S4", "=no_hide"),
    HomeHit.NO_HIDE_NO_OFF: Law("hitter-off", "S4", "=no_hide_no_off"),
}
"""The law on bearing off a checker that hit, in the wording of each option."""

NO_EXCEPTION = Law("head", "S0 1.2; S3; GEO", "=none")
"""The law on the head where no roll lets a second checker leave it."""

NO_CRAWFORD = Law("holland", "CLUB", "=no_crawford")
"""The Holland rule in matches without a Crawford game."""


def law_in_force(law: str, rules: Rules, *, is_backwards: bool = False) -> Law:
    """A law in the wording of these rules; *is_backwards*: the move leads away from home.

    >>> from nardy.games import find_game
    >>> law_in_force("prime", find_game("long-nardy@no-six")).english
    'Six points in a row, a prime, are never legal.'
    """
    by_option = {
        "head": NO_EXCEPTION if rules.head_exception is HeadException.NONE else None,
        "hitter-off": HITTERS_OFF.get(rules.home_hit),
        "holland": None if rules.crawford else NO_CRAWFORD,
        "not-home": NONE_PINNED if rules.pinned_bearoff is PinnedBearoff.FORBID else None,
        "prime": PRIMES.get(rules.prime),
    }
    if reading := by_option.get(law):
        return reading
    # The general wording has the runner go past the opponent's start.
    if law == "runner" and rules.runner not in (0, rules.facing(24) - 1):
        return replace(LAWS[law], reading="=point", runner=rules.runner)
    return FORWARD if law == "wrong-die" and is_backwards else LAWS[law]
